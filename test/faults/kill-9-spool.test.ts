import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCall } from '../../scripts/crash-test/make-call.ts';
import { startInstance, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { startUpstream } from '../../scripts/crash-test/start-upstream.ts';
import { chargeOf, requestIdOf, truthOf } from '../../scripts/crash-test/truth.ts';
import { hasPostgres, startPostgres } from '../fakes/postgres-server.ts';

interface Row {
  readonly request_id: string;
  readonly charge: string;
}

describe.skipIf(!hasPostgres)('kill -9 while the database is away', () => {
  it('loses and doubles no call that was acknowledged from the spool', async () => {
    const server = await startPostgres();
    onTestFinished(server.stop);
    const { url: database } = await server.create();
    const upstream = await startUpstream();
    onTestFinished(() => upstream.close());
    const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const start = (): Promise<Gateway> =>
      startInstance({ folder, upstream: upstream.url, settings: { DIGLOT_DATABASE: database } });

    const acknowledged: number[] = [];
    let last = 0;
    const callMany = async (url: string, count: number): Promise<void> => {
      const one = async (): Promise<void> => {
        const truth = truthOf((last += 1));
        if ((await makeCall(url, truth)) === 'acknowledged') acknowledged.push(truth.number);
      };
      for (let done = 0; done < count; done += 4) await Promise.all([one(), one(), one(), one()]);
    };
    const first = await start();
    await callMany(first.url, 20);
    const before = acknowledged.length;
    await server.halt();
    await callMany(first.url, 12);
    expect(acknowledged.length).toBeGreaterThan(before);
    expect(readdirSync(join(folder, 'settled'))).toHaveLength(1);
    await first.kill();
    await server.resume();
    const second = await start();
    expect(readdirSync(join(folder, 'settled'))).toEqual([]);
    await callMany(second.url, 4);
    await second.stop();

    const reader = new pg.Client(database);
    await reader.connect();
    onTestFinished(() => reader.end());
    const { rows } = await reader.query<Row>(`select request_id, charge from call where product_sku = 'crash'`);
    const charges = Map.groupBy(rows, ({ request_id }) => request_id);
    const wrong = acknowledged.filter((number) => {
      const found = charges.get(requestIdOf(number)) ?? [];
      return found.length !== 1 || BigInt(found[0]?.charge ?? 0) !== chargeOf(truthOf(number));
    });
    expect(wrong).toEqual([]);
  }, 120_000);
});
