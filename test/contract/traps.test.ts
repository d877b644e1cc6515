import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Document } from '../../src/contract/document.ts';
import { testKey } from '../fakes/make-config.ts';
import { formType, makeForm, readForm } from '../fakes/make-form.ts';
import { rawExchange, rawRequest } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';
import { checkBy, loadSpec } from './load-spec.ts';

/** What express-openapi-validator does of its own accord, and must not do here. One test for each, named after the trap. */
const key = `authorization: Bearer ${testKey}`;
const sound = { name: 'file', value: 'RIFF', filename: 'a.wav', type: 'audio/wav' };

describe('traps of the validator', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
  });
  afterAll(() => gateway.close());

  const chat = (body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    gateway.call('/v1/chat/completions', { body, headers });
  const messageOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { readonly error: { readonly message: string } }).error.message;

  it.each(['spec-a', 'spec-b', 'console'])('references: %s holds none but to its own components', (name) => {
    const references = readFileSync(`generated/${name}/openapi.json`, 'utf8').match(/"\$ref": ?"[^"]*"/g) ?? [];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => !/"#\/components\/\w+\/[\w.-]+"$/.test(reference))).toEqual([]);
  });

  it('a broken document: its operation fails with the reason, and does not let everything through', async () => {
    const schema = { $ref: '#/components/schemas/Absent' };
    const operation = { operationId: 'make', requestBody: { content: { 'application/json': { schema } } } };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Broken', version: '1' },
      paths: { '/things': { post: { ...operation, responses: { 200: { description: 'Made.' } } } } },
    } as unknown as Document;
    const sent = { headers: {}, search: '', body: {} };
    await expect(checkBy(document).check({ id: 'make', params: {} }, sent)).rejects.toThrow(/Absent/);
  });

  it('defaults: none is written into a body, nor into its copy', async () => {
    const sent = { model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] };
    const body = structuredClone(sent);
    await loadSpec('spec-a').check({ id: 'createChatCompletion', params: {} }, { headers: {}, search: '', body });
    expect(body).toEqual(sent);
    await chat(sent);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(JSON.stringify(sent));
  });

  it('media types: their parameters make no new validator each', async () => {
    await chat(chatCall.request);
    await gateway.call('/anthropic/v1/models');
    const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator/package.json'));
    const { default: core } = validator('ajv/dist/core') as {
      readonly default: { readonly prototype: { addSchema: () => void } };
    };
    const addSchema = vi.spyOn(core.prototype, 'addSchema');
    const types = Array.from({ length: 50 }, (_, index) => `application/json; charset=utf-8; p=${index}`);
    for (const type of types) expect((await chat(chatCall.request, { 'content-type': type })).status).toBe(200);
    for (const type of types) await gateway.call('/anthropic/v1/models', { headers: { 'content-type': type } });
    expect(addSchema).not.toHaveBeenCalled();
  });

  it('reserved characters: a cursor may have any, encoded or not', async () => {
    const cursor = 'a=/:,;@!$()*b';
    const { check } = loadSpec('spec-a');
    for (const after of [cursor, encodeURIComponent(cursor)]) {
      const sent = { headers: {}, search: `after=${after}`, body: undefined };
      expect(await check({ id: 'listFiles', params: {} }, sent)).toEqual({ after: cursor });
    }
  });

  it('HEAD is GET without a body, and OPTIONS gets the allowed methods', async () => {
    const head = await gateway.call('/v1/models', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const options = await gateway.call('/v1/models', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('unions: a refusal is about the branch that was meant, not about every branch', async () => {
    const content = [
      { type: 'text', text: 'Hello' },
      { type: 'image_url', image_url: { url: 5 } },
    ];
    const response = await chat({ model: 'test-model', messages: [{ role: 'user', content }] });
    expect(await messageOf(response)).toBe('messages[0].content[1].image_url.url must be a string; you sent 5.');
  });

  it.each(['0x10', '1e1', ' 5', '٣'])('numbers: %j is none in a query', async (limit) => {
    const response = await gateway.call(`/anthropic/v1/models?limit=${encodeURIComponent(limit)}`);
    expect(response.status).toBe(400);
    expect(await messageOf(response)).toBe(`limit must be an integer from 1 to 1000; you sent "${limit}".`);
  });

  it('repetition: a single parameter that is sent twice is refused', async () => {
    const response = await gateway.call('/anthropic/v1/models?limit=1&limit=2');
    expect([response.status, await messageOf(response)]).toEqual([400, 'limit was sent 2 times. Send it once.']);
  });

  it('forms: names keep their brackets, text is no file, and nothing is left behind', async () => {
    gateway.upstream.always(json({ text: 'Hello', usage: { type: 'duration', seconds: 1 } }));
    const model = { name: 'model', value: 'test-model' };
    const granularity = { name: 'timestamp_granularities[]', value: 'word' };
    const post = (body: Buffer): Promise<Response> =>
      gateway.call('/v1/audio/transcriptions', { body, headers: { 'content-type': formType } });
    expect((await post(makeForm([model, granularity, sound]))).status).toBe(200);
    const received = gateway.upstream.requests[0];
    const boundary = /boundary=(\S+)/.exec(received?.headers['content-type'] ?? '')?.[1];
    expect(readForm(received?.body ?? Buffer.alloc(0), boundary).map(({ name }) => name)).toContain(granularity.name);
    const refused = await post(makeForm([model, { name: 'file', value: 'RIFF' }]));
    expect([refused.status, await messageOf(refused)]).toEqual([400, expect.stringContaining('file must be a file')]);
  });

  it('bytes: what JSON.parse would change arrives as it was sent', async () => {
    const body = `{ "model":"test-model", "seed":12345678901234567890, "top_p":1.0e0, "user":"\\u00e9\\/", "messages":[ {"role":"user","content":"x"} ] }`;
    await chat(body);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(body);
  });

  it('no media type: it is asked for by name', async () => {
    const request = rawRequest('POST /v1/chat/completions', ['host: x', key], JSON.stringify(chatCall.request));
    const { status, body } = await rawExchange(gateway.url, request);
    expect([status, body]).toEqual([
      415,
      expect.stringContaining('takes application/json; the request has no Content-Type'),
    ]);
  });

  it('escapes: a percent sign that escapes nothing is refused in a path, and is itself in a query', async () => {
    expect((await rawExchange(gateway.url, rawRequest('GET /v1/models/%zz', ['host: x', key]))).status).toBe(400);
    const query = await rawExchange(gateway.url, rawRequest('GET /v1/files?after=%zz', ['host: x', key]));
    expect(query.status).not.toBe(500);
  });

  it('warnings: the one of `url.parse`, for which Node would walk the stack at each call, is used up without a word', async () => {
    await chat('{}');
    const warned = vi.spyOn(process, 'emitWarning');
    parse('/');
    expect(warned).not.toHaveBeenCalled();
  });

  it('depth: a body of 5,000 levels is refused, at little cost', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const response = await chat(`{"model":"test-model","messages":${deep}}`);
    expect([response.status, await messageOf(response)]).toEqual([400, expect.stringContaining('levels deep')]);
  });

  it('order: authentication errors come before the body is read', async () => {
    const response = await chat('{ no JSON', { authorization: 'Bearer sk-of-nobody' });
    expect(response.status).toBe(401);
  });

  it('names of objects: a body cannot reach what all objects inherit', async () => {
    const body = `{"model":"test-model","messages":[{"role":"user","content":"x"}],"__proto__":{"stream":"yes"},"constructor":5}`;
    expect((await chat(body)).status).toBe(200);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(body);
  });
});
