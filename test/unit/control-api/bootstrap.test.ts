import { expect, it, onTestFinished } from 'vitest';
import { bootstrap } from '../../../src/control-api/bootstrap.ts';
import { revokeKey } from '../../../src/identity/key-terms.ts';
import { rotateKey } from '../../../src/identity/issue-key.ts';
import { newId } from '../../../src/shared/ids.ts';
import { silentLog, type LogFields } from '../../../src/shared/log.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeConfig, plainPlan } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';

const acme = { id: 'acme', name: 'Acme', plan: null, credits: 0n, timeZone: 'UTC' };

it('says of a configured secret that was replaced that it still works, and how to end it', async () => {
  const clock = makeHandClock();
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  const { keys, ledger, changes } = store;
  const warnings: LogFields[] = [];
  const log = { ...silentLog, warn: (_message: string, fields: LogFields = {}) => void warnings.push(fields) };
  const start = async (...secrets: readonly (readonly [name: string, secret: string])[]) => {
    warnings.length = 0;
    const configured = secrets.map(([name, secret]) => ({ workspace: 'acme', name, secret: new Secret(secret) }));
    const deps = { keys, ledger, clock, newId, log, refresh: changes.refresh };
    await bootstrap(
      {
        bootstrap: { workspaces: [acme], keys: configured },
        catalog: makeConfig({ providers: [], models: [] }).catalog,
      },
      deps,
    );
    return warnings;
  };
  expect(await start(['ci', 'the-first-secret'], ['bot', 'the-secret-of-bot'])).toEqual([]);
  const [first] = keys.listKeys('acme').filter(({ name }) => name === 'ci');
  expect(await start(['ci', 'the-second-secret'], ['bot', 'the-secret-of-bot'])).toEqual([
    { workspace: 'acme', name: 'ci', key: '…cret', revoke: `diglot keys revoke ${first?.id}` },
  ]);
  // At each start, until it is done.
  expect(await start(['ci', 'the-second-secret'])).toHaveLength(1);
  await revokeKey(first?.id ?? '', { keys, clock });
  expect(await start(['ci', 'the-second-secret'])).toEqual([]);
  // Of a key that was rotated, the configured secret is an old one.
  const second = keys.listKeys('acme').find(({ name, revokedAt }) => name === 'ci' && revokedAt === null);
  const rotation = { keyId: second?.id ?? '', graceMilliseconds: 0, graceBegins: 'now' } as const;
  for (const _ of [1, 2]) await rotateKey(rotation, { keys, clock, firstUses: { isUsed: () => true } });
  expect(await start(['ci', 'the-second-secret'])).toEqual([]);
});

it('names the workspaces whose plan the configuration does not have, since their calls are refused', async () => {
  const clock = makeHandClock();
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  const { keys, ledger, changes } = store;
  const warnings: LogFields[] = [];
  const log = { ...silentLog, warn: (_message: string, fields: LogFields = {}) => void warnings.push(fields) };
  const deps = { keys, ledger, clock, newId, log, refresh: changes.refresh };
  const workspaces = ['acme', 'globex', 'free'].map((id) => ({ ...acme, id, plan: id === 'free' ? null : 'gold' }));
  const gold = makeConfig({ providers: [], models: [], plans: [{ ...plainPlan, id: 'gold' }] }).catalog;
  await bootstrap({ bootstrap: { workspaces, keys: [] }, catalog: gold }, deps);
  expect(warnings).toEqual([]);
  await bootstrap(
    { bootstrap: { workspaces: [], keys: [] }, catalog: makeConfig({ providers: [], models: [], plans: [] }).catalog },
    deps,
  );
  expect(warnings).toEqual([
    { plan: 'gold', workspaces: 'acme, globex', count: 2, change: 'diglot workspaces update acme --plan <id>' },
  ]);
});

it('creates nothing while a configured secret is that of a key of another workspace', async () => {
  const clock = makeHandClock();
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  const { keys, ledger, changes } = store;
  const deps = { keys, ledger, clock, newId, log: silentLog, refresh: changes.refresh };
  const { catalog } = makeConfig({ providers: [], models: [] });
  const ci = { workspace: 'acme', name: 'ci', secret: new Secret('the-first-secret') };
  await bootstrap({ bootstrap: { workspaces: [acme], keys: [ci] }, catalog }, deps);
  const workspaces = [acme, { ...acme, id: 'globex', credits: 5_000_000_000n }];
  const moved = {
    workspaces,
    keys: [
      { ...ci, name: 'new', secret: new Secret('a-new-secret') },
      { ...ci, workspace: 'globex' },
    ],
  };
  await expect(bootstrap({ bootstrap: moved, catalog }, deps)).rejects.toThrow('already used by another workspace');
  expect(keys.listWorkspaces().map(({ id }) => id)).toEqual(['acme']);
  expect(keys.listKeys().map(({ name }) => name)).toEqual(['ci']);
});
