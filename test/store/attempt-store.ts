import { describe, expect, it } from 'vitest';
import type { AttemptCounter, DelayRule } from '../../src/identity/people/sign-in-delay.ts';
import type { NewEngine } from './engine.ts';

const rule: DelayRule = { free: 2, first: 10, longest: 30, since: 'last', memory: 1_000 };
const ada: AttemptCounter = { name: 'a'.repeat(64), rule };
const bob: AttemptCounter = { name: 'b'.repeat(64), rule };

export function describeAttemptStore(newEngine: NewEngine): void {
  describe('attempts to sign in', () => {
    it('wait twice as long with each failure, for this name alone, also in the next process', async () => {
      const engine = newEngine();
      const first = await engine.start();
      for (const now of [100, 101]) expect(await first.attempts.begin([ada], now)).toMatchObject({ wait: 0 });
      await first.close();
      const { attempts } = await engine.start();
      const waitAt = async (now: number) => (await attempts.begin([ada], now)).wait;
      expect([await waitAt(101), await waitAt(110), await waitAt(111)]).toEqual([10, 1, 0]);
      expect([await waitAt(111), await waitAt(131)]).toEqual([20, 0]);
      expect([await waitAt(131), await waitAt(161)]).toEqual([30, 0]);
      expect((await attempts.begin([bob], 161)).wait).toBe(0);
      expect([await waitAt(1_161), await waitAt(1_161)]).toEqual([0, 0]);
    });

    it('are counted under all names or under none', async () => {
      const { attempts } = await newEngine().start();
      for (const now of [1, 2]) await attempts.begin([ada], now);
      expect(await attempts.begin([bob, ada], 3)).toEqual({ wait: 9, counted: [] });
      for (const now of [4, 5]) expect((await attempts.begin([bob], now)).wait).toBe(0);
    });

    it('run from the first failure where the rule says so', async () => {
      const { attempts } = await newEngine().start();
      const window = { name: ada.name, rule: { free: 2, first: 50, longest: 50, since: 'first', memory: 50 } } as const;
      for (const now of [100, 140]) await attempts.begin([window], now);
      expect((await attempts.begin([window], 141)).wait).toBe(9);
      expect((await attempts.begin([window], 150)).wait).toBe(0);
    });

    it('make no one wait longer when the clock is set back', async () => {
      const { attempts } = await newEngine().start();
      for (const now of [5_000, 5_001]) await attempts.begin([ada], now);
      expect((await attempts.begin([ada], 4_500)).wait).toBe(10);
    });

    it('that are taken back do not count, and those that came meanwhile do', async () => {
      const { attempts } = await newEngine().start();
      const { counted } = await attempts.begin([ada], 100);
      await attempts.begin([ada], 101);
      await attempts.takeBack(counted);
      expect((await attempts.begin([ada], 102)).wait).toBe(0);
      const last = await attempts.begin([ada], 112);
      expect(last.wait).toBe(0);
      await attempts.takeBack(last.counted);
      // As before it: two failures, the last one at 102.
      expect((await attempts.begin([ada], 112)).wait).toBe(0);
    });

    it('are forgotten when they succeed, and when they are old', async () => {
      const { attempts } = await newEngine().start();
      for (const now of [1, 2]) await attempts.begin([ada, bob], now);
      await attempts.forget(ada.name);
      expect((await attempts.begin([ada], 3)).wait).toBe(0);
      await attempts.sweep(2);
      expect((await attempts.begin([bob], 3)).wait).toBe(0);
    });

    it('at once are counted one after the other', async () => {
      const { attempts } = await newEngine().start();
      const waits = await Promise.all([1, 2, 3, 4].map(async () => (await attempts.begin([ada], 7)).wait));
      expect(waits.toSorted((one, other) => one - other)).toEqual([0, 0, 10, 10]);
    });
  });
}
