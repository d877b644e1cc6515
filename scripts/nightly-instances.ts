/**
 * Three gateways on one PostgreSQL under load, while instances are killed with `kill -9`, the database is restarted in immediate
 * mode, and settlements are delivered twice. Then instances are restarted one after the other, and the spread of key changes is
 * timed. The oracle plays clients and upstream, rates every call itself and reads the database itself.
 *
 * `node scripts/nightly-instances.ts [--kills 200] [--restarts 20] [--instances 3] [--seed 1] [--rounds 100] [--minutes 120]`;
 * stops killing after these minutes; exits with 1 if a figure that must be 0 is not, or changes usually take over half a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/fakes/postgres-server.ts';
import { makeCall, type CallResult } from './crash-test/make-call.ts';
import type { Gateway } from './crash-test/start-gateway.ts';
import { startUpstream } from './crash-test/start-upstream.ts';
import { truthOf } from './crash-test/truth.ts';
import { control, startFleet, type Fleet } from './nightly-instances/fleet.ts';
import { makeOracle, type Verdict } from './nightly-instances/oracle.ts';
import { watchSchedulingDelay } from './nightly-instances/scheduling-delay.ts';
import { measureSpread, type Spread } from './nightly-instances/spread.ts';

/** Calls under way at any time. */
const clients = 12;
/** How many of every thousand settlements are delivered twice. */
const duplicatePermille = 20;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '20' },
    instances: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '120' },
  },
});
const kills = Number(values.kills);
const restarts = Number(values.restarts);
const rounds = Number(values.rounds);
const endAt = performance.now() + Number(values.minutes) * 60_000;
let seed = Number(values.seed);

/** A whole number below `limit`; the same run again for the same seed. */
function random(limit: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % limit;
}

const acknowledged = new Set<number>();
type Counts = Record<CallResult, number>;
const newCounts = (): Counts => ({ acknowledged: 0, refused: 0, broken: 0 });
let counts = newCounts();
/** Why calls broke. */
let broken: string[] = [];
let calls = 0;

/** Makes calls one after another, each on a running instance, until the end. */
async function callUntil(over: AbortSignal, fleet: Fleet): Promise<void> {
  while (!over.aborted) {
    const running = fleet.running();
    const { gateway } = running[calls % Math.max(running.length, 1)] ?? { gateway: null };
    if (gateway === null) {
      await wait(25);
      continue;
    }
    const truth = truthOf((calls += 1));
    const result = await makeCall(gateway.url, truth, (reason) => broken.push(reason));
    counts[result] += 1;
    if (result === 'acknowledged') acknowledged.add(truth.number);
    // Out of credits, or gone: leave the processor to those that continue.
    else await wait(25);
  }
}

/** Puts load on the fleet while something is done to it. */
async function underLoad(fleet: Fleet, action: () => Promise<void>): Promise<Counts> {
  counts = newCounts();
  broken = [];
  const over = new AbortController();
  const calling = Array.from({ length: clients }, () => callUntil(over.signal, fleet));
  try {
    await action();
  } finally {
    over.abort();
    await Promise.all(calling);
  }
  return counts;
}

let grants = 0;

/** So few that credits run out repeatedly. The database may be away: then the next grant makes up for it. */
async function grant(fleet: Fleet, amount: string): Promise<void> {
  grants += 1;
  const [place] = fleet.running();
  if (place?.gateway == null) return;
  const body = { amount, reason: 'nightly', external_id: `grant-${grants}` };
  await control(place.gateway, '/workspaces/acme/credits/grants', body).catch(() => undefined);
}

const done = { kills: 0, restarts: 0 };

/** The most instances that are down at a time: the others are under load. */
const killers = 2;

/** Kills and restarts until there have been enough of both. */
async function killMany(fleet: Fleet, restartDatabase: () => Promise<void>): Promise<void> {
  const killOften = async (): Promise<void> => {
    while (done.kills < kills && performance.now() < endAt) {
      done.kills += 1;
      await wait(100 + random(1500));
      const running = fleet.running();
      const place = running[random(Math.max(running.length, 1))];
      if (place !== undefined) await fleet.kill(place);
      if (done.kills % 10 === 0) console.log(`kills ${done.kills}  calls ${calls}  acknowledged ${acknowledged.size}`);
    }
  };
  /** Spread over the run. */
  const isDue = (): boolean => done.kills >= ((done.restarts + 1) * kills) / (restarts + 1);
  const restartOften = async (): Promise<void> => {
    for (; done.restarts < restarts; done.restarts += 1) {
      while (!isDue() && performance.now() < endAt) await wait(100);
      if (isDue()) await restartDatabase();
      else return;
    }
  };
  await Promise.all([...Array.from({ length: killers }, killOften), restartOften()]);
}

/** Repeats an action, whether or not it fails, until the end. */
async function meanwhile(over: AbortSignal, every: number, action: () => Promise<unknown>): Promise<void> {
  while (!over.aborted) {
    await action().catch(() => undefined);
    await wait(every);
  }
}

const home = mkdtempSync(join(tmpdir(), 'diglot-nightly-'));
const server = await startPostgres();
const { url: database } = await server.create();
const upstream = await startUpstream();
const oracle = makeOracle(database);
const fleet = await startFleet({ home, count: Number(values.instances), upstream: upstream.url, database });
const gateways = (): readonly Gateway[] => fleet.running().flatMap(({ gateway }) => gateway ?? []);

/** Resolves when the instances have posted everything in their spools. */
async function settled(): Promise<void> {
  for (let tries = 0; tries < 300 && fleet.spools() > 0; tries += 1) await wait(100);
}

const started = performance.now();
const over = new AbortController();
const around = [
  meanwhile(over.signal, 500, () => oracle.duplicate(duplicatePermille)),
  meanwhile(over.signal, 1000, () => grant(fleet, '1')),
];
const underKills = await underLoad(fleet, () => killMany(fleet, server.restart));
over.abort();
await Promise.all(around);
await settled();
const minutes = ((performance.now() - started) / 60_000).toFixed(1);

await grant(fleet, '10000');
const underRolling = await underLoad(fleet, async () => {
  for (const place of fleet.places) {
    await wait(1000);
    await fleet.restart(place);
  }
  await wait(1000);
});
await settled();
const verdict: Verdict = await oracle.check(acknowledged);
const endWatch = watchSchedulingDelay();
const spread: Spread = await measureSpread(gateways(), rounds);
const delay = await endWatch();
const { issued, scoped, revoked } = spread;
const [first] = gateways();
const books = first === undefined ? {} : await control(first, '/ledger/verify');
await fleet.end();
await oracle.close();
upstream.close();

const { lost, doubled, changed, overspent, bound, duplicates } = verdict;
console.log(`${done.kills} kills -9 and ${done.restarts} restarts of the database in ${minutes} min:`, underKills);
console.log('restart of one instance after the other under load:', underRolling, underRolling.broken > 0 ? broken : '');
console.log(
  `acknowledged ${acknowledged.size}  calls in the books ${verdict.calls}  delivered twice ${duplicates}  lost ${lost}  ` +
    `doubled ${doubled}  changed ${changed}  overspent ${overspent} of ${bound} that may be  spools left ${fleet.spools()}`,
);
console.log('changes of keys on all other instances, milliseconds:', { issued, scoped, revoked });
console.log('the machine itself was late meanwhile by, milliseconds:', delay);
console.log(`revocations were applied on ${JSON.stringify(spread.appliedOn)}, let in afterwards ${spread.letIn}`);
console.log(`the ledger's own check: ${JSON.stringify(books)}`);
const isRight =
  lost + doubled + changed + spread.letIn + underRolling.broken + fleet.spools() === 0 &&
  overspent <= bound &&
  // Medians: a single slow one may be the machine's fault. A dead instance that is waited for costs each of them a second.
  Math.max(issued.p50, scoped.p50, revoked.p50) <= 500 &&
  books['ok'] === true;
await server.stop();
if (isRight) rmSync(home, { recursive: true });
else console.error(`A figure is wrong; the folders of the instances are kept in ${home}.`);
process.exitCode = isRight ? 0 : 1;
