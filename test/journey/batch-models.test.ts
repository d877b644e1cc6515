import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { chargedOf, doneLine, makeBatch, playBatch, playFileBatch, specB, whole } from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const paramsOf = (others: object, model = 'test-model') => ({
  model,
  max_tokens: 5,
  messages: [{ role: 'user', content: 'x' }],
  ...others,
});
const namesOf = (count: number, prefix = 'other'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

describe('the models that the requests of a batch name besides their own', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const ids = ['test-model', 'm-*', 'other*', 'a-*', 'b-*'];
    gateway = await startGateway({ models: ids.map((id) => makeModel(id, ['up-b'])) });
    playBatch(gateway, whole(doneLine('r0')));
  });
  afterAll(() => gateway.close());
  afterEach(() => void vi.unstubAllGlobals());

  const make = (params: readonly object[], query = '') => {
    const requests = params.map((each, index) => ({ custom_id: `r${index}`, params: each }));
    return gateway.call(`/v1/messages/batches${query}`, { body: { requests }, headers: specB });
  };

  /** How often the query is read while a batch is made. */
  async function readsOf(params: readonly object[]): Promise<number> {
    let reads = 0;
    const Real = URLSearchParams;
    vi.stubGlobal(
      'URLSearchParams',
      class extends Real {
        constructor(...sent: ConstructorParameters<typeof Real>) {
          super(...sent);
          if (typeof sent[0] === 'string' && sent[0].startsWith('filler')) reads += 1;
        }
      },
    );
    const answer = await make(params, '?filler=1');
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('in_progress')]);
    return reads;
  }

  it('cost no reading of the query, however many they are, and however many models the requests call', async () => {
    const few = await readsOf([paramsOf({})]);
    expect(await readsOf([paramsOf({ models: namesOf(90) })])).toBe(few);
    expect(await readsOf(namesOf(40, 'm').map((model) => paramsOf({}, model)))).toBe(few);
  });

  it('count once, however often they are written', async () => {
    const models = Array.from({ length: 300 }, () => 'other');
    expect((await make([paramsOf({ models }), paramsOf({ models })])).status).toBe(200);
  });

  it('are refused when they are more than 100, in one request or in all together', async () => {
    const refused = [400, expect.stringContaining('more than 100 models besides their own')];
    const inOne = await make([paramsOf({ models: namesOf(101) })]);
    expect([inOne.status, await inOne.text()]).toEqual(refused);
    const inAll = await make([paramsOf({ models: namesOf(60, 'a') }), paramsOf({ models: namesOf(60, 'b') })]);
    expect([inAll.status, await inAll.text()]).toEqual(refused);
  });

  it('are refused in a single message too when they are more than 100', async () => {
    const body = paramsOf({ models: namesOf(101) });
    const answer = await gateway.call('/v1/messages', { body, headers: specB });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('The request names 101 models besides its own; it may name 100. Name fewer.'),
    ]);
  });
});

/** Twice the price of the others. */
const dear = { ...makeProduct('dear'), prices: [{ from: 0, rates: { input_tokens: 2_000n, output_tokens: 2_000n } }] };

describe('a line of a batch of one model', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const target = (provider: string) => ({ provider, model: 'vendor-dear', region: 'global', weight: 1 });
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('dear', ['up-a', 'up-b'], { product: 'dear' }),
        makeModel('alias', [], { product: 'dear', targets: ['up-a', 'up-b'].map(target) }),
        makeModel('drawer', ['up-a'], { product: 'tokens', operations: ['images', 'batches', 'files'] }),
      ],
      products: [makeProduct('test'), dear, { ...dear, sku: 'tokens' }],
    });
  });
  afterAll(() => gateway.close());

  it.each<[answered: string, others: object, model: string, each: bigint]>([
    ['dear', { fallbacks: [{ model: 'dear' }] }, 'dear', 2_000n],
    ['dear-2026-08-07', { fallbacks: [{ model: 'dear' }] }, 'dear', 2_000n],
    ['vendor-dear', { models: ['vendor-dear'] }, 'alias', 2_000n],
    ['dear', { fallbacks: 'default' }, 'dear', 2_000n],
    ['dear', {}, 'test-model', 1_000n],
    ['mystery', { fallbacks: [{ model: 'dear' }] }, 'test-model', 1_000n],
    ['test-model-2026-08-07', { fallbacks: [{ model: 'dear' }] }, 'test-model', 1_000n],
  ])('that %s answered, with %j, is charged as %s', async (answered, others, model, each) => {
    playBatch(gateway, whole(doneLine('r0', answered)));
    const requests = [{ custom_id: 'r0', params: paramsOf(others) }];
    const made = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
    const { id } = (await made.json()) as { readonly id: string };
    await gateway.call(`/v1/messages/batches/${id}`, { headers: specB });
    const requestId = made.headers.get('request-id') ?? '';
    const [line] = await chargedOf(gateway, { id, requestId });
    expect([line?.model, line?.lines[0]?.unitPrice]).toEqual([model, each]);
  });

  it('of images whose answer counts nothing is charged for an estimate of its tokens', async () => {
    const body = { created: 1, data: [{ b64_json: 'eA==' }, { b64_json: 'eA==' }] };
    playFileBatch(gateway, whole(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body } })));
    const form = new FormData();
    form.append('purpose', 'batch');
    const request = { url: '/v1/images/generations', body: { model: 'drawer', prompt: 'x', n: 2 } };
    form.append('file', new Blob([JSON.stringify(request)]), 'in.jsonl');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    const { id: input_file_id } = (await file.json()) as { readonly id: string };
    const wish = { input_file_id, endpoint: '/v1/images/generations', completion_window: '24h' };
    const made = await gateway.call('/v1/batches', { body: wish });
    const { id } = (await made.json()) as { readonly id: string };
    await gateway.call(`/v1/batches/${id}`);
    const [line] = await chargedOf(gateway, { id, requestId: made.headers.get('x-request-id') ?? '' });
    expect(line).toMatchObject({ model: 'drawer', usageSource: 'partial' });
    expect(line?.charge).toBeGreaterThan(1_000n);
  });
});

describe('a line of a batch of several models', () => {
  const own = ['claude-opus-4-0', 'claude-3-7-sonnet-latest', 'test-model'] as const;
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('claude-opus-4-0', ['up-a', 'up-b'], { product: 'dear' }),
        makeModel('claude-3-7-sonnet-latest', ['up-a', 'up-b']),
        makeModel('claude-*', ['up-a', 'up-b']),
      ],
      products: [makeProduct('test'), dear],
    });
  });
  afterAll(() => gateway.close());

  /** Models as the answers name them, and what each line is charged as. */
  const answers: readonly (readonly [answered: string | undefined, charged: string])[] = [
    ['claude-opus-4-20250514', 'claude-opus-4-0'],
    ['claude-3-7-sonnet-20250219', 'claude-3-7-sonnet-latest'],
    ['claude-3-7-sonnet@20250219', 'claude-3-7-sonnet-latest'],
    ['test-model-2026-08-07', 'test-model'],
    ['test-model', 'test-model'],
    ['test-models', 'claude-opus-4-0 unpriced_model'],
    ['accounts/host/models/x', 'claude-opus-4-0 unpriced_model'],
    [undefined, 'claude-opus-4-0 unpriced_model'],
    ['claude-haiku', 'claude-haiku'],
  ];
  const inputOf = ({ lines }: Awaited<ReturnType<typeof chargedOf>>[number]): number =>
    lines.find(({ unitKind }) => unitKind === 'input_tokens')?.quantity ?? 0;
  const ids = answers.map((_, index) => `r${index}`);
  const request = (index: number) => paramsOf({}, own[index % own.length]);

  const makers = {
    a: async () => {
      const lines = ids.map((custom_id, index) => ({ custom_id, url: '/v1/chat/completions', body: request(index) }));
      const form = new FormData();
      form.append('purpose', 'batch');
      form.append('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'in.jsonl');
      const headers = { authorization: `Bearer ${gateway.key}` };
      const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
      const { id: input_file_id } = (await file.json()) as { readonly id: string };
      const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
      const made = await gateway.call('/v1/batches', { body });
      const { id } = (await made.json()) as { readonly id: string };
      await gateway.call(`/v1/batches/${id}`);
      return { id, requestId: made.headers.get('x-request-id') ?? '' };
    },
    b: async () => {
      const batch = await makeBatch(
        gateway,
        ids.map((_, index) => own[index % own.length] ?? ''),
      );
      await gateway.call(`/v1/messages/batches/${batch.id}`, { headers: specB });
      return batch;
    },
  };
  it.each(['a', 'b'] as const)('is charged by any name of its model, and never free: Spec %s', async (spec) => {
    const lines = answers.map(([model], index) => {
      const usage = { input_tokens: 10 + index, output_tokens: 2 };
      const counts = { prompt_tokens: 10 + index, completion_tokens: 2 };
      return JSON.stringify(
        spec === 'a'
          ? { custom_id: `r${index}`, response: { status_code: 200, body: { model, usage: counts } } }
          : { custom_id: `r${index}`, result: { type: 'succeeded', message: { model, usage } } },
      );
    });
    const play = spec === 'a' ? playFileBatch : playBatch;
    play(gateway, whole(lines.join('\n')));
    const charged = await chargedOf(gateway, await makers[spec]());
    const byInput = charged.toSorted((one, other) => inputOf(one) - inputOf(other));
    expect(byInput.map(({ model, flags }) => `${model} ${flags}`.trim())).toEqual(answers.map(([, as]) => as));
  });
});
