import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { doneLine, playBatch, specB, whole } from './batch-upstream.ts';
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
    gateway = await startGateway({ models: [makeModel('test-model', ['up-b']), makeModel('m-*', ['up-b'])] });
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
