import { describe, expect, it } from 'vitest';
import { makeLoadGate, type LoadGate } from '../../../src/http/load-gate.ts';
import type { Log } from '../../../src/shared/log.ts';
import type { Clock } from '../../../src/shared/time/clock.ts';

const limit = 100;

/** A gate over an event loop that a test makes late. */
function startLoop(mostLate: number | null = limit) {
  let now = 0;
  let due: (() => void) | null = null;
  let turnEnds: (() => void)[] = [];
  const warnings: string[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    after: (_, action) => {
      due = action;
      return () => undefined;
    },
  };
  const silent = (): void => undefined;
  const log: Log = { debug: silent, info: silent, warn: (message) => warnings.push(message), error: silent };
  const gate: LoadGate = makeLoadGate({ clock, log, mostLate: () => mostLate, endOfTurn: (end) => turnEnds.push(end) });
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

  it('gives calls the more time, the less the loop was late', () => {
    const loop = overloaded();
    loop.turn(30);
    loop.spend(69);
    expect(loop.gate.admits()).toBe(true);
    loop.spend(2);
    expect(loop.gate.admits()).toBe(false);
  });

  it('takes all calls again when none was refused for a second', () => {
    const loop = overloaded();
    for (let turn = 0; turn < 60; turn += 1) loop.turn(0);
    loop.spend(1_000);
    expect(loop.gate.admits()).toBe(true);
    expect(loop.warnings.at(-1)).toBe('all calls are taken again');
  });

  it('lets refused connections rest until the loop is on time', () => {
    const loop = overloaded();
    const resting = connection();
    loop.gate.rest(resting);
    expect(resting.seen).toEqual(['pause']);
    loop.turn(200);
    expect(resting.seen).toEqual(['pause']);
    loop.turn(0);
    expect(resting.seen).toEqual(['pause', 'resume']);
  });

  it('reads them again after a second in any case', () => {
    const loop = overloaded();
    const resting = connection();
    loop.gate.rest(resting);
    for (let turn = 0; turn < 6; turn += 1) loop.turn(200);
    expect(resting.seen).toEqual(['pause', 'resume']);
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
