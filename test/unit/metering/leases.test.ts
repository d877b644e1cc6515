import { expect, it, onTestFinished } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { makeMetering } from '../../../src/metering/metering.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeConfig, makeProvider } from '../../fakes/make-config.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { newSharedEngine } from '../../store/engine.ts';
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

/** One instance on a workspace with this many credits, whose requests for leases a test looks at. */
async function startWatched(granted: number, around: (lease: Ledger['lease']) => Ledger['lease']) {
  const engine = newSharedEngine();
  const { ledger, keys, changes } = await engine.start();
  const lease = around(ledger.lease);
  const metering = makeMetering({
    ledger: { ...ledger, lease },
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

it('many leases of a workspace are renewed in parts, between which its calls are settled', async () => {
  const sizes: number[] = [];
  const { metering, renew } = await startWatched(1000, (lease) => (wishes) => {
    sizes.push(wishes.length);
    return lease(wishes);
  });
  const limits = { day: credits(5), month: null, total: null };
  for (let key = 0; key < 100; key += 1) await metering.admit(draftOf(callerOf({ keyId: `key_${key}`, limits })));
  sizes.length = 0;
  await renew();
  expect(sizes.length).toBeGreaterThan(3);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
});

it('a charge that overtakes the answer to a renewal is not forgotten', async () => {
  let isHeld = false;
  const held = Promise.withResolvers<void>();
  const { engine, metering, renew } = await startWatched(2, (lease) => async (wishes) => {
    const answers = await lease(wishes);
    if (isHeld) await held.promise;
    return answers;
  });
  const first = await metering.admit(draftOf(callerOf()));
  // Another instance has the rest.
  const other = await engine.start();
  await other.ledger.lease([{ ...ofBalance, need: credits(1), least: 0n, most: 0n, giveBack: 0n }]);
  isHeld = true;
  await renew();
  await first.settle(ended({ input_tokens: 1 }));
  isHeld = false;
  held.resolve();
  await expect((async () => metering.admit(draftOf(callerOf())))()).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
});
