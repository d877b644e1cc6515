import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  checkPages,
  explainOpening,
  migrationsFolder,
  refuseForeign,
  refuseLost,
  refuseNewer,
  refuseOlder,
  refuseOldSqlite,
} from '../sqlite/open-database.ts';
import { query } from '../sqlite/query.ts';
import { StoreError } from '../store.ts';

/** A row as texts in the order of the columns, which is how two engines can be compared. */
export type TextRow = readonly (string | null)[];

/** A table of an embedded database, as it is copied. */
export interface SourceTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns that rows are ordered by. */
  readonly key: readonly string[];
  readonly count: number;
  /** All rows by their key; texts in the order of their bytes. */
  readonly rows: () => Iterable<TextRow>;
}

/** An embedded database that is copied from. No gateway can open it until it is closed. */
export interface EmbeddedSource {
  /** A table comes after all that its rows refer to. */
  readonly tables: readonly SourceTable[];
  readonly close: () => void;
}

/** Tables that describe processes of this database or the database itself, and why each need not be copied. */
const left: ReadonlySet<string> = new Set([
  // The other engine has migrations of its own.
  'migration',
  // SQLite's own counters.
  'sqlite_sequence',
  // Processes that ran here.
  'instance',
  // Sums that the target makes itself, of the calls and objects that are copied.
  'charge_bucket',
  'stored_use',
  // Places of items that were deleted within a day: a list that is read meanwhile begins again.
  'deleted_item',
  // Calls that are not in the books yet; `refuseUnposted` makes sure that there are none.
  'daybook',
  'open_call',
]);

const advice = 'Start this release on it once, stop it with SIGTERM or Ctrl-C, then copy it again.';

/** What a process that was killed leaves behind, and what only an operator can decide. @throws {StoreError} */
function refuseUnposted(database: DatabaseSync): void {
  const count = (sql: string): bigint => query<{ n: bigint }>(database, sql).get()?.n ?? 0n;
  const refused = count('select count(*) as n from daybook where refusal is not null');
  if (refused > 0n)
    throw new StoreError(
      `${refused} settled calls could not be posted to the books of this database. Run diglot ledger verify, which names them; they must be resolved before it is copied.`,
    );
  const waiting =
    count('select count(*) as n from daybook') +
    count('select count(*) as n from open_call') +
    count(`select count(*) as n from lease where state = 'open' and kind = 'instance'`);
  if (waiting > 0n)
    throw new StoreError(`The gateway on this database was killed and did not finish its books. ${advice}`);
}

interface ColumnRow {
  readonly name: string;
  readonly pk: bigint;
}

function describeTable(database: DatabaseSync, name: string): SourceTable {
  const described = query<ColumnRow>(database, 'select name, pk from pragma_table_info(?)').all(name);
  const columns = described.map((column) => column.name);
  const key = described
    .filter(({ pk }) => pk > 0n)
    .toSorted((one, other) => Number(one.pk - other.pk))
    .map((column) => column.name);
  const listed = (names: readonly string[]): string => names.map((column) => `"${column}"`).join(', ');
  const count = query<{ n: bigint }>(database, `select count(*) as n from "${name}"`).get()?.n ?? 0n;
  return {
    name,
    columns,
    key,
    count: Number(count),
    *rows() {
      const statement = database.prepare(`select ${listed(columns)} from "${name}" order by ${listed(key)}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      for (const row of statement.iterate() as unknown as Iterable<readonly (string | bigint | null)[]>)
        yield row.map(textOf);
    },
  };
}

/** PostgreSQL has no NUL in texts, so the gateway writes this in its place there. */
const textOf = (value: string | bigint | null): string | null =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : (value?.toString() ?? null);

/** Names of all tables to copy, each after those it refers to. */
function namesInOrder(database: DatabaseSync): readonly string[] {
  const all = query<{ name: string }>(database, `select name from sqlite_schema where type = 'table' order by name`)
    .all()
    .map(({ name }) => name)
    .filter((name) => !left.has(name));
  const references = query<{ target: string }>(database, 'select "table" as target from pragma_foreign_key_list(?)');
  const ordered = new Set<string>();
  const add = (name: string): void => {
    for (const { target } of references.all(name)) if (target !== name && !ordered.has(target)) add(target);
    ordered.add(name);
  };
  all.forEach(add);
  return [...ordered];
}

function openLocked(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // The lock keeps gateways out, and nothing can be written by mistake.
    database.exec('pragma locking_mode = exclusive; pragma query_only = on; begin;');
    refuseForeign(database, path);
    checkPages(database, path);
    refuseNewer(database, migrationsFolder);
    refuseOlder(database, migrationsFolder);
    refuseUnposted(database);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/**
 * Opens an embedded database to copy it, and keeps every other process out meanwhile. Nothing in it is changed.
 *
 * @throws {StoreError} absent, in use, damaged, from another release, or its last process was killed before it finished the books
 */
export function openEmbeddedSource(path: string): EmbeddedSource {
  refuseOldSqlite();
  try {
    refuseLost(path);
    if (!existsSync(path)) throw new StoreError(`There is no database at ${path}. Name its folder with --data.`);
    const database = openLocked(path);
    return {
      tables: namesInOrder(database).map((name) => describeTable(database, name)),
      close: () => database.close(),
    };
  } catch (cause) {
    throw explainOpening(path, cause);
  }
}
