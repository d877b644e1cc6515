import { afterEach, describe, expect, it } from 'vitest';
import { unitKinds } from '../../src/shared/usage.ts';
import { usualMost } from '../../src/catalog/catalog.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProduct, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { tinyPng } from '../sdk/tiny-png.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Two credits for a million tokens of input, ten for one of output. */
const rates = { ...Object.fromEntries(unitKinds.map((kind) => [kind, 2_000_000n])), output_tokens: 10_000_000n };
const product = { ...makeProduct('test'), prices: [{ from: 0, rates }] };
const models = [
  makeModel('test-model', ['up-a', 'up-b'], { most: usualMost, maxInputTokens: null, maxOutputTokens: null }),
  makeModel('translated', ['up-a'], { most: usualMost, maxInputTokens: null, maxOutputTokens: null }),
  makeModel('painter', ['up-a'], { product: 'pictures', most: usualMost, maxInputTokens: null, maxOutputTokens: null }),
];
/** Forty credits for a million tokens. */
const pictures = {
  ...makeProduct('pictures'),
  prices: [{ from: 0, rates: Object.fromEntries(unitKinds.map((kind) => [kind, 40_000_000n])) }],
};

const chat = (usage: object): object => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'x', refusal: null }, finish_reason: 'stop', logprobs: null },
  ],
  usage,
});
const message = (usage: object): object => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'test-model',
  content: [{ type: 'text', text: 'x' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
});

const response = (usage: object): object => ({
  id: 'r1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'test-model',
  error: null,
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'x', annotations: [] }],
    },
  ],
  usage,
});

const png = `data:image/png;base64,${tinyPng.toString('base64')}`;
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Pages/Count 100>>endobj\ntrailer<<>>\n%%EOF').toString('base64');
const user = (...content: readonly object[]) => [{ role: 'user', content }];

/** Small requests, and what the vendors are known to bill for such ones. */
const dear = {
  'a picture of one pixel': {
    path: '/v1/chat/completions',
    body: { max_tokens: 5, messages: user({ type: 'image_url', image_url: { url: png } }) },
    answer: chat({ prompt_tokens: 8_516, completion_tokens: 5, total_tokens: 8_521 }),
  },
  'thoughts beyond the limit': {
    path: '/v1/chat/completions',
    body: { max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
    answer: chat({ prompt_tokens: 700, completion_tokens: 4_821, total_tokens: 5_521 }),
  },
  'thoughts beyond the limit of a request that is translated': {
    path: '/v1/messages',
    body: { model: 'translated', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
    answer: response({ input_tokens: 700, output_tokens: 4_821, total_tokens: 5_521 }),
  },
  'a document': {
    path: '/v1/messages',
    body: {
      max_tokens: 5,
      messages: user({ type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf } }),
    },
    answer: message({ input_tokens: 73_842, output_tokens: 5 }),
  },
  'web search': {
    path: '/v1/messages',
    body: {
      max_tokens: 5,
      messages: [{ role: 'user', content: 'Hi' }],
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    },
    answer: message({ input_tokens: 404_500, output_tokens: 5 }),
  },
};

/** A gateway whose one workspace has so many nano-credits. */
const startWithCredits = (credits: bigint): Promise<TestGateway> => {
  const workspaces = [makeWorkspaceRow('acme', credits)];
  const keys = [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }];
  return startGateway({ models, products: [product, pictures], bootstrap: { workspaces, keys } });
};

const leftOf = async (gateway: TestGateway): Promise<bigint> => {
  const { granted, posted } = await gateway.services.store.ledger.account('acme');
  return granted - posted;
};

describe.each(Object.entries(dear))('a balance of 0.1 and 24 calls at once: %s', (_, { path, body, answer }) => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  const open = async (credits: bigint): Promise<void> => {
    gateway = await startWithCredits(credits);
    gateway.upstream.always(() => json(answer));
  };
  const callsAtOnce = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status } = await gateway.call(path, { body: { model: 'test-model', ...body } });
        return status;
      }),
    );

  it('never ends below zero', async () => {
    await open(nanoPerCredit / 10n);
    const statuses = await callsAtOnce(24);
    expect(new Set(statuses).isSubsetOf(new Set([200, 403]))).toBe(true);
    expect(statuses).toContain(403);
    expect(await leftOf(gateway)).toBeGreaterThanOrEqual(0n);
  });

  it('pays for those that the balance covers', async () => {
    await open(50n * nanoPerCredit);
    expect(await callsAtOnce(3)).toEqual([200, 200, 200]);
    expect(await leftOf(gateway)).toBeLessThan(50n * nanoPerCredit);
  });
});

describe('a balance that covers the tokens of a long text, but not its bytes', () => {
  const text = 'The committee considered several of the proposals, and rejected most of them. '.repeat(500);
  const credits = BigInt(text.length) * 1_200n;

  it('pays for it', async () => {
    const gateway = await startWithCredits(credits);
    gateway.upstream.always(() => json(message({ input_tokens: 7_500, output_tokens: 5 })));
    const call = async (content: string): Promise<number> => {
      const body = { model: 'test-model', max_tokens: 5, messages: [{ role: 'user', content }] };
      return (await gateway.call('/v1/messages', { body })).status;
    };
    expect(await call('日本'.repeat(text.length / 2))).toBe(403);
    expect(await call(text)).toBe(200);
    expect(await leftOf(gateway)).toBeGreaterThan(0n);
    await gateway.close();
  });
});

describe('a tool that draws', () => {
  const drawing = async (gateway: TestGateway, tools: readonly object[], output: number): Promise<number> => {
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
    const drawn = { input_tokens: 50, output_tokens: output };
    gateway.upstream.always(() => json({ ...response(usage), tools, tool_usage: { image_gen: drawn } }));
    const body = { model: 'test-model', input: 'A cat', max_output_tokens: 16, tools, max_tool_calls: 2 };
    const answer = await gateway.call('/v1/responses', { body });
    await answer.arrayBuffer();
    return answer.status;
  };

  it.each([
    ['a model of the catalogue', [{ type: 'image_generation', model: 'painter' }], 30_000],
    ['the provider’s choice', [{ type: 'image_generation' }], 90_000],
  ])('never takes a balance of 1 below zero by the tokens of %s', async (_, tools, output) => {
    const gateway = await startWithCredits(nanoPerCredit);
    const statuses = await Promise.all(Array.from({ length: 24 }, () => drawing(gateway, tools, output)));
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await leftOf(gateway)).toBe(nanoPerCredit);
    await gateway.close();
  });

  it('is paid for by a balance that covers what it may draw', async () => {
    const gateway = await startWithCredits(50n * nanoPerCredit);
    expect(await drawing(gateway, [{ type: 'image_generation', model: 'painter' }], 30_000)).toBe(200);
    // The painter's tokens at the painter's price are more than a credit.
    expect(await leftOf(gateway)).toBeLessThan(49n * nanoPerCredit);
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 10 });
    expect(items.map(({ model, flags }) => `${model} ${flags}`).toSorted()).toEqual([
      'painter side_work',
      'test-model ',
    ]);
    await gateway.close();
  });
});
