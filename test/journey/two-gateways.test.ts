import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../generated/console/types.ts';
import { unitKinds } from '../../src/shared/usage.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { makeConfig, makeModel, makeProduct, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../fakes/postgres-server.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { adminSecret } from './start-console.ts';
import { startWith } from './start-gateway.ts';

/** A call of the sample sets aside one credit at most and costs as much. */
const rates = { ...Object.fromEntries(unitKinds.map((kind) => [kind, 0n])), requests: nanoPerCredit * 1000n };
const product = { ...makeProduct('test'), prices: [{ from: 0, rates }] };
const workspaces = [makeWorkspaceRow('acme', 10n * nanoPerCredit)];
const keys = [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }];

const answer = {
  id: 'resp_theirs',
  object: 'response',
  status: 'completed',
  model: 'test-model',
  output: [],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
};

type System = components['schemas']['System'];
type Gateway = Awaited<ReturnType<typeof startWith>>;

describe.skipIf(!hasPostgres)('two gateways on one database', () => {
  let server: PostgresServer;
  let upstream: ScriptedUpstream;
  let one: Gateway;
  let other: Gateway;
  beforeAll(async () => {
    server = await startPostgres();
    const { url: database } = await server.create();
    upstream = await startScriptedUpstream();
    upstream.always(() => json(chatCall.answer));
    const draft = {
      providers: [makeProvider('up-a', 'a', upstream.url)],
      models: [makeModel('test-model', ['up-a'])],
      products: [product],
      bootstrap: { workspaces, keys },
    };
    const config = makeConfig(draft);
    const sealed = { ...config.server, sealKeys: [new Secret('a key to seal with, the same for both')] };
    const storage = { ...config.storage, database };
    const whole = { ...config, server: sealed, storage, adminKey: new Secret(adminSecret) };
    [one, other] = await Promise.all([startWith(whole), startWith(whole)]);
  }, 60_000);
  afterAll(async () => {
    await Promise.all([one.close(), other.close()]);
    await upstream.close();
    await server.stop();
  });

  const control = async (gateway: Gateway, path: string, body?: unknown): Promise<JsonObject> => {
    const headers = { authorization: `Bearer ${adminSecret}` };
    const response = await gateway.call(`/console/api${path}`, { headers, ...(body !== undefined && { body }) });
    expect([path, response.status < 300, response.status]).toEqual([path, true, response.status]);
    return (await response.json()) as JsonObject;
  };
  const chat = async (gateway: Gateway, key = testKey): Promise<number> => {
    const body = { ...chatCall.request, model: 'test-model' };
    const response = await gateway.call('/v1/chat/completions', { body, headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  };
  const account = () => one.services.store.ledger.account('acme');

  it('made the configured workspace, its credits and its key once', async () => {
    expect(await account()).toMatchObject({ granted: 10n * nanoPerCredit, posted: 0n });
    expect(one.services.store.keys.listKeys().length).toBe(1);
    expect(other.services.store.keys.listKeys().length).toBe(1);
  });

  it('spend credit for ten calls on ten of two hundred that come at once, and each is charged once', async () => {
    const statuses = await Promise.all(Array.from({ length: 200 }, (_, n) => chat(n % 2 ? one : other)));
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeLessThanOrEqual(10);
    // What a quick call left over while others were refused can still be spent.
    let rest = 0;
    while ((await chat(rest % 2 ? one : other)) === 200) rest += 1;
    expect(served + rest).toBe(10);
    expect(await account()).toMatchObject({ posted: 10n * nanoPerCredit, granted: 10n * nanoPerCredit });
    const { items } = await other.services.store.ledger.calls({
      workspaceId: 'acme',
      outcome: 'completed',
      limit: 100,
    });
    expect(items.map(({ charge }) => charge)).toEqual(Array.from({ length: 10 }, () => nanoPerCredit));
    expect(await control(one, '/ledger/verify')).toMatchObject({ ok: true });
    // Each writes what it counted before it answers. The last of the calls one by one was refused too.
    for (const gateway of [one, other]) await control(gateway, '/usage/refused?from=2026-01-01');
    for (const gateway of [one, other])
      expect(await control(gateway, '/usage/refused?from=2026-01-01')).toMatchObject({
        totals: { calls: 200 - served + 1 },
      });
  });

  it('let the one read what the other has stored, and credit that the one granted be spent at the other', async () => {
    const grant = { amount: '100', reason: 'more', external_id: 'more' };
    await control(one, '/workspaces/acme/credits/grants', grant);
    upstream.next(json(answer));
    const made = await one.call('/v1/responses', { body: { model: 'test-model', input: 'Hi', store: true } });
    expect(made.status).toBe(200);
    const { id } = (await made.json()) as { id: string };
    const read = await other.call(`/v1/responses/${id}`);
    expect(await read.json()).toMatchObject({ id, status: 'completed' });
    expect(await chat(other)).toBe(200);
  });

  it('refuse a key on the one within a second of its revocation on the other', async () => {
    const made = await control(one, '/keys', { workspace_id: 'acme', name: 'short' });
    const { secret, key } = made as unknown as { readonly secret: string; readonly key: { readonly id: string } };
    // Ended by the limit of vitest.
    while ((await chat(other, secret)) !== 200);
    expect(await control(one, `/keys/${key.id}/revoke`, {})).toMatchObject({ state: 'revoked', applied_on: '2/2' });
    // Revoking waits until the other one has read it.
    expect(await chat(other, secret)).toBe(401);
    expect(await chat(one, secret)).toBe(401);
  });

  it('are both in the state of the server, with one catalogue', async () => {
    const { database, instances, warning } = (await control(other, '/system')) as unknown as System;
    expect(database).toMatchObject({ engine: 'postgresql', state: 'ok' });
    expect(instances.filter(({ current }) => current)).toHaveLength(1);
    expect(instances).toHaveLength(2);
    expect(new Set(instances.map(({ catalogue }) => catalogue)).size).toBe(1);
    expect(warning).toBeNull();
  });

  it('go on by themselves after the database has stopped at once and started again, and the books agree', async () => {
    const before = (await account()).posted;
    await server.restart();
    while ((await chat(one)) !== 200 || (await chat(other)) !== 200);
    // What was acknowledged may be in a spool for a moment, and the sums are refused until it is posted. Ended by the limit of vitest.
    const posted = (): Promise<bigint> =>
      account().then(
        ({ posted: sum }) => sum,
        () => before,
      );
    while ((await posted()) < before + 2n * nanoPerCredit);
    expect(await control(other, '/ledger/verify')).toMatchObject({ ok: true });
  });
});
