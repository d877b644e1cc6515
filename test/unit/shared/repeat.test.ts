import { describe, expect, it } from 'vitest';
import { repeat, repeatEach } from '../../../src/shared/time/clock.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const never = new Promise<never>(() => undefined);

/** Lets what waits for promises go on. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a repeated action', () => {
  it('that never ends is reported once, and a stop waits 30 seconds for it', async () => {
    const clock = makeHandClock();
    const reports: string[] = [];
    const failed = (cause: unknown): void => void reports.push(String(cause));
    const stop = repeat({ clock, every: 1_000, longest: 60_000, action: () => never, failed });
    clock.move(1_000);
    expect(reports).toEqual([]);
    clock.move(600_000);
    expect(reports).toEqual(['Error: It has been running for 60 s.']);
    let stopped = false;
    const end = stop().then(() => (stopped = true));
    clock.move(29_000);
    await turn();
    expect(stopped).toBe(false);
    clock.move(1_000);
    await end;
  });

  it('is waited for by a stop, and not reported where it ends in time', async () => {
    const clock = makeHandClock();
    const reports: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = repeat({
      clock,
      every: 1_000,
      longest: 60_000,
      action: () => promise,
      failed: (cause) => reports.push(cause),
    });
    clock.move(1_000);
    const end = stop();
    resolve();
    await end;
    clock.move(600_000);
    expect(reports).toEqual([]);
  });
});

describe('actions that are repeated each by itself', () => {
  it('go on where one of them never ends and another one fails', async () => {
    const clock = makeHandClock();
    const reports: string[] = [];
    let runs = 0;
    const stop = repeatEach({
      clock,
      every: 1_000,
      actions: [() => never, () => Promise.reject(new Error('CANARY')), async () => (runs += 1)],
      failed: (cause) => reports.push(String(cause)),
    });
    for (let seconds = 0; seconds < 3; seconds += 1) {
      clock.move(1_000);
      await turn();
    }
    expect([runs, reports]).toEqual([3, Array.from({ length: 3 }, () => 'Error: CANARY')]);
    const end = stop();
    clock.move(30_000);
    await end;
  });
});
