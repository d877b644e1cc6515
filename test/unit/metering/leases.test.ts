import { expect, it, onTestFinished } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { makeMetering } from '../../../src/metering/metering.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { spanOf } from '../../../src/shared/time/calendar.ts';
import { makeConfig, makeProvider } from '../../fakes/make-config.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { newSharedEngine, type Engine } from '../../store/engine.ts';
import { callerOf, credits, draftOf, ended, entryOf, ofBalance, team } from './set-up-metering.ts';

const { catalog } = makeConfig({ providers: [makeProvider('one', 'a', 'http://one')], plans: [team] });
const workspaceIds = ['acme', 'other'] as const;

it('a lease that cannot be renewed keeps no other workspace from renewing its own, and is logged', async () => {
  const engine = newSharedEngine();
  const { clock } = engine;
  const { ledger, keys, changes } = await engine.start();
  let isRefused = false;
  const lease: Ledger['lease'] = (wishes) =>
    isRefused && wishes.some(({ workspaceId }) => workspaceId === 'acme')
      ? Promise.reject(new GatewayError('overloaded', 'a test'))
      : ledger.lease(wishes);
  const errors: string[] = [];
  const log = { ...silentLog, error: (message: string) => void errors.push(message) };
  const metering = makeMetering({ ledger: { ...ledger, lease }, clock, catalog: () => catalog, log });
  await metering.start();
  onTestFinished(() => metering.stop());
  for (const workspaceId of workspaceIds) {
    await keys.addWorkspace(makeWorkspace(workspaceId));
    await ledger.post(entryOf(credits(10), { workspaceId }));
  }
  await changes.refresh();
  for (const workspaceId of workspaceIds) await metering.admit(draftOf(callerOf({ workspaceId })));

  isRefused = true;
  for (let passed = 0; passed < 300_000; passed += 2500) {
    clock.move(2500);
    await engine.turn();
  }
  // Whoever leases next closes the leases whose time is over.
  const next = await engine.start();
  const [own] = await next.ledger.lease([{ ...ofBalance, need: credits(10), least: 0n, most: 0n, giveBack: 0n }]);
  expect(own).toMatchObject({ taken: credits(10) });
  expect(await ledger.account('other')).toMatchObject({ leased: credits(1) });
  expect(new Set(errors)).toEqual(new Set(['a task of the ledger failed']));
});

/** One instance on a workspace with this many credits, whose requests a test looks at. */
async function startWatched(granted: number, around: (ledger: Ledger) => Partial<Ledger>) {
  const engine = newSharedEngine();
  const { ledger, keys, changes } = await engine.start();
  const metering = makeMetering({
    ledger: { ...ledger, ...around(ledger) },
    clock: engine.clock,
    catalog: () => catalog,
    log: silentLog,
  });
  await metering.start();
  onTestFinished(() => metering.stop());
  await keys.addWorkspace(makeWorkspace());
  await ledger.post(entryOf(credits(granted)));
  await changes.refresh();
  /** Time passes until leases are renewed. */
  const renew = async (): Promise<void> => {
    for (let passed = 0; passed < 35_000; passed += 2500) {
      engine.clock.move(2500);
      await engine.turn();
    }
  };
  return { engine, metering, renew };
}

it('many leases of a workspace are asked for, renewed, moved and given back in parts, between which its calls are settled', async () => {
  let sizes: number[] = [];
  const { engine, metering, renew } = await startWatched(1000, ({ lease }) => ({
    lease: (wishes) => {
      sizes.push(wishes.length);
      return lease(wishes);
    },
  }));
  const expectParts = (): void => {
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
    sizes = [];
  };
  const limits = { day: credits(5), month: null, total: null };
  const keyIds = Array.from({ length: 100 }, (_, index) => `key_${index}`);
  const startedAt = engine.clock.now();
  await Promise.all(keyIds.map(async (keyId) => metering.admit(draftOf(callerOf({ keyId, limits }), { startedAt }))));
  expectParts();
  await renew();
  expectParts();
  await metering.moveZone({ workspaceId: 'acme', keyIds, timeZone: 'Asia/Tokyo' });
  expectParts();
  const { start, end } = spanOf('day', 'Asia/Tokyo', engine.clock.now());
  const { ledger } = await engine.start();
  await ledger.recall(keyIds.map((subject) => ({ workspaceId: 'acme', subject, window: 'day' as const, start, end })));
  expectParts();
});

it('of many calls at once as many are let through as there is credit for', async () => {
  const { metering } = await startWatched(50, () => ({}));
  const calls = Array.from({ length: 200 }, async () => metering.admit(draftOf(callerOf())));
  const ends = await Promise.allSettled(calls);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
});

/** Holds back the answers to requests for leases, which the ledger has made already. */
function makeHolding() {
  let held: PromiseWithResolvers<void> | null = null;
  return {
    around: async <Value>(answer: Promise<Value>): Promise<Value> => {
      const value = await answer;
      await held?.promise;
      return value;
    },
    hold: (): void => void (held = Promise.withResolvers()),
    release: (): void => {
      held?.resolve();
      held = null;
    },
  };
}

/** Another instance leases all credit but one. */
async function leaveOne(engine: Engine): Promise<void> {
  const { ledger } = await engine.start();
  await ledger.lease([{ ...ofBalance, need: credits(1), least: 0n, most: 0n, giveBack: 0n }]);
}

it('a charge that overtakes the answer to a renewal is not forgotten', async () => {
  const { around, hold, release } = makeHolding();
  const { engine, metering, renew } = await startWatched(2, ({ lease }) => ({
    lease: (wishes) => around(lease(wishes)),
  }));
  const first = await metering.admit(draftOf(callerOf()));
  await leaveOne(engine);
  hold();
  await renew();
  await first.settle(ended({ input_tokens: 1 }));
  release();
  await expect((async () => metering.admit(draftOf(callerOf())))()).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
});

it('a charge that the ledger takes only while it answers to a renewal is not forgotten', async () => {
  const { around, hold, release } = makeHolding();
  let isAway = true;
  const { engine, metering, renew } = await startWatched(2, ({ lease, settle }) => ({
    lease: (wishes) => around(lease(wishes)),
    settle: (call) => (isAway ? Promise.reject(new GatewayError('overloaded', 'a test')) : settle(call)),
  }));
  const first = await metering.admit(draftOf(callerOf()));
  await leaveOne(engine);
  await expect(first.settle(ended({ input_tokens: 1 }))).rejects.toMatchObject({ code: 'overloaded' });
  hold();
  await renew();
  isAway = false;
  engine.clock.move(1000);
  await engine.turn();
  release();
  await expect((async () => metering.admit(draftOf(callerOf())))()).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
});
