import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ledger } from '../../../src/metering/ledger.ts';
import type { AlertRecord } from '../../../src/notify/alert-store.ts';
import { makeAlerting } from '../../../src/notify/alerting.ts';
import { newId } from '../../../src/shared/ids.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeSealer } from '../../../src/shared/secret.ts';
import { makeSealedColumns } from '../../../src/control-api/people/seal-secrets.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';

const day = 86_400_000;

/** An account and a limit that the test sets, and the alerts of one instance that watches them. */
async function setUp(alert: Partial<AlertRecord>) {
  const clock = makeHandClock();
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  await store.keys.addWorkspace(makeWorkspace());
  const event = { at: 1, actor: 'admin', action: 'alert.test', object: 'alert:x', diff: '', requestId: null };
  const record: AlertRecord = {
    ...{ id: 'alr_1', workspaceId: 'acme', limit: 'balance', keyId: null, thresholds: [50], channel: 'email' },
    ...{ target: 'ops@example.com', secret: null, enabled: true, createdAt: 5 },
    ...alert,
  };
  if (record.keyId !== null) await store.keys.addKey(makeKey('a secret', { id: record.keyId }));
  await store.alerts.add(record, event);
  const state = {
    granted: 100n,
    posted: 0n,
    newestGrant: 1,
    limit: 100n,
    used: 0n,
    leads: true,
    /** Called once something of the account has been read. */
    onRead: () => undefined as void,
  };
  const entries: Ledger['entries'] = ({ kind }) => {
    const items = kind === 'grant' ? [{ createdAt: state.newestGrant }] : [];
    state.onRead();
    return Promise.resolve({ items, next: null } as unknown as Awaited<ReturnType<Ledger['entries']>>);
  };
  const alerting = makeAlerting({
    ...store,
    ledger: { entries, leads: () => Promise.resolve(state.leads) },
    metering: {
      balance: () => {
        const { granted, posted } = state;
        state.onRead();
        return Promise.resolve({ granted, posted } as never);
      },
      limits: (_, keys) =>
        keys.map(({ keyId }) => {
          const { limit, used } = state;
          return keyId === '' ? [] : [{ subject: 'key', window: 'total', limit, used, held: 0n } as never];
        }),
    },
    mail: () => null,
    webhooks: () => ({ isAllowed: () => false }),
    webhookSecrets: makeSealedColumns(makeSealer([Buffer.from('k'.repeat(32))])).webhookSecrets,
    origin: () => 'https://models.example.com',
    clock,
    log: silentLog,
    newId,
  });
  /** The messages that a round has written down. */
  const watch = async () => {
    const before = (await store.alerts.deliveries({ workspaceId: 'acme', limit: 100 })).items.length;
    await alerting.watch();
    const { items } = await store.alerts.deliveries({ workspaceId: 'acme', limit: 100 });
    return items.slice(0, items.length - before);
  };
  return { clock, store, state, watch };
}

describe('an alert', () => {
  it('does not count what was used before a top-up against it, whenever the top-up comes', async () => {
    const { state, watch } = await setUp({});
    state.posted = 90n;
    state.onRead = () => {
      Object.assign(state, { granted: 1_000n, newestGrant: 2 });
    };
    expect((await watch()).map(({ windowStart }) => windowStart)).not.toContain(2);
    expect(await watch()).toEqual([]);
  });

  it('on the total limit of a key is sent again when the limit is raised and used again', async () => {
    const { state, watch } = await setUp({ limit: 'key_total', keyId: 'key_1' });
    state.used = 60n;
    expect(await watch()).toHaveLength(1);
    expect(await watch()).toEqual([]);
    state.limit = 200n;
    expect(await watch()).toEqual([]);
    state.used = 100n;
    expect(await watch()).toMatchObject([{ used: 100n, limit: 200n, windowStart: 0 }]);
    state.limit = 150n;
    expect(await watch()).toEqual([]);
  });

  it('on a limit that is raised repeats the highest threshold alone', async () => {
    const { state, watch } = await setUp({ limit: 'key_total', keyId: 'key_1', thresholds: [50, 80, 95] });
    const thresholds = async () =>
      (await watch()).map(({ threshold }) => Number(threshold)).toSorted((one, other) => one - other);
    state.used = 96n;
    expect(await thresholds()).toEqual([50, 80, 95]);
    state.limit = 101n;
    expect(await thresholds()).toEqual([95]);
    expect(await thresholds()).toEqual([]);
    state.limit = 110n;
    expect(await thresholds()).toEqual([80]);
    state.used = 109n;
    expect(await thresholds()).toEqual([95]);
  });

  it('reports every threshold that is new, also those that are passed together after a raise', async () => {
    const { state, watch } = await setUp({ limit: 'key_total', keyId: 'key_1', thresholds: [50, 80, 95] });
    state.used = 50n;
    expect(await watch()).toHaveLength(1);
    Object.assign(state, { limit: 110n, used: 109n });
    expect(new Set((await watch()).map(({ threshold }) => threshold))).toEqual(new Set([80, 95]));
  });

  it('names an older key whose expiry is moved to a day on which keys expire, and is not repeated for other changes', async () => {
    const { clock, store, watch } = await setUp({ limit: 'keys_expiring', thresholds: [14] });
    const key = (id: string, expiresAt: number) =>
      makeKey(`secret of ${id}`, { id, name: id, expiresAt, createdAt: clock.now(), version: 1 });
    const older = key('key_1', clock.now() + 90 * day);
    await store.keys.addKey(older);
    clock.move(60_000);
    const then = clock.now() + 5 * day;
    await store.keys.addKey(key('key_2', then));
    expect(await watch()).toHaveLength(1);
    const moved = await store.keys.putKey({ ...older, expiresAt: then });
    expect(await watch()).toHaveLength(1);
    if (moved) await store.keys.putKey({ ...moved, name: 'renamed' });
    expect(await watch()).toEqual([]);
  });

  it('names a key that joins a day on which keys expire, and is not repeated when one leaves', async () => {
    const { clock, store, watch } = await setUp({ limit: 'keys_expiring', thresholds: [14] });
    const then = clock.now() + 5 * day;
    const key = (id: string) =>
      makeKey(`secret of ${id}`, { id, name: id, expiresAt: then, createdAt: clock.now(), version: 1 });
    await store.keys.addKey(key('key_1'));
    expect(await watch()).toHaveLength(1);
    clock.move(60_000);
    const second = key('key_2');
    await store.keys.addKey(second);
    expect(await watch()).toHaveLength(1);
    expect(await watch()).toEqual([]);
    await store.keys.putKey({ ...second, revokedAt: clock.now() });
    expect(await watch()).toEqual([]);
  });

  it('is watched by the instance that leads alone', async () => {
    const { state, watch } = await setUp({});
    Object.assign(state, { posted: 90n, leads: false });
    expect(await watch()).toEqual([]);
    state.leads = true;
    expect(await watch()).toHaveLength(1);
  });
});
