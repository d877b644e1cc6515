import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { silentLog, type Log } from '../../shared/log.ts';
import { missingAfter, type Migration } from '../shared/repository.ts';
import { StoreError } from '../store.ts';
import { transaction, type Session } from './session.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The oldest release of PostgreSQL that the tests run on. */
const oldestVersion = 150_000n;
/** Held while tables are migrated: one instance does it, and all others wait. */
const migrationLock = "hashtext('diglot migrations')";

async function refuseUnfit(session: Session): Promise<void> {
  const row = await session.one<{ version: bigint; encoding: string; durable: string }>(
    `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as durable`,
  );
  if ((row?.version ?? 0n) < oldestVersion)
    throw new StoreError('PostgreSQL is too old: 15 or later is needed for storage.database.');
  if (row?.encoding !== 'UTF8')
    throw new StoreError(`The database is encoded in ${row?.encoding ?? 'nothing'}: create one with encoding UTF8.`);
  if (row.durable === 'off')
    throw new StoreError('The database has synchronous_commit = off: what it acknowledges can be lost. Set it to on.');
}

/** @throws {StoreError} if the tables are another program's: the gateway's always include the list of migrations */
async function refuseForeign(session: Session): Promise<void> {
  const tables = await session.all<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  );
  if (tables.length === 0 || tables.some(({ name }) => name === 'migration')) return;
  throw new StoreError(
    'The database of storage.database holds tables of another program and was left as it is. Create a database for Diglot alone.',
  );
}

/**
 * How long a migration waits for a table that others use. Everything that needs the table meanwhile waits behind it, calls too. It is
 * longer than `deadlock_timeout`, after which autovacuum gives way.
 */
const lockTimeout = '2s';

/** The migrations that the tables lack; until the end of the transaction no other instance changes tables. */
async function missingIn(session: Session): Promise<readonly Migration[]> {
  await refuseUnfit(session);
  await session.run('set local lock_timeout = 0');
  await session.run(`select pg_advisory_xact_lock(${migrationLock})`);
  await session.run(`set local lock_timeout = '${lockTimeout}'`);
  await refuseForeign(session);
  await session.run(
    'create table if not exists migration (number integer primary key, name text not null, applied_at bigint not null)',
  );
  const row = await session.one<{ last: bigint }>('select coalesce(max(number), 0) as last from migration');
  return missingAfter(Number(row?.last ?? 0n), folder);
}

async function apply(session: Session, { number, name }: Migration, now: number): Promise<void> {
  await session.run(readFileSync(new URL(name, folder), 'utf8'));
  await session.run('insert into migration values ($1, $2, $3)', number, name, now);
}

/**
 * Migrates a database that no instance uses, within a transaction.
 *
 * @param now epoch milliseconds, kept with each migration
 * @throws {StoreError} if the server is too old, or the tables are another program's or from a newer release
 */
export async function bringUpToDate(session: Session, now: number): Promise<void> {
  for (const migration of await missingIn(session)) await apply(session, migration, now);
}

/** Milliseconds for which others run before the next attempt, and the number of attempts: about ten minutes in all. */
const pauseMilliseconds = 3_000;
const mostTries = 120;

const notLocked = '55P03';

/** Applies the first missing migration, in a transaction of its own. @returns whether there are more */
const applyNext = (pool: pg.Pool, now: number): Promise<boolean> =>
  transaction({ pool, kind: 'write' }, async (session) => {
    const [next, ...rest] = await missingIn(session);
    if (next === undefined) return false;
    await apply(session, next, now);
    return rest.length > 0;
  });

/**
 * Migrates while other instances run. A migration holds locks alone, and gives up its place in the queue for a table that a long
 * transaction uses, so that no call waits for that transaction.
 *
 * @throws {StoreError} as `bringUpToDate`; also when others keep using a table for ten minutes
 */
export async function migrate(pool: pg.Pool, now: number, log: Pick<Log, 'warn'> = silentLog): Promise<void> {
  for (let tries = 1; ;) {
    try {
      if (!(await applyNext(pool, now))) return;
      tries = 1;
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError) || cause.code !== notLocked) throw cause;
      if (tries === mostTries)
        throw new StoreError(
          'The tables of the database could not be brought up to date within ten minutes: a transaction keeps one in use. Find it in pg_stat_activity and end it, then start again.',
          { cause },
        );
      if (tries === 1) log.warn('a table that is to be changed is in use; the start waits until it is not', {});
      tries += 1;
      await setTimeout(pauseMilliseconds);
    }
  }
}
