import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, startWith, type TestGateway } from './start-gateway.ts';

const list = (ids: readonly string[]) => json({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

describe('models behind a pattern', () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startGateway({
      models: [
        makeModel('own', ['up-a', 'up-b']),
        makeModel('far-*', ['up-a', 'up-b'], { maxInputTokens: null, maxOutputTokens: null }),
      ],
    });
  });
  afterEach(() => gateway.close());

  const idsOf = async (headers: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const body = (await (await gateway.call('/v1/models', { headers })).json()) as { data: { id: string }[] };
    return body.data.map(({ id }) => id).toSorted();
  };

  it('are those that the upstream lists and the pattern covers', async () => {
    gateway.upstream.always(() => list(['far-1', 'far-2', 'elsewhere']));
    expect(await idsOf()).toEqual(['far-1', 'far-2', 'own']);
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  });

  it('are those of a list without an object around it', async () => {
    gateway.upstream.always(() => json([{ id: 'far-1', object: 'model', created: 1, type: 'chat' }, 'far-2', null]));
    expect(await idsOf()).toEqual(['far-1', 'own']);
  });

  it('are asked for on the caller’s spec, once, and then remembered', async () => {
    gateway.upstream.always(() => list(['far-1']));
    const headers = { 'anthropic-version': '2023-06-01' };
    await Promise.all([idsOf(headers), idsOf(headers)]);
    expect(await idsOf(headers)).toEqual(['far-1', 'own']);
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/models?limit=1000']);
  });

  it('have the dates, names and limits of the upstream, in both specs, among all others by date', async () => {
    const created = 1_900_000_000;
    gateway.upstream.next(
      json({ object: 'list', data: [{ id: 'far-1', object: 'model', created, owned_by: 'them' }] }),
    );
    const listA = (await (await gateway.call('/v1/models')).json()) as { readonly data: unknown[] };
    const entry = { id: 'far-1', object: 'model', created, owned_by: 'them' };
    expect(listA.data[0]).toEqual(entry);
    expect(await (await gateway.call('/v1/models/far-1')).json()).toEqual(entry);
    const headers = { 'anthropic-version': '2023-06-01' };
    const said = { display_name: 'Far One', max_input_tokens: 200_000, max_tokens: 64_000 };
    gateway.upstream.next(
      json({ data: [{ id: 'far-1', created_at: '2026-02-03T00:00:00Z', ...said }], has_more: false }),
    );
    const state = { lifecycle: 'active', deprecated_at: null, retires_at: null };
    const known = { type: 'model', id: 'far-1', created_at: '2026-02-03T00:00:00.000Z', ...said, ...state };
    const info = { ...known, capabilities: null, line: null, allowed_fallback_models: null };
    const listB = (await (await gateway.call('/v1/models', { headers })).json()) as { readonly data: unknown[] };
    expect(listB.data).toContainEqual(info);
    expect(await (await gateway.call('/v1/models/far-1', { headers })).json()).toEqual(info);
  });

  it('are no calls of the one who wants them, whether the upstream answers or not', async () => {
    gateway.upstream.next(list(['far-1']));
    expect(await idsOf()).toEqual(['far-1', 'own']);
    gateway.upstream.next(json({ error: { message: 'no' } }, { status: 500 }));
    expect(await idsOf({ 'anthropic-version': '2023-06-01' })).toEqual(['own']);
    expect(gateway.upstream.requests).toHaveLength(2);
    const { ledger } = gateway.services.store;
    expect((await ledger.calls({ workspaceId: 'acme', limit: 10 })).items).toEqual([]);
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it('leave the rest of the list whole when the upstream does not answer', async () => {
    gateway.upstream.always(() => json({ error: { message: 'no' } }, { status: 500 }));
    expect(await idsOf()).toEqual(['own']);
  });

  it('are shown one by one, and one that the upstream does not list is absent', async () => {
    gateway.upstream.always(() => list(['far-1']));
    expect((await gateway.call('/v1/models/far-1')).status).toBe(200);
    expect((await gateway.call('/v1/models/far-9')).status).toBe(404);
  });
});

describe('models behind a pattern with providers in two regions', () => {
  it('are those that the providers in the region of the call list', async () => {
    const [here, there] = [await startScriptedUpstream(), await startScriptedUpstream()];
    here.always(() => list(['far-1', 'far-2']));
    there.always(() => list(['far-2', 'far-3']));
    const targets = [
      { provider: 'here', model: null, region: 'global', weight: 1 },
      { provider: 'there', model: null, region: 'eu', weight: 1 },
    ];
    const gateway = await startWith(
      makeConfig({
        providers: [makeProvider('here', 'a', here.url), makeProvider('there', 'a', there.url)],
        models: [makeModel('far-*', [], { targets })],
      }),
    );
    onTestFinished(async () => {
      await gateway.close();
      await Promise.all([here.close(), there.close()]);
    });
    for (const [headers, listed, missing] of [
      [{}, ['far-1', 'far-2'], 'far-3'],
      [{ 'x-region-code': 'eu' }, ['far-2', 'far-3'], 'far-1'],
    ] as const) {
      const { data } = (await (await gateway.call('/v1/models', { headers })).json()) as { data: { id: string }[] };
      expect(data.map(({ id }) => id).toSorted()).toEqual(listed);
      expect((await gateway.call(`/v1/models/${missing}`, { headers })).status).toBe(404);
    }
  });
});
