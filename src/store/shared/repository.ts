import { readdirSync } from 'node:fs';
import type { Page } from '../../metering/ledger.ts';
import { StoreError } from '../store.ts';
import type { ItemRow } from './object-rows.ts';
import type { CallRowFunctions } from './settle-row.ts';
import type { CallsWanted, UsageSpan } from './usage-query.ts';

/** A value in a column. Integers are read as `bigint`. */
type Scalar = string | number | bigint | null;

/** A value of a statement. Lists are for `EngineFacts.isOneOf` and `EngineFacts.rowsOf`. */
export type Value = Scalar | readonly Scalar[] | readonly (readonly Scalar[])[];

/** A statement that an engine is asked to run. Placeholders are `$1`, or `?` in order. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
  /** The answer: all rows, all rows one by one, the first row, or how many rows were changed. */
  readonly answer: 'all' | 'each' | 'one' | 'changes';
}

/**
 * An operation that is written once for both engines. It yields each of its statements and continues with the answer, or with the
 * failure: SQLite runs them at once, PostgreSQL awaits each of them. With promises instead, the transactions of SQLite's one
 * connection could interleave.
 */
export type Steps<Result> = Generator<Statement, Result, unknown>;

/** All rows of a query. The tables are strict, so `Row` is what the statement selects; integers are read as `bigint`. */
export function* all<Row>(sql: string, ...values: readonly Value[]): Steps<readonly Row[]> {
  return (yield { sql, values, answer: 'all' }) as readonly Row[];
}

/** The rows of a query that has many, one after the other. They must be used up before the next statement. */
export function* each<Row>(sql: string, ...values: readonly Value[]): Steps<Iterable<Row>> {
  return (yield { sql, values, answer: 'each' }) as Iterable<Row>;
}

/** The first row of a query. */
export function* one<Row>(sql: string, ...values: readonly Value[]): Steps<Row | undefined> {
  return (yield { sql, values, answer: 'one' }) as Row | undefined;
}

/** Runs a statement that returns no rows. @returns how many rows it changed */
export function* run(sql: string, ...values: readonly Value[]): Steps<number> {
  return (yield { sql, values, answer: 'changes' }) as number;
}

/** The rows of a query's `from`, and the values of its placeholders, which are `?`. */
interface Source {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The kinds of records that the change feed names. */
export type ChangedArea = 'key' | 'workspace' | 'account';

/** The instance that asks, and whether others share its store. */
export interface InstanceFacts {
  readonly instanceId: string;
  readonly isShared: boolean;
}

/** Milliseconds without a heartbeat after which an instance no longer counts when credit is shared out. */
export const liveMilliseconds = 90_000;

/** How an engine reads lists of calls. */
interface CallReading extends CallRowFunctions, Pick<CallsWanted, 'start'> {
  /** The most calls that one statement looks at, while other statements wait. */
  readonly perSlice: number;
  /** Whether the place where a slice ends is looked up first, so that its rows can be read in the order of their index. */
  readonly placeFirst: boolean;
}

/** What differs between the engines. */
export interface EngineFacts {
  /** The function that returns the place of a text in another; 0 if it is not there. */
  readonly position: 'instr' | 'strpos';
  /** Ends a query whose rows are locked until the end of the transaction. Empty: one transaction runs at a time. */
  readonly lock: '' | 'for update';
  /** Ends a query that locks its rows as `lock`, but lets other transactions refer to them. */
  readonly lockOwner: '' | 'for no key update';
  /** Ends a query that locks its rows, without those that another transaction has locked. */
  readonly skipLocked: '' | 'for update skip locked';
  /** Whether a statement was refused for its content: a name is taken, or what it refers to does not exist. */
  readonly isConstraint: (cause: unknown) => boolean;
  /** A condition: a column is one of the values of a list. */
  readonly isOneOf: (column: string, placeholder: string) => string;
  /** Rows that are given as values, with the types of their columns. */
  readonly rowsOf: (
    columns: Readonly<Record<string, 'text' | 'bigint'>>,
    rows: readonly (readonly (string | number)[])[],
  ) => Source;
  /** The buckets of spans of time, each with the `place` of its span. */
  readonly bucketsIn: (table: 'usage_bucket' | 'refusal_bucket', spans: readonly UsageSpan[]) => Source;
  readonly calls: CallReading;
  /** Adds items that are not there yet to an object, if `where` holds of it. */
  readonly insertItems: (objectId: string, items: readonly ItemRow[], where: string) => Steps<unknown>;
  /** Writes to the change feed. It is the last statement of a transaction: a reader that sees its number sees all lower ones. */
  readonly announce: (area: ChangedArea, id: string) => Steps<unknown>;
  /** An expression: `Changes.history`. */
  readonly history: string;
  /** A condition on the text of an object: its member at a path of one or two names is a text. Placeholders: the path, then the text. */
  readonly memberIs: (names: number) => string;
  /** A condition on the text of a batch, which an index is made for. */
  readonly isUncharged: string;
}

/** Operations by name. */
type StepOperations = Readonly<Record<string, (...given: never[]) => Steps<unknown>>>;

/** The operations of an engine that runs them at once. */
export type Synchronous<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...given: infer Given) => Steps<infer Result>
    ? (...given: Given) => Result
    : never;
};

/** The operations of an engine that awaits each statement. @template Session where they run */
export type Asynchronous<Operations, Session> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...given: infer Given) => Steps<infer Result>
    ? (session: Session, ...given: Given) => Promise<Result>
    : never;
};

/** Replaces each operation by one that the engine runs. */
export const mapOperations = <Operations extends StepOperations>(
  operations: Operations,
  bind: (operation: (...given: readonly unknown[]) => Steps<unknown>) => unknown,
): Readonly<Record<keyof Operations, unknown>> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      bind(operation as (...given: readonly unknown[]) => Steps<unknown>),
    ]),
  ) as Record<keyof Operations, unknown>;

/** Tables in which an owner may have a limited number of rows: the table of the owner, and the column that names it. */
const ownedRows = {
  api_key: { owner: 'workspace', column: 'workspace_id' },
  member: { owner: 'workspace', column: 'workspace_id' },
  alert: { owner: 'workspace', column: 'workspace_id' },
  passkey: { owner: 'person', column: 'person_id' },
} as const;

/** SQL that counts rows of an owner, up to the limit. Its values are the owner's id and the limit. */
const countSql = (table: keyof typeof ownedRows): string =>
  `select count(*) as count from (select 1 from ${table} where ${ownedRows[table].column} = $1 limit $2) as counted`;

/**
 * Locks the owner of rows of a table until the end of the transaction: a transaction that adds another row waits for it.
 *
 * @param owner its id
 */
export function* lockOwner(engine: EngineFacts, table: keyof typeof ownedRows, owner: string): Steps<void> {
  if (engine.lockOwner !== '')
    yield* all(`select 1 from ${ownedRows[table].owner} where id = $1 ${engine.lockOwner}`, owner);
}

/** Whether an owner has fewer than `most` rows of a table; undefined: any number. The row is added in the same transaction. */
export function* hasRoom(
  engine: EngineFacts,
  table: keyof typeof ownedRows,
  { owner, most }: { readonly owner: string; readonly most: number | undefined },
): Steps<boolean> {
  if (most === undefined) return true;
  yield* lockOwner(engine, table, owner);
  const rows = yield* one<{ count: bigint }>(countSql(table), owner, most);
  return Number(rows?.count ?? 0n) < most;
}

/** A row as it is read, by column. */
export type StoredRow = Readonly<Record<string, Scalar>> & { readonly seq: bigint };

/** How a member of a record is stored in a column. */
interface Column<Kept> {
  readonly read: (stored: Scalar) => Kept;
  readonly write: (value: Kept) => Scalar;
  /** Absent: the member's name in snake case. */
  readonly name?: string;
}

/** A text, or an amount as `bigint`. */
export const asItIs = <Kept extends string | bigint | null>(): Column<Kept> => ({
  read: (stored) => stored as Kept,
  write: (value) => value,
});

/** A number that a `number` holds exactly, such as a time; or null. */
export const number = <Kept extends number | null>(): Column<Kept> => ({
  read: (stored) => (stored === null ? null : Number(stored)) as Kept,
  write: (value) => value,
});

/** A truth value, stored as 1 or 0. */
export const flag = (): Column<boolean> => ({ read: (stored) => stored === 1n, write: Number });

/** Anything else, as JSON text. */
export const json = <Kept>(): Column<Kept> => ({
  read: (stored) => JSON.parse(String(stored)) as Kept,
  write: (value) => JSON.stringify(value),
});

/** A column with another name than its member. */
export const named = <Kept>(name: string, column: Column<Kept>): Column<Kept> => ({ ...column, name });

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The records that a table stores. */
interface Table<Kept> {
  readonly name: string;
  /** In the order of `values`. */
  readonly columns: readonly string[];
  readonly read: (row: StoredRow) => Kept;
  /** A statement that adds a record; its values are `values`. */
  readonly insert: string;
  readonly values: (record: Kept) => readonly Scalar[];
}

/** @param columns of the table, by the record's members */
export function tableOf<Kept extends object>(
  table: string,
  columns: { readonly [Member in keyof Kept]: Column<Kept[Member]> },
): Table<Kept> {
  const entries = Object.entries(columns) as [keyof Kept & string, Column<Kept[keyof Kept]>][];
  const members = entries.map(([member, column]) => ({ member, column, name: column.name ?? snakeCase(member) }));
  const names = members.map(({ name }) => name);
  return {
    name: table,
    columns: names,
    read: (row) =>
      Object.fromEntries(members.map(({ member, column, name }) => [member, column.read(row[name] ?? null)])) as Kept,
    insert: `insert into ${table} (${names.join(', ')}) values (${members.map(() => '?').join(', ')})`,
    values: (record) => members.map(({ member, column }) => column.write(record[member])),
  };
}

/** A statement that changes a record that still has its version, and raises that; its values are `values`. */
export function updateOf<Kept extends { readonly id: string; readonly version: number }>(table: Table<Kept>): string {
  const { name, columns } = table;
  const places = new Map(columns.map((column, index) => [column, `$${index + 1}`]));
  const changes = [...places].filter(([column]) => column !== 'id' && column !== 'version');
  return `update ${name} set ${changes.map(([column, place]) => `${column} = ${place}`).join(', ')},
    version = version + 1 where id = ${places.get('id')} and version = ${places.get('version')}`;
}

/** A page from rows: one more than `limit`, if there are as many. @param how `placeOf`: `next` after a row, by default its number */
export function pageOf<Row extends Pick<StoredRow, 'seq'>, Item>(
  rows: readonly Row[],
  limit: number,
  how: { readonly read: (row: Row) => Item; readonly placeOf?: (row: Row) => string },
): Page<Item> {
  const { read, placeOf = ({ seq }) => String(seq) } = how;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(read), next: last ? placeOf(last) : null };
}

/** A change of the tables, in a file. */
export interface Migration {
  readonly number: number;
  /** Name of the file. */
  readonly name: string;
}

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * The numbered files of a folder, ascending.
 *
 * @throws {StoreError} for anything but `0001-some-name.sql`, and for two files with one number, of which the second might never run
 */
export function listMigrations(folder: URL): readonly Migration[] {
  const listed = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const match = fileName.exec(name);
      if (!match) throw new StoreError(`${name} in ${folder.pathname} is not named like 0001-some-name.sql.`);
      return { number: Number(match[1]), name };
    });
  for (const [index, file] of listed.entries()) {
    const before = listed[index - 1];
    if (before?.number === file.number)
      throw new StoreError(
        `${before.name} and ${file.name} in ${folder.pathname} have one number. Give the newer one the next.`,
      );
  }
  return listed;
}

/** The migrations after the one that was applied last. @throws {StoreError} if that is of a newer release; as `listMigrations` */
export function missingAfter(last: number, folder: URL): readonly Migration[] {
  const known = listMigrations(folder);
  const newest = known.at(-1)?.number ?? 0;
  if (last <= newest) return known.filter((migration) => migration.number > last);
  throw new StoreError(
    `The database was last used by a newer release (its tables are at ${last}, this program knows ${newest}). Start that release or a later one.`,
  );
}
