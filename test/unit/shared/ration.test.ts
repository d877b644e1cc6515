import { describe, expect, it } from 'vitest';
import { makeRation, type Ration } from '../../../src/shared/time/turns.ts';

const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A source that brings one piece after another while it is not paused, as streams do. */
function makeSource(pieces: number, bring: (source: Parameters<Ration['take']>[1]) => void) {
  let left = pieces;
  let isPaused = false;
  const flow = (): void => {
    if (left === 0 || isPaused) return;
    left -= 1;
    bring(source);
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
  return source;
}

/** Runs sources to their end. Returns the pieces of each turn of the event loop. */
async function turnsOf(ration: Ration, { sources, pieces }: { readonly sources: number; readonly pieces: number }) {
  let inTurn = 0;
  const all = Array.from({ length: sources }, () =>
    makeSource(pieces, (source) => {
      inTurn += 1;
      ration.take(1, source);
    }),
  );
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

  it('does not wake a source that has left', async () => {
    const ration = makeRation({ size: 1, each: 1 });
    let resumed = 0;
    const source = { pause: () => undefined, resume: () => void (resumed += 1) };
    ration.take(1, source);
    ration.leave(source);
    await soon();
    await soon();
    expect(resumed).toBe(0);
  });

  it('is one a turn, also after paused sources have left', async () => {
    const ration = makeRation({ size: 1, each: 1 });
    let resumed = 0;
    const makeOne = () => ({ pause: () => undefined, resume: () => void (resumed += 1) });
    for (let count = 0; count < 10; count += 1) {
      const [goes, leaves] = [makeOne(), makeOne()];
      ration.take(1, goes);
      ration.take(1, leaves);
      await soon();
      // No source is paused now, and the next turn is set.
      ration.leave(leaves);
    }
    const sources = Array.from({ length: 20 }, makeOne);
    resumed = 0;
    for (const source of sources) ration.take(1, source);
    await soon();
    expect(resumed).toBe(1);
    await soon();
    expect(resumed).toBe(2);
  });
});
