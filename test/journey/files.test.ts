import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { bytes, chunk, head, json, lastChunk, until } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const theirs = 'file-of-theirs';
const specB = { 'anthropic-version': '2023-06-01' };

describe('files', () => {
  const clock = makeShiftedClock();
  let gateway: TestGateway;
  let elsewhere: ScriptedUpstream;
  let made = 0;
  beforeAll(async () => {
    elsewhere = await startScriptedUpstream();
    const upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('up-a', 'a', upstream.url), regions: ['global'] },
      { ...makeProvider('far-a', 'a', elsewhere.url), regions: ['eu'] },
      makeProvider('up-b', 'b', upstream.url),
    ];
    const running = await startGateway({ clock, providers, models: [makeModel('test-model', ['up-a', 'up-b'])] });
    gateway = {
      ...running,
      upstream,
      close: () => Promise.all([running.close(), upstream.close()]).then(() => undefined),
    };
  });
  beforeEach(() => {
    gateway.upstream.forget();
    elsewhere.forget();
  });
  afterAll(async () => {
    await gateway.close();
    await elsewhere.close();
  });

  const form =
    '--e\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--e\r\nContent-Disposition: form-data; name="file"; filename="ü.bin"\r\n\r\n\u0000\u0001é\r\n--e--\r\n';
  const upload = async (headers: Readonly<Record<string, string>> = {}, record: JsonObject = {}) => {
    made += 1;
    const upstream = headers['x-region-code'] === 'eu' ? elsewhere : gateway.upstream;
    upstream.next(json({ id: `${theirs}-${made}`, object: 'file', purpose: 'user_data', ...record }));
    const type = { 'content-type': 'multipart/form-data; boundary=e' };
    const response = await gateway.call('/v1/files', { body: Buffer.from(form), headers: { ...type, ...headers } });
    expect(response.status).toBe(200);
    return { id: ((await response.json()) as { readonly id: string }).id, upstreamId: `${theirs}-${made}`, response };
  };

  it('go to the provider byte for byte, and come back under an id of the gateway', async () => {
    const { id, response } = await upload();
    expect(id).toMatch(/^file_[0-9A-Za-z]{24}$/);
    const [request] = gateway.upstream.requests;
    expect([request?.method, request?.path]).toEqual(['POST', '/v1/files']);
    expect(request?.body.equals(Buffer.from(form))).toBe(true);
    expect(response.headers.get('x-diglot-provider')).toBe('up-a');
    expect(response.headers.has('x-diglot-product-sku')).toBe(false);
    expect(await lastRecorded(gateway)).toMatchObject({ operation: 'createFile', productSku: 'unbilled', charge: 0n });
  });

  it('are stored also where the client leaves before the answer', async () => {
    const answered = Promise.withResolvers<void>();
    gateway.upstream.next([until(answered.promise), ...json({ id: 'left-behind', object: 'file' })]);
    const leaving = new AbortController();
    const headers = { 'content-type': 'multipart/form-data; boundary=e' };
    const left = gateway.call('/v1/files', { body: Buffer.from(form), headers, signal: leaving.signal }).catch(() => 0);
    await gateway.upstream.request(1);
    leaving.abort();
    await left;
    const list = async () => (await gateway.call('/v1/files')).text();
    // The gateway has learned of it by then.
    const before = await list();
    for (let calls = 0; calls < 5; calls += 1) expect(await list()).toBe(before);
    answered.resolve();
    await expect.poll(list).not.toBe(before);
  });

  it('stay where they were put, whatever region a later call names', async () => {
    const { id, upstreamId } = await upload({ 'x-region-code': 'eu' });
    for (const headers of [{}, { 'x-region-code': 'global' }]) {
      elsewhere.next(json({ id: upstreamId, object: 'file', status: 'processed' }));
      const response = await gateway.call(`/v1/files/${id}`, { headers });
      expect(await response.json()).toEqual({ id, object: 'file', status: 'processed' });
    }
    expect(elsewhere.requests.at(-1)?.path).toBe(`/v1/files/${upstreamId}`);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('are called by our id in what the provider refuses', async () => {
    const { id, upstreamId } = await upload();
    const message = `No such File object: ${upstreamId}`;
    gateway.upstream.next(json({ error: { message } }, { status: 404 }));
    const response = await gateway.call(`/v1/files/${id}`);
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { message: `No such File object: ${id}` } },
    ]);
  });

  it('are deleted here also when the provider has lost them', async () => {
    const { id } = await upload();
    gateway.upstream.next(json({ error: { message: 'gone' } }, { status: 404 }));
    const response = await gateway.call(`/v1/files/${id}`, { method: 'DELETE' });
    expect([response.status, await response.json()]).toEqual([200, { id, object: 'file', deleted: true }]);
    expect((await gateway.call(`/v1/files/${id}`)).status).toBe(404);
  });

  it('stay when the provider does not delete them', async () => {
    const { id } = await upload();
    gateway.upstream.next(json({ error: { message: 'busy' } }, { status: 503 }));
    expect((await gateway.call(`/v1/files/${id}`, { method: 'DELETE' })).status).toBe(503);
    const list = await (await gateway.call('/v1/files')).text();
    expect(list).toContain(id);
    expect(list).not.toContain(theirs);
  });

  it('end when the provider says that they end', async () => {
    const at = Math.floor(clock.now() / 1000) + 3_600;
    const { id } = await upload({}, { expires_at: at });
    expect(await (await gateway.call('/v1/files')).text()).toContain(id);
    clock.shift(at * 1000 - clock.now());
    expect((await gateway.call(`/v1/files/${id}`)).status).toBe(404);
    expect(await (await gateway.call('/v1/files')).text()).not.toContain(id);
  });

  it.each(['application/json', 'text/html', 'text/event-stream', 'application/octet-stream'])(
    'are downloaded as they are, and run nowhere: %s',
    async (type) => {
      const { id } = await upload();
      const content = '{"a":1}\n{"b":2}\n';
      gateway.upstream.next([head(200, { 'content-type': type, 'content-length': '16', etag: '"v"' }), bytes(content)]);
      const response = await gateway.call(`/v1/files/${id}/content`);
      expect(await response.text()).toBe(content);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-length': '16',
        etag: '"v"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        'content-disposition': 'attachment',
      });
    },
  );

  it('are downloaded in ranges, where the provider knows them', async () => {
    const { id } = await upload();
    const part = { 'content-type': 'application/octet-stream', 'content-length': '2', 'content-range': 'bytes 2-3/9' };
    gateway.upstream.next([head(206, part), bytes('cd')]);
    const response = await gateway.call(`/v1/files/${id}/content`, { headers: { range: 'bytes=2-3' } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      206,
      'cd',
      'bytes 2-3/9',
    ]);
    expect(gateway.upstream.requests.at(-1)?.headers['range']).toBe('bytes=2-3');
    gateway.upstream.next(json({ error: { message: 'no such range' } }, { status: 416 }));
    expect((await gateway.call(`/v1/files/${id}/content`, { headers: { range: 'bytes=99-' } })).status).toBe(416);
  });

  it('are whole for a request for the head, whatever range it names, and for one that names none', async () => {
    const { id } = await upload();
    const type = { 'content-type': 'application/octet-stream', 'content-length': '2' };
    gateway.upstream.next([head(200, type), bytes('ab')]);
    const headers = { range: 'bytes=0-1', 'if-range': '"v"' };
    expect((await gateway.call(`/v1/files/${id}/content`, { method: 'HEAD', headers })).status).toBe(200);
    expect(gateway.upstream.requests.at(-1)?.headers).not.toHaveProperty('range');
    expect(gateway.upstream.requests.at(-1)?.headers).not.toHaveProperty('if-range');
    for (const method of ['GET', 'HEAD']) {
      gateway.upstream.next([head(206, { ...type, 'content-range': 'bytes 0-1/9' }), bytes('ab')]);
      const response = await gateway.call(`/v1/files/${id}/content`, { method });
      expect([method, response.status, response.headers.has('content-range')]).toEqual([method, 502, false]);
    }
  });

  it.each(['inline', `attachment; filename="${'x'.repeat(600)}"`, 'attachment; filename="\u00e9"', 'attachment-not'])(
    'are attachments, whatever their provider says: %s',
    async (said) => {
      const { id } = await upload();
      const type = { 'content-type': 'text/html', 'content-length': '0' };
      gateway.upstream.next([head(200, { ...type, 'content-disposition': said })]);
      const response = await gateway.call(`/v1/files/${id}/content`);
      expect(response.headers.get('content-disposition')).toBe('attachment');
    },
  );

  it('that are empty are downloaded too, and those cut off never look whole', async () => {
    const { id } = await upload();
    const type = { 'content-type': 'application/octet-stream' };
    gateway.upstream.next([head(200, { ...type, 'content-length': '0' })]);
    expect(await (await gateway.call(`/v1/files/${id}/content`)).text()).toBe('');
    gateway.upstream.next([head(200, { ...type, 'transfer-encoding': 'chunked' }), chunk('ab'), { kind: 'reset' }]);
    const cut = await gateway.call(`/v1/files/${id}/content`);
    await expect(cut.text()).rejects.toThrow();
    gateway.upstream.next([head(200, { ...type, 'transfer-encoding': 'chunked' }), chunk('ab'), lastChunk]);
    expect(await (await gateway.call(`/v1/files/${id}/content`)).text()).toBe('ab');
  });

  it('are not read from the provider for a client that asks for the head alone', async () => {
    const { id } = await upload();
    const type = { 'content-type': 'application/octet-stream', 'content-length': '1000000' };
    gateway.upstream.next([head(200, type), bytes('ab'), { kind: 'stall' }]);
    const response = await gateway.call(`/v1/files/${id}/content`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '1000000',
      '',
    ]);
    await gateway.upstream.requests.at(-1)?.closed;
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it.each([
    ['no id', {}],
    ['an id that is too long to be stored', { id: 'x'.repeat(513) }],
  ])('that the provider gives %s are reported as a fault of the provider', async (_, given) => {
    gateway.upstream.next(json({ object: 'file', ...given }));
    const headers = { 'content-type': 'multipart/form-data; boundary=e' };
    const response = await gateway.call('/v1/files', { body: Buffer.from(form), headers });
    expect(response.status).toBe(502);
  });

  it('lead a call that names them to their provider, under its id', async () => {
    const { id, upstreamId } = await upload({}, {});
    gateway.upstream.next(json(chatCall.answer));
    const text = `{"model":"test-model","messages":[{"role":"user","content":[{"type":"file","file":{ "file_id" : "${id}" }},{"type":"text","text":"\\"file_id\\":\\"${id}\\""}]}]}`;
    expect((await gateway.call('/v1/chat/completions', { body: text })).status).toBe(200);
    expect(gateway.upstream.requests.at(-1)?.body.toString()).toBe(
      text.replace(`"file_id" : "${id}"`, `"file_id" : "${upstreamId}"`),
    );
    const far = await upload({ 'x-region-code': 'eu' });
    const response = await gateway.call('/v1/chat/completions', { body: text.replaceAll(id, far.id) });
    expect(response.status).toBe(404);
    const both = text.replace('{"type":"text"', `{"type":"file","file":{"file_id":"${far.id}"}},{"type":"text"`);
    expect((await gateway.call('/v1/chat/completions', { body: both })).status).toBe(400);
  });

  it('that are to be edited go under their provider’s ids, and are all of this workspace and of one provider', async () => {
    const { id, upstreamId } = await upload();
    const far = await upload({ 'x-region-code': 'eu' });
    const ask = (first: string, mask: string) => ({
      model: 'test-model',
      prompt: 'Names "file_id" aside',
      images: [{ image_url: 'https://example.com/a.png' }, { file_id: first }],
      mask: { file_id: mask },
    });
    const edit = (body: unknown) => gateway.call('/v1/images/edits', { body });
    gateway.upstream.next(json({ created: 1, data: [] }));
    expect((await edit(ask(id, id))).status).toBe(200);
    expect(JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? '')).toEqual(ask(upstreamId, upstreamId));
    gateway.upstream.next(json({ error: { message: `No file ${upstreamId}.` } }, { status: 400 }));
    expect(await (await edit(ask(id, id))).text()).toContain(`No file ${id}.`);
    const facts = gateway.upstream.requests.length;
    for (const [body, status, param] of [
      [ask(id, far.id), 400, 'mask.file_id'],
      [ask('file-of-nobody', id), 404, 'images[1].file_id'],
      [ask(id, `file_${'x'.repeat(24)}`), 404, 'mask.file_id'],
    ] as const) {
      const response = await edit(body);
      expect([response.status, await response.json()]).toMatchObject([status, { error: { param } }]);
    }
    expect(gateway.upstream.requests.length).toBe(facts);
  });

  it('of one spec are not those of the other', async () => {
    const { id } = await upload();
    expect((await gateway.call(`/v1/files/${id}`, { headers: specB })).status).toBe(404);
    const list = await gateway.call('/v1/files', { headers: specB });
    expect(await list.json()).toEqual({ data: [], has_more: false, first_id: null, last_id: null, next_page: null });
  });

  it('of Spec B are paged in both ways, and found by their ids', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) ids.unshift((await upload(specB, { type: 'file' })).id);
    const list = async (query: string) => {
      const response = await gateway.call(`/v1/files?${query}`, { headers: specB });
      expect(response.status).toBe(200);
      const page = (await response.json()) as { data: { id: string }[]; next_page: string | null; has_more: boolean };
      return { ids: page.data.map(({ id }) => id), next: page.next_page, more: page.has_more };
    };
    const first = await list('limit=2');
    expect(first).toMatchObject({ ids: ids.slice(0, 2), more: true });
    expect(await list(`limit=2&page=${first.next}`)).toEqual({ ids: ids.slice(2), next: null, more: false });
    expect(await list(`after_id=${ids[0]}`)).toMatchObject({ ids: ids.slice(1) });
    expect(await list(`before_id=${ids[2]}&limit=1`)).toEqual({ ids: [ids[1]], next: null, more: true });
    expect(await list(`ids[]=${ids[2]}&ids[]=${ids[0]}`)).toMatchObject({ ids: [ids[0], ids[2]] });
    expect(await list('scope_id=sesn_1')).toMatchObject({ ids: [] });
    const both = await gateway.call(`/v1/files?page=${ids[0]}&after_id=${ids[0]}`, { headers: specB });
    expect(both.status).toBe(400);
    const lists = ['/v1/files', '/v1/messages/batches'];
    const cursors = lists.flatMap((path) => ['after_id', 'before_id'].map((name) => [path, name] as const));
    for (const [path, name] of [...cursors, ['/v1/files', 'page'] as const]) {
      const refused = await gateway.call(`${path}?${name}=file_none`, { headers: specB });
      const { error } = (await refused.json()) as { error: { message: string } };
      expect([refused.status, error.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${name} does not name an entry`)),
      ]);
    }
  });
});
