/**
 * Repeatedly kills the gateway with `kill -9` under load, and proves that the ledger stays correct: every call that a client saw
 * complete is in the ledger once, at its true charge, and no credit is spent that was not granted. The oracle plays both the
 * clients and the upstream, rates every call itself, and reads the database file itself.
 *
 * `node scripts/crash-test.ts [--kills 200] [--seed 1] [--power-loss]`; exits with 1 if a figure that must be 0 is not. With
 * `--power-loss` (Linux, root), the data is on a separate disk and the whole machine loses power: what was written but not synced
 * is lost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { validator, type Verdict } from './crash-test/check-charge.ts';
import { makeCall, type CallResult } from './crash-test/make-call.ts';
import { makePowerDisk } from './crash-test/power-disk.ts';
import { adminKey, startGateway, type Gateway } from './crash-test/start-gateway.ts';
import { startUpstream } from './crash-test/start-upstream.ts';
import { truthOf, type Truth } from './crash-test/truth.ts';

/** Calls under way at any time. */
const clients = 12;
/** One in this many rounds runs long enough for the journal to be written. */
const longRoundEvery = 20;
const isLong = (round: number): boolean => round % longRoundEvery === 3;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'power-loss': { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
let seed = Number(values.seed);

/** A whole number below `limit`; the same run again for the same seed. */
function random(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

const truths: Truth[] = [];
const acknowledged = new Set<number>();
const counts: Record<CallResult, number> = { acknowledged: 0, refused: 0, broken: 0 };

/** Where the data is, and how the gateway on it is ended abruptly. */
interface Machine {
  readonly folder: string;
  readonly end: (gateway: Gateway) => Promise<void>;
}

/** So few that most rounds run out of credits; a long round needs some for its long calls. */
async function grant({ url }: Gateway, round: number): Promise<void> {
  const response = await fetch(`${url}/console/api/workspaces/acme/credits/grants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: isLong(round) ? '6' : '1', reason: 'crash test', external_id: `round-${round}` }),
  });
  if (!response.ok) throw new Error(`granting failed: ${response.status} ${await response.text()}`);
}

/** Calls one after another until the gateway is gone. */
async function callUntil(gone: AbortSignal, url: string): Promise<void> {
  while (!gone.aborted) {
    const truth = truthOf(truths.length + 1);
    truths.push(truth);
    const result = await makeCall(url, truth);
    counts[result] += 1;
    if (result === 'acknowledged') acknowledged.add(truth.number);
    // Out of credits: leave the processor to those that still have some.
    if (result === 'refused') await wait(25);
  }
}

async function crash({ folder, end }: Machine, upstream: string, round: number): Promise<void> {
  const gateway = await startGateway(folder, upstream);
  const gone = new AbortController();
  await grant(gateway, round);
  const calling = Array.from({ length: clients }, () => callUntil(gone.signal, gateway.url));
  await wait(isLong(round) ? 9000 : 50 + random(1500));
  await end(gateway);
  gone.abort();
  await Promise.all(calling);
}

const isRight = ({ lost, doubled, changed, overspent }: Verdict): boolean =>
  lost + doubled + changed === 0 && overspent === 0n;

function report(round: number, verdict: Verdict): void {
  const { lost, doubled, changed, overspent, recovered } = verdict;
  console.log(
    `kills ${round}  calls ${truths.length}  acknowledged ${acknowledged.size}  refused ${counts.refused}  recovered ${recovered}  ` +
      `lost ${lost}  doubled ${doubled}  changed ${changed}  overspent ${overspent}`,
  );
}

const home = mkdtempSync(join(tmpdir(), 'diglot-crash-'));
const disk = values['power-loss'] ? makePowerDisk(home) : null;
const machine: Machine = disk ? { folder: disk.folder, end: disk.cut } : { folder: home, end: ({ kill }) => kill() };
const { folder } = machine;
const file = join(folder, 'diglot.db');
const upstream = await startUpstream();
let verdict: Verdict | null = null;
for (let round = 1; round <= kills && (verdict === null || isRight(verdict)); round += 1) {
  await crash(machine, upstream.url, round);
  verdict = validator(file, acknowledged, truths);
  if (round % 10 === 0 || round === kills || !isRight(verdict)) report(round, verdict);
}

// One last start recovers what the last kill left open; then the gateway's own check of the ledger must agree.
const last = await startGateway(folder, upstream.url);
const verified = await fetch(`${last.url}/console/api/ledger/verify`, {
  headers: { authorization: `Bearer ${adminKey}` },
});
const books = await verified.text();
await last.stop();
upstream.close();
verdict = validator(file, acknowledged, truths);
report(kills, verdict);
console.log(`the ledger's own check: ${books}`);
if (isRight(verdict)) {
  disk?.remove();
  rmSync(home, { recursive: true });
} else console.error(`The books are wrong; they are kept in ${folder}.`);
process.exitCode = isRight(verdict) ? 0 : 1;
