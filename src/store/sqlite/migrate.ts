import { readdirSync, readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store-error.ts';

interface Migration {
  readonly number: number;
  readonly name: string;
}

const fileName = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** Numbered files of a folder, ascending. Anything but `0001-some-name.sql` in it is an error of ours. */
function listMigrations(folder: URL): readonly Migration[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const match = fileName.exec(name);
      if (!match) throw new StoreError(`${name} in src/store/migrations is not named like 0001-some-name.sql.`);
      return { number: Number(match[1]), name };
    });
}

/** Where our migrations are. */
export const migrationsFolder = new URL('../migrations/', import.meta.url);

/** The number of the migration that was applied last; 0 for none. */
function lastApplied(database: DatabaseSync): number {
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'migration'`).get();
  if (!table) return 0;
  const { last } = database.prepare('select coalesce(max(number), 0) as last from migration').get() as { last: number };
  return last;
}

/** @throws {StoreError} when the database comes from a newer release */
export function refuseNewer(database: DatabaseSync, folder: URL): void {
  const last = lastApplied(database);
  const newest = listMigrations(folder).at(-1)?.number ?? 0;
  if (last <= newest) return;
  throw new StoreError(
    `The database was last used by a newer release (its tables are at ${last}, this program knows ${newest}). Start that release or a later one.`,
  );
}

/**
 * Brings the tables up to date: each missing migration in a transaction of its own, in order.
 *
 * @param now epoch milliseconds, kept beside each migration
 * @returns names of the migrations that were applied
 * @throws {StoreError} when the database comes from a newer release
 */
export function migrate(database: DatabaseSync, folder: URL, now: number): readonly string[] {
  database.exec(
    'create table if not exists migration (number integer primary key, name text not null, applied_at integer not null) strict',
  );
  refuseNewer(database, folder);
  const last = lastApplied(database);
  const missing = listMigrations(folder).filter(({ number }) => number > last);
  for (const { number, name } of missing) {
    database.exec('begin immediate');
    database.exec(readFileSync(new URL(name, folder), 'utf8'));
    database.prepare('insert into migration values (?, ?, ?)').run(number, name, now);
    database.exec('commit');
  }
  return missing.map(({ name }) => name);
}
