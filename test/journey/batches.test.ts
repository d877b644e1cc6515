import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { bytes, head, json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { callWith, makers } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const poorKey = 'sk-test poor';
const narrowKey = 'sk-test narrow';
const specB = { 'anthropic-version': '2023-06-01' };

describe('batches', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  let other: ScriptedUpstream;
  let made = 0;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    other = await startScriptedUpstream();
    const at = (provider: string, model: string | null = null) => ({ provider, model, region: 'global', weight: 1 });
    gateway = await startGateway({
      publicUrl: 'https://models.example.com',
      providers: [
        makeProvider('up-a', 'a', upstream.url),
        makeProvider('up-b', 'b', upstream.url),
        makeProvider('far-b', 'b', other.url),
      ],
      models: [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('renamed', [], { targets: [at('up-b', 'vendor-name')] }),
        makeModel('elsewhere', ['far-b']),
        makeModel('alias', [], { targets: [at('up-b', 'vendor-name')] }),
      ],
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('poor', 0n)],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
          { workspace: 'acme', name: 'narrow', secret: new Secret(narrowKey) },
          { workspace: 'poor', name: 'ci', secret: new Secret(poorKey) },
        ],
      },
    });
    const { keys } = gateway.services.store;
    const narrow = keys.listKeys('acme').find(({ name }) => name === 'narrow');
    if (narrow) await keys.putKey({ ...narrow, scope: { ...narrow.scope, models: ['test-model'] } });
  });
  beforeEach(() => {
    upstream.forget();
    other.forget();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
    await other.close();
  });

  const idOf = async (response: Response): Promise<string> => {
    const answer = (await response.json()) as { readonly id: string };
    expect([response.status, answer]).toEqual([200, answer]);
    return answer.id;
  };
  const record = (more: JsonObject = {}) => {
    made += 1;
    return json({ id: `upstream-thing-${made}`, ...more });
  };
  const makeFile = (): Promise<string> => {
    upstream.next(record({ object: 'file', purpose: 'batch' }));
    return makers.file(gateway.call, 'a');
  };
  const batchOf = (models: readonly string[]) => ({
    requests: models.map((model, index) => {
      const params = { model, max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
      return { custom_id: `r${index}`, params };
    }),
  });

  describe('of files', () => {
    const ask = { endpoint: '/v1/chat/completions', completion_window: '24h' };

    it('show no id but those of the gateway, whichever instance reads them first and however often', async () => {
      const input = await makeFile();
      const theirs = { input_file_id: `upstream-thing-${made}`, output_file_id: 'upstream-out', error_file_id: null };
      upstream.next(record({ object: 'batch', ...theirs, output_file_id: null }));
      const id = await idOf(await gateway.call('/v1/batches', { body: { ...ask, input_file_id: input } }));
      expect(JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '')).toEqual({
        ...ask,
        input_file_id: theirs.input_file_id,
      });
      upstream.always(json({ id: `upstream-thing-${made}`, object: 'batch', ...theirs }));
      const readers = await Promise.all(Array.from({ length: 8 }, () => gateway.call(`/v1/batches/${id}`)));
      const seen = await Promise.all(readers.map((response) => response.json()));
      const [first] = seen as { output_file_id: string }[];
      expect(first).toMatchObject({ id, input_file_id: input, error_file_id: null });
      expect(first?.output_file_id).toMatch(/^file_[0-9A-Za-z]{24}$/);
      for (const answer of seen) expect(answer).toEqual(first);
      const files = await (await gateway.call('/v1/files?purpose=batch_output')).json();
      expect(files).toMatchObject({ data: [{ id: first?.output_file_id }], has_more: false });
      expect(await (await gateway.call('/v1/batches')).text()).not.toContain('upstream-');
    });
  });

  describe('of messages', () => {
    const post = (models: readonly string[], key = testKey) =>
      callWith(gateway, key)('/v1/messages/batches', { body: batchOf(models), headers: specB });

    it('go to the provider of their models, under the names that it knows', async () => {
      upstream.next(record());
      expect((await post(['test-model', 'renamed'])).status).toBe(200);
      const { requests } = JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '') as ReturnType<typeof batchOf>;
      expect(requests.map(({ params }) => params.model)).toEqual(['test-model', 'vendor-name']);
      upstream.next(record());
      const text = JSON.stringify(batchOf(['test-model'])).replace('"x"', '"\\u0078"');
      await gateway.call('/v1/messages/batches', { body: text, headers: specB });
      expect(upstream.requests.at(-1)?.body.toString()).toBe(text);
      upstream.next(record());
      const schema = '{ "type": "object", "x": [12345678901234567890, 1.0, "\\u0078"] }';
      const sent = JSON.stringify(batchOf(['test-model', 'renamed', 'renamed']), null, 2)
        .replaceAll('"max_tokens"', `"tools": [{ "name": "t", "input_schema": ${schema} }],\n "max_tokens"`)
        .replace('"requests":', '"requests"  :');
      expect(sent).toContain(schema);
      await gateway.call('/v1/messages/batches', { body: sent, headers: specB });
      expect(upstream.requests.at(-1)?.body.toString()).toBe(
        sent.replaceAll(/"model": "renamed"/g, '"model":"vendor-name"'),
      );
      other.next(record());
      expect((await post(['elsewhere'])).status).toBe(200);
    });

    it.each([
      [['test-model', 'elsewhere'], testKey, 400, 'no provider in common'],
      [['test-model', 'nothing'], testKey, 404, 'nothing'],
      [
        ['test-model', 'renamed', 'alias'],
        testKey,
        400,
        'The models renamed and alias are one model to their provider',
      ],
      [['test-model', 'renamed'], narrowKey, 403, 'renamed'],
    ])('are refused as their models are: %j', async (models, key, status, words) => {
      const response = await post(models, key);
      expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(words)]);
      expect(upstream.requests).toEqual([]);
    });

    it('are refused where one of them may be answered by a model that its key may not call', async () => {
      const batch = batchOf(['test-model', 'test-model']);
      const fallbacks = [{ model: 'renamed' }];
      const requests = batch.requests.map((request, at) =>
        at === 0 ? request : { ...request, params: { ...request.params, fallbacks } },
      );
      const call = callWith(gateway, narrowKey);
      const response = await call('/v1/messages/batches', { body: { requests }, headers: specB });
      expect([response.status, await response.text()]).toEqual([
        403,
        expect.stringContaining('requests[1].params.model: The key narrow may not use the model renamed.'),
      ]);
      expect(upstream.requests).toEqual([]);
    });

    it('have their results here, and pass them on line by line', async () => {
      upstream.next(record({ results_url: null }));
      const id = await idOf(await post(['test-model']));
      const upstreamId = `upstream-thing-${made}`;
      const results_url = `https://api.example.com/v1/messages/batches/${upstreamId}/results`;
      upstream.next(json({ id: upstreamId, processing_status: 'ended', results_url }));
      const ended = await (await gateway.call(`/v1/messages/batches/${id}`, { headers: specB })).json();
      const own = `https://models.example.com/v1/messages/batches/${id}/results`;
      expect(ended).toEqual({ id, processing_status: 'ended', results_url: own });
      const lines = '{"custom_id":"r0"}\n';
      upstream.next([head(200, { 'content-type': 'application/x-jsonl', 'content-length': '19' }), bytes(lines)]);
      const results = await gateway.call(new URL(own).pathname, { headers: specB });
      expect(await results.text()).toBe(lines);
      expect(upstream.requests.at(-1)?.path).toBe(`/v1/messages/batches/${upstreamId}/results`);
      const list = await gateway.call('/v1/messages/batches?limit=1', { headers: specB });
      expect(await list.json()).toEqual({ data: [ended], has_more: true, first_id: id, last_id: id });
    });
  });

  it('a workspace without credits reads, lists and deletes what it has', async () => {
    upstream.next(record({ object: 'file' }));
    const call = callWith(gateway, poorKey);
    const id = await makers.file(call, 'a');
    upstream.next(json({ id: `upstream-thing-${made}`, object: 'file', deleted: true }));
    expect((await call('/v1/files', {})).status).toBe(200);
    expect(await (await call(`/v1/files/${id}`, { method: 'DELETE' })).json()).toMatchObject({ id, deleted: true });
  });
});
