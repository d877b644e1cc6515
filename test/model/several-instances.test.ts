import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Hold } from '../../src/metering/hold.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeHandClock } from '../fakes/hand-clock.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import { makeSharedMemory } from '../fakes/memory-store.ts';
import { callerOf, credits, draftOf, ended, entryOf, team } from '../unit/metering/set-up-metering.ts';

const { catalog } = makeConfig({ providers: [makeProvider('one', 'a', 'http://one')], plans: [team] });
/** One of the two keys has a limit over all instances. */
const limit = credits(12);
const callers = [
  callerOf({ keyId: 'key_free' }),
  callerOf({ keyId: 'key_limited', limits: { day: null, month: null, total: limit } }),
];
const places = 2;
/** An open call of a key, and what it may cost. */
interface OpenCall {
  readonly hold: Hold;
  readonly amount: bigint;
  readonly keyId: string;
}

type Command =
  | { readonly kind: 'admit'; readonly place: number; readonly key: number; readonly need: number }
  | { readonly kind: 'settle'; readonly place: number; readonly used: number }
  | { readonly kind: 'again'; readonly place: number }
  | { readonly kind: 'crash' | 'restart'; readonly place: number }
  | { readonly kind: 'grant'; readonly place: number; readonly amount: number }
  | { readonly kind: 'pass'; readonly seconds: number };

const place = fc.nat({ max: places - 1 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('admit' as const), place, key: fc.nat(1), need: fc.nat(3) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('settle' as const), place, used: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('crash' as const, 'restart' as const), place }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('grant' as const), place, amount: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 10, 40, 100, 700) }),
  },
);

async function turn(): Promise<void> {
  for (let turns = 0; turns < 12; turns += 1) await new Promise(setImmediate);
}

/** Instances on one store, and what a plain model knows of them. */
async function startWorld() {
  let now = makeHandClock().now();
  const memory = makeSharedMemory(now);
  const start = async () => {
    const clock = makeHandClock(now);
    const store = await memory.open(clock);
    const metering = makeMetering({ ledger: store.ledger, clock, catalog: () => catalog, log: silentLog });
    await metering.start();
    return { clock, store, metering, open: [] as OpenCall[] };
  };
  const instances: Awaited<ReturnType<typeof start>>[] = [];
  for (let count = 0; count < places; count += 1) instances.push(await start());
  const at = (index: number) => {
    const instance = instances[index];
    if (!instance) throw new Error('There is no such instance.');
    return instance;
  };
  await at(0).store.keys.addWorkspace(makeWorkspace());

  const acknowledged = new Map<string, bigint>();
  const known: string[] = [];
  let granted = 0n;
  let diedAt = -Infinity;

  const held = (keyId?: string): bigint =>
    instances
      .flatMap(({ open }) => open)
      .filter((call) => keyId === undefined || call.keyId === keyId)
      .reduce((sum, { amount }) => sum + amount, 0n);

  const perform = async (next: Command): Promise<void> => {
    if (next.kind === 'pass') {
      for (let passed = 0; passed < next.seconds; passed += 2.5) {
        now += 2500;
        for (const { clock } of instances) clock.move(2500);
        await turn();
      }
      return;
    }
    const instance = at(next.place);
    const { store, metering, open } = instance;
    if (next.kind === 'grant') {
      granted += credits(next.amount);
      await store.ledger.post(entryOf(credits(next.amount), { externalId: `grant ${known.length} ${granted}` }));
      await Promise.all(instances.map((each) => each.store.changes.refresh()));
    } else if (next.kind === 'admit') {
      const caller = callers[next.key] ?? callerOf();
      const callId = `req_${known.length}`;
      known.push(callId);
      const draft = draftOf(caller, { callId, estimate: { input_tokens: next.need }, startedAt: instance.clock.now() });
      try {
        open.push({ hold: await metering.admit(draft), amount: credits(next.need), keyId: caller.keyId });
      } catch {
        const { posted } = await store.ledger.account('acme');
        // What a process that died had leased is free when its lease ends.
        const isSettled = now - diedAt > 120_000;
        if (next.key === 0 && isSettled)
          expect(granted - posted - held(), 'a false refusal').toBeLessThan(credits(Math.max(next.need, 1)));
      }
    } else if (next.kind === 'settle') {
      const call = open.shift();
      if (!call) return;
      const usage = { input_tokens: next.used };
      const charge = await call.hold.settle(
        next.used === 0 ? ended({}, { outcome: 'failed', usageSource: 'none' }) : ended(usage),
      );
      acknowledged.set(call.hold.callId, charge);
    } else if (next.kind === 'again') {
      // An answer of the database that was lost: the same settlement is sent once more, by whichever instance took the spool.
      const id = [...acknowledged.keys()].at(-1);
      const call = id === undefined ? null : await store.ledger.call(id);
      if (call !== null) await store.ledger.settle({ ...call, journalled: false });
    } else {
      if (next.kind === 'restart') {
        while (open.length > 0) await perform({ kind: 'settle', place: next.place, used: 1 });
        await metering.stop();
      } else diedAt = now;
      await store.close();
      instances[next.place] = await start();
    }
  };

  const check = async (): Promise<void> => {
    const { store } = at(0);
    const calls = await Promise.all(known.map((id) => store.ledger.call(id)));
    const account = await store.ledger.account('acme');
    const written = calls.filter((call) => call !== null);
    expect(account.posted, 'invariant 1').toBe(written.reduce((sum, { charge }) => sum + charge, 0n));
    expect(account.granted, 'invariant 2').toBe(granted);
    for (const [id, charge] of acknowledged)
      expect(written.find((call) => call.id === id)?.charge, 'invariant 6').toBe(charge);
    const limited = written
      .filter(({ keyId }) => keyId === 'key_limited')
      .reduce((sum, { charge }) => sum + charge, 0n);
    const over = written.reduce((sum, { charge, hold }) => (charge > hold ? sum + charge - hold : sum), 0n);
    expect(account.posted + account.leased <= account.granted + over, 'invariant 5').toBe(true);
    expect(limited + held('key_limited') <= limit + over, 'the limit of a key').toBe(true);
    for (const each of instances) expect(await each.store.ledger.verify()).toEqual([]);
  };
  const end = async (): Promise<void> => {
    for (const { metering, store } of instances) {
      await metering.stop();
      await store.close();
    }
    memory.close();
  };
  return { perform, check, end };
}

async function live(commands: readonly Command[]): Promise<void> {
  const world = await startWorld();
  await world.perform({ kind: 'grant', place: 0, amount: 10 });
  for (const next of commands) {
    await world.perform(next);
    await world.check();
  }
  await world.end();
}

it('two instances on one store spend a balance and a limit as one does, whatever happens in whatever order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40, size: 'max' }), live), {
    numRuns: 60,
  });
}, 240_000);
