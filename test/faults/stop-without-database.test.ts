import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCall } from '../../scripts/crash-test/make-call.ts';
import { startInstance, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { startUpstream } from '../../scripts/crash-test/start-upstream.ts';
import { truthOf } from '../../scripts/crash-test/truth.ts';
import { hasPostgres, startPostgres } from '../fakes/postgres-server.ts';

describe.skipIf(!hasPostgres)('an instance that is asked to stop while the database is away', () => {
  it.each(['1', '2'])('stops in order with %s processes, and leaves its calls to the next start', async (workers) => {
    const server = await startPostgres();
    onTestFinished(server.stop);
    const { url: database } = await server.create();
    const upstream = await startUpstream();
    onTestFinished(() => upstream.close());
    const folder = mkdtempSync(join(tmpdir(), 'diglot-stop-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const settings = { DIGLOT_DATABASE: database, DIGLOT_WORKERS: workers };
    const start = (): Promise<Gateway> => startInstance({ folder, upstream: upstream.url, settings });
    const call = (url: string, number: number): Promise<unknown> => makeCall(url, truthOf(number));
    const spooled = (): readonly string[] => readdirSync(join(folder, 'settled'));

    const first = await start();
    for (let number = 1; number <= 8; number += 1) expect(await call(first.url, number)).toBe('acknowledged');
    await server.halt();
    const results: unknown[] = [];
    // A worker without a lease refuses them.
    for (let number = 9; number <= 16; number += 1) results.push(await call(first.url, number));
    expect(results).toContain('acknowledged');
    expect(spooled()).not.toEqual([]);
    first.signal('SIGTERM');
    expect([await first.ended, first.printed()]).toEqual([0, expect.stringContaining('"Stopped."')]);
    expect(existsSync(join(folder, 'server.json'))).toBe(false);

    await server.resume();
    const second = await start();
    expect(spooled()).toEqual([]);
    await second.stop();
  });
});
