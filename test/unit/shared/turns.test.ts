import { describe, expect, it } from 'vitest';
import { makeTurns } from '../../../src/shared/time/turns.ts';

const hold = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe('work in turns', () => {
  it('is done one piece at a time, the smallest first, with a rest as long as the work after each', async () => {
    const turns = makeTurns();
    const done: { size: number; from: number; to: number }[] = [];
    const work = async (size: number): Promise<void> => {
      await turns.wait(size);
      const from = performance.now();
      hold(30);
      done.push({ size, from, to: performance.now() });
    };
    await Promise.all([30, 28, 2, 7].map(work));
    expect(done.map(({ size }) => size)).toEqual([2, 7, 28, 30]);
    const rests = done.slice(1).map(({ from }, index) => from - (done[index]?.to ?? 0));
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(25);
  });

  it('begins at once where nothing waits, and again after a silence', async () => {
    const turns = makeTurns();
    for (let turn = 0; turn < 3; turn += 1) await turns.wait(1);
    expect(await Promise.race([turns.wait(1).then(() => 'begun'), new Promise((end) => setTimeout(end, 2_000))])).toBe(
      'begun',
    );
  });
});
