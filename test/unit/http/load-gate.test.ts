import { describe, expect, it } from 'vitest';
import { makeLoadGate, type LoadGate } from '../../../src/http/load-gate.ts';
import type { Log } from '../../../src/shared/log.ts';
import type { Clock } from '../../../src/shared/time/clock.ts';

const limit = 100;

/** A gate over an event loop that a test makes late. @param cpuTime processor time; absent: all time is */
function startLoop(mostLate: number | null = limit, cpuTime?: () => number) {
  let now = 0;
  let due: (() => void) | null = null;
  let turnEnds: (() => void)[] = [];
  const warnings: string[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    ...(cpuTime && { cpuTime }),
    after: (_, action) => {
      due = action;
      return () => undefined;
    },
  };
  const silent = (): void => undefined;
  const log: Log = { debug: silent, info: silent, warn: (message) => warnings.push(message), error: silent };
  const limits = () => ({ eventLoopDelayMilliseconds: mostLate });
  const gate: LoadGate = makeLoadGate({ clock, log, limits, endOfTurn: (end) => turnEnds.push(end) });
  return {
    gate,
    warnings,
    watches: () => due !== null,
    spend: (milliseconds: number): void => {
      now += milliseconds;
    },
    /** The timer of 20 ms fires, late; a call arrives in the same turn. */
    turn: (late: number): boolean => {
      now += 20 + late;
      const look = due;
      due = null;
      look?.();
      for (const end of turnEnds) end();
      turnEnds = [];
      return gate.admits();
    },
  };
}

/** Makes the loop late for a second and more. */
function overloaded(late = 200) {
  const loop = startLoop();
  loop.gate.admits();
  for (let turn = 0; turn < 8; turn += 1) loop.turn(late);
  return loop;
}

const connection = () => {
  const seen: string[] = [];
  return { seen, pause: () => seen.push('pause'), resume: () => seen.push('resume') } as never as {
    seen: string[];
    pause: () => never;
    resume: () => never;
  };
};

describe('the load gate', () => {
  it('admits all calls while the loop is late for less than a second', () => {
    const loop = startLoop();
    expect(loop.gate.admits()).toBe(true);
    for (let turn = 0; turn < 4; turn += 1) expect(loop.turn(200)).toBe(true);
    loop.spend(1_000);
    expect(loop.gate.admits()).toBe(true);
    expect(loop.warnings).toEqual([]);
  });

  it('begins to count anew when the loop was on time once', () => {
    const loop = startLoop();
    loop.gate.admits();
    for (let turn = 0; turn < 20; turn += 1) {
      loop.turn(turn % 4 === 0 ? 10 : 200);
      loop.spend(50);
      expect(loop.gate.admits()).toBe(true);
    }
  });

  it('refuses calls after a second, when a turn has spent its time, and says so once', () => {
    const loop = overloaded();
    expect(loop.gate.admits()).toBe(true);
    loop.spend(26);
    expect(loop.gate.admits()).toBe(false);
    expect(loop.gate.admits()).toBe(false);
    expect(loop.turn(200)).toBe(true);
    expect(loop.warnings).toEqual(['calls are refused: the event loop is late']);
  });

  it('begins fewer calls in a turn after turns that were long, and more after turns that were short', () => {
    const loop = overloaded();
    const begunInTurn = (late: number): number => {
      let begun = loop.turn(late) ? 1 : 0;
      for (; begun < 100; begun += 1) {
        loop.spend(0.5);
        if (!loop.gate.admits()) return begun;
      }
      return begun;
    };
    for (let turn = 0; turn < 20; turn += 1) begunInTurn(200);
    expect(begunInTurn(0)).toBe(1);
    for (let turn = 0; turn < 440; turn += 1) {
      loop.turn(-18);
      loop.spend(0.5);
      loop.gate.admits();
    }
    expect(begunInTurn(-18)).toBeGreaterThan(3);
  });

  it('refuses nothing while the process only waits for a processor', () => {
    const loop = startLoop(limit, () => 0);
    loop.gate.admits();
    for (let turn = 0; turn < 20; turn += 1) expect(loop.turn(200)).toBe(true);
    loop.spend(1_000);
    expect(loop.gate.admits()).toBe(true);
    expect(loop.warnings).toEqual([]);
  });

  it('takes all calls again when none was refused for a second', () => {
    const loop = overloaded();
    for (let turn = 0; turn < 60; turn += 1) loop.turn(0);
    loop.spend(1_000);
    expect(loop.gate.admits()).toBe(true);
    expect(loop.warnings.at(-1)).toBe('calls are no longer refused');
  });

  it('lets a connection rest on which a call was refused, until the next look', () => {
    const loop = overloaded();
    loop.turn(0);
    const resting = connection();
    loop.gate.rest(resting);
    expect(resting.seen).toEqual(['pause']);
    loop.turn(0);
    expect(resting.seen).toEqual(['pause', 'resume']);
  });

  it('reads those first that have rested longest: after a turn as many as it began calls, one more where it refused none', () => {
    const loop = overloaded();
    loop.turn(0);
    const resting = Array.from({ length: 30 }, connection);
    resting.forEach(loop.gate.rest);
    const read = (): number => resting.findLastIndex(({ seen }) => seen.length === 2) + 1;
    for (let count = 0; count < 4; count += 1) expect(loop.gate.admits()).toBe(true);
    loop.turn(0);
    const oneAtTheLook = 1;
    expect(read()).toBe(oneAtTheLook + 5 + 1);
    loop.spend(limit);
    expect(loop.gate.admits()).toBe(false);
    loop.turn(0);
    expect(read()).toBe(7 + oneAtTheLook + 1);
  });

  it('reads a resting connection again after a second, whatever the load', () => {
    const loop = overloaded();
    loop.turn(0);
    const resting = Array.from({ length: 120 }, connection);
    resting.forEach(loop.gate.rest);
    loop.turn(1_000);
    expect(resting.every(({ seen }) => seen.at(-1) === 'resume')).toBe(true);
  });

  it('pauses no connection once all calls are taken: nothing would read it again', () => {
    const loop = startLoop();
    const resting = connection();
    loop.gate.rest(resting);
    expect(resting.seen).toEqual([]);
  });

  it('does not look at the loop while no calls arrive, or where it is off', () => {
    const loop = startLoop();
    loop.gate.admits();
    for (let turn = 0; turn < 3; turn += 1) loop.turn(0);
    expect(loop.watches()).toBe(true);
    const off = startLoop(null);
    expect(off.gate.admits()).toBe(true);
    expect(off.watches()).toBe(false);
  });
});
