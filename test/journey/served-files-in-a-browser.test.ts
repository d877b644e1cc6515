import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere, browserPath } from '../fakes/browser.ts';
import { bytes, head, json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Both pages mark themselves when a script of theirs runs. */
const mark = "document.documentElement.setAttribute('data-ran','yes')";
const html = `<!doctype html><html><body onload="${mark}"><p>shown</p><script>${mark}</script></body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${mark}"><text>shown</text><script>${mark}</script></svg>`;
const defences = ['content-disposition', 'content-security-policy', 'x-content-type-options'];

describe.skipIf(!browserIsHere)('a served file in a browser', () => {
  let browser: Browser;
  let gateway: TestGateway;
  let uploads = 0;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: browserPath,
      args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-dev-shm-usage'],
    });
    gateway = await startGateway();
  });
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  const page = (type: string, text: string) => [
    head(200, { 'content-type': type, 'content-length': String(text.length) }),
    bytes(text),
  ];

  /** What the upstream says to be an image, in the drive. */
  const drawn = async (text: string): Promise<string> => {
    gateway.upstream.next(json({ created: 1, data: [{ b64_json: Buffer.from(text).toString('base64') }] }));
    const body = { model: 'test-model', prompt: 'a cat', response_format: 'url' };
    const answer = await gateway.call('/v1/images/generations', { body });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly url: string }[] };
    return data[0]?.url ?? '';
  };
  /** A file that a caller uploaded, given back by the upstream under its own type. */
  const uploaded = async (type: string, text: string): Promise<string> => {
    gateway.upstream.next(json({ id: `file-${(uploads += 1)}`, object: 'file' }));
    const form = `--edge\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\ncontent-type: ${type}\r\n\r\n${text}\r\n--edge--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const { id } = (await (await gateway.call('/v1/files', { body: form, headers })).json()) as { readonly id: string };
    gateway.upstream.next(page(type, text));
    return `${gateway.url}/v1/files/${id}/content`;
  };

  /** What a page does whose answer comes without the headers of `strip`. */
  const ran = async (url: string, strip: readonly string[]) => {
    const context = await browser.newContext({ extraHTTPHeaders: { authorization: `Bearer ${gateway.key}` } });
    const tab = await context.newPage();
    if (strip.length > 0)
      await tab.route(url, async (route) => {
        const response = await route.fetch();
        const headers = Object.entries(response.headers()).filter(([name]) => !strip.includes(name));
        await route.fulfill({ response, headers: Object.fromEntries(headers) });
      });
    // Ends when scripts would have run.
    const downloaded = await tab.goto(url, { waitUntil: 'load' }).then(
      () => false,
      (error: unknown) => {
        if (/Download is starting/.test(String(error))) return true;
        throw error;
      },
    );
    const root = tab.locator(':root');
    const result = {
      downloaded,
      shown: (await root.textContent())?.includes('shown'),
      ran: await root.getAttribute('data-ran'),
    };
    await context.close();
    return result;
  };

  const kinds: readonly (readonly [string, () => Promise<string>])[] = [
    ['an SVG of the drive', () => drawn(svg)],
    ['HTML that a model called an image', () => drawn(html)],
    ['an uploaded SVG', () => uploaded('image/svg+xml', svg)],
    ['uploaded HTML', () => uploaded('text/html', html)],
  ];
  /** Those with a type that a browser shows. */
  const pages = kinds.filter(([name]) => !name.startsWith('HTML that'));

  it.each(kinds)('runs no script of its own on our origin: %s', async (_, make) => {
    expect(await ran(await make(), [])).toMatchObject({ ran: null });
  });

  it.each(kinds)('is downloaded: %s', async (_, make) => {
    expect(await ran(await make(), [])).toEqual({ downloaded: true, shown: false, ran: null });
  });

  it.each(pages)('runs none even where it is shown: %s', async (_, make) => {
    const shown = await ran(await make(), ['content-disposition']);
    expect(shown).toEqual({ downloaded: false, shown: true, ran: null });
  });

  it.each(pages)('would run them without our headers, as this test can tell: %s', async (_, make) => {
    expect(await ran(await make(), defences)).toEqual({ downloaded: false, shown: true, ran: 'yes' });
  });
});
