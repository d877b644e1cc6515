import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import type { Catalog, Model, Provider, Spec } from '../../../src/catalog/catalog.ts';
import type { Call } from '../../../src/gateway/call.ts';
import { makeErrand } from '../../../src/gateway/errand.ts';
import { makeModelLists } from '../../../src/gateway/model-lists.ts';
import type { CallEnd } from '../../../src/metering/hold.ts';
import type { Router } from '../../../src/routing/make-router.ts';
import type { Route } from '../../../src/routing/route.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { BrokenUpstream } from '../../../src/upstream/broken-upstream.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../../src/upstream/upstream.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { recordHold } from './record-hold.ts';

const callOf = (spec: Spec = 'a'): Call =>
  ({
    spec,
    requestId: 'req_1',
    caller: {},
    operation: specA.listModels,
    startedAt: 0,
    headers: { 'x-api-key': 'CANARY' },
  }) as unknown as Call;

/** What the provider does when it is asked. */
type Answer = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

const answerWith =
  (body: unknown, status = 200): Answer =>
  async () => {
    const chunks = [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), null];
    return { status, headers: {}, read: async () => chunks.shift() ?? null, abort: () => undefined };
  };
const listing = (...ids: readonly string[]): Answer => answerWith({ data: ids.map((id) => ({ id })) });

function makeRooms(answers: Answer[]) {
  const provider = makeProvider('far', 'a', 'http://127.0.0.1:1');
  const other = makeProvider('far-b', 'b', 'http://127.0.0.1:1');
  const models: readonly Model[] = [
    makeModel('far-*', ['far', 'far-b']),
    makeModel('far-x-*', ['far']),
    makeModel('own', ['far']),
  ];
  const catalog = {
    models,
    providers: new Map<string, Provider>([
      [provider.id, provider],
      [other.id, other],
    ]),
  } as unknown as Catalog;
  const clock = makeHandClock();
  const asked: UpstreamRequest[] = [];
  const ends: (readonly CallEnd[])[] = [];
  const errand = makeErrand({
    router: { route: () => ({ provider }) as unknown as Route } as unknown as Router,
    metering: {
      errand: () => {
        const hold = recordHold();
        ends.push(hold.ends);
        return hold;
      },
    },
    send: async (_hold, request) => {
      asked.push(request);
      const answer = answers.shift();
      if (!answer) throw new Error('The test scripted no answer.');
      return answer(request);
    },
    clock,
    newCallId: () => 'call_1',
  });
  const lists = makeModelLists({ catalog: () => catalog, errand, clock, log: silentLog });
  const idsOf = (pattern: number, spec: Spec = 'a') => lists.expand(models[pattern] as Model, spec);
  return { lists, clock, asked, ends, idsOf };
}

describe('the models behind a pattern', () => {
  it('are what the provider lists and the pattern covers, of the caller’s spec alone', async () => {
    const { lists, asked, idsOf } = makeRooms([listing('far-1', 'far-x-2', 'elsewhere')]);
    expect(idsOf(0)).toEqual([]);
    await lists.refresh(callOf());
    expect([idsOf(0), idsOf(1), idsOf(0, 'b')]).toEqual([['far-1', 'far-x-2'], ['far-x-2'], []]);
    expect(asked.map(({ path, provider }) => `${provider.id} ${path}`)).toEqual(['far /models']);
  });

  it('are asked for with no header of the caller’s, but Spec B’s version', async () => {
    const { lists, asked } = makeRooms([listing(), listing()]);
    await lists.refresh(callOf('a'));
    await lists.refresh(callOf('b'));
    expect(asked.map(({ path, headers }) => [path, headers])).toEqual([
      ['/models', { 'x-diglot-hop': '1' }],
      ['/v1/models?limit=1000', { 'anthropic-version': '2023-06-01', 'x-diglot-hop': '1' }],
    ]);
  });

  it('are asked for once by many, and again after five minutes', async () => {
    const { lists, clock, asked, idsOf } = makeRooms([listing('far-1'), listing('far-2')]);
    await Promise.all([lists.refresh(callOf()), lists.refresh(callOf()), lists.refresh(callOf())]);
    clock.move(299_999);
    await lists.refresh(callOf());
    expect([asked.length, idsOf(0)]).toEqual([1, ['far-1']]);
    clock.move(1);
    await lists.refresh(callOf());
    expect([asked.length, idsOf(0)]).toEqual([2, ['far-2']]);
  });

  it.each<[string, Answer]>([
    ['an error', answerWith({ error: { message: 'no' } }, 500)],
    ['a list that is an error', answerWith({ data: [{ id: 'far-9' }] }, 500)],
    ['a redirect', answerWith('', 302)],
    ['a page', answerWith('<html>')],
    ['no list', answerWith({ data: {} })],
    ['a break', async () => Promise.reject(new BrokenUpstream('unreachable', 'x'))],
  ])('stay what they were where the provider answers with %s, and it is asked again soon', async (_, failing) => {
    const { lists, clock, asked, ends, idsOf } = makeRooms([listing('far-1'), failing, listing('far-2')]);
    await lists.refresh(callOf());
    clock.move(300_000);
    await lists.refresh(callOf());
    expect(idsOf(0)).toEqual(['far-1']);
    clock.move(29_999);
    await lists.refresh(callOf());
    expect(asked).toHaveLength(2);
    clock.move(1);
    await lists.refresh(callOf());
    expect([asked.length, idsOf(0)]).toEqual([3, ['far-2']]);
    expect(ends.map((one) => one.map(({ outcome }) => outcome))).toEqual([['completed'], ['failed'], ['completed']]);
  });

  it('are texts alone', async () => {
    const { lists, idsOf } = makeRooms([
      answerWith({ data: [{ id: 'far-1' }, { id: 7 }, null, 'far-2', { name: 'far-3' }] }),
    ]);
    await lists.refresh(callOf());
    expect(idsOf(0)).toEqual(['far-1']);
  });
});
