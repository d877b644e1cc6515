import { describe, expect, it } from 'vitest';
import { makeDeadline, repeat, repeatEach } from '../../../src/shared/time/clock.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

function makeCounted(shortest = 100) {
  const clock = makeHandClock();
  let timers = 0;
  let met = 0;
  const counting = {
    ...clock,
    after: (milliseconds: number, action: () => void) => {
      timers += 1;
      return clock.after(milliseconds, action);
    },
  };
  const deadline = makeDeadline({ clock: counting, shortest, met: () => (met += 1) });
  return { clock, deadline, timers: () => timers, met: () => met };
}

describe('a deadline', () => {
  it('is met once, when its time is over and not before', () => {
    const { clock, deadline, met } = makeCounted();
    deadline.set(100);
    clock.move(99);
    expect(met()).toBe(0);
    clock.move(1);
    clock.move(1_000);
    expect(met()).toBe(1);
  });

  it('that is put off goes by the last time it was set', () => {
    const { clock, deadline, met } = makeCounted();
    deadline.set(100);
    clock.move(60);
    deadline.set(100);
    clock.move(99);
    expect(met()).toBe(0);
    clock.move(1);
    expect(met()).toBe(1);
  });

  it('may be set to less than before', () => {
    const { clock, deadline, met } = makeCounted();
    deadline.set(10_000);
    clock.move(50);
    deadline.set(100);
    clock.move(100);
    expect(met()).toBe(1);
  });

  it('rests until it is set again', () => {
    const { clock, deadline, met } = makeCounted();
    deadline.set(100);
    deadline.rest();
    clock.move(5_000);
    expect(met()).toBe(0);
    deadline.set(100);
    clock.move(100);
    expect(met()).toBe(1);
  });

  it('can be set again in its callback', () => {
    const clock = makeHandClock();
    const at: number[] = [];
    const deadline = makeDeadline({
      clock,
      shortest: 100,
      met: () => {
        at.push(clock.monotonic());
        deadline.set(100);
      },
    });
    deadline.set(100);
    clock.move(350);
    expect(at).toEqual([100, 200, 300]);
  });

  it('that is stopped is never met, and leaves no timer', () => {
    const { clock, deadline, met, timers } = makeCounted();
    deadline.set(100);
    deadline.stop();
    clock.move(5_000);
    expect([met(), timers()]).toEqual([0, 1]);
  });

  it('needs no timer of its own for each time it is put off', () => {
    const { clock, deadline, timers, met } = makeCounted();
    for (let events = 0; events < 1_000; events += 1) {
      deadline.set(100);
      clock.move(1);
      deadline.rest();
    }
    expect(timers()).toBeLessThan(25);
    expect(met()).toBe(0);
  });
});

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
