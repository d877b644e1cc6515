import pg from 'pg';
import { newId } from '../../shared/ids.ts';
import type { Log } from '../../shared/log.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';
import { assembleStore } from '../shared/assemble-store.ts';
import { StoreError, type OfflineSettings, type Store, type StoreSettings } from '../store.ts';
import { readCalls } from '../shared/settle-row.ts';
import { causeMessage } from '../../shared/log.ts';
import { makePostgresConnection, type Pools } from './connection.ts';
import { openHub } from './hub.ts';
import { migrate } from './migrate.ts';
import { isFailure, isUnsettled, settleApart, settleCalls } from './operations/operations.ts';
import { join, othersOf } from './operations/instances.ts';
import { integersAsBigint, makeSession, transaction, type TimedQuery } from './session.ts';
import { makeSpool, takeOverSpool } from './spool.ts';

/**
 * Connections of one instance, besides the one that listens: those that settle calls and lease credit; those of reports and checks,
 * whose long reads must not delay anything else; and all others.
 */
const mostConnections = { books: 2, reports: 3, others: 5 } as const;
/** Connections of each kind that stay open while nothing happens, so that the first call after a pause does not wait for a new one. */
const leastConnections = 1;
/**
 * What the server ends by itself if an instance cannot, because its process is stopped or its machine lost power. An open transaction
 * holds locks that all other instances wait for; a statement whose client is gone would keep waiting.
 * Set by a statement, because poolers refuse unknown parameters at the start of a connection.
 */
export const serverTimeouts = "set idle_in_transaction_session_timeout = '5s'; set lock_timeout = '9s'";
const connectMilliseconds = 5_000;
/** No statement of the gateway takes this long, except perhaps a check of very large books. */
const statementMilliseconds = 600_000;
/** The size of the spool, bounded because its calls are in memory too. */
const usualBytes = 64 * 1024 * 1024;
/** How often the difference between the clocks is measured. */
const measureMilliseconds = 15_000;

const addressOf = (connectionString: string): pg.PoolConfig => ({
  connectionString,
  application_name: 'diglot',
  types: integersAsBigint,
  keepAlive: true,
  connectionTimeoutMillis: connectMilliseconds,
  query_timeout: statementMilliseconds,
});

const reasonOf = (cause: unknown): string => causeMessage(cause instanceof AggregateError ? cause.errors[0] : cause);

const unreachable = (cause: unknown): StoreError =>
  cause instanceof StoreError
    ? cause
    : new StoreError(
        `The database of storage.database cannot be used: ${reasonOf(cause)}. Check that PostgreSQL runs there, and the user, password and name of the database.`,
        { cause },
      );

/** A measure of the database's time that took longer is too imprecise: the database, or this process, was stopped meanwhile. */
const mostMeasureMilliseconds = 1_000;
/** The wall clock and the monotonic clock differ by more only if the machine was suspended, or its wall clock was set. */
const mostDriftMilliseconds = 1_000;
/** The least time between a measure that failed and the next one. */
const remeasureMilliseconds = 1_000;
/** How often the first measure is tried. */
const mostMeasures = 5;

/**
 * The time of the database, which all instances share. It advances with the monotonic clock, so that a step of this machine's wall
 * clock does not move it. The monotonic clock stops while a machine is suspended, so the time is measured again at the first use
 * afterwards.
 *
 * @throws {StoreError} if the database does not answer with its time within a second
 */
async function makeDatabaseClock(pool: pg.Pool, clock: Clock): Promise<{ clock: Clock; stop: () => Promise<void> }> {
  /** @param patience milliseconds; absent: the connection's own */
  const measure = async (patience?: number): Promise<number | null> => {
    const before = clock.monotonic();
    const row = await makeSession(pool, patience).one<{ time: bigint }>(
      'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as time',
    );
    const after = clock.monotonic();
    if (row === undefined || after - before > mostMeasureMilliseconds) return null;
    return Number(row.time) - Math.round((before + after) / 2);
  };
  let measured: number | null = null;
  for (let tries = 0; measured === null && tries < mostMeasures; tries += 1) measured = await measure();
  if (measured === null)
    throw new StoreError(
      'The database takes over a second to answer with its time. Look at its load, and start again.',
    );
  let offset = measured;
  const drift = (): number => clock.now() - clock.monotonic();
  /** The difference between the two clocks of this machine at the last measure that succeeded. */
  let known = drift();
  let failedAt = -Infinity;
  let running: Promise<void> | null = null;
  const measureAgain = async (): Promise<void> => {
    const present = drift();
    // After a pause, what is left of a connection may never answer.
    const found = await measure(mostMeasureMilliseconds).catch(() => null);
    if (found === null) failedAt = clock.monotonic();
    else [offset, known] = [found, present];
    running = null;
  };
  const action = (): Promise<void> => (running ??= measureAgain());
  const measureIfParted = (): void => {
    if (Math.abs(drift() - known) <= mostDriftMilliseconds) return;
    if (clock.monotonic() - failedAt >= remeasureMilliseconds) void action();
  };
  const now = (): number => {
    measureIfParted();
    return Math.floor(clock.monotonic()) + offset;
  };
  const end = repeat({ clock, every: measureMilliseconds, action, failed: () => undefined });
  return { clock: { ...clock, now }, stop: () => end().then(() => running ?? undefined) };
}

/** In tests, one clock is that of every instance and of the database. */
const sameClock = (clock: Clock) => ({ clock, stop: () => Promise.resolve() });

async function setTimeouts(client: pg.PoolClient, done: (failure?: Error) => void): Promise<void> {
  // The pool's timeout of a new connection has ended, and the patience of what waits for it has not begun.
  const query: TimedQuery = { text: serverTimeouts, query_timeout: connectMilliseconds };
  const failure = await client.query(query).then(
    () => undefined,
    (cause: Error) => cause,
  );
  done(failure);
}

function openPool(connectionString: string, most: number, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...addressOf(connectionString),
    min: leastConnections,
    max: most,
    verify: (client, done) => void setTimeouts(client, done),
  });
  // Between two statements of a transaction: the next one fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A connection that breaks while idle: the next use notices it.
  pool.on('error', (cause) => log.warn('a connection to the database was lost', { reason: String(cause) }));
  return pool;
}

const openPools = (database: string, log: Log): Pools => ({
  books: openPool(database, mostConnections.books, log),
  reports: openPool(database, mostConnections.reports, log),
  others: openPool(database, mostConnections.others, log),
});

interface Spooling extends Pick<StoreSettings, 'log'> {
  readonly offline: OfflineSettings | undefined;
  readonly pool: pg.Pool;
  readonly instanceId: string;
}

/** Posts what an earlier process could not. The calls draw on the leases of that process, if these are still open. */
async function postLeftCalls({ pool, instanceId, log }: Spooling, folder: string): Promise<void> {
  for await (const { calls, damagedLines, done } of takeOverSpool({ folder, instanceId })) {
    const refused: string[] = [];
    for (const { text, instanceId: of } of calls) {
      const left = readCalls(text, of);
      const outcomes = await settleApart(left, (some) => settleCalls(makeSession(pool), some, of));
      outcomes.forEach((outcome, index) => {
        if (isUnsettled(outcome)) throw outcome.cause;
        if (isFailure(outcome)) refused.push(`${left[index]?.id}: ${outcome.detail ?? outcome.message}`);
      });
    }
    if (calls.length > 0) log.warn('settled calls that an earlier process left in its spool are in the books now', {});
    if (damagedLines > 0)
      log.error('lines of a spool cannot be read; the file is kept', { folder, lines: damagedLines });
    if (refused.length > 0) logRefused({ log, folder }, refused.join('; '));
    await done(refused.length > 0);
  }
}

/** The calls were delivered and acknowledged, but are in no sum: an operator has to look at them. */
const logRefused = ({ log, folder }: { readonly log: Log; readonly folder: string | null }, calls: string): void =>
  log.error(
    'the database refuses calls that were charged; a file of the spool, whose name ends with .refused, keeps them',
    { folder, calls },
  );

/** Takes over the spool of the previous process, and makes one for this process; null if none is configured. */
async function openSpool(parts: Spooling) {
  const { offline, instanceId } = parts;
  if (offline === undefined || offline.spoolFolder === null) return null;
  const { spoolFolder: folder, spoolBytes: mostBytes = usualBytes, milliseconds } = offline;
  await postLeftCalls(parts, folder);
  return milliseconds === 0 ? null : makeSpool({ folder, instanceId, mostBytes });
}

interface Options extends StoreSettings {
  /** False: all times come from `clock` unchanged. */
  readonly followsDatabaseClock?: boolean;
}

/**
 * Opens a database that any number of instances may use at once.
 *
 * @throws {StoreError} one line for people: it cannot be reached, is another program's, is too old, or is from a newer release
 */
export async function openPostgresStore({
  database,
  log,
  followsDatabaseClock = true,
  ...own
}: Options): Promise<Store> {
  const pools = openPools(database, log);
  const { others: pool } = pools;
  const instanceId = newId('inst');
  const opened: (() => Promise<void>)[] = [];
  try {
    await migrate(pool, own.clock.now(), log);
    const time = followsDatabaseClock ? await makeDatabaseClock(pool, own.clock) : sameClock(own.clock);
    opened.push(time.stop);
    const { clock } = time;
    const offline = own.offline?.milliseconds ?? 0;
    const others = () => othersOf(makeSession(pool), { instanceId, now: clock.now(), offline });
    const { sealKeys } = own;
    if (sealKeys !== undefined)
      await transaction({ pool, kind: 'write' }, (session) =>
        join(session, { instanceId, sealKeys, now: clock.now() }),
      );
    // Listening begins before the first snapshot, so that no later change is missed.
    const hub = await openHub({ pool, address: addressOf(database), instanceId, others, log });
    opened.push(hub.close);
    const spool = await openSpool({ pool, instanceId, log, offline: own.offline });
    const connection = makePostgresConnection({
      pools,
      askHub: hub.ask,
      instanceId,
      sealKeys,
      clock,
      spool,
      offline: spool === null ? 0 : offline,
      onHealth: ({ state, message, cause }) => {
        if (state === 'ok') log.info('the database answers again');
        else log.error('the database is not well', { state, reason: message, ...(cause && { cause }) });
      },
      onRefused: (calls, reason) =>
        logRefused({ log, folder: own.offline?.spoolFolder ?? null }, `${calls.join(' ')}: ${reason}`),
      onDelayed: (batches, reason) =>
        log.error('settled calls wait for the database, and are sent again', { batches, reason }),
    });
    const close = async (): Promise<void> => {
      for (const end of opened) await end();
      await connection.close();
    };
    return await assembleStore({ engine: 'postgresql', connection: { ...connection, close }, clock, hub });
  } catch (cause) {
    for (const end of opened) await end();
    await Promise.all(Object.values(pools).map((each) => each.end()));
    throw unreachable(cause);
  }
}
