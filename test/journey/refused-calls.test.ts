import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { makeConfig, makeModel, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, reset } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { newFile } from '../unit/store/set-up-store.ts';
import { adminSecret, startConsole, type ConsoleGateway } from './start-console.ts';
import { startWith, type CallInit } from './start-gateway.ts';

type Rows = readonly { readonly code: string; readonly key_id: string; readonly calls: number }[];

const { path, request: body } = chatCall;

/** Refused calls of a workspace by code and key. */
async function refusedBy(gateway: Pick<ConsoleGateway, 'control'>, workspace = 'acme'): Promise<Rows> {
  const { data, error } = await gateway.control.GET('/usage/refused', {
    params: { query: { workspace_id: workspace, group_by: ['code', 'key'] } },
  });
  if (!data) throw new Error(JSON.stringify(error));
  return data.data.map(({ code = '', key_id = '', calls }) => ({ code, key_id, calls }));
}

describe('refused calls', () => {
  let gateway: ConsoleGateway;
  const clock = makeShiftedClock();
  beforeAll(async () => {
    const upstream = await startScriptedUpstream();
    upstream.always(() => json(chatCall.answer));
    gateway = await startConsole({
      clock,
      models: ['test-model', 'secret-model'].map((id) => makeModel(id, ['up-a'])),
      limits: { jsonRequestBytes: 20_000 },
      bootstrap: {
        workspaces: ['acme', 'poor', 'suspended'].map((id) =>
          makeWorkspaceRow(id, id === 'poor' ? 0n : 10n * nanoPerCredit),
        ),
        keys: [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }],
      },
    });
    return async () => {
      await gateway.close();
      await upstream.close();
    };
  });

  /** A new key. */
  async function issue(workspace: string, terms: object = {}): Promise<{ id: string; secret: string }> {
    const { data, error } = await gateway.control.POST('/keys', {
      body: { workspace_id: workspace, name: 'new', ...terms },
    });
    if (!data) throw new Error(JSON.stringify(error));
    return { id: data.key.id, secret: data.secret };
  }

  async function callWith(secret: string, init: CallInit & { readonly to?: string } = {}) {
    const { to = path, headers, ...rest } = init;
    const response = await gateway.call(to, { ...rest, headers: { authorization: `Bearer ${secret}`, ...headers } });
    const { error } = (await response.json()) as { error?: { code: string } };
    return { status: response.status, code: error?.code ?? null };
  }

  it.each<[code: string, init: CallInit & { readonly to?: string }, terms?: object]>([
    ['invalid_value', { body: { model: 'test-model' } }],
    ['invalid_value', { body: { ...body, model: 'test-model', base_url: 'http://10.0.0.1' } }],
    ['invalid_json', { body: '{' }],
    ['model_not_found', { body: { ...body, model: 'no-model' } }],
    ['model_not_found', { body, headers: { 'x-region-code': 'eu' } }],
    ['region_unknown', { body, headers: { 'x-region-code': 'moon' } }],
    ['product_not_found', { body, headers: { 'x-product-sku': 'none' } }],
    ['product_required', { to: '/v1/audio/voices' }],
    ['out_of_scope', { body: { ...body, model: 'secret-model' } }, { scope: { models: ['test-*'] } }],
    ['out_of_scope', { body }, { scope: { operations: ['embeddings'] } }],
    ['out_of_scope', { body }, { scope: { networks: ['203.0.113.0/24'] } }],
    ['limit_reached', { body }, { limits: { day: '0.000000001' } }],
    ['request_too_large', { body: { ...body, user: 'x'.repeat(20_000) } }],
    ['unsupported_media_type', { body: 'model=a', headers: { 'content-type': 'text/csv' } }],
    ['not_found', { to: '/v1/responses/resp_none' }],
    ['websocket_required', { to: '/v1/realtime?model=test-model' }],
  ])('count under %s and the key, once each (case %#)', async (code, init, terms) => {
    const { id, secret } = await issue('acme', terms);
    expect((await callWith(secret, init)).code).toBe(code);
    expect((await callWith(secret, init)).code).toBe(code);
    expect((await refusedBy(gateway)).filter((row) => row.key_id === id)).toEqual([{ code, key_id: id, calls: 2 }]);
  });

  it('count in the shape of Spec B too', async () => {
    const { id, secret } = await issue('acme');
    const response = await gateway.call('/v1/messages', {
      body: { model: 'test-model' },
      headers: { 'x-api-key': secret, authorization: '', 'anthropic-version': '2023-06-01' },
    });
    expect(response.status).toBe(400);
    const found = (await refusedBy(gateway)).filter((row) => row.key_id === id);
    expect(found).toMatchObject([{ calls: 1 }]);
  });

  it('count where credits are missing or the workspace is suspended, for that workspace alone', async () => {
    const [poor, suspended] = [await issue('poor'), await issue('suspended')];
    await gateway.control.PATCH('/workspaces/{workspace_id}', {
      params: { path: { workspace_id: 'suspended' } },
      body: { status: 'suspended' },
    });
    expect((await callWith(poor.secret, { body })).code).toBe('insufficient_credits');
    expect((await callWith(suspended.secret, { body })).code).toBe('account_frozen');
    expect(await refusedBy(gateway, 'poor')).toEqual([{ code: 'insufficient_credits', key_id: poor.id, calls: 1 }]);
    expect(await refusedBy(gateway, 'suspended')).toEqual([{ code: 'account_frozen', key_id: suspended.id, calls: 1 }]);
  });

  it('count for a key that is revoked or expired, because its holder may be a program that was forgotten', async () => {
    const expires = new Date(clock.now() + 60_000).toISOString();
    const [revoked, expired] = [await issue('acme'), await issue('acme', { expires_at: expires })];
    await gateway.control.POST('/keys/{key_id}/revoke', { params: { path: { key_id: revoked.id } }, body: {} });
    clock.shift(61_000);
    for (const { id, secret } of [revoked, expired]) {
      expect(await callWith(secret, { body })).toEqual({ status: 401, code: 'invalid_api_key' });
      const found = (await refusedBy(gateway)).filter((row) => row.key_id === id);
      expect(found).toEqual([{ code: 'invalid_api_key', key_id: id, calls: 1 }]);
    }
  });

  it('do not count without a key, with an unknown one, before the key is read, or in the control API', async () => {
    const all = async () => {
      const { data } = await gateway.control.GET('/usage/refused');
      return data?.totals.calls;
    };
    const before = await all();
    expect((await callWith('sk-unknown', { body })).status).toBe(401);
    expect((await callWith('', { body })).status).toBe(401);
    expect((await callWith(testKey, { to: '/v1/no/such/path' })).status).toBe(404);
    expect((await callWith(testKey, { body, headers: { 'x-request-id': 'ä' } })).code).toBe('invalid_header');
    expect((await callWith(testKey, { method: 'DELETE' })).status).toBe(405);
    expect((await gateway.ask('/workspaces/none')).status).toBe(404);
    expect(await all()).toBe(before);
  });

  it('are no calls: those that succeed, or fail at the provider, are in the list of calls and not here', async () => {
    const { id, secret } = await issue('acme');
    const upstream = await startScriptedUpstream();
    onTestFinished(upstream.close);
    const other = await startConsole({ providers: [makeProvider('up-a', 'a', upstream.url)] });
    onTestFinished(other.close);
    const failures = [json({ error: { message: 'No.' } }, { status: 400 }), [reset]];
    for (const script of [json(chatCall.answer), ...failures]) upstream.next(script);
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await other.chat();
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 400, 502]);
    expect(await refusedBy(other)).toEqual([]);
    const { data } = await other.control.GET('/calls');
    expect(data?.data.map(({ status }) => status)).toEqual([502, 400, 200]);
    expect((await callWith(secret, { body })).status).toBe(200);
    expect((await refusedBy(gateway)).filter((row) => row.key_id === id)).toEqual([]);
  });

  it('are in the overview beside the calls that failed, and say what to do', async () => {
    const { secret } = await issue('poor');
    for (let turn = 0; turn < 3; turn += 1) await callWith(secret, { body });
    const { data: overview } = await gateway.control.GET('/workspaces/{workspace_id}/overview', {
      params: { path: { workspace_id: 'poor' } },
    });
    expect(overview?.today).toMatchObject({ calls: 0, failed: 0, refused: 4 });
    const { data } = await gateway.control.GET('/usage/refused', {
      params: { query: { workspace_id: 'poor', group_by: ['code'], bucket: 'quarter_hour', zone: 'Asia/Kathmandu' } },
    });
    expect(data?.data.reduce((sum, { calls }) => sum + calls, 0)).toBe(4);
    expect(data?.data[0]).toMatchObject({
      bucket_start: expect.stringMatching(/:(?:00|15|30|45):00\+05:45$/),
      title: 'Insufficient credits',
      remedy: expect.stringContaining('diglot credits grant'),
    });
  });
});

describe('counts of refused calls', () => {
  it('outlive the process, and are written when it ends', async () => {
    const config = {
      ...makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:9')] }),
      adminKey: new Secret(adminSecret),
    };
    const storage = { ...config.storage, database: `sqlite:${newFile()}` };
    const first = await startWith({ ...config, storage });
    for (let turn = 0; turn < 3; turn += 1) expect((await first.call(path, { body: '{' })).status).toBe(400);
    await first.close();
    const next = await startWith({ ...config, storage });
    onTestFinished(next.close);
    const headers = { authorization: `Bearer ${adminSecret}` };
    const found = await next.call('/console/api/usage/refused?group_by=code', { headers });
    expect(await found.json()).toMatchObject({ data: [{ code: 'invalid_json', calls: 3 }], totals: { calls: 3 } });
  });
});
