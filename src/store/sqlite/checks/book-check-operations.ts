import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../../metering/ledger-records.ts';
import { roundToNano } from '../../../shared/money.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import {
  forgetReceived,
  nothingFound,
  readWide,
  separator,
  wideSum,
  withoutMost,
  type CallSums,
  type CheckSlice,
} from '../../shared/book-sums.ts';
import { compareSums, type MadeBuckets, makeBucketComparison, makeOrphanLines } from './compare-sums.ts';
import type { InstanceFacts } from '../../shared/repository.ts';
import { query } from '../query.ts';

/** Calls read in one piece: about 3 ms during which nothing is settled. */
const callsPerSlice = 250;
const quarter = BigInt(quarterHour);
/** How far back the check of every minute compares buckets: two hours. */
const recent = 8n * quarter;

interface CallRow {
  readonly seq: bigint;
  readonly id: string;
  readonly workspace_id: string;
  readonly key_id: string;
  readonly product_sku: string;
  readonly model: string;
  readonly operation: string;
  readonly status: bigint;
  readonly started_at: bigint;
  readonly hold: bigint;
  readonly charge: bigint;
  readonly made_credits: bigint;
  readonly made_rest: bigint;
  readonly rest: bigint;
  readonly wrong_lines: bigint;
}

/** How far a check has read, and what it has added up. */
interface Walk {
  seq: bigint;
  readonly sums: CallSums;
}

const newWalk = (): Walk => ({
  seq: 0n,
  sums: { posted: new Map(), over: new Map(), keys: new Map(), owners: new Map(), buckets: new Map() },
});

const addTo = (sums: Map<string, bigint>, name: string, amount: bigint): void =>
  void sums.set(name, (sums.get(name) ?? 0n) + amount);

function wrongCall(row: CallRow): readonly Mismatch[] {
  const object = `call ${row.id}`;
  const found: Mismatch[] = [];
  if (row.wrong_lines > 0n) {
    const message = `${row.wrong_lines} lines of call ${row.id} are not quantity × price.`;
    found.push({ workspaceId: row.workspace_id, invariant: 13, object, message });
  }
  const made = readWide(row.made_credits, row.made_rest) + roundToNano(row.rest);
  if (made !== row.charge) {
    const message = `Call ${row.id} was charged ${row.charge} nano-credits; its lines make ${made}.`;
    found.push({ workspaceId: row.workspace_id, invariant: 7, object, message });
  }
  return found;
}

/** @param since epoch milliseconds: earlier buckets are left out; null: all are */
function addCall({ sums }: Walk, row: CallRow, since: bigint | null): void {
  addTo(sums.posted, row.workspace_id, row.charge);
  if (row.charge > row.hold) addTo(sums.over, row.workspace_id, row.charge - row.hold);
  addTo(sums.keys, row.key_id, row.charge);
  sums.owners.set(row.key_id, row.workspace_id);
  const start = row.started_at - (row.started_at % quarter);
  if (since === null || start < since) return;
  const group = [row.workspace_id, start, row.key_id, row.model, row.product_sku, row.operation, row.status];
  addTo(sums.buckets, group.join(separator), row.charge);
}

/** A line's amount = quantity × price, reckoned in two parts: in pico-credits together, a large one fits no integer of the tables. */
const isProduct = `l.amount_nano = l.quantity * (l.unit_price_pico / 1000) + l.quantity * (l.unit_price_pico % 1000) / 1000
  and l.rest_pico = l.quantity * (l.unit_price_pico % 1000) % 1000`;

type ReadCalls = (walk: Walk, since: bigint | null) => CheckSlice;

/** Adds the next calls to a walk, and looks at each of them by itself. */
function makeReader(database: DatabaseSync): ReadCalls {
  const calls = query<CallRow>(
    database,
    `select c.seq, c.id, c.workspace_id, c.key_id, c.product_sku, c.model, c.operation, c.status, c.started_at, c.hold, c.charge,
      ${wideSum('l.amount_nano', 'made')}, coalesce(sum(l.rest_pico), 0) as rest, coalesce(sum(not (${isProduct})), 0) as wrong_lines
      from call c left join charge_line l on l.call_id = c.id where c.seq > ? group by c.seq order by c.seq limit ${callsPerSlice}`,
  );
  return (walk, since) => {
    const rows = calls.all(walk.seq);
    for (const row of rows) addCall(walk, row, since);
    walk.seq = rows.at(-1)?.seq ?? walk.seq;
    return { done: rows.length < callsPerSlice, mismatches: rows.flatMap(wrongCall) };
  };
}

interface Parts {
  readonly database: DatabaseSync;
  readonly read: ReadCalls;
  readonly compare: ReturnType<typeof compareSums>;
}

/**
 * A slice of `Ledger.reconcile`: continues where the last one ended, so that every minute reads only what is new. `received`: how many
 * checks the caller has received to their end.
 */
function makeRunningCheck({ read, compare }: Omit<Parts, 'database'>): (now: number, received: number) => CheckSlice {
  const walk = newWalk();
  const found = nothingFound();
  /** Buckets that began earlier are left to the full check. Never goes back, for what was left out cannot be compared later. */
  let horizon = 0n;

  const moveHorizon = (now: number): void => {
    const wanted = BigInt(now) - recent;
    if (wanted - (wanted % quarter) <= horizon) return;
    horizon = wanted - (wanted % quarter);
    const { buckets: sums } = walk.sums;
    for (const name of sums.keys()) if (BigInt(name.split(separator)[1] ?? 0) < horizon) sums.delete(name);
  };

  return (now, received) => {
    forgetReceived(found, received);
    moveHorizon(now);
    const slice = read(walk, horizon);
    found.mismatches = withoutMost([...found.mismatches, ...slice.mismatches]);
    if (!slice.done) return { done: false, mismatches: [] };
    return { done: true, mismatches: [...found.mismatches, ...compare.recent(walk.sums, horizon)] };
  };
}

/** A slice of `Ledger.verify`: all calls, then all lines. `first`: from the first row on. */
function makeFullCheck({ database, read, compare }: Parts): (first: boolean) => CheckSlice {
  const buckets = makeBucketComparison(database);
  const orphanLines = makeOrphanLines(database);
  let walk = newWalk();
  let made: MadeBuckets = new Map();
  /** The call up to whose lines strays were looked for; null while calls are read. */
  let linesUpTo: string | null = null;

  const restart = (): void => {
    walk = newWalk();
    made = new Map();
    linesUpTo = null;
  };
  const readLines = (after: string): CheckSlice => {
    const { last, mismatches } = orphanLines(after);
    linesUpTo = last;
    return { done: last === null, mismatches };
  };

  return (first) => {
    if (first) restart();
    if (linesUpTo !== null) return readLines(linesUpTo);
    const after = walk.seq;
    const slice = read(walk, null);
    buckets.add(made, after, walk.seq);
    if (!slice.done) return slice;
    const mismatches = [...slice.mismatches, ...compare.all(walk.sums), ...buckets.compare(made)];
    restart();
    linesUpTo = '';
    return { done: false, mismatches };
  };
}

/** Recomputes the books from their rows. */
export function makeBookCheckOperations(database: DatabaseSync, instance: InstanceFacts) {
  const parts = { database, read: makeReader(database), compare: compareSums(database, instance) };
  return { reconcileSlice: makeRunningCheck(parts), verifySlice: makeFullCheck(parts) };
}
