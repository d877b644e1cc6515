import type pg from 'pg';
import { type Clock, repeat } from '../../../shared/time/clock.ts';
import { liveMilliseconds } from '../../shared/repository.ts';
import { StoreError } from '../../store.ts';
import { makeSession, type Session } from '../session.ts';

/** Two instances that start at once see each other. */
const joinLock = "hashtext('diglot instances')";

/**
 * Held by an instance on the connection that listens: the database lets go of it as soon as the process is gone or the
 * connection is lost.
 *
 * @param id an expression of SQL
 */
export const instanceLock = (id: string): string => `hashtext('diglot listens'), hashtext(${id})`;

/** The instances besides the one that asks. */
export interface Others {
  /** Ids of those that have a connection that listens, so that they can answer. */
  readonly listening: readonly string[];
  /** How many may serve calls: those that listen, and those without a connection that may go on for a time. */
  readonly count: number;
}

/** Milliseconds without a heartbeat, besides those for which an instance goes on without the database: it has missed one. */
const missedHeartbeat = 20_000;
/** The longest that an instance goes on without the database if its configuration says nothing else. */
const usualOffline = 30_000;

interface OthersQuery {
  readonly instanceId: string;
  readonly now: number;
  /** Milliseconds that instances go on without the database. */
  readonly offline: number;
}

/** Reads who else is there. An instance whose process was killed no longer listens from that moment on. */
export async function othersOf(session: Session, { instanceId, now, offline }: OthersQuery): Promise<Others> {
  const bound = Math.max(offline, usualOffline) + missedHeartbeat;
  // Held for the statement alone. Of two instances that try at once, one may take the other for the one that is gone, and wait.
  const rows = await session.all<{ id: string; heartbeat_at: bigint; listens: boolean }>(
    `select id, heartbeat_at, not pg_try_advisory_xact_lock(${instanceLock('id')}) as listens
      from instance where heartbeat_at > $1 and id <> $2`,
    now - Math.max(bound, liveMilliseconds),
    instanceId,
  );
  const mayServe = rows.filter(({ heartbeat_at, listens }) => listens || Number(heartbeat_at) > now - bound);
  return { listening: mayServe.filter(({ listens }) => listens).map(({ id }) => id), count: mayServe.length };
}

/** What an instance writes down of itself. */
export interface InstanceRow {
  readonly instanceId: string;
  /** Numbers of its seal keys, the one that seals first. */
  readonly sealKeys?: readonly string[] | undefined;
}

interface Joining {
  readonly instanceId: string;
  readonly sealKeys: readonly string[];
  readonly now: number;
}

const opens = (keys: readonly string[], sealed: string | undefined): boolean =>
  sealed === undefined || keys.includes(sealed);

/**
 * Writes an instance down, unless a live one seals with a key that it does not have, or the other way round: what one seals
 * the next call may bring to another.
 *
 * @throws {StoreError} the keys differ
 */
export async function join(session: Session, { instanceId, sealKeys, now }: Joining): Promise<void> {
  await session.run(`select pg_advisory_xact_lock(${joinLock})`);
  const live = await session.all<{ seal_keys: string }>(
    'select seal_keys from instance where heartbeat_at > $1 and id <> $2 and seal_keys is not null',
    now - liveMilliseconds,
    instanceId,
  );
  for (const { seal_keys } of live) {
    const theirs = seal_keys.split(' ');
    if (opens(theirs, sealKeys[0]) && opens(sealKeys, theirs[0])) continue;
    throw new StoreError(
      `server.seal_keys differ from those of another instance on this database (first keys: ${sealKeys[0] ?? 'none'} here, ${theirs[0] ?? 'none'} there), so neither can open what the other sealed. Use the same keys on all instances. To replace a key, add the new one as the second everywhere before you make it the first.`,
    );
  }
  await session.run(
    `insert into instance (id, started_at, heartbeat_at, seal_keys) values ($1, $2, $2, $3)
      on conflict (id) do update set seal_keys = excluded.seal_keys`,
    instanceId,
    now,
    sealKeys.join(' '),
  );
}

/** How often the difference between the clocks is measured. */
const measureMilliseconds = 15_000;
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
export async function makeDatabaseClock(
  pool: pg.Pool,
  clock: Clock,
): Promise<{ clock: Clock; stop: () => Promise<void> }> {
  /** @param statementMilliseconds absent: the connection's own */
  const measure = async (statementMilliseconds?: number): Promise<number | null> => {
    const before = clock.monotonic();
    const row = await makeSession(pool, statementMilliseconds).one<{ time: bigint }>(
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
