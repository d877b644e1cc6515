import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { ResponseHolds } from '../../../src/realtime/response-holds.ts';
import type { ResponseEnd, ResponseSlot } from '../../../src/realtime/response-slot.ts';

const completed: ResponseEnd = { outcome: 'completed', status: 200 };

/** Holds that write down what becomes of them. @param most how many the account covers at one time @param mostEver and in all */
function makeBook(most = Infinity, mostEver = Infinity) {
  const settled: string[] = [];
  const sides: string[] = [];
  let made = 0;
  let open = 0;
  let peak = 0;
  const take = (): ResponseSlot => {
    if (open >= most || made >= mostEver) throw new GatewayError('insufficient_credits', 'Nothing is left.');
    return give('hold');
  };
  const give = (kind: string): ResponseSlot => {
    made += 1;
    open += 1;
    peak = Math.max(peak, open);
    const name = `${kind} ${made}`;
    let isOpen = true;
    return {
      hold: {
        callId: name,
        isOpen: () => isOpen,
        progress: () => undefined,
        settle: () => Promise.reject(new Error('unused')),
      },
      begin: () => undefined,
      accepted: () => undefined,
      output: () => undefined,
      report: () => undefined,
      addSide: () => void sides.push(name),
      settle: () => {
        if (!isOpen) throw new Error(`${name} was settled twice.`);
        isOpen = false;
        open -= 1;
        settled.push(name);
        return Promise.resolve(1n);
      },
    };
  };
  const holds = new ResponseHolds({
    admit: () => new Promise((resolve) => resolve(take())),
    first: take(),
    uncovered: () => give('nothing'),
    requestId: 'req',
  });
  return { holds, settled, sides, made: () => made, open: () => open, peak: () => peak };
}

describe('the holds of a session', () => {
  it('are taken for at most 64 responses that have not begun', async () => {
    const { holds, made } = makeBook();
    for (let count = 0; count < 64; count += 1) await holds.requested('event');
    await expect(holds.requested('event')).rejects.toMatchObject({ code: 'invalid_value' });
    expect(made()).toBe(64);
    await holds.begun('a', null);
    await holds.requested('event');
    expect(made()).toBe(65);
  });

  it('are one for each response, and one more after each', async () => {
    const { holds, settled, open } = makeBook();
    await holds.requested('event');
    await holds.begun('a', null);
    expect(open()).toBe(1);
    expect(await holds.done('a', {}, completed)).toBeNull();
    expect([settled, open()]).toEqual([['hold 1'], 1]);
  });

  it('are one for each of two responses with one id, unless what says that it began is said again', async () => {
    const { holds, settled } = makeBook();
    for (const eventId of ['event_1', 'event_1', 'event_2', null]) {
      await holds.begun('a', null, eventId);
      await holds.done('a', {}, completed);
      await holds.done('a', {}, completed);
    }
    expect(settled).toEqual(['hold 1', 'hold 2']);
  });

  it('are as many as responses run or are expected', async () => {
    const { holds, open } = makeBook();
    await holds.requested('event');
    await holds.requested('event');
    expect(open()).toBe(2);
    await holds.begun('a', null);
    await holds.begun('b', null);
    await holds.requested('event');
    expect(open()).toBe(3);
  });

  it('are used again when the upstream refuses a request', async () => {
    const { holds, made } = makeBook();
    await holds.requested('event');
    holds.refused('event');
    await holds.requested('event');
    expect(made()).toBe(1);
  });

  it('stay kept for a response when the upstream refuses another event', async () => {
    const { holds } = makeBook();
    await holds.requested('event_1');
    holds.refused('event_2');
    expect(holds.isBusy()).toBe(true);
    holds.refused('event_1');
    expect(holds.isBusy()).toBe(false);
  });

  it('end the session when there is credit for no further one, after the response that used it', async () => {
    const { holds, settled } = makeBook(1);
    await holds.requested('event');
    await expect(holds.requested('event')).rejects.toMatchObject({ code: 'insufficient_credits' });
    await holds.begun('a', null);
    expect(await holds.begun('b', null)).toMatchObject({ code: 'insufficient_credits' });
    await holds.done('a', {}, completed);
    expect(settled).toEqual(['hold 1']);
  });

  it('are taken again under changed limits, without those of responses that run or are expected', async () => {
    const { holds, settled, open } = makeBook(2, 3);
    expect([await holds.renewed(), settled, open()]).toEqual([null, ['hold 1'], 1]);
    await holds.requested('event');
    expect([await holds.renewed(), settled]).toEqual([null, ['hold 1']]);
    await holds.begun('a', null);
    expect([await holds.renewed(), settled]).toEqual([null, ['hold 1']]);
    await holds.done('a', {}, completed);
    expect(await holds.renewed()).toMatchObject({ code: 'insufficient_credits' });
    expect([settled, open()]).toEqual([['hold 1', 'hold 2', 'hold 3'], 0]);
    await holds.end(completed);
    expect(await holds.renewed()).toBeNull();
  });

  it('are of nothing for the work of other models that is reported when there is no further one', async () => {
    const { holds, settled, sides } = makeBook(1, 1);
    const work = { model: null, usage: { input_tokens: 1 } };
    for (let times = 0; times < 3; times += 1)
      expect(await holds.side(work)).toMatchObject({ code: 'insufficient_credits' });
    expect(sides).toEqual(['hold 1', 'nothing 2', 'nothing 3']);
    expect(settled).toEqual(sides);
    await holds.end(completed);
    await holds.side(work);
    expect(sides).toHaveLength(3);
  });

  it('are of nothing for a response that begins when there is no further one, and it is awaited', async () => {
    const { holds, settled } = makeBook(1);
    await holds.begun('a', null);
    expect(await holds.begun('b', null)).toMatchObject({ code: 'insufficient_credits' });
    expect(holds.isBusy()).toBe(true);
    await holds.done('b', {}, completed);
    await holds.done('a', {}, completed);
    expect([settled, holds.isBusy()]).toEqual([['nothing 2', 'hold 1'], false]);
  });

  it('charge a response once, however often its end is reported', async () => {
    const { holds, settled, open } = makeBook();
    await holds.requested('event');
    await holds.requested('event');
    await holds.begun('a', null);
    await holds.done('a', {}, completed);
    expect(await holds.done('a', {}, completed)).toBeNull();
    await holds.begun('a', null);
    expect([settled, open()]).toEqual([['hold 1'], 1]);
  });

  it('charge what a response used of which nothing said that it began, but not after the session', async () => {
    const { holds, settled, open } = makeBook();
    const used = { usage: { input_tokens: 1 } };
    await holds.begun('a', null);
    await holds.done('b', {}, completed);
    expect(settled).toEqual([]);
    await holds.done('c', used, completed);
    await holds.done('c', used, completed);
    await holds.done('a', used, completed);
    expect([settled, open()]).toEqual([['nothing 2', 'hold 1'], 1]);
    await holds.end(completed);
    await holds.done('d', used, completed);
    expect([settled.length, open()]).toEqual([3, 0]);
  });

  it('take the end of a response without an id for that of the oldest that runs', async () => {
    const { holds, settled } = makeBook();
    for (const id of ['a', 'b']) await holds.begun(id, null);
    await holds.done('', { usage: { input_tokens: 1 } }, completed);
    expect(settled).toEqual(['hold 1']);
    expect(holds.running()).toEqual(['b']);
  });

  it('are not taken once the session is over', async () => {
    const { holds, open } = makeBook();
    await holds.end(completed);
    await holds.requested('event');
    await holds.begun('a', null);
    expect(open()).toBe(0);
  });

  type Step = readonly ['requested' | 'refused' | 'begun' | 'done' | 'used' | 'side', number];
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom('requested', 'refused', 'begun', 'done', 'used', 'side'),
    fc.nat(3),
  );

  it('are each settled once, in any order of events, also at the same time, and one is open until the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(4), async (steps, spare) => {
        const { holds, settled, made, open } = makeBook(1 + spare);
        const act: Readonly<Record<Step[0], (id: string) => unknown>> = {
          requested: () => holds.requested('event'),
          refused: () => holds.refused('event'),
          begun: (id) => holds.begun(id, null),
          done: (id) => holds.done(id, {}, completed),
          used: (id) => holds.done(id, { usage: { input_tokens: 1 } }, completed),
          side: () => holds.side({ model: null, usage: { input_tokens: 1 } }),
        };
        await Promise.allSettled(steps.map(([name, id]) => act[name](`resp_${id}`)));
        expect(open()).toBeGreaterThan(0);
        await holds.end(completed);
        expect(open()).toBe(0);
        expect(new Set(settled).size).toBe(made());
      }),
      { numRuns: 300 },
    );
  });
});
