import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseCredits } from '../../src/shared/money.ts';
import { unrestricted } from '../../src/identity/caller.ts';
import { issueKey, type KeyDraft } from '../../src/identity/issue-key.ts';
import { newId } from '../../src/shared/ids.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeProduct } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const day = 86_400_000;

describe('a key that asks about itself', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    gateway.upstream.always(() => json(chatCall.answer));
  });
  afterAll(() => gateway.close());

  const issue = async (draft: Partial<KeyDraft>): Promise<string> => {
    const deps = { keys: gateway.services.store.keys, clock: systemClock, newId };
    return (await issueKey({ workspaceId: 'acme', name: 'ann', ...draft }, deps)).secret.reveal();
  };
  const ask = (key: string, path = '/v1/key', body?: object): Promise<Response> =>
    gateway.call(path, { headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });

  it('learns what it may do and what it has left, whatever its scope, and never its secret', async () => {
    const limits = { day: parseCredits('50'), month: null, total: null };
    const expiresAt = systemClock.now() + 30 * day;
    const key = await issue({ scope: { ...unrestricted, operations: ['chat'] }, limits, expiresAt });
    await (await ask(key, '/v1/chat/completions', { ...chatCall.request, model: 'test-model' })).arrayBuffer();
    const answer = await ask(key);
    const text = await answer.text();
    expect([answer.status, JSON.parse(text)]).toMatchObject([
      200,
      {
        object: 'key',
        name: 'ann',
        display: `sk-dg-…${key.slice(-4)}`,
        workspace: { id: 'acme' },
        summary: expect.stringMatching(/^May call every model with chat, up to 50 credits a day, until /),
        scope: { models: null, operations: ['chat'], on_loss: null },
        expires_at: new Date(expiresAt).toISOString(),
        limits: [{ name: 'key_day', limit: '50', held: '0', resets_at: expect.stringMatching(/Z$/) }],
        balance: { held: '0' },
      },
    ]);
    const [limit] = (JSON.parse(text) as { limits: { used: string; left: string }[] }).limits;
    expect((parseCredits(limit?.used ?? '') ?? 0n) + (parseCredits(limit?.left ?? '') ?? 0n)).toBe(parseCredits('50'));
    expect(Number(limit?.used)).toBeGreaterThan(0);
    const { usage } = JSON.parse(text) as { usage: unknown };
    expect(usage).toEqual({ day: limit?.used, month: limit?.used, total: limit?.used });
    const unlimited = JSON.parse(await (await ask(await issue({}))).text()) as { usage: unknown };
    expect(unlimited.usage).toEqual({ day: '0', month: '0', total: '0' });
    expect(text).not.toContain(key);
    expect((await ask(`${key.slice(0, -1)}~`)).status).toBe(401);
  });

  it('is reminded of its end in the last 14 days, on every answer', async () => {
    const end = systemClock.now() + 13 * day;
    const [near, far] = [await issue({ expiresAt: end }), await issue({ expiresAt: end + 2 * day })];
    const header = async (key: string, path?: string, body?: object) =>
      (await ask(key, path, body)).headers.get('x-diglot-key-expires-at');
    const bodies = [
      ['/v1/chat/completions', { ...chatCall.request, model: 'test-model' }],
      ['/v1/chat/completions', { ...chatCall.request, model: 'absent' }],
      ['/v1/key', undefined],
    ] as const;
    for (const [path, body] of bodies) {
      expect([path, await header(near, path, body)]).toEqual([path, new Date(end).toISOString()]);
      expect([path, await header(far, path, body)]).toEqual([path, null]);
    }
  });
});

describe('a key that asks why calls are refused', () => {
  it('learns it though a free Product can be called, and though the database takes no calls', async () => {
    const free = { ...makeProduct('gift'), free: true, prices: [] };
    const gateway = await startGateway({ products: [makeProduct('test'), free] });
    onTestFinished(() => gateway.close());
    const { store, metering } = gateway.services;
    const issue = async (name: string, limits: KeyDraft['limits']) =>
      (await issueKey({ workspaceId: 'acme', name, limits }, { keys: store.keys, clock: systemClock, newId })).secret;
    const refusal = async (key: Awaited<ReturnType<typeof issue>>): Promise<unknown> => {
      const answer = await gateway.call('/v1/key', { headers: { authorization: `Bearer ${key.reveal()}` } });
      const { refusal: found } = (await answer.json()) as { refusal: { code: string } | null };
      return [answer.status, found?.code ?? null];
    };
    const none = { day: null, month: null, total: null };
    const [spent, open] = [await issue('spent', { ...none, day: 0n }), await issue('open', none)];
    expect([await refusal(spent), await refusal(open)]).toEqual([
      [200, 'limit_reached'],
      [200, null],
    ]);
    await metering.stop();
    expect([await refusal(spent), await refusal(open)]).toEqual([
      [200, 'limit_reached'],
      [200, null],
    ]);
  });
});
