import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { unrestricted, type Scope } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import { revokeKey } from '../../src/identity/key-terms.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { newId } from '../../src/shared/ids.ts';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall, messagesCall, sampleCalls } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** By a part of the path. */
const answers = [
  ['messages', messagesCall.answer],
  ['responses', sampleCalls.find(({ path }) => path === '/v1/responses')?.answer],
] as const;

describe('what a key may be used for', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('secret-model', ['up-a', 'up-b'])],
    });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always((request) =>
      json(answers.find(([part]) => request.path.includes(part))?.[1] ?? chatCall.answer),
    );
  });
  afterAll(() => gateway.close());

  const deps = () => ({ keys: gateway.services.store.keys, clock: systemClock, newId });
  const keyWith = async (scope: Partial<Scope>): Promise<string> => {
    const draft = { workspaceId: 'acme', name: 'narrow', scope: { ...unrestricted, ...scope } };
    return (await issueKey(draft, deps())).secret.reveal();
  };
  const ask = async (key: string, model = 'test-model', path = chatCall.path): Promise<Response> => {
    const body = path === chatCall.path ? chatCall.request : messagesCall.request;
    return gateway.call(path, { body: { ...body, model }, headers: { authorization: `Bearer ${key}` } });
  };
  const messageOf = async (response: Response): Promise<string> =>
    ((await response.json()) as { error: { message: string } }).error.message;

  it('models: outside is 403 when called, and absent from the lists of both specs', async () => {
    const key = await keyWith({ models: ['test-*'] });
    expect((await ask(key)).status).toBe(200);
    const refused = await ask(key, 'secret-model');
    expect(refused.status).toBe(403);
    expect(await messageOf(refused)).toContain('secret-model');
    expect((await ask(key, 'no-model')).status).toBe(404);
    for (const version of [{}, { 'anthropic-version': '2023-06-01' }]) {
      const headers = { authorization: `Bearer ${key}`, ...version };
      const list = (await (await gateway.call('/v1/models', { headers })).json()) as { data: { id: string }[] };
      expect(list.data.map(({ id }) => id)).toEqual(['test-model']);
      for (const [id, status] of [
        ['test-model', 200],
        ['secret-model', 403],
        ['no-model', 404],
      ] as const)
        expect((await gateway.call(`/v1/models/${id}`, { headers })).status).toBe(status);
    }
  });

  it.each([
    [messagesCall.path, { fallbacks: [{ model: 'test-model' }, { model: 'secret-model' }] }, 'secret-model'],
    [messagesCall.path, { fallbacks: 'default' }, 'default'],
    [messagesCall.path, { tools: [{ type: 'advisor_1', name: 'x', model: 'secret-model' }] }, 'secret-model'],
    ['/v1/responses', { tools: [{ type: 'image_generation', model: 'secret-model' }] }, 'secret-model'],
    ['/v1/responses', { models: ['test-model', 'secret-model'] }, 'secret-model'],
    [messagesCall.path, { extra_body: { models: ['secret-model'] } }, 'secret-model'],
  ])('models: also those that a body names beside its own: %s %j', async (path, more, other) => {
    const body = {
      ...(path === messagesCall.path ? messagesCall.request : { input: 'Hi' }),
      model: 'test-model',
      ...more,
    };
    const askWith = async (models: readonly string[] | null): Promise<Response> =>
      gateway.call(path, { body, headers: { authorization: `Bearer ${await keyWith({ models })}` } });
    const refused = await askWith(['test-*']);
    expect(refused.status).toBe(403);
    expect(await messageOf(refused)).toContain(`may not use the model ${other}. Its scope for models: test-*.`);
    expect(gateway.upstream.requests).toEqual([]);
    for (const models of [null, ['test-*', other]]) expect((await askWith(models)).status).toBe(200);
    for (const sent of gateway.upstream.requests) expect(JSON.parse(sent.body.toString())).toMatchObject(body);
  });

  it.each([
    ['/v1/chat/completions', { api_base: 'http://other.example' }, 'api_base'],
    ['/v1/completions', { extra_body: { api_key: 'sk-other' } }, 'extra_body.api_key'],
    [messagesCall.path, { Model: 'secret-model' }, 'Model'],
    ['/v1/embeddings', { custom_llm_provider: 'x' }, 'custom_llm_provider'],
    ['/v1/moderations', { base_url: 'x' }, 'base_url'],
    ['/v1/completions?model=secret-model', {}, 'model'],
    ['/v1/images/generations', { user_config: {} }, 'user_config'],
  ])('nothing that leads past the catalogue: %s %j', async (path, more, param) => {
    const rest = { ...chatCall.request, max_tokens: 5, input: 'Hi', prompt: 'Hi' };
    const refused = await gateway.call(path, { body: { ...rest, model: 'test-model', ...more } });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(param)]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    { operations: ['messages'], refused: chatCall.path, allowed: messagesCall.path },
    { operations: ['chat'], refused: messagesCall.path, allowed: chatCall.path },
  ])('operations: $operations', async ({ operations, refused, allowed }) => {
    const key = await keyWith({ operations });
    expect((await ask(key, 'test-model', allowed)).status).toBe(200);
    const response = await ask(key, 'test-model', refused);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { type: 'permission_error' } });
  });

  it.each([
    ['GET', '/v1/files'],
    ['GET', '/v1/files/file_x/content'],
    ['DELETE', '/v1/files/file_x'],
    ['GET', '/v1/responses/resp_x'],
    ['GET', '/v1/drive/files/file_x'],
    ['POST', '/v1/batches/batch_x/cancel'],
  ])('operations that have no body too: %s %s', async (method, path) => {
    const call = async (operations: readonly string[]): Promise<number> =>
      (await gateway.call(path, { method, headers: { authorization: `Bearer ${await keyWith({ operations })}` } }))
        .status;
    expect(await call(['chat'])).toBe(403);
    expect(await call([path.split('/')[2] ?? ''])).not.toBe(403);
  });

  it('operations: every key lists the models of which it may use an operation, and no others', async () => {
    const list = async (operations: readonly string[], version: Record<string, string>, id = '') => {
      const headers = { authorization: `Bearer ${await keyWith({ operations })}`, ...version };
      const answer = await gateway.call(`/v1/models${id}`, { headers });
      const { data } = (await answer.json()) as { data?: { id: string }[] };
      return [answer.status, data?.map((model) => model.id).toSorted()];
    };
    const specB = { 'anthropic-version': '2023-06-01' };
    for (const [operations, version, ids] of [
      [['chat'], {}, ['secret-model', 'test-model']],
      [['files'], {}, []],
      [['models'], {}, []],
      [['messages'], {}, []],
      [[], {}, []],
      [['messages'], specB, ['secret-model', 'test-model']],
      [['chat'], specB, []],
    ] as const) {
      expect([operations, await list(operations, version)]).toEqual([operations, [200, ids]]);
      const [status] = await list(operations, version, '/test-model');
      expect([operations, status]).toEqual([operations, ids.length > 0 ? 200 : 403]);
    }
  });

  it('operations: who may make images or speech may read the drive, and nothing else of it', async () => {
    const read = async (operations: readonly string[], path: string): Promise<number> => {
      const headers = { authorization: `Bearer ${await keyWith({ operations })}` };
      return (await gateway.call(path, { headers })).status;
    };
    for (const path of ['/v1/drive/files/drive_x', '/v1/drive/files/drive_x/content']) {
      for (const family of ['images', 'audio', 'drive'])
        expect([family, await read([family], path)]).toEqual([family, 404]);
      expect(await read(['chat', 'files'], path)).toBe(403);
    }
    expect(await read(['images'], '/v1/files')).toBe(403);
  });

  it('products, regions and networks', async () => {
    for (const scope of [{ products: ['other'] }, { regions: ['eu'] }, { networks: ['10.0.0.0/8'] }]) {
      const refused = await ask(await keyWith(scope));
      expect([scope, refused.status]).toEqual([scope, 403]);
    }
    expect(
      (await ask(await keyWith({ products: ['test'], regions: ['global'], networks: ['127.0.0.0/8', '::1/128'] })))
        .status,
    ).toBe(200);
    expect(gateway.upstream.requests).toHaveLength(1);
  });

  it('networks: behind a proxy, by what a proxy that the operator names says of the caller, and no one else', async () => {
    const behind = await startGateway({ trustedProxies: ['127.0.0.1/32'] });
    onTestFinished(behind.close);
    behind.upstream.always(() => json(chatCall.answer));
    const call = async (networks: readonly string[], forwarded?: string, through = behind) => {
      const draft = { workspaceId: 'acme', name: 'bound', scope: { ...unrestricted, networks } };
      const { secret } = await issueKey(draft, { ...deps(), keys: through.services.store.keys });
      const from = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      const headers = { authorization: `Bearer ${secret.reveal()}`, ...from };
      return (await through.call(chatCall.path, { body: { ...chatCall.request, model: 'test-model' }, headers }))
        .status;
    };
    const office = ['203.0.113.0/24'];
    expect(await call(office, '203.0.113.7')).toBe(200);
    expect(await call(office, '198.51.100.9, 203.0.113.7')).toBe(200);
    expect(await call(office, '203.0.113.7, 198.51.100.9')).toBe(403);
    expect(await call(office)).toBe(403);
    // The network of the proxy is where no caller is.
    expect(await call(['127.0.0.0/8'], '198.51.100.9')).toBe(403);
    expect(await call(office, '203.0.113.7', gateway)).toBe(403);
  });

  it('nothing any more from the very next call, once it is revoked', async () => {
    const { record, secret } = await issueKey({ workspaceId: 'acme', name: 'brief' }, deps());
    expect((await ask(secret.reveal())).status).toBe(200);
    await revokeKey(record.id, deps());
    const refused = await ask(secret.reveal());
    expect(refused.status).toBe(401);
    expect(await messageOf(refused)).toContain('revoked');
  });
});
