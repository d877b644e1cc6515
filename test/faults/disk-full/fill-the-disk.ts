/** Run in a mount namespace of its own, on a disk of 40 MiB: fills it under the ledger's feet and prints what happened. */
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { callOf, entryOf, noon } from '../../fakes/ledger-rows.ts';

const folder = process.argv[2] ?? '';
const file = join(folder, 'test.db');
const settings = { database: `sqlite:${file}`, clock: systemClock, log: silentLog };

function fill(): void {
  const filler = openSync(join(folder, 'filler'), 'w');
  for (const size of [1024 * 1024, 4096, 1]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(filler, block) < size) break;
    } catch {
      // Full to this size.
    }
  }
  closeSync(filler);
}

const store = await openStore(settings);
const { ledger } = store;
await ledger.open(noon);
await ledger.post(entryOf(10n ** 15n));
while (!existsSync(`${file}.ballast`)) await wait(10);
fill();

const acknowledged: string[] = [];
let refused = 0;
let settledWhenFull = 0;
while (refused === 0 && acknowledged.length < 200_000) {
  const calls = Array.from({ length: 200 }, (_, at) => callOf({ requestId: `req_${at}_${'x'.repeat(200)}` }));
  const results = await Promise.allSettled(calls.map((call) => ledger.settle(call)));
  calls.forEach(({ id }, index) => results[index]?.status === 'fulfilled' && acknowledged.push(id));
  const failures = results.filter((result) => result.status === 'rejected');
  refused = failures.filter(({ reason }) => reason instanceof GatewayError && reason.code === 'overloaded').length;
  if (failures.length > refused) throw new Error('a settle failed in another way', { cause: failures[0]?.reason });
  if (ledger.health().state === 'full') settledWhenFull = acknowledged.length;
}
const whenFull = { state: ledger.health().state, ballast: existsSync(`${file}.ballast`) };
const readable = (await ledger.account('acme')).posted === BigInt(acknowledged.length) * 10n;
rmSync(join(folder, 'filler'));
for (let tries = 0; tries < 50 && ledger.health().state !== 'ok'; tries += 1) await wait(100);
const after = { state: ledger.health().state, ballast: existsSync(`${file}.ballast`) };
const last = callOf();
await ledger.settle(last);
await store.close();

const again = await openStore(settings);
const { posted } = await again.ledger.account('acme');
let lost = 0;
for (const id of [...acknowledged, last.id]) if (!(await again.ledger.call(id))) lost += 1;
const mismatches = (await again.ledger.verify()).length;
await again.close();
console.log(
  JSON.stringify({
    settledWhenFull: settledWhenFull > 0,
    refused: refused > 0,
    whenFull,
    readable,
    after,
    lost,
    doubled: Number(posted) / 10 - acknowledged.length - 1,
    mismatches,
  }),
);
