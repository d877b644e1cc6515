import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeCall } from '../../scripts/crash-test/make-call.ts';
import { adminKey, startInstance, type Gateway } from '../../scripts/crash-test/start-gateway.ts';
import { startUpstream } from '../../scripts/crash-test/start-upstream.ts';
import { chargeOf, requestIdOf, truthOf } from '../../scripts/crash-test/truth.ts';
import { hasPostgres, startPostgres } from '../fakes/postgres-server.ts';

const kills = 3;

async function setUp() {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const { url: database } = await server.create();
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const start = async (): Promise<Gateway> => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-'));
    const gateway = await startInstance({ folder, upstream: upstream.url, settings: { DIGLOT_DATABASE: database } });
    onTestFinished(async () => {
      await gateway.kill();
      rmSync(folder, { recursive: true, force: true });
    });
    return gateway;
  };
  return { database, start };
}

const ask = async (gateway: Gateway, path: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${gateway.url}/console/api${path}`, { headers, ...init })).json();
};

interface Row {
  readonly request_id: string;
  readonly charge: string;
}

describe.skipIf(!hasPostgres)('kill -9 of one of two instances on one database', () => {
  it('loses and doubles no acknowledged call, and the books agree', async () => {
    const { database, start } = await setUp();
    const lasting = await start();
    await ask(lasting, '/workspaces/acme/credits/grants', { amount: '1000', reason: 'test', external_id: 'more' });
    let killed = await start();
    const over = new AbortController();
    let last = 0;
    const acknowledged: number[] = [];
    const client = async (target: () => Gateway): Promise<void> => {
      while (!over.signal.aborted) {
        const truth = truthOf((last += 1));
        if ((await makeCall(target().url, truth)) === 'acknowledged') acknowledged.push(truth.number);
      }
    };
    const clients = [0, 1, 2, 3, 4, 5].map((n) => client(() => (n % 2 ? lasting : killed)));
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(1500);
      await killed.kill();
      killed = await start();
    }
    over.abort();
    await Promise.all(clients);

    const reader = new pg.Client(database);
    await reader.connect();
    onTestFinished(() => reader.end());
    const { rows } = await reader.query<Row>(`select request_id, charge from call where product_sku = 'crash'`);
    const charges = Map.groupBy(rows, ({ request_id }) => request_id);
    const wrong = acknowledged.filter((number) => {
      const found = charges.get(requestIdOf(number)) ?? [];
      return found.length !== 1 || BigInt(found[0]?.charge ?? 0) !== chargeOf(truthOf(number));
    });
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
    expect(await ask(lasting, '/ledger/verify')).toMatchObject({ ok: true });
  }, 120_000);

  it('keeps no revocation waiting, which still says that the killed one may know the key; one that hangs is waited for', async () => {
    const { start } = await setUp();
    const [lasting, hanging, killed] = [await start(), await start(), await start()];
    const revoke = async (name: string) => {
      const issued = (await ask(lasting, '/keys', { workspace_id: 'acme', name })) as { key: { id: string } };
      const askedAt = performance.now();
      const revoked = await ask(lasting, `/keys/${issued.key.id}/revoke`, {});
      return { revoked, milliseconds: performance.now() - askedAt };
    };
    // Tried again where the machine itself is late.
    const best = async (name: string) => {
      const tries = [await revoke(`${name} 1`), await revoke(`${name} 2`), await revoke(`${name} 3`)];
      return tries.reduce((one, other) => (other.milliseconds < one.milliseconds ? other : one));
    };
    expect((await best('all live')).revoked).toMatchObject({ applied_on: '3/3' });
    await killed.kill();
    const afterKill = await best('one killed');
    expect(afterKill.revoked).toMatchObject({ applied_on: '2/3' });
    hanging.signal('SIGSTOP');
    const whileHanging = await best('one hangs');
    hanging.signal('SIGCONT');
    expect(whileHanging.revoked).toMatchObject({ applied_on: expect.stringMatching(/^1\/[23]$/) as string });
    expect(whileHanging.milliseconds).toBeGreaterThan(950);
    // Half of what the wait adds, which a slow machine adds to both.
    expect(whileHanging.milliseconds - afterKill.milliseconds).toBeGreaterThan(500);
  }, 120_000);
});
