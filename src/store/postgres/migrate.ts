import { readFileSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { StoreError } from '../store.ts';
import { transaction, type Session } from './session.ts';

const folder = new URL('./migrations/', import.meta.url);
/** The oldest release of PostgreSQL that the tests run on. */
const oldestVersion = 150_000n;
/** Held while tables are brought up to date: one instance does it, and all others wait. */
const migrationLock = "hashtext('diglot migrations')";

interface Migration {
  readonly number: number;
  readonly name: string;
}

const migrations = (): readonly Migration[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));

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

/** @throws {StoreError} when the tables are another program's: ours always have the list of migrations among them */
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
 * Brings the tables up to date within a transaction, while other instances that start wait.
 *
 * @param now epoch milliseconds, kept with each migration
 * @throws {StoreError} the server is too old, the tables are another program's or come from a newer release
 */
export async function bringUpToDate(session: Session, now: number): Promise<void> {
  await refuseUnfit(session);
  await session.run('set local lock_timeout = 0');
  await session.run(`select pg_advisory_xact_lock(${migrationLock})`);
  await refuseForeign(session);
  await session.run(
    'create table if not exists migration (number integer primary key, name text not null, applied_at bigint not null)',
  );
  const row = await session.one<{ last: bigint }>('select coalesce(max(number), 0) as last from migration');
  const last = Number(row?.last ?? 0n);
  const known = migrations();
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest)
    throw new StoreError(
      `The database was last used by a newer release (its tables are at ${last}, this program knows ${newest}). Start that release or a later one.`,
    );
  for (const { number, name } of known.filter((migration) => migration.number > last)) {
    await session.run(readFileSync(new URL(name, folder), 'utf8'));
    await session.run('insert into migration values ($1, $2, $3)', number, name, now);
  }
}

/** All missing migrations, in a transaction of their own. @throws {StoreError} as `bringUpToDate` */
export const migrate = (pool: pg.Pool, now: number): Promise<void> =>
  transaction({ pool, kind: 'write' }, (session) => bringUpToDate(session, now));
