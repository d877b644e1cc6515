import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unrestricted, type Caller, type Scope } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import { newId } from '../../src/shared/ids.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeModel, makeProduct, plainPlan, testKey } from '../fakes/make-config.ts';
import { chatCall, messagesCall, sampleCalls } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { playBatch, playFileBatch, specB, whole } from './batch-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const priceOf = (rate: bigint, from = 0) => ({ from, rates: { input_tokens: rate, output_tokens: rate } });
const products = [
  { ...makeProduct('cheap'), prices: [priceOf(1_000n)] },
  { ...makeProduct('paid'), prices: [priceOf(1_000_000n)] },
  { ...makeProduct('future'), prices: [priceOf(1_000n, Date.UTC(2126, 0, 1))] },
  { ...makeProduct('gratis'), free: true, prices: [] },
];
const served = ['up-a', 'up-b'];
const models = [
  makeModel('small', served, { product: 'cheap' }),
  makeModel('zero', served, { product: 'gratis' }),
  makeModel('zero-too', served, { product: 'gratis' }),
  makeModel('dear', served, { product: 'paid' }),
  makeModel('old', served, { product: 'paid', retired: true }),
  makeModel('early', served, { product: 'future' }),
];
const secretOf = (workspace: string): string => (workspace === 'acme' ? testKey : `sk-test ${workspace}`);
const workspaces = [
  { id: 'acme', name: 'Acme', plan: 'test', credits: 1_000n * nanoPerCredit, timeZone: 'UTC' },
  { id: 'narrow', name: 'Narrow', plan: 'narrow', credits: 1_000n * nanoPerCredit, timeZone: 'UTC' },
  { id: 'poor', name: 'Poor', plan: 'test', credits: 0n, timeZone: 'UTC' },
];
const keys = workspaces.map(({ id }) => ({ workspace: id, name: 'ci', secret: new Secret(secretOf(id)) }));
const plans = [plainPlan, { ...plainPlan, id: 'narrow', name: 'Narrow', products: ['cheap', 'gratis'] }];

const responses = sampleCalls.find(({ path }) => path === '/v1/responses');

const answers = {
  [chatCall.path]: chatCall.answer,
  [messagesCall.path]: messagesCall.answer,
  '/v1/responses': responses?.answer,
};

/** Where a request may name another model, and what is sent to name it. */
const places = {
  'a list of models': [chatCall.path, chatCall.request, (other: string) => ({ models: [other] })],
  'models in extra_body': [chatCall.path, chatCall.request, (other: string) => ({ extra_body: { models: [other] } })],
  'a plugin': [chatCall.path, chatCall.request, (other: string) => ({ plugins: [{ id: 'critic', model: other }] })],
  'models of a plugin': [
    chatCall.path,
    chatCall.request,
    (other: string) => ({ plugins: [{ id: 'fusion', analysis_models: [other] }] }),
  ],
  'the parameters of a tool': [
    chatCall.path,
    chatCall.request,
    (other: string) => ({ tools: [{ type: 'openrouter:advisor', parameters: { model: other } }] }),
  ],
  fallbacks: [messagesCall.path, messagesCall.request, (other: string) => ({ fallbacks: [{ model: other }] })],
  'an advisor': [
    messagesCall.path,
    messagesCall.request,
    (other: string) => ({ tools: [{ type: 'advisor_20260301', name: 'advisor', model: other, max_uses: 1 }] }),
  ],
  'a tool that draws': [
    '/v1/responses',
    { ...responses?.request, store: false },
    (other: string) => ({ tools: [{ type: 'image_generation', model: other }], max_tool_calls: 1 }),
  ],
} as const;
type Place = keyof typeof places | 'a batch of Spec A' | 'a batch of Spec B';
const all: readonly Place[] = [
  ...(Object.keys(places) as (keyof typeof places)[]),
  'a batch of Spec A',
  'a batch of Spec B',
];

describe('a model that a request names besides its own', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ products, models, plans, bootstrap: { workspaces, keys } });
  });
  afterAll(() => gateway.close());

  const keyWith = async (draft: { readonly scope?: Partial<Scope>; readonly limits?: Caller['limits'] }) => {
    const { scope, ...rest } = draft;
    const deps = { keys: gateway.services.store.keys, clock: systemClock, newId };
    const wish = { workspaceId: 'acme', name: 'bound', scope: { ...unrestricted, ...scope }, ...rest };
    return (await issueKey(wish, deps)).secret.reveal();
  };

  interface Wish {
    readonly model: string;
    readonly other: string;
    readonly key?: string;
  }

  async function askBatch(place: Place, { model, other, key = testKey }: Wish, uploaded: () => void) {
    const authorization = `Bearer ${key}`;
    const line = { model, max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
    if (place === 'a batch of Spec B') {
      playBatch(gateway, whole(''));
      const requests = [{ custom_id: 'r', params: { ...line, fallbacks: [{ model: other }] } }];
      return gateway.call('/v1/messages/batches', { body: { requests }, headers: { ...specB, authorization } });
    }
    playFileBatch(gateway, whole(''));
    const form = new FormData();
    form.append('purpose', 'batch');
    const request = { custom_id: 'r', url: '/v1/chat/completions', body: { ...line, models: [other] } };
    form.append('file', new Blob([JSON.stringify(request)]), 'in.jsonl');
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers: { authorization } });
    const { id } = (await file.json()) as { readonly id: string };
    uploaded();
    const body = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    return gateway.call('/v1/batches', { body, headers: { authorization } });
  }

  /** The status, the text and how many requests went out. */
  async function ask(place: Place, wish: Wish): Promise<readonly [number, string, number]> {
    let before = gateway.upstream.requests.length;
    const { model, other, key = testKey } = wish;
    const at = place in places ? places[place as keyof typeof places] : null;
    if (at !== null) gateway.upstream.always(() => json(answers[at[0]]));
    const answer =
      at === null
        ? await askBatch(place, wish, () => void (before = gateway.upstream.requests.length))
        : await gateway.call(at[0], {
            body: { ...at[1], model, ...at[2](other) },
            headers: { authorization: `Bearer ${key}`, ...(at[0] === messagesCall.path && specB) },
          });
    return [answer.status, await answer.text(), gateway.upstream.requests.length - before];
  }
  const refused = (status: number, words: string) => [status, expect.stringContaining(words), 0];

  describe.each(all)('in %s', (place) => {
    it('may be one that the key, the plan and the credit allow', async () => {
      expect((await ask(place, { model: 'small', other: 'dear' }))[0]).toBe(200);
      expect((await ask(place, { model: 'zero', other: 'zero-too', key: secretOf('poor') }))[0]).toBe(200);
    });

    it('is refused where it could not be called by itself: outside of the plan', async () => {
      const key = secretOf('narrow');
      expect(await ask(place, { model: 'small', other: 'dear', key })).toEqual(refused(403, 'not part of plan Narrow'));
    });

    it('… of the Products of the key', async () => {
      const key = await keyWith({ scope: { products: ['cheap', 'gratis'] } });
      expect(await ask(place, { model: 'small', other: 'dear', key })).toEqual(refused(403, 'the Product paid'));
    });

    it.each([
      ['retired', 'old'],
      ['without a price in force', 'early'],
      ['unknown', 'vendor/giant'],
    ])('… %s', async (_, other) => {
      for (const model of ['small', 'zero']) expect(await ask(place, { model, other })).toEqual(refused(404, other));
    });

    it('is paid for, though the call itself is free: not without credit, and not beyond a limit', async () => {
      const key = secretOf('poor');
      expect(await ask(place, { model: 'zero', other: 'dear', key })).toEqual(refused(403, 'credit'));
      const limits = { day: 1_000n, month: null, total: null };
      const bound = await keyWith({ limits });
      expect(await ask(place, { model: 'zero', other: 'dear', key: bound })).toEqual(refused(403, 'limit'));
    });
  });

  it('decides the hold: the dearest of those that may answer, and the sum of those that work besides', async () => {
    const holdOf = async (more: object): Promise<number> => {
      const body = { ...messagesCall.request, model: 'small', max_tokens: 100, ...more };
      gateway.upstream.next(json(messagesCall.answer));
      const answer = await gateway.call(messagesCall.path, { body, headers: specB });
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
      return Number((await lastRecorded(gateway)).hold);
    };
    const [own, either] = [await holdOf({}), await holdOf({ fallbacks: [{ model: 'dear' }, { model: 'zero' }] })];
    // A thousand times the price, of a few bytes more.
    expect(either / own).toBeGreaterThan(999);
    expect(either / own).toBeLessThan(2_000);
    const tools = [{ type: 'advisor_20260301', name: 'advisor', model: 'dear', max_uses: 2 }];
    // Two texts of at most 8,192 tokens, and what is read for them.
    expect(await holdOf({ tools })).toBeGreaterThan(2 * 8_192 * 1_000);
    expect(await holdOf({ tools: [{ ...tools[0], model: 'zero' }] })).toBeLessThan(own * 1_000);
  });

  it('may be left to the provider, by a call that costs something or with credit', async () => {
    for (const [model, key, status] of [
      ['small', testKey, 200],
      ['zero', testKey, 200],
      ['zero', secretOf('poor'), 403],
    ] as const) {
      for (const place of ['a list of models', 'a batch of Spec A', 'a batch of Spec B'] as const)
        expect([place, model, (await ask(place, { model, other: 'default', key }))[0]]).toEqual([place, model, status]);
    }
  });

  it('is charged as the call’s own where the provider chose one that has no price, and the call says so', async () => {
    for (const [model, charge] of [
      ['small', 15n],
      ['zero', 0n],
    ] as const) {
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
      gateway.upstream.next(json({ ...(chatCall.answer as object), model: 'vendor/giant', usage }));
      const body = { ...chatCall.request, model, models: ['default'] };
      await (await gateway.call(chatCall.path, { body })).text();
      expect(await lastRecorded(gateway)).toMatchObject({ model, charge, flags: 'unpriced_model' });
    }
  });
});
