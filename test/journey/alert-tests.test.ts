import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startConsole } from './start-console.ts';

describe('test messages of alerts', () => {
  it('are refused while too many of them are being sent', async () => {
    const open = new Set<Socket>();
    let isHeld = true;
    const hook = createServer((socket) => {
      if (!isHeld) return void socket.destroy();
      open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
    }).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const gateway = await startConsole({ alertNetworks: ['127.0.0.0/8'] });
    onTestFinished(async () => {
      await gateway.close();
      hook.close();
    });
    const target = `https://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
    const draft = { limit: 'balance', thresholds: [50], channel: 'webhook', target };
    const made = await gateway.ask('/workspaces/acme/alerts', { body: draft });
    const { alert } = (await made.json()) as { alert: { id: string } };
    const statuses: number[] = [];
    const tests: Promise<void>[] = [];
    const refused = Promise.withResolvers<void>();
    const test = async (): Promise<void> => {
      const answer = await gateway.ask(`/workspaces/acme/alerts/${alert.id}/test`, { method: 'POST' });
      statuses.push(answer.status);
      if (answer.status === 503) refused.resolve();
    };
    // A message that is held is given up after five seconds: on a busy machine more are needed until there are too many.
    for (let more = 0; more < 3 && !statuses.includes(503); more += 1) {
      tests.push(...Array.from({ length: 65 }, test));
      await Promise.race([refused.promise, Promise.all(tests)]);
    }
    // A message is stored before it is sent, and how it ended before the next one's turn.
    const sending = async (): Promise<number> => {
      const { items } = await gateway.services.store.alerts.deliveries({ workspaceId: 'acme', limit: 200 });
      return items.filter(({ state }) => state === 'waiting').length;
    };
    const atOnce = await vi.waitFor(async () => {
      const found = await sending();
      expect(found).toBeGreaterThan(0);
      return found;
    });
    expect(atOnce).toBeLessThanOrEqual(10);
    isHeld = false;
    for (const socket of open) socket.destroy();
    await Promise.all(tests);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});
