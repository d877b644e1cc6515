import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { playBatch, playFileBatch, specB, whole } from './batch-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Credits for a million tokens, read and written. */
const productOf = (sku: string, input: bigint, output: bigint) => ({
  ...makeProduct(sku),
  prices: [{ from: 0, rates: { input_tokens: input * 1_000_000n, output_tokens: output * 1_000_000n } }],
});
const products = [productOf('middle', 3n, 15n), productOf('large', 15n, 75n)];
const limits = { maxInputTokens: 200_000, maxOutputTokens: 64_000 };
const models = [
  makeModel('sonnet', ['up-b'], { product: 'middle', ...limits }),
  makeModel('opus', ['up-b'], { product: 'large', ...limits }),
  makeModel('small', ['up-a'], { product: 'middle', ...limits }),
  makeModel('large', ['up-a'], { product: 'large', ...limits }),
];
const secretOf = (workspace: string): string => `sk-test ${workspace}`;
/** Workspaces by their balance, in thousandths of a credit. */
const balances = { cents: 100n, credit: 1_000n, ten: 10_000n } as const;
type Balance = keyof typeof balances;
const workspaces = Object.entries(balances).map(([id, credits]) => ({
  ...{ id, name: id, plan: 'test', timeZone: 'UTC' },
  credits: (credits * nanoPerCredit) / 1_000n,
}));
const keys = workspaces.map(({ id }) => ({ workspace: id, name: 'ci', secret: new Secret(secretOf(id)) }));

describe('the credit that a call needs', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ products, models, bootstrap: { workspaces, keys } });
  });
  afterAll(() => gateway.close());

  const messages = [{ role: 'user', content: 'hi' }];
  const headersOf = (balance: Balance) => ({ ...specB, authorization: `Bearer ${secretOf(balance)}` });
  /** The status, and the hold in credits if the call was admitted. */
  const ask = async (balance: Balance, more: object) => {
    gateway.upstream.always(() => json(messagesCall.answer));
    const body = { model: 'sonnet', max_tokens: 100, messages, ...more };
    const answer = await gateway.call(messagesCall.path, { body, headers: headersOf(balance) });
    await answer.text();
    if (answer.status !== 200) return [answer.status];
    return [answer.status, Number((await lastRecorded(gateway)).hold) / Number(nanoPerCredit)] as const;
  };

  it('is that of its input alone if its limit is 0, by which it only fills the cache, also in a batch', async () => {
    const [status, hold = 0] = await ask('cents', { max_tokens: 0 });
    expect(status).toBe(200);
    expect(hold).toBeLessThan(0.01);
    expect(await ask('cents', { max_tokens: 64_000 })).toEqual([403]);
    playBatch(gateway, whole(''));
    const params = { model: 'sonnet', max_tokens: 0, messages };
    const requests = Array.from({ length: 20 }, (_, at) => ({ custom_id: `r${at}`, params }));
    const { status: made } = await gateway.call('/v1/messages/batches', {
      body: { requests },
      headers: headersOf('credit'),
    });
    expect(made).toBe(200);
  });

  it('is that of an advisor for its own uses, and for a few if they have no limit', async () => {
    const advisor = { type: 'advisor_20260301', name: 'advisor', model: 'opus' };
    const search = { type: 'web_search_20250305', name: 'web_search' };
    for (const [most, ...tools] of [
      [1.2, { ...advisor, max_uses: 1 }],
      [4, advisor],
      [5, { ...advisor, max_uses: 1 }, search],
      [10, advisor, search],
    ] as const) {
      const [status, hold = 0] = await ask('ten', { tools });
      expect([tools, status]).toEqual([tools, 200]);
      expect(hold).toBeLessThan(most);
    }
  });

  it('is that of a fallback by its own limit', async () => {
    const fallbacks = [{ model: 'sonnet', max_tokens: 64_000 }];
    expect((await ask('cents', { max_tokens: 1, fallbacks: [{ model: 'sonnet' }] }))[0]).toBe(200);
    expect(await ask('cents', { max_tokens: 1, fallbacks })).toEqual([403]);
    const [status, hold] = await ask('ten', { max_tokens: 1, fallbacks });
    expect(status).toBe(200);
    expect(hold).toBeGreaterThan(0.96);
  });

  it('is that of a dearer fallback for the one line of a batch that names it', async () => {
    playFileBatch(gateway, whole(''));
    const make = async (named: number) => {
      const request = (at: number) => {
        const body = { model: 'small', max_tokens: 10_000, messages, ...(at < named && { models: ['large'] }) };
        return JSON.stringify({ custom_id: `r${at}`, url: '/v1/chat/completions', body });
      };
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new Blob([Array.from({ length: 20 }, (_, at) => request(at)).join('\n')]), 'in.jsonl');
      const headers = { authorization: headersOf('ten').authorization };
      const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
      const { id } = (await file.json()) as { readonly id: string };
      const body = { input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' };
      return (await gateway.call('/v1/batches', { body, headers })).status;
    };
    expect(await make(20)).toBe(403);
    expect(await make(1)).toBe(200);
  });
});
