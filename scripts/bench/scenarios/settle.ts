/** Settling alone, at a steady rate: how long a charge takes to be durable, on SQLite and on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { SettledCall } from '../../../src/metering/ledger-records.ts';
import { startPostgres } from '../../../test/fakes/postgres-server.ts';

const rates = process.argv[2] === undefined ? [1_000, 8_000] : [Number(process.argv[2])];
const seconds = 10;

const callOf = (number: number): SettledCall => ({
  id: `call_${String(number).padStart(12, '0')}`,
  requestId: `req_${number}`,
  workspaceId: `acme-${number % 100}`,
  keyId: `key_${number % 1_000}`,
  productSku: 'bench',
  model: 'bench',
  operation: 'createChatCompletion',
  provider: 'up',
  region: 'global',
  status: 200,
  outcome: 'completed',
  usageSource: 'upstream',
  hold: 1_000n,
  charge: 300n,
  lines: [
    { unitKind: 'input_tokens', quantity: 100, unitPrice: 1_000n, amount: 100_000n },
    { unitKind: 'output_tokens', quantity: 200, unitPrice: 1_000n, amount: 200_000n },
  ],
  priceFrom: 0,
  startedAt: Date.now(),
  firstByteMilliseconds: 1,
  endedAt: Date.now(),
  flags: '',
  batchId: null,
  losses: '',
  journalled: false,
});

const share = (figures: readonly number[], part: number): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length * part)] ?? NaN;

/** @returns the median of the milliseconds until a charge was durable */
async function settleAt(rate: number, database: string, name: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-settle-'));
  const store = await openStore({
    database: database || `sqlite:${join(folder, 'bench.db')}`,
    clock: systemClock,
    log: silentLog,
  });
  await store.ledger.open(Date.now());
  const took: number[] = [];
  let failed = 0;
  const underWay = new Set<Promise<void>>();
  const from = performance.now();
  let begun = 0;
  while (performance.now() - from < seconds * 1000) {
    const due = ((performance.now() - from) / 1000) * rate;
    for (; begun < due; begun += 1) {
      const began = performance.now();
      const settling = store.ledger
        .settle(callOf(begun))
        .then(
          () => void took.push(performance.now() - began),
          () => void (failed += 1),
        )
        .then(() => void underWay.delete(settling));
      underWay.add(settling);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(underWay);
  const all = (performance.now() - from) / 1000;
  console.log(
    `${name.padEnd(11)} ${String(rate).padStart(5)}/s offered  ${(took.length / all).toFixed(0)}/s durable  p50 ${share(took, 0.5).toFixed(2)}  p99 ${share(took, 0.99).toFixed(2)} ms  ${failed} failed`,
  );
  await store.close();
  rmSync(folder, { recursive: true, force: true });
  return share(took, 0.5);
}

const server = await startPostgres();
try {
  for (const rate of rates) {
    const embedded = await settleAt(rate, '', 'SQLite');
    const { url } = await server.create();
    const shared = await settleAt(rate, url, 'PostgreSQL');
    console.log(`${''.padEnd(11)} PostgreSQL takes ${(shared / embedded).toFixed(1)} × as long at p50`);
  }
} finally {
  await server.stop();
}
