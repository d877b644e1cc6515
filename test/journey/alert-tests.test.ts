import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startConsole } from './start-console.ts';

describe('test messages of alerts', () => {
  it('are sent ten at once, some wait for their turn, and the rest is refused', async () => {
    const open = new Set<Socket>();
    let most = 0;
    let isHeld = true;
    const hook = createServer((socket) => {
      if (!isHeld) return void socket.destroy();
      open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)));
      most = Math.max(most, open.size);
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
    const test = async (): Promise<void> => {
      const answer = await gateway.ask(`/workspaces/acme/alerts/${alert.id}/test`, { method: 'POST' });
      statuses.push(answer.status);
    };
    const tests = Array.from({ length: 65 }, test);
    await expect.poll(() => statuses.filter((status) => status === 503).length, { timeout: 20_000 }).toBe(5);
    await expect.poll(() => most, { timeout: 20_000 }).toBe(10);
    isHeld = false;
    for (const socket of open) socket.destroy();
    await Promise.all(tests);
    expect(most).toBe(10);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  });
});
