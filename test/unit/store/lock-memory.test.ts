import { expect, it } from 'vitest';
import { makeLockMemory } from '../../../src/store/postgres/session.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const names = ['acme'];

it('waits as long for an account that was locked as for a busy one, and refuses no request unasked for more than five times that', () => {
  const clock = makeHandClock();
  const locks = makeLockMemory(clock.monotonic);
  // A migration waits two seconds for a table, and what asks for a row of it waits behind.
  expect(locks.waitFor(names)).toBeGreaterThan(2_000);
  for (let time = 0; time < 10; time += 1) {
    locks.note(names, true);
    expect(locks.isKnown(names)).toBe(true);
    const wait = locks.waitFor(names) ?? 0;
    expect(wait).toBe(1_000);
    clock.move(5 * wait);
    expect(locks.isKnown(names)).toBe(false);
  }
  locks.note(names, false);
  expect(locks.waitFor(names)).toBeGreaterThan(2_000);
});
