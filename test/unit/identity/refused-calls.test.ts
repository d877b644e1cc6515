import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/errors/codes.ts';
import {
  makeRefusalCounter,
  refusalMemory,
  type RefusalCounter,
  type RefusedCalls,
  type RefusedCallStore,
} from '../../../src/identity/refused-calls.ts';
import { silentLog, type Log } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const quarterHour = 900_000;

/** A store that keeps what is added, or refuses it. */
function setUp(log: Log = silentLog) {
  const clock = makeHandClock();
  const written: RefusedCalls[] = [];
  const state = { isAway: false, sweeps: [] as number[], most: 0 };
  const store: RefusedCallStore = {
    add: async (refused) => {
      await Promise.resolve();
      if (state.isAway) throw new Error('The database is away.');
      state.most = Math.max(state.most, refused.length);
      written.push(...structuredClone(refused));
    },
    query: async function* () {},
    sweep: (before) => Promise.resolve(void state.sweeps.push(before)),
  };
  return { clock, written, state, counter: makeRefusalCounter(store, clock, log) };
}

async function read(counter: RefusalCounter): Promise<void> {
  const query = { workspaceId: null, from: 0, to: quarterHour, groupBy: [], bucket: 'all', timeZone: 'UTC' } as const;
  for await (const _row of counter.query(query));
}

/** Sums by key, code and quarter of an hour. */
function sumsOf(refused: readonly Omit<RefusedCalls, 'lastAt'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { workspaceId, keyId, code, bucketStart, calls } of refused) {
    const name = [workspaceId, keyId, code, bucketStart].join(' ');
    sums.set(name, (sums.get(name) ?? 0) + calls);
  }
  return sums;
}

const keys = ['one', 'two', 'three'].map((name) => ({ keyId: `key_${name}`, workspaceId: `of_${name}` }));
const codes: readonly ErrorCode[] = ['invalid_value', 'model_not_found', 'insufficient_credits'];

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ key: fc.constantFrom(...keys), code: fc.constantFrom(...codes) }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 2 * quarterHour }) }) },
  { weight: 2, arbitrary: fc.constantFrom('read' as const, 'begin to read' as const) },
  { weight: 1, arbitrary: fc.constantFrom('away' as const, 'back' as const) },
);

describe('the counter of refused calls', () => {
  it('writes what was counted, each refusal once, whatever fails in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
        const { clock, written, state, counter } = setUp();
        const counted: Omit<RefusedCalls, 'lastAt'>[] = [];
        for (const step of steps) {
          if (step === 'read') await read(counter);
          else if (step === 'begin to read') void read(counter);
          else if (typeof step === 'string') state.isAway = step === 'away';
          else if ('pass' in step) clock.move(step.pass);
          else {
            counter.count(step.key, step.code);
            const now = clock.now();
            counted.push({ ...step.key, code: step.code, bucketStart: now - (now % quarterHour), calls: 1 });
          }
        }
        state.isAway = false;
        await counter.stop();
        expect(sumsOf(written)).toEqual(sumsOf(counted));
      }),
      { numRuns: 200 },
    );
  });

  it('writes five seconds after the first refusal, also before anybody asks, and does nothing where none was', async () => {
    const { clock, written, counter } = setUp();
    clock.move(60_000);
    const [key] = keys;
    if (!key) throw new Error('There is no key.');
    for (let turn = 0; turn < 2; turn += 1) {
      counter.count(key, 'invalid_value');
      clock.move(4_999);
      await new Promise(setImmediate);
      expect(written).toHaveLength(turn);
      clock.move(1);
      await new Promise(setImmediate);
      expect(written).toHaveLength(turn + 1);
    }
  });

  it('notes when a refusal was last', async () => {
    const { clock, written, counter } = setUp();
    const [key] = keys;
    if (!key) throw new Error('There is no key.');
    counter.count(key, 'invalid_value');
    clock.move(1_000);
    counter.count(key, 'invalid_value');
    await counter.stop();
    expect(written).toMatchObject([{ calls: 2, lastAt: clock.now() }]);
  });

  it('holds and writes a bounded number of counts, and says how many calls it did not count', async () => {
    const warnings: unknown[] = [];
    const log: Log = { ...silentLog, warn: (_message, fields) => void warnings.push(fields) };
    const { written, state, counter } = setUp(log);
    for (let turn = 0; turn < 2; turn += 1)
      for (let at = 0; at < 10_500; at += 1)
        counter.count({ keyId: `key_${at}`, workspaceId: 'acme' }, 'model_not_found');
    await counter.stop();
    expect([written.length, state.most]).toEqual([10_000, 500]);
    expect(written.every(({ calls }) => calls === 2)).toBe(true);
    expect(warnings).toEqual([{ calls: 1_000 }]);
  });

  it('warns once while nothing can be written', async () => {
    const warnings: string[] = [];
    const { state, counter } = setUp({ ...silentLog, warn: (message) => void warnings.push(message) });
    for (const key of keys) counter.count(key, 'overloaded');
    state.isAway = true;
    for (let turn = 0; turn < 3; turn += 1) await counter.stop();
    expect(warnings).toEqual(['Counts of refused calls could not be written yet.']);
  });

  it('forgets counts after 90 days', async () => {
    const { clock, state, counter } = setUp();
    await counter.sweep();
    expect(state.sweeps).toEqual([clock.now() - refusalMemory]);
  });
});
