import { describe, expect, it } from 'vitest';
import { makePermits, makeRation, makeTurns, type Ration, type Rationed } from '../../../src/shared/time/turns.ts';

const hold = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('permits', () => {
  /** Actions that each wait for the test. */
  const begin = (count: number) => {
    const withPermit = makePermits({ atOnce: 10, waiting: 50, full: () => new Error('full') });
    const begun: PromiseWithResolvers<number>[] = [];
    const actions = Array.from({ length: count }, async () =>
      withPermit(async () => {
        const mine = Promise.withResolvers<number>();
        begun.push(mine);
        return mine.promise;
      }),
    );
    return { begun, ended: Promise.allSettled(actions) };
  };
  const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

  it('let so many run at once, let some wait for their turn, and refuse the rest', async () => {
    const { begun, ended } = begin(65);
    await turn();
    expect(begun).toHaveLength(10);
    for (let done = 0; done < 60; done += 1) {
      expect(begun).toHaveLength(Math.min(60, done + 10));
      begun[done]?.resolve(done);
      await turn();
    }
    const results = await ended;
    expect(results.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, value) => ({ status: 'fulfilled', value })));
    expect(results.slice(60).map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  });

  it('are given back by an action that fails', async () => {
    const { begun, ended } = begin(11);
    await turn();
    begun[0]?.reject(new Error('failed'));
    await turn();
    expect(begun).toHaveLength(11);
    for (const { resolve } of begun) resolve(0);
    expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('work in turns', () => {
  it('is done one piece at a time, the smallest first, with a rest as long as the work after each', async () => {
    const turns = makeTurns();
    const done: { size: number; from: number; to: number }[] = [];
    const work = async (size: number): Promise<void> => {
      await turns.wait('key', size);
      const from = performance.now();
      hold(30);
      done.push({ size, from, to: performance.now() });
    };
    await Promise.all([30, 28, 2, 7].map(work));
    expect(done.map(({ size }) => size)).toEqual([2, 7, 28, 30]);
    const rests = done.slice(1).map(({ from }, index) => from - (done[index]?.to ?? 0));
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(25);
  });

  /** Begins pieces, of which each brings another one of its owner when it is its turn, and returns the order of the first ones. */
  const order = async (pieces: readonly (readonly [owner: string, size: number])[], most: number) => {
    const turns = makeTurns();
    const begun: string[] = [];
    const work = async (owner: string, size: number): Promise<void> => {
      await turns.wait(owner, size);
      begun.push(`${owner} ${size}`);
      if (begun.length < most) await work(owner, size);
    };
    await Promise.all(pieces.map((piece) => work(...piece)));
    return begun.slice(0, most);
  };

  it('is done for its owners in turn, whatever sizes each brings without a pause', async () => {
    const begun = await order(
      [
        ['busy', 1],
        ['busy', 1],
        ['busy', 1],
        ['other', 30],
      ],
      6,
    );
    expect(begun).toEqual(['busy 1', 'other 30', 'busy 1', 'other 30', 'busy 1', 'other 30']);
  });

  it('is done for an owner whose smaller pieces go first, after as many of them as it is larger', async () => {
    const begun = await order(
      [
        ['key', 1],
        ['key', 5],
      ],
      8,
    );
    expect(begun.indexOf('key 5')).toBe(4);
  });

  it('begins at once where nothing waits, and again after a silence', async () => {
    const turns = makeTurns();
    for (let turn = 0; turn < 3; turn += 1) await turns.wait('key', 1);
    expect(
      await Promise.race([turns.wait('key', 1).then(() => 'begun'), new Promise((end) => setTimeout(end, 2_000))]),
    ).toBe('begun');
  });
});

const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Bringing {
  readonly ration: Ration;
  /** Called for each piece. */
  readonly bring: () => void;
  readonly owner?: string;
}

/** A source that brings one piece after another while it is not paused, as streams do. */
function makeSource(pieces: number, { ration, bring, owner = 'key' }: Bringing) {
  let left = pieces;
  let isPaused = false;
  const flow = (): void => {
    if (left === 0 || isPaused) return;
    left -= 1;
    bring();
    rationed.take(1);
    flow();
  };
  const source = {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      process.nextTick(flow);
    },
    left: () => left,
  };
  const rationed: Rationed = ration.join(owner, source);
  return source;
}

/** Runs sources to their end. Returns the pieces of each turn of the event loop. */
async function turnsOf(ration: Ration, { sources, pieces }: { readonly sources: number; readonly pieces: number }) {
  let inTurn = 0;
  const all = Array.from({ length: sources }, () => makeSource(pieces, { ration, bring: () => void (inTurn += 1) }));
  for (const { resume } of all) resume();
  const turns: number[] = [];
  while (all.some(({ left }) => left() > 0)) {
    await soon();
    turns.push(inTurn);
    inTurn = 0;
  }
  return turns;
}

describe('a ration', () => {
  it('bounds what one source brings in a turn', async () => {
    const turns = await turnsOf(makeRation({ size: 16, each: 1 }), { sources: 1, pieces: 100 });
    expect(Math.max(...turns)).toBeLessThanOrEqual(16);
    expect(turns.reduce((sum, each) => sum + each, 0)).toBe(100);
  });

  it('bounds what many sources bring together, once each has begun', async () => {
    const [first = 0, ...turns] = await turnsOf(makeRation({ size: 16, each: 1 }), { sources: 50, pieces: 20 });
    expect(first).toBeLessThanOrEqual(50 + 16);
    // Sources that go on before the last one has spent the ration bring one piece more.
    expect(Math.max(...turns)).toBeLessThanOrEqual(2 * 16);
    expect([first, ...turns].reduce((sum, each) => sum + each, 0)).toBe(1_000);
  });

  it('is shared by its owners in turn, whatever each of them brings', async () => {
    const ration = makeRation({ size: 4, each: 1 });
    const brought = { many: 0, one: 0 };
    const many = Array.from({ length: 30 }, () =>
      makeSource(20, { ration, owner: 'many', bring: () => void (brought.many += 1) }),
    );
    for (const { resume } of many) resume();
    await soon();
    const before = brought.many;
    const one = makeSource(20, { ration, owner: 'one', bring: () => void (brought.one += 1) });
    one.resume();
    while (one.left() > 0) await soon();
    expect(brought.many - before).toBeLessThanOrEqual(6 * brought.one);
    expect(many.some(({ left }) => left() > 0)).toBe(true);
  });

  it('is for the source of an owner that joined first: bodies end one after another, not all at the end', async () => {
    const ration = makeRation({ size: 1, each: 1 });
    const sources = Array.from({ length: 5 }, () => makeSource(10, { ration, bring: () => undefined }));
    for (const { resume } of sources) resume();
    for (const [index, { left }] of sources.entries()) {
      while (left() > 0) await soon();
      for (const later of sources.slice(index + 2)) expect(later.left()).toBeGreaterThanOrEqual(8);
    }
  });

  it('wakes a source that leaves once, and never again', async () => {
    const ration = makeRation({ size: 1, each: 1 });
    let resumed = 0;
    const source = ration.join('key', { pause: () => undefined, resume: () => void (resumed += 1) });
    source.take(1);
    source.leave();
    source.leave();
    expect(resumed).toBe(1);
    await soon();
    await soon();
    expect(resumed).toBe(1);
  });

  it('is one a turn, also after paused sources have left', async () => {
    const ration = makeRation({ size: 1, each: 1 });
    let resumed = 0;
    const joinOne = () => ration.join('key', { pause: () => undefined, resume: () => void (resumed += 1) });
    for (let count = 0; count < 10; count += 1) {
      const [goes, leaves] = [joinOne(), joinOne()];
      goes.take(1);
      leaves.take(1);
      await soon();
      // No source is paused now, and the next turn is set.
      leaves.leave();
    }
    const sources = Array.from({ length: 20 }, joinOne);
    resumed = 0;
    for (const source of sources) source.take(1);
    await soon();
    expect(resumed).toBe(1);
    await soon();
    expect(resumed).toBe(2);
  });
});
