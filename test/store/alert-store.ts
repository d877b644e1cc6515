import { describe, expect, it } from 'vitest';
import type { AlertRecord, DeliveryRecord } from '../../src/notify/alert-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeWorkspace } from '../fakes/make-key.ts';
import type { Engine, NewEngine } from './engine.ts';

export const alertOf = (changes: Partial<AlertRecord> = {}): AlertRecord => ({
  ...{ id: 'alr_1', workspaceId: 'acme', limit: 'balance', keyId: null, thresholds: [50, 100], channel: 'webhook' },
  ...{ target: 'https://hooks.example.com/', secret: 'whsec_AA==', enabled: true, createdAt: 5 },
  ...changes,
});
export const deliveryOf = (changes: Partial<DeliveryRecord> = {}): DeliveryRecord => ({
  ...{
    id: 'dlv_1',
    alertId: 'alr_1',
    workspaceId: 'acme',
    threshold: 50,
    windowStart: 10,
    level: 0n,
    used: 5n,
    limit: 9n,
  },
  ...{ state: 'waiting', attempts: 0, problem: null, createdAt: 20, deliveredAt: null, nextTryAt: 20 },
  ...changes,
});
const event = { at: 1, actor: 'admin', action: 'alert.test', object: 'alert:x', diff: '', requestId: null };

async function setUp(engine: Engine): Promise<Store> {
  const store = await engine.start();
  for (const id of ['acme', 'other']) if (!store.keys.workspace(id)) await store.keys.addWorkspace(makeWorkspace(id));
  return store;
}

export function describeAlertStore(newEngine: NewEngine): void {
  describe('alerts', () => {
    it('are kept, found, changed and removed in their own workspace only', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      await alerts.add(alertOf({ id: 'alr_2', workspaceId: 'other', enabled: false }), event);
      expect(await alerts.list('acme')).toEqual([alertOf()]);
      const foreign = { id: 'alr_1', workspaceId: 'other' };
      expect(await alerts.find(foreign)).toBeNull();
      await expect(alerts.put({ ...alertOf(), ...foreign }, event, alertOf())).rejects.toMatchObject({
        code: 'not_found',
      });
      await expect(alerts.remove(foreign, event)).rejects.toMatchObject({ code: 'not_found' });
      await alerts.put(alertOf({ thresholds: [75], enabled: false }), event, alertOf());
      expect(await alerts.find(alertOf())).toEqual(alertOf({ thresholds: [75], enabled: false }));
      await alerts.addDelivery(deliveryOf());
      await alerts.remove(alertOf(), event);
      expect((await alerts.deliveries({ workspaceId: 'acme', limit: 9 })).items).toEqual([]);
    });

    it('are changed only as they were seen: another change is not undone', async () => {
      const { alerts, audit } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      const off = alertOf({ enabled: false });
      expect(await alerts.put(off, event, alertOf())).toBe(true);
      expect(await alerts.put(alertOf({ thresholds: [75] }), event, alertOf())).toBe(false);
      expect(await alerts.find(off)).toEqual(off);
      expect((await audit.page({ limit: 10 })).items).toHaveLength(2);
      expect(await alerts.put({ ...off, thresholds: [75] }, event, off)).toBe(true);
      expect(await alerts.find(off)).toEqual({ ...off, thresholds: [75] });
    });

    it('have a secret that is sealed anew only where it is still the one that was read', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf({ enabled: false }), event);
      await alerts.add(alertOf({ id: 'alr_2', channel: 'email', target: 'a@b', secret: null }), event);
      await alerts.reseal({ id: 'alr_1', workspaceId: 'other' }, 'whsec_AA==', 'foreign');
      await alerts.reseal(alertOf(), 'whsec_AA==', 'sealed');
      await alerts.reseal(alertOf(), 'whsec_AA==', 'late');
      expect(await alerts.find(alertOf())).toMatchObject({ secret: 'sealed' });
    });

    it('are read page by page, those of one workspace after those of another, also while they change', async () => {
      const { alerts } = await setUp(newEngine());
      expect(await alerts.page({ limit: 2 })).toEqual({ items: [], next: null });
      const all = ['acme', 'other', 'acme', 'other', 'acme'].map((workspaceId, at) =>
        alertOf({ id: `alr_${9 - at}`, workspaceId, enabled: at !== 2 }),
      );
      for (const alert of all) await alerts.add(alert, event);
      const first = await alerts.page({ limit: 2 });
      expect(first.items).toEqual([all[0], all[2]]);
      if (all[2]) await alerts.remove(all[2], event);
      const second = await alerts.page({ limit: 2, after: first.next ?? '' });
      expect(second.items).toEqual([all[4], all[1]]);
      expect(await alerts.page({ limit: 2, after: second.next ?? '' })).toEqual({ items: [all[3]], next: null });
      expect((await alerts.page({ limit: 4 })).next).toBeNull();
    });

    it('tell a threshold once in a window, and tests as often as they are asked', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      expect(await alerts.addDelivery(deliveryOf())).toBe(true);
      expect(await alerts.addDelivery(deliveryOf({ id: 'dlv_2' }))).toBe(false);
      expect(await alerts.addDelivery(deliveryOf({ id: 'dlv_3', windowStart: 11 }))).toBe(true);
      for (const id of ['dlv_4', 'dlv_5']) {
        expect(await alerts.addDelivery(deliveryOf({ id, threshold: null }))).toBe(true);
      }
    });

    it('tell a threshold again in a window at a higher level alone', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      const added: boolean[] = [];
      for (const [at, level] of [9n, 9n, 4n, 10n, 9n].entries())
        added.push(await alerts.addDelivery(deliveryOf({ id: `dlv_${at}`, level })));
      expect(added).toEqual([true, false, false, true, false]);
      expect((await alerts.deliveries({ workspaceId: 'acme', limit: 9 })).items[0]).toEqual(
        deliveryOf({ id: 'dlv_3', level: 10n }),
      );
    });

    it('tell a threshold that is not repeated once in a window, at whatever level', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      const added: boolean[] = [];
      for (const [at, level] of [0n, 9n, 10n].entries())
        added.push(await alerts.addDelivery(deliveryOf({ id: `dlv_${at}`, level }), false));
      added.push(await alerts.addDelivery(deliveryOf({ id: 'dlv_next', windowStart: 11, level: 9n }), false));
      expect(added).toEqual([true, false, false, true]);
    });

    it('give a message to one sender at a time', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      await alerts.addDelivery(deliveryOf());
      const due = { now: 20, until: 90, limit: 5 };
      const [one, other] = await Promise.all([alerts.takeDue(due), alerts.takeDue(due)]);
      expect([...(one ?? []), ...(other ?? [])]).toHaveLength(1);
      expect(await alerts.takeDue({ ...due, now: 90, until: 190 })).toHaveLength(1);
      const done = deliveryOf({ state: 'delivered', attempts: 2, deliveredAt: 95, nextTryAt: null });
      await alerts.putDelivery(done);
      expect(await alerts.takeDue({ ...due, now: 1_000 })).toEqual([]);
      expect(await alerts.lastDeliveries('acme')).toEqual([done]);
    });

    it('are taken in turn: a workspace with many messages does not delay those of others', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      await alerts.add(alertOf({ id: 'alr_2', workspaceId: 'other' }), event);
      for (const threshold of [1, 2, 3, 4, 5]) {
        await alerts.addDelivery(deliveryOf({ id: `dlv_${threshold}`, threshold, nextTryAt: 10 }));
      }
      const late = { id: 'dlv_late', alertId: 'alr_2', workspaceId: 'other', nextTryAt: 15 };
      await alerts.addDelivery(deliveryOf(late));
      const taken = async (): Promise<readonly string[]> =>
        (await alerts.takeDue({ now: 20, until: 90, limit: 3 })).map(({ id }) => id);
      expect(await taken()).toEqual(['dlv_1', 'dlv_2', 'dlv_late']);
      expect(await taken()).toEqual(['dlv_3', 'dlv_4', 'dlv_5']);
      expect(await taken()).toEqual([]);
    });

    it('list their messages page by page, newest first', async () => {
      const { alerts } = await setUp(newEngine());
      await alerts.add(alertOf(), event);
      for (const threshold of [1, 2, 3]) await alerts.addDelivery(deliveryOf({ id: `dlv_${threshold}`, threshold }));
      const first = await alerts.deliveries({ workspaceId: 'acme', alertId: 'alr_1', limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['dlv_3', 'dlv_2']);
      const second = await alerts.deliveries({ workspaceId: 'acme', limit: 2, after: first.next ?? '' });
      expect([second.items.map(({ id }) => id), second.next]).toEqual([['dlv_1'], null]);
      expect((await alerts.deliveries({ workspaceId: 'other', limit: 2 })).items).toEqual([]);
    });
  });
}
