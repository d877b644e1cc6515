import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './start-gateway.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** A request as it is, with the answer as it came: `fetch` would undo the encoding. */
const ask = (url: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(url, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });

const undo = { br: brotliDecompressSync, gzip: gunzipSync } as const;

describe('what is read of the reference', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const twins = ['/docs/spec-a.md', '/docs/spec-b.md', '/docs/console.md'];
  const pages = [
    ...twins,
    '/docs/spec-a',
    '/docs/spec-b',
    '/docs/console',
    '/openapi/spec-a.json',
    '/openapi/spec-b.json',
  ];

  it.each(pages)('%s is sent in the smallest form that the client takes', async (path) => {
    const plain = await ask(`${gateway.url}${path}`, {});
    expect([plain.status, plain.headers['content-encoding'], plain.headers['vary']]).toEqual([
      200,
      undefined,
      'Accept-Encoding',
    ]);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const { status, headers, body } = await ask(`${gateway.url}${path}`, { 'accept-encoding': accepted });
      expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
        200,
        encoding,
        String(body.length),
      ]);
      expect(body.length).toBeLessThan(plain.body.length / 3);
      expect(undo[encoding](body).equals(plain.body)).toBe(true);
    }
  });

  it.each(twins)('%s has every operation of its document, with parameters and members of bodies', async (path) => {
    const text = (await ask(`${gateway.url}${path}`, {})).body.toString();
    const document = await ask(`${gateway.url}${path.replace('docs', 'openapi').replace('.md', '.json')}`, {});
    const { paths } = JSON.parse(document.body.toString()) as { paths: Record<string, Record<string, object>> };
    const methods = /^(?:get|post|put|patch|delete)$/;
    for (const [address, item] of Object.entries(paths)) {
      for (const method of Object.keys(item).filter((name) => methods.test(name))) {
        expect(text).toContain(`\`${method.toUpperCase()} ${address}\``);
      }
    }
    expect(text).toMatch(/^- `\w+` \((?:path|query|header), required\): \w/m);
    expect(text).toMatch(/^- `\w+` \(string, required\)/m);
    expect(text).not.toContain('$ref');
    const index = (await ask(`${gateway.url}/llms.txt`, {})).body.toString();
    expect(index).toContain(`${gateway.url}${path}`);
  });

  it.each(pages)('%s is not sent again to who has it', async (path) => {
    const url = `${gateway.url}${path}`;
    const first = await ask(url, { 'accept-encoding': 'br' });
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^"[\w-]+-br"$/);
    const again = await ask(url, { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
    const plain = await ask(url, { 'if-none-match': etag });
    expect([plain.status, plain.body.length > 0]).toEqual([200, true]);
  });

  it('answers HEAD with the length and no body', async () => {
    const { status, headers, body } = await ask(`${gateway.url}/docs/spec-a`, { 'accept-encoding': 'br' }, 'HEAD');
    expect([status, headers['content-encoding'], Number(headers['content-length']) > 1_000, body.length]).toEqual([
      200,
      'br',
      true,
      0,
    ]);
  });

  it('says which base address each kind of client takes', async () => {
    const text = await (await fetch(`${gateway.url}/docs`)).text();
    expect(text).toMatch(new RegExp(`do not add /v1 themselves.*<code>${gateway.url}/v1</code>`));
    expect(await (await fetch(`${gateway.url}/llms.txt`)).text()).toContain(`needs ${gateway.url}/v1`);
  });
});
