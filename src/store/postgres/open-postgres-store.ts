import pg from 'pg';
import { newId } from '../../shared/ids.ts';
import type { Log } from '../../shared/log.ts';
import { type Clock, repeat } from '../../shared/time/clock.ts';
import { assembleStore } from '../shared/assemble-store.ts';
import { StoreError, type OfflineSettings, type Store, type StoreSettings } from '../store.ts';
import { readCalls, writeCalls, type Settlement } from '../shared/settle-row.ts';
import type { LeftSettlements } from './scheduling.ts';
import { causeMessage } from '../../shared/log.ts';
import { makePostgresConnection, type Pools } from './connection.ts';
import { openHub } from './hub.ts';
import { migrate } from './migrate.ts';
import { isFailure, isLockedOut, isUnsettled, settleApart, settleUnlockedCalls } from './operations/operations.ts';
import { join, makeDatabaseClock, othersOf } from './operations/instances.ts';
import { integersAsBigint, makeSession, transaction, type TimedQuery } from './session.ts';
import { makeSpool, takeOverSpool, type LeftFile, type SpooledCalls } from './spool.ts';

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

/** libpq takes a list of hosts, the driver does not. User and password end at the last `@`, and may have commas. */
const severalHosts = /^\w+:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|^[^?]*\?(?:[^#]*&)?host=[^&#]*(?:,|%2c)/i;
/** The driver treats these as `verify-full`, and warns that this will change; not so where the address asks for what libpq does. */
const otherModes = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;
const asLibpq = /[?&]uselibpqcompat=true(?=&|$)/;

/**
 * How the database at an address is connected to. Over TLS, the certificate must be that of the host, unless the address says otherwise.
 *
 * @throws {StoreError} the address names several hosts
 */
export function addressOf(url: string) {
  if (severalHosts.test(url))
    throw new StoreError(
      'The address of the database names several hosts. Name one, such as a name or a proxy that leads to the primary.',
    );
  return {
    connectionString: asLibpq.test(url) ? url : url.replace(otherModes, '$1verify-full'),
    application_name: 'diglot',
    types: integersAsBigint,
    keepAlive: true,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: statementMilliseconds,
  };
}

/** Why a connection failed: with several addresses of a host, why the first one did. */
export const reasonOf = (cause: unknown): string =>
  causeMessage(cause instanceof AggregateError ? cause.errors[0] : cause);

const unreachable = (cause: unknown): StoreError =>
  cause instanceof StoreError
    ? cause
    : new StoreError(
        `The database of storage.database cannot be used: ${reasonOf(cause)}. Check that PostgreSQL runs there, and the user, password and name of the database.`,
        { cause },
      );

/** In tests, one clock is that of every instance and of the database. */
const sameClock = (clock: Clock) => ({ clock, stop: () => Promise.resolve() });

async function setTimeouts(client: pg.PoolClient, done: (failure?: Error) => void): Promise<void> {
  // The pool's timeout of a new connection has ended, and the time that others wait for it has not begun.
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

interface Spooling extends Pick<StoreSettings, 'log' | 'clock'> {
  readonly offline: OfflineSettings | undefined;
  readonly pool: pg.Pool;
  readonly instanceId: string;
}

/** Milliseconds for which calls of the process before wait for an account that another transaction has locked, and until they do again. */
const leftCalls = { lockWait: 250, again: 10_000 } as const;

/** Calls that an earlier process left in one file, and that are not in the books. */
interface LeftCalls extends Pick<LeftFile, 'calls' | 'done'> {
  readonly refused: readonly string[];
  /** What they draw on. */
  readonly owners: readonly Pick<Settlement, 'workspaceId' | 'batchId'>[];
}

/**
 * Posts what an earlier process could not. The calls draw on the leases of that process, if these are still open.
 *
 * @returns the calls of locked accounts, or none if only the file is left; null: all are in the books, and the file is gone
 * @throws what the driver does; then they are posted again
 */
async function postLeft({ pool, log }: Spooling, folder: string, left: LeftCalls): Promise<LeftCalls | null> {
  const locked = new Set<string>();
  const later: SpooledCalls[] = [];
  const owners: LeftCalls['owners'][number][] = [];
  const refused = [...left.refused];
  for (const { text, instanceId: of } of left.calls) {
    const all = readCalls(text, of);
    const calls = all.filter(({ workspaceId }) => !locked.has(workspaceId));
    const send = (some: readonly Settlement[]) => settleUnlockedCalls(makeSession(pool), some, of, leftCalls.lockWait);
    const outcomes = calls.length === 0 ? [] : await settleApart(calls, send);
    const still = all.filter((call) => !calls.includes(call));
    calls.forEach((call, index) => {
      const outcome = outcomes[index] ?? null;
      if (isLockedOut(outcome)) {
        locked.add(call.workspaceId);
        still.push(call);
      } else if (isUnsettled(outcome)) throw outcome.cause;
      else if (isFailure(outcome)) refused.push(`${call.id}: ${outcome.detail ?? outcome.message}`);
    });
    if (still.length > 0) later.push({ instanceId: of, text: writeCalls(still).text });
    owners.push(...still.map(({ workspaceId, batchId }) => ({ workspaceId, batchId })));
  }
  if (later.length > 0) return { ...left, calls: later, refused, owners };
  if (left.calls.length > 0)
    log.warn('settled calls that an earlier process left in its spool are in the books now', {});
  try {
    await left.done(refused.length > 0);
  } catch (cause) {
    log.warn('a file of the spool cannot be removed yet', { folder, reason: causeMessage(cause) });
    return { ...left, calls: [], refused, owners: [] };
  }
  if (refused.length > 0) logRefused({ log, folder }, refused.join('; '));
  return null;
}

/** What earlier processes left. */
interface Left extends LeftSettlements {
  /** Stops posting it. */
  readonly stop: () => Promise<void>;
}

const nothingLeft: Left = { isAny: () => false, count: () => 0, stop: () => Promise.resolve() };

/** Posts what earlier processes could not. @returns what is left of it: calls of locked accounts, until they are free */
async function postAllLeft(parts: Spooling, folder: string): Promise<Left> {
  const { log, clock, instanceId } = parts;
  let left: readonly LeftCalls[] = [];
  for await (const { calls, damagedLines, done } of takeOverSpool({ folder, instanceId })) {
    if (damagedLines > 0)
      log.error('lines of a spool cannot be read; the file is kept', { folder, lines: damagedLines });
    const locked = await postLeft(parts, folder, { calls, done, refused: [], owners: [] });
    if (locked !== null) left = [...left, locked];
  }
  if (left.length === 0) return nothingLeft;
  const count = (): number => left.reduce((sum, { owners }) => sum + owners.length, 0);
  if (count() > 0)
    log.error('settled calls of the process before wait for accounts that another transaction keeps locked', {
      folder,
    });
  const failed = (cause: unknown): void =>
    log.warn('calls of the process before are not in the books yet', { reason: causeMessage(cause) });
  const action = async (): Promise<void> => {
    for (const each of left) {
      try {
        const locked = await postLeft(parts, folder, each);
        left = left.flatMap((one) => (one === each ? (locked ?? []) : one));
      } catch (cause) {
        failed(cause);
      }
    }
  };
  return {
    isAny: (isBefore) => left.some(({ owners }) => owners.some(isBefore)),
    count,
    stop: repeat({ clock, every: leftCalls.again, action, failed }),
  };
}

/** The calls were delivered and acknowledged, but are in no sum: an operator has to look at them. */
const logRefused = ({ log, folder }: { readonly log: Log; readonly folder: string | null }, calls: string): void =>
  log.error(
    'the database refuses calls that were charged; a file of the spool, whose name ends with .refused, keeps them',
    { folder, calls },
  );

/** Takes over the spool of the process before, and makes one for this process; null if none is configured. */
async function openSpool(parts: Spooling) {
  const { offline, instanceId } = parts;
  if (offline === undefined || offline.spoolFolder === null) return { spool: null, left: nothingLeft };
  const { spoolFolder: folder, spoolBytes: mostBytes = usualBytes, milliseconds } = offline;
  const left = await postAllLeft(parts, folder);
  return { spool: milliseconds === 0 ? null : makeSpool({ folder, instanceId, mostBytes }), left };
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
    const { spool, left } = await openSpool({ pool, instanceId, log, clock, offline: own.offline });
    opened.push(left.stop);
    const connection = makePostgresConnection({
      pools,
      askHub: hub.ask,
      instanceId,
      sealKeys,
      clock,
      spool,
      left,
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
