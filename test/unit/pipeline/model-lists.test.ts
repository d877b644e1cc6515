import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import type { Catalog, Model, Provider, Spec } from '../../../src/catalog/catalog.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import { makeInternalRequests } from '../../../src/pipeline/internal-request.ts';
import { makeModelLists } from '../../../src/pipeline/model-lists.ts';
import type { Route, Router } from '../../../src/routing/route.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { BrokenUpstream, type UpstreamAnswer, type UpstreamRequest } from '../../../src/providers/upstream.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';

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
    return { status, headers: {}, read: async () => chunks.shift() ?? null, abort: () => undefined, secrets: () => [] };
  };
const listing = (...ids: readonly string[]): Answer => answerWith({ data: ids.map((id) => ({ id })) });

function makeDeps(answers: Answer[]) {
  const provider = makeProvider('far', 'a', 'http://127.0.0.1:1');
  const other = makeProvider('far-b', 'b', 'http://127.0.0.1:1');
  const models: readonly Model[] = [
    makeModel('far-*', ['far', 'far-b']),
    makeModel('far-x-*', ['far', 'far-b']),
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
  const facts: UpstreamRequest[] = [];
  const open: (() => boolean)[] = [];
  const internalRequest = makeInternalRequests({
    router: { route: () => ({ provider }) as unknown as Route } as unknown as Router,
    send: async (hold, request) => {
      expect(hold.isOpen()).toBe(true);
      open.push(hold.isOpen);
      facts.push(request);
      const answer = answers.shift();
      if (!answer) throw new Error('The test scripted no answer.');
      return answer(request);
    },
    newCallId: () => 'call_1',
  });
  const lists = makeModelLists({ catalog: () => catalog, internalRequest, clock, log: silentLog });
  const idsOf = (pattern: number, spec: Spec = 'a') =>
    lists.expand(models[pattern] as Model, { spec, region: 'global' }).map(({ id }) => id);
  const entriesOf = (pattern: number, spec: Spec) => lists.expand(models[pattern] as Model, { spec, region: 'global' });
  return { lists, clock, facts, open, idsOf, entriesOf };
}

describe('the models behind a pattern', () => {
  it('are what the provider lists and the pattern covers, of the caller’s spec alone', async () => {
    const { lists, facts, idsOf } = makeDeps([listing('far-1', 'far-x-2', 'elsewhere')]);
    expect(idsOf(0)).toEqual([]);
    await lists.refresh(callOf());
    expect([idsOf(0), idsOf(1), idsOf(0, 'b')]).toEqual([['far-1', 'far-x-2'], ['far-x-2'], []]);
    expect(facts.map(({ path, provider }) => `${provider.id} ${path}`)).toEqual(['far /models']);
  });

  it('are asked for with no header of the caller’s', async () => {
    const { lists, facts } = makeDeps([listing(), listing()]);
    await lists.refresh(callOf('a'));
    await lists.refresh(callOf('b'));
    expect(facts.map(({ path, headers }) => [path, headers])).toEqual([
      ['/models', { 'x-diglot-hop': '1' }],
      ['/v1/models?limit=1000', { 'x-diglot-hop': '1' }],
    ]);
  });

  it('are asked for once by many, and again after five minutes', async () => {
    const { lists, clock, facts, idsOf } = makeDeps([listing('far-1'), listing('far-2')]);
    await Promise.all([lists.refresh(callOf()), lists.refresh(callOf()), lists.refresh(callOf())]);
    clock.move(299_999);
    await lists.refresh(callOf());
    expect([facts.length, idsOf(0)]).toEqual([1, ['far-1']]);
    clock.move(1);
    await lists.refresh(callOf());
    expect([facts.length, idsOf(0)]).toEqual([2, ['far-2']]);
  });

  it.each<[string, Answer]>([
    ['an error', answerWith({ error: { message: 'no' } }, 500)],
    ['a list that is an error', answerWith({ data: [{ id: 'far-9' }] }, 500)],
    ['a redirect', answerWith('', 302)],
    ['a page', answerWith('<html>')],
    ['no list', answerWith({ data: {} })],
    ['a break', async () => Promise.reject(new BrokenUpstream('unreachable', 'x'))],
  ])('stay what they were where the provider answers with %s, and it is asked again soon', async (_, failing) => {
    const { lists, clock, facts, open, idsOf } = makeDeps([listing('far-1'), failing, listing('far-2')]);
    await lists.refresh(callOf());
    clock.move(300_000);
    await lists.refresh(callOf());
    expect(idsOf(0)).toEqual(['far-1']);
    clock.move(29_999);
    await lists.refresh(callOf());
    expect(facts).toHaveLength(2);
    clock.move(1);
    await lists.refresh(callOf());
    expect([facts.length, idsOf(0)]).toEqual([3, ['far-2']]);
    expect(open.map((isOpen) => isOpen())).toEqual([false, false, false]);
  });

  it('have the dates, names and limits that the provider states, where they are plausible', async () => {
    const entries = [
      { id: 'far-1', created: 1_700_000_000, owned_by: 'them', max_input_tokens: 9, max_tokens: 5 },
      { id: 'far-2', created: 1e300, owned_by: '', max_input_tokens: -1, max_tokens: '5' },
    ];
    const infos = [
      {
        id: 'far-3',
        created_at: '2026-01-31T12:00:00Z',
        display_name: 'Far 3',
        max_input_tokens: 2_000,
        max_tokens: 1_000,
      },
      { id: 'far-4', created_at: 'soon', display_name: 'x'.repeat(201), max_input_tokens: 1.5, max_tokens: null },
    ];
    const { lists, entriesOf } = makeDeps([answerWith({ data: entries }), answerWith({ data: infos })]);
    await lists.refresh(callOf('a'));
    await lists.refresh(callOf('b'));
    const none = { displayName: null, createdAt: null, ownedBy: null, maxInputTokens: null, maxOutputTokens: null };
    expect(entriesOf(0, 'a')).toEqual([
      { ...none, id: 'far-1', createdAt: 1_700_000_000_000, ownedBy: 'them', maxInputTokens: 9, maxOutputTokens: 5 },
      { ...none, id: 'far-2' },
    ]);
    const createdAt = Date.UTC(2026, 0, 31, 12);
    expect(entriesOf(0, 'b')).toEqual([
      { ...none, id: 'far-3', displayName: 'Far 3', createdAt, maxInputTokens: 2_000, maxOutputTokens: 1_000 },
      { ...none, id: 'far-4' },
    ]);
  });

  it('are read page by page, to a bound', async () => {
    const page = (number: number, size: number) => {
      const data = Array.from({ length: size }, (_, index) => ({ id: `far-${number}-${index}` }));
      return answerWith({ data, has_more: true, last_id: `p/${number}` });
    };
    const few = makeDeps([
      page(1, 2),
      answerWith({ data: [{ id: 'far-last' }], has_more: false, last_id: 'far-last' }),
    ]);
    await few.lists.refresh(callOf('b'));
    expect(few.idsOf(0, 'b')).toEqual(['far-1-0', 'far-1-1', 'far-last']);
    expect(few.facts.map(({ path }) => path)).toEqual([
      '/v1/models?limit=1000',
      '/v1/models?limit=1000&after_id=p%2F1',
    ]);
    const many = makeDeps(Array.from({ length: 9 }, (_, number) => page(number, 1_500)));
    await many.lists.refresh(callOf('b'));
    expect([many.idsOf(0, 'b').length, many.facts.length]).toEqual([5_000, 4]);
    const same = makeDeps([page(1, 1), page(1, 1)]);
    await same.lists.refresh(callOf('b'));
    expect([same.idsOf(0, 'b').length, same.facts.length]).toEqual([2, 2]);
    const one = makeDeps([page(1, 1)]);
    await one.lists.refresh(callOf('a'));
    expect(one.facts).toHaveLength(1);
  });

  it('are texts alone', async () => {
    const { lists, idsOf } = makeDeps([
      answerWith({ data: [{ id: 'far-1' }, { id: 7 }, null, 'far-2', { name: 'far-3' }] }),
    ]);
    await lists.refresh(callOf());
    expect(idsOf(0)).toEqual(['far-1']);
  });
});
