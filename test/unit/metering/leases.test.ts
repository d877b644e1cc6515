import { expect, it, onTestFinished } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { makeMetering } from '../../../src/metering/metering.ts';
import type { Ledger } from '../../../src/metering/ledger.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeConfig, makeProvider } from '../../fakes/make-config.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { newSharedEngine } from '../../store/engine.ts';
import { callerOf, credits, draftOf, entryOf, ofBalance, team } from './set-up-metering.ts';

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
