import type { Mismatch } from '../../../metering/ledger-records.ts';
import { quarterHour } from '../../../shared/time/calendar.ts';
import {
  mostMismatches,
  nothingFound,
  separator,
  withoutMost,
  type CallSums,
  type FoundCalls,
} from '../../shared/book-sums.ts';
import type { Session } from '../session.ts';

/** Values for the placeholders of a statement. */
type Values = readonly (number | bigint | readonly (string | bigint)[])[];

interface FoundRow {
  readonly workspace_id: string | null;
  readonly id: string;
  readonly detail: string;
}

/** Rows that contradict each other; each row that a statement finds is a mismatch. */
export interface Contradiction {
  readonly invariant: number;
  readonly object: string;
  readonly sql: string;
}

/** The first rows that a statement finds, and beyond them one of each workspace. */
const withoutMostOf = (sql: string): string => `select workspace_id, id, detail from
    (select *, row_number() over () as number, row_number() over (partition by workspace_id) as of_workspace from (${sql}) as wrong) as counted
  where of_workspace = 1 or number <= ${mostMismatches}`;

/** Runs a statement of a check. */
export async function find(
  session: Session,
  { invariant, object, sql }: Contradiction,
  values: Values = [],
): Promise<readonly Mismatch[]> {
  const rows = await session.all<FoundRow>(withoutMostOf(sql), ...values);
  return rows.map(({ workspace_id: workspaceId, id, detail }) => {
    const name = `${object} ${id}`;
    return { workspaceId, invariant, object: name, message: `${name} ${detail}.` };
  });
}

/** What the lines `l` of a call make. */
export const ofLines = 'coalesce(round(sum(l.quantity::numeric * l.unit_price_pico) / 1000), 0)';
export const saysCharged = "'was charged ' || c.charge || ' nano-credits; its lines make '";

/**
 * Calls whose lines make another charge. The lines of each call are looked up by themselves, so that few calls are compared without
 * reading all lines.
 *
 * @param calls the calls to look at, named `c`, and what they must fulfil
 */
const wrongCalls = (calls: string): Contradiction => ({
  invariant: 7,
  object: 'call',
  sql: `select workspace_id, id, detail from (select c.workspace_id, c.id, c.charge, made, ${saysCharged} || made as detail
      from (select c.* from ${calls}) c
        cross join lateral (select ${ofLines} as made from charge_line l where l.call_id = c.id) as lines) as compared
    where charge <> made`,
});

/** Calls read in one piece: some 50 ms of one connection. */
const callsPerPart = 10_000;

/** What calls add up to, and how far they have been read. */
export interface Walk extends CallSums {
  /** The last call of each workspace that has been read, by its `seq`. */
  readonly marks: Map<string, bigint>;
  /** A digest of the buckets that begin at one time, by that time in epoch milliseconds. */
  readonly digests: Map<bigint, bigint>;
  /** Epoch milliseconds: buckets that began earlier are left out. Never goes back, for what was left out cannot be compared later. */
  horizon: number;
  /** The calls that are read now; null: none. */
  span: Span | null;
  readonly found: FoundCalls;
}

/** The calls that were new at one moment. Those of one workspace are committed in the order of their `seq`; those of all are not. */
interface Span {
  readonly workspaces: readonly string[];
  /** By workspace, the last call that had been read, and the last one that was there. */
  readonly after: readonly bigint[];
  readonly upTo: readonly bigint[];
  /** The last call of all. */
  readonly end: bigint;
  /** The call up to which they have been read. */
  at: bigint;
}

/** @param horizon epoch milliseconds, where a quarter of an hour begins */
export const newWalk = (horizon: number): Walk => ({
  posted: new Map(),
  over: new Map(),
  keys: new Map(),
  owners: new Map(),
  buckets: new Map(),
  digests: new Map(),
  marks: new Map(),
  horizon,
  span: null,
  found: nothingFound(),
});

/** The name of a bucket; its parts are the primary key of `usage_bucket`. */
export const bucketName = (start: string): string =>
  `concat_ws(chr(31), workspace_id, ${start}, key_id, model, product_sku, operation, status)`;

/** A digest of buckets: their charges, each multiplied by a number that is made from its name. */
export const digestOf = (charge: string, name: string): string =>
  `${charge}::numeric * ('x' || left(encode(sha256(convert_to(${name}, 'UTF8')), 'hex'), 8))::bit(32)::bigint`;

/** Moves the horizon forward, and forgets the buckets before it. */
export function moveHorizon(walk: Walk, horizon: number): void {
  if (horizon <= walk.horizon) return;
  walk.horizon = horizon;
  for (const name of walk.buckets.keys()) if (Number(name.split(separator)[1]) < horizon) walk.buckets.delete(name);
  for (const start of walk.digests.keys()) if (start < horizon) walk.digests.delete(start);
}

const newOf = (order: 'asc' | 'desc'): string => `(select c.seq from call c
    where c.workspace_id = a.workspace_id and c.seq > coalesce(mark.seq, 0) order by c.seq ${order} limit 1)`;

const spanSql = `select a.workspace_id, coalesce(mark.seq, 0) as after, first.seq as first, last.seq as last
  from account a left join unnest($1::text[], $2::bigint[]) as mark (workspace_id, seq) on mark.workspace_id = a.workspace_id
    cross join lateral ${newOf('asc')} as first cross join lateral ${newOf('desc')} as last`;

interface SpanRow {
  readonly workspace_id: string;
  readonly after: bigint;
  readonly first: bigint;
  readonly last: bigint;
}

const leastOf = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const largestOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

async function openSpan(session: Session, { marks }: Walk): Promise<Span> {
  const rows = await session.all<SpanRow>(spanSql, [...marks.keys()], [...marks.values()]);
  const end = rows.map(({ last }) => last).reduce(largestOf, 0n);
  return {
    workspaces: rows.map(({ workspace_id: workspaceId }) => workspaceId),
    after: rows.map(({ after }) => after),
    upTo: rows.map(({ last }) => last),
    end,
    at: rows.map(({ first }) => first - 1n).reduce(leastOf, end),
  };
}

const endSql = `select max(seq) as seq from (select seq from call where seq > $1 and seq <= $2
  order by seq limit ${callsPerPart}) as part`;

/** Calls `c` of a span, after one and up to another. */
const callsOfPart = `call c join unnest($1::text[], $2::bigint[], $3::bigint[]) as span (workspace_id, after, up_to)
    on span.workspace_id = c.workspace_id where c.seq > span.after and c.seq <= span.up_to and c.seq > $4 and c.seq <= $5`;

/** @param horizon a placeholder */
const sumsSql = (
  calls: string,
  horizon: string,
): string => `select workspace_id, key_id, max(seq) as last, sum(charge) as charge,
    sum(greatest(charge - hold, 0)) as over, start, bucket, ${digestOf('sum(charge)', 'bucket')} as digest
  from (select *, case when start is not null then ${bucketName('start')} end as bucket
    from (select c.*, case when started_at >= ${horizon} then started_at - started_at % ${quarterHour} end as start
      from ${calls}) c) as named
  group by workspace_id, key_id, start, bucket`;

interface SumRow {
  readonly workspace_id: string;
  readonly key_id: string;
  readonly last: bigint;
  readonly charge: bigint;
  readonly over: bigint;
  /** This and what follows is null if the calls began before the horizon. */
  readonly start: bigint | null;
  readonly bucket: string | null;
  readonly digest: bigint | null;
}

function addTo<Name>(sums: Map<Name, bigint>, name: Name, amount: bigint): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount);
}

function addRow(walk: Walk, { workspace_id: workspaceId, key_id: keyId, last, ...row }: SumRow): void {
  addTo(walk.posted, workspaceId, row.charge);
  addTo(walk.over, workspaceId, row.over);
  addTo(walk.keys, keyId, row.charge);
  if (row.bucket !== null) addTo(walk.buckets, row.bucket, row.charge);
  if (row.start !== null) addTo(walk.digests, row.start, row.digest ?? 0n);
  walk.owners.set(keyId, workspaceId);
  walk.marks.set(workspaceId, largestOf(last, walk.marks.get(workspaceId) ?? 0n));
}

/** Reads the next calls of the span. Everything is added at once in the end, so that a part that fails can be read again. */
async function readPart(session: Session, walk: Walk, span: Span): Promise<void> {
  const part = await session.one<{ seq: bigint | null }>(endSql, span.at, span.end);
  const upTo = part?.seq ?? span.end;
  const values: Values = [span.workspaces, span.after, span.upTo, span.at, upTo];
  const found = await find(session, wrongCalls(callsOfPart), values);
  const rows = await session.all<SumRow>(sumsSql(callsOfPart, '$6'), ...values, walk.horizon);
  for (const row of rows) addRow(walk, row);
  walk.found.mismatches = withoutMost([...walk.found.mismatches, ...found]);
  span.at = upTo;
}

/**
 * Reads a part of the calls that are new.
 *
 * @returns whether all calls have been read that this session sees
 */
export async function readOn(session: Session, walk: Walk): Promise<boolean> {
  const isNew = walk.span === null;
  const span = walk.span ?? (await openSpan(session, walk));
  if (span.at < span.end) await readPart(session, walk, span);
  const isRead = span.at >= span.end;
  walk.span = isRead ? null : span;
  return isNew && isRead;
}

/** Adds up all calls, but no buckets. */
export async function readAll(session: Session): Promise<Walk> {
  const walk = newWalk(Number.MAX_SAFE_INTEGER);
  const rows = await session.all<SumRow>(sumsSql('call c', '$1'), walk.horizon);
  for (const row of rows) addRow(walk, row);
  return walk;
}
