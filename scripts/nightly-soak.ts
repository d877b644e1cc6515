/**
 * Hours of ordinary traffic: JSON answers and streams of both specs, clients that disconnect, refused calls, reads of the control
 * API. Every minute the script prints memory and handles of the gateway. At the end they must be where they were after the first
 * sixth of the time, and the ledger must agree with the oracle, which plays clients and upstream. Loopback only.
 *
 *     node scripts/nightly-soak.ts [hours]     24 by default; 0.034 are two minutes
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { processorSeconds, residentBytes } from './bench/process-figures.ts';
import { makeCall, type CallResult } from './crash-test/make-call.ts';
import { adminKey, startInstance, testKey } from './crash-test/start-gateway.ts';
import { startUpstream } from './crash-test/start-upstream.ts';
import { chargeOf, truthOf } from './crash-test/truth.ts';

const hours = Number(process.argv[2] ?? 24);
const clients = 16;
/** More credits than any soak uses. */
const credits = '1000000';
/** How much memory and handles may grow after the first sixth: for caches that fill slowly, and calls that happen to be open. */
const mostGrowth = { share: 1.25, megabytes: 40, handles: 32 };

const folder = mkdtempSync(join(tmpdir(), 'diglot-soak-'));
const upstream = await startUpstream();
const gateway = await startInstance({ folder, upstream: upstream.url });
const { pid } = gateway;
const counts: Record<CallResult | 'left' | 'unknownKey', number> = {
  acknowledged: 0,
  refused: 0,
  broken: 0,
  left: 0,
  unknownKey: 0,
};
let owed = 0n;
let number = 0;
const over = new AbortController();

async function control(path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${gateway.url}/console/api${path}`, { headers, ...init });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** A client that disconnects in the middle of a stream. Its charge is an estimate, so it is left out of the comparison. */
async function leave(): Promise<void> {
  const body = {
    model: 'crash',
    max_tokens: 30,
    stream: true,
    messages: [{ role: 'user', content: 'call number 7.' }],
  };
  const gone = new AbortController();
  setTimeout(() => gone.abort(), 20 + Math.random() * 200);
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json', 'x-request-id': `left-${(counts.left += 1)}` },
    body: JSON.stringify(body),
    signal: gone.signal,
  })
    .then((response) => response.text())
    .catch(() => undefined);
}

async function callAsUnknown(): Promise<void> {
  const response = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: 'Bearer unknown' } });
  await response.text();
  if (response.status === 401) counts.unknownKey += 1;
}

async function client(): Promise<void> {
  while (!over.signal.aborted) {
    const truth = truthOf((number += 1));
    const result = await makeCall(gateway.url, truth);
    counts[result] += 1;
    if (result === 'acknowledged') owed += chargeOf(truth);
    if (number % 25 === 0) await leave();
    if (number % 40 === 0) await callAsUnknown();
    if (number % 200 === 0) await control('/calls?workspace_id=acme');
    await wait(Math.random() * 100);
  }
}

interface Held {
  readonly megabytes: number;
  readonly handles: number;
}

const held = (): Held => ({
  megabytes: residentBytes(pid) / 1_048_576,
  handles: readdirSync(`/proc/${pid}/fd`).length,
});

function report(from: number): Held {
  const now = held();
  const minutes = ((performance.now() - from) / 60_000).toFixed(1);
  console.log(
    `${minutes} min  ${now.megabytes.toFixed(0)} MB  ${now.handles} handles  processor ${processorSeconds(pid).toFixed(0)} s  load average ${loadavg()[0]?.toFixed(1)}  ${JSON.stringify(counts)}`,
  );
  return now;
}

await control('/workspaces/acme/credits/grants', { amount: credits, reason: 'soak', external_id: 'soak' });
const from = performance.now();
const all = hours * 3_600_000;
const clientsRunning = Array.from({ length: clients }, client);
await wait(all / 6);
const settled = report(from);
for (let left = all - all / 6; left > 0; left -= 60_000) {
  await wait(Math.min(60_000, left));
  report(from);
}
over.abort();
await Promise.all(clientsRunning);
await wait(2_000);
const end = report(from);
const verdict = await control('/ledger/verify');
await gateway.stop();
upstream.close();
const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
const sums = database.prepare(
  `select count(*) as calls, coalesce(sum(charge), 0) as charged from call where request_id like 'crash-%'`,
);
sums.setReadBigInts(true);
const { calls, charged } = sums.get() as { calls: bigint; charged: bigint };
database.close();
rmSync(folder, { recursive: true, force: true });
const bound = Math.max(settled.megabytes * mostGrowth.share, settled.megabytes + mostGrowth.megabytes);
const faults = [
  ...(verdict['ok'] === true ? [] : [`the books do not agree: ${JSON.stringify(verdict).slice(0, 500)}`]),
  ...(calls === BigInt(counts.acknowledged) && charged === owed
    ? []
    : [
        `${calls} calls for ${charged} nano-credits are in the books; ${counts.acknowledged} for ${owed} were answered`,
      ]),
  ...(end.megabytes > bound
    ? [`memory grew from ${settled.megabytes.toFixed(0)} to ${end.megabytes.toFixed(0)} MB`]
    : []),
  ...(end.handles > settled.handles + mostGrowth.handles
    ? [`handles grew from ${settled.handles} to ${end.handles}`]
    : []),
  ...(counts.broken + counts.refused > 0 ? [`${counts.broken} calls broke, ${counts.refused} were refused`] : []),
];
console.log(
  faults.length === 0 ? `The books agree: ${calls} whole answers for ${charged} nano-credits.` : faults.join('\n'),
);
process.exit(faults.length === 0 ? 0 : 1);
