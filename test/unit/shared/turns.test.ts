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
