import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { rawExchange } from '../fakes/raw-client.ts';
import { bytes, head, json, sse } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(5_000, 'pixel')]);
const drawn = { created: 1, data: [{ b64_json: png.toString('base64'), revised_prompt: 'a <b>cat</b>' }], usage: null };
const path = '/v1/images/generations';
const ask = { model: 'test-model', prompt: 'a cat', response_format: 'url' };
const otherKey = 'sk-test other';

describe('the drive', () => {
  const clock = makeHandClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      clock,
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
          { workspace: 'other', name: 'ci', secret: new Secret(otherKey) },
        ],
      },
    });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(drawn));
  });
  afterAll(() => gateway.close());

  const kept = async (): Promise<readonly string[]> => {
    const drive = join(gateway.dataFolder, 'drive');
    const folders = (await readdir(drive).catch(() => [])).filter((name) => name.length === 2);
    return (await Promise.all(folders.map((folder) => readdir(join(drive, folder))))).flat();
  };

  /** Draws an image and gives the path of its bytes. */
  const draw = async (): Promise<string> => {
    const response = await gateway.call(path, { body: ask });
    const { data } = (await response.json()) as { data: { url: string }[] };
    return data[0]?.url.slice(gateway.url.length) ?? '';
  };

  it('holds no long answer for images that are not to be stored', async () => {
    const data = Array.from({ length: 10 }, () => ({ b64_json: 'AAAA'.repeat(1_835_008) }));
    const usage = { input_tokens: 3, output_tokens: 7 };
    gateway.upstream.always(json({ ...drawn, data, usage }));
    const body = { ...ask, n: 10, response_format: 'b64_json' };
    const answer = await gateway.call(path, { body });
    expect([answer.status, answer.headers.get('x-diglot-charge')]).toEqual([200, null]);
    expect(await answer.json()).toMatchObject({ data, usage });
    expect(usageOf(await lastRecorded(gateway))).toEqual({ images: 10, ...usage });
    const stored = await gateway.call(path, { body, headers: { 'x-drive-store': 'true' } });
    expect([stored.status, await stored.text()]).toEqual([502, expect.stringContaining('too long to be stored')]);
  });

  it('has images that were asked for as addresses, whatever the upstream sent', async () => {
    const response = await gateway.call(path, { body: ask });
    const answer = (await response.json()) as typeof drawn & { data: { url: string }[] };
    expect(answer).toEqual({
      created: 1,
      data: [
        { revised_prompt: 'a <b>cat</b>', url: expect.stringMatching(/\/v1\/drive\/files\/drive_\w{24}\/content$/) },
      ],
      usage: null,
    });
    expect(response.headers.get('content-length')).toBe(String(JSON.stringify(answer).length));
    expect(JSON.parse(String(gateway.upstream.requests[0]?.body))).toEqual({ ...ask, response_format: 'b64_json' });
    const content = await gateway.call(answer.data[0]?.url.slice(gateway.url.length) ?? '');
    expect(Buffer.from(await content.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(content.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^attachment; filename="drive_\w+\.png"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'accept-ranges': 'bytes',
    });
  });

  it('shows the record of a file', async () => {
    const content = await draw();
    const record = (await (await gateway.call(content.replace('/content', ''))).json()) as Record<string, unknown>;
    const created = Math.floor(clock.now() / 1_000);
    expect(record).toEqual({
      id: content.split('/')[4],
      object: 'drive.file',
      bytes: png.length,
      content_type: 'image/png',
      created_at: created,
      expires_at: created + 259_200,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: gateway.url + content,
    });
  });

  it('leaves bytes alone that were asked for as bytes, and stores them on request', async () => {
    const before = (await kept()).length;
    const body = { ...ask, response_format: 'b64_json' };
    const plain = await gateway.call(path, { body });
    expect([await plain.json(), plain.headers.get('x-diglot-drive-file')]).toEqual([drawn, null]);
    expect((await kept()).length).toBe(before);
    const stored = await gateway.call(path, { body, headers: { 'x-drive-store': 'true' } });
    expect(await stored.json()).toEqual(drawn);
    const id = stored.headers.get('x-diglot-drive-file');
    const content = await gateway.call(`/v1/drive/files/${id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(png)).toBe(true);
  });

  it('keeps the finished images of a stream, and speech', async () => {
    const event = { type: 'image_generation.completed', b64_json: png.toString('base64'), usage: {} };
    const events = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    const headers = { 'x-drive-store': 'true' };
    // A stream has no place for the address that is asked for.
    for (const [format, more] of [['b64_json', headers] as const, ['url', {}] as const]) {
      gateway.upstream.next(sse([events]));
      const body = { ...ask, response_format: format, stream: true };
      const drawing = await gateway.call(path, { body, headers: more });
      expect(await drawing.text()).toBe(events);
      const image = await gateway.call(`/v1/drive/files/${drawing.headers.get('x-diglot-drive-file')}/content`);
      expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true);
    }
    gateway.upstream.next([head(200, { 'content-type': 'audio/mpeg', 'content-length': '5' }), bytes('sound')]);
    const body = { model: 'test-model', input: 'hi', voice: 'alloy' };
    const speech = await gateway.call('/v1/audio/speech', { body, headers });
    expect(await speech.text()).toBe('sound');
    const sound = await gateway.call(`/v1/drive/files/${speech.headers.get('x-diglot-drive-file')}/content`);
    expect([sound.headers.get('content-type'), await sound.text()]).toEqual(['audio/mpeg', 'sound']);
  });

  it.each(['\u2028', 'mp3\r\nx-other: 1', ''])('serves speech of any format as bytes: %j', async (format) => {
    const events = `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: 'c291bmQ=' })}\n\n`;
    gateway.upstream.next(sse([events, `data: ${JSON.stringify({ type: 'speech.audio.done' })}\n\n`]));
    const body = { model: 'test-model', input: 'hi', voice: 'alloy', stream_format: 'sse', response_format: format };
    const speech = await gateway.call('/v1/audio/speech', { body, headers: { 'x-drive-store': 'true' } });
    await speech.text();
    const file = `/v1/drive/files/${speech.headers.get('x-diglot-drive-file')}`;
    expect(await (await gateway.call(file)).json()).toMatchObject({ content_type: 'application/octet-stream' });
    const sound = await gateway.call(`${file}/content`);
    expect([sound.status, await sound.text()]).toEqual([200, 'sound']);
    expect(sound.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('stores several images, and names all', async () => {
    const two = {
      data: [{ b64_json: png.toString('base64') }, { b64_json: Buffer.from('<svg xmlns="x"/>').toString('base64') }],
    };
    gateway.upstream.next(json(two));
    const response = await gateway.call(path, { body: { ...ask, n: 2 } });
    const { data } = (await response.json()) as { data: { url: string }[] };
    const ids = response.headers.get('x-diglot-drive-file')?.split(', ') ?? [];
    expect(data.map(({ url }) => url.split('/').at(-2))).toEqual(ids);
    const second = await gateway.call(`/v1/drive/files/${ids[1]}/content`);
    expect(second.headers.get('content-type')).toBe('image/svg+xml');
    await second.text();
  });

  it('keeps nothing of speech that broke off', async () => {
    const before = (await kept()).length;
    gateway.upstream.next([
      head(200, { 'content-type': 'audio/mpeg', 'content-length': '9' }),
      bytes('sou'),
      { kind: 'fin' },
    ]);
    const body = { model: 'test-model', input: 'hi', voice: 'alloy' };
    const speech = await gateway.call('/v1/audio/speech', { body, headers: { 'x-drive-store': 'true' } });
    await expect(speech.text()).rejects.toThrow();
    const id = speech.headers.get('x-diglot-drive-file');
    expect((await gateway.call(`/v1/drive/files/${id}`)).status).toBe(404);
    expect((await kept()).length).toBe(before);
  });

  it('never fetches an address that an answer names, but from the provider itself', async () => {
    const answer = (url: string) => json({ created: 1, data: [{ url }] });
    const elsewhere = await startScriptedUpstream();
    const image = () => [head(200, { 'content-type': 'image/png', 'content-length': '5008' }), bytes(png)];
    elsewhere.always(image());
    gateway.upstream.next(answer(`${elsewhere.url}/secret.png`));
    const untouched = (await (await gateway.call(path, { body: ask })).json()) as { data: { url: string }[] };
    expect(untouched.data[0]?.url).toBe(`${elsewhere.url}/secret.png`);
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
    gateway.upstream.always((request) =>
      request.path === '/made.png' ? image() : answer(`${gateway.upstream.url}/made.png`),
    );
    const content = await gateway.call(await draw());
    expect(Buffer.from(await content.arrayBuffer()).equals(png)).toBe(true);
    const fetched = gateway.upstream.requests.find((request) => request.path === '/made.png');
    expect(fetched?.headers).not.toHaveProperty('authorization');
  });

  it('fetches no more images than were asked for, and passes on the others as they came', async () => {
    const made = Array.from({ length: 50 }, (_, index) => ({ url: `${gateway.upstream.url}/made-${index}.png` }));
    gateway.upstream.always((request) =>
      request.path.startsWith('/made-')
        ? [head(200, { 'content-type': 'image/png', 'content-length': '5008' }), bytes(png)]
        : json({ created: 1, data: made }),
    );
    const response = await gateway.call(path, { body: { ...ask, n: 2 } });
    const { data } = (await response.json()) as { data: typeof made };
    const fetched = gateway.upstream.requests.filter((request) => request.path.startsWith('/made-'));
    expect(fetched.map((request) => request.path)).toEqual(['/made-0.png', '/made-1.png']);
    expect(data.slice(2)).toEqual(made.slice(2));
    expect(data.slice(0, 2).every(({ url }) => url.startsWith(gateway.url))).toBe(true);
    expect(response.headers.get('x-diglot-drive-file')?.split(', ')).toHaveLength(2);
  });

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/5008', 0, 10],
    ['bytes=5000-', 206, 'bytes 5000-5007/5008', 5_000, 5_008],
    ['bytes=-8', 206, 'bytes 5000-5007/5008', 5_000, 5_008],
    ['bytes=-9999', 206, 'bytes 0-5007/5008', 0, 5_008],
    ['bytes=4-99999', 206, 'bytes 4-5007/5008', 4, 5_008],
    ['bytes=0-1,3-4', 200, null, 0, 5_008],
    ['bytes=0-0,1-1,2-2,3-3,4-4,5-5', 200, null, 0, 5_008],
    ['bytes=9-4', 200, null, 0, 5_008],
    ['items=0-1', 200, null, 0, 5_008],
    ['bytes=-', 200, null, 0, 5_008],
  ] as const)('sends the part that is asked for: %s', async (range, status, contentRange, from, to) => {
    const response = await gateway.call(await draw(), { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    expect(Buffer.from(await response.arrayBuffer()).equals(png.subarray(from, to))).toBe(true);
  });

  it.each(['bytes=5008-', 'bytes=-0'])('has no part behind its end: %s', async (range) => {
    const response = await gateway.call(await draw(), { headers: { range } });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */5008']);
    expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
  });

  it('answers conditions', async () => {
    const content = await draw();
    const first = await gateway.call(content);
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    await first.arrayBuffer();
    const status = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const response = await gateway.call(content, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status({ 'if-none-match': etag })).toBe(304);
    expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
    expect(await status({ 'if-none-match': '"x"' })).toBe(200);
    expect(await status({ 'if-modified-since': modified })).toBe(304);
    expect(await status({ 'if-modified-since': new Date(clock.now() - 60_000).toUTCString() })).toBe(200);
    expect(await status({ range: 'bytes=0-1', 'if-range': etag })).toBe(206);
    expect(await status({ range: 'bytes=0-1', 'if-range': modified })).toBe(206);
    expect(await status({ range: 'bytes=0-1', 'if-range': '"x"' })).toBe(200);
    const old = new Date(clock.now() - 60_000).toUTCString();
    expect(await status({ 'if-match': `"x", ${etag}` })).toBe(200);
    expect(await status({ 'if-match': '*', 'if-unmodified-since': old })).toBe(200);
    expect(await status({ 'if-match': '"x"' })).toBe(412);
    expect(await status({ 'if-match': `W/${etag}` })).toBe(412);
    expect(await status({ 'if-match': '"x"', 'if-none-match': etag, range: 'bytes=9999-' })).toBe(412);
    expect(await status({ 'if-unmodified-since': modified })).toBe(200);
    expect(await status({ 'if-unmodified-since': 'never' })).toBe(200);
    expect(await status({ 'if-unmodified-since': old })).toBe(412);
    const other = await gateway.call(content, { headers: { 'if-match': '"x"' } });
    expect(await other.json()).toMatchObject({ error: { code: 'precondition_failed', param: 'if-match' } });
    const alone = await gateway.call(content, { method: 'HEAD', headers: { range: 'bytes=0-1' } });
    expect([alone.status, alone.headers.get('content-length'), await alone.text()]).toEqual([200, '5008', '']);
  });

  it('is closed to everybody else', async () => {
    const content = await draw();
    const absent = await gateway.call(content.replace(/drive_\w+/, `drive_${'0'.repeat(24)}`));
    const foreign = await gateway.call(content, { headers: { authorization: `Bearer ${otherKey}` } });
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect(await foreign.json()).toEqual(await absent.json());
    expect((await rawExchange(gateway.url, `GET ${content} HTTP/1.1\r\nhost: x\r\n\r\n`)).status).toBe(401);
  });

  it('has a file for 259,200 seconds and not one longer; then its bytes go', async () => {
    const content = await draw();
    const record = content.replace('/content', '');
    const [id = ''] = content.split('/').slice(4);
    clock.jump(259_199_000);
    expect((await gateway.call(record)).status).toBe(200);
    expect((await gateway.call(content)).status).toBe(200);
    clock.jump(1_000);
    for (const gone of [record, content]) {
      const response = await gateway.call(gone);
      expect([response.status, await response.json()]).toMatchObject([
        404,
        { error: { code: 'file_expired', message: expect.stringContaining('expired after 3 days, on') } },
      ]);
    }
    expect((await kept()).some((name) => name.endsWith(id))).toBe(true);
    clock.move(300_000);
    await expect.poll(async () => (await kept()).some((name) => name.endsWith(id))).toBe(false);
    expect(await (await gateway.call(content)).json()).toMatchObject({ error: { code: 'file_expired' } });
  });
});
