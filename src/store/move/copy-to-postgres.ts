import { createHash } from 'node:crypto';
import pg from 'pg';
import { bringUpToDate } from '../postgres/migrate.ts';
import { addressOf, reasonOf } from '../postgres/open-postgres-store.ts';
import { makeSession, type Session } from '../postgres/session.ts';
import { StoreError } from '../store.ts';
import type { EmbeddedSource, SourceTable, TextRow } from './embedded-source.ts';

/** A table after the copy. */
interface CopiedTable {
  readonly name: string;
  readonly rows: number;
  /** SHA-256 of all rows in the order of their key, as PostgreSQL returned them. */
  readonly digest: string;
}

/** How far a copy has come. */
export interface CopyProgress {
  readonly step: 'copy' | 'compare';
  readonly table: string;
  readonly rows: number;
  readonly of: number;
}

export interface CopyReport {
  /** False: the target held exactly these rows already. */
  readonly copied: boolean;
  readonly tables: readonly CopiedTable[];
}

interface CopyOptions {
  readonly source: EmbeddedSource;
  /** `postgres://…` */
  readonly target: string;
  /** Epoch milliseconds, stored with each migration. */
  readonly now: number;
  readonly onProgress: (progress: CopyProgress) => void;
  /** Aborted: the copy ends, and the target is as it was before. */
  readonly stop: AbortSignal;
}

/** Most rows in one statement. */
const mostRows = 2_000;
/** Characters from which a statement takes no further row. */
const mostCharacters = 4_000_000;

/** Tables of one row, which a new database has too. */
const singletons: ReadonlySet<string> = new Set(['epoch', 'audit_end', 'deployment']);

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Rows in pieces that fit into one statement, and into memory. */
function* pieces(rows: Iterable<TextRow>): Iterable<readonly TextRow[]> {
  let piece: TextRow[] = [];
  let characters = 0;
  for (const row of rows) {
    piece.push(row);
    for (const value of row) characters += value?.length ?? 4;
    if (piece.length < mostRows && characters < mostCharacters) continue;
    yield piece;
    [piece, characters] = [[], 0];
  }
  if (piece.length > 0) yield piece;
}

interface Copying extends Omit<CopyOptions, 'target' | 'now'> {
  readonly client: pg.Client;
  readonly session: Session;
}

function goOn({ stop, onProgress }: Copying, progress: CopyProgress): void {
  if (stop.aborted) throw new StoreError('Stopped. The target was left as it was.');
  onProgress(progress);
}

/** The types of a table's columns. @throws {StoreError} when the target lacks one of them */
async function typesOf(session: Session, { name, columns }: SourceTable): Promise<readonly string[]> {
  const rows = await session.all<{ column: string; type: string }>(
    `select column_name as column, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = $1`,
    name,
  );
  const types = new Map(rows.map(({ column, type }) => [column, type]));
  return columns.map((column) => {
    const type = types.get(column);
    if (type === undefined) throw new StoreError(`The tables for PostgreSQL lack ${name}.${column}. Report this.`);
    return type;
  });
}

async function copyTable(copying: Copying, table: SourceTable): Promise<void> {
  const { session } = copying;
  const { name, columns, key, count } = table;
  const types = await typesOf(session, table);
  const shape = columns.map((column, index) => `"${column}" ${types[index]}`).join(', ');
  const replace = `on conflict (${quoted(key)}) do update set ${columns.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`;
  const insert = `insert into "${name}" (${quoted(columns)}) overriding system value
    select ${quoted(columns)} from json_to_recordset($1::json) as row (${shape}) ${singletons.has(name) ? replace : ''}`;
  let rows = 0;
  for (const piece of pieces(table.rows())) {
    const objects = piece.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
    rows += await session.run(insert, JSON.stringify(objects));
    goOn(copying, { step: 'copy', table: name, rows, of: count });
  }
  await continueSequence(session, table);
}

/** New rows get numbers beyond those that were copied. */
async function continueSequence(session: Session, { name }: SourceTable): Promise<void> {
  const row = await session.one<{ identity: string | null }>(
    `select pg_get_serial_sequence(quote_ident($1), column_name) as identity from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and column_name = 'seq' and is_identity = 'YES'`,
    name,
  );
  if (!row?.identity) return;
  await session.all(
    `select setval($1::text::regclass, greatest(max(seq), 1), count(*) > 0) from "${name}"`,
    row.identity,
  );
}

/** Every value as PostgreSQL writes it. */
const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** Reads the rows of a table by their key, from a cursor that is open until it is closed or the transaction ends. */
async function openRows({ client, session }: Copying, table: SourceTable) {
  const types = await typesOf(session, table);
  // The order of bytes, which SQLite sorts by, whatever the language of the target; of the columns, not of the texts selected.
  const order = table.key.map((column) => {
    const isText = types[table.columns.indexOf(column)] === 'text';
    return `own."${column}"${isText ? ' collate "C"' : ''}`;
  });
  const columns = table.columns.map((column) => `"${column}"::text`);
  await client.query(`declare compared no scroll cursor for
    select ${columns.join(', ')} from "${table.name}" as own order by ${order.join(', ')}`);
  return {
    /** The next rows, fewer only at the end. */
    next: async (most: number): Promise<readonly TextRow[]> => {
      const text = `fetch ${most} from compared`;
      return (await client.query<(string | null)[]>({ text, rowMode: 'array', types: asText })).rows;
    },
    close: () => client.query('close compared'),
  };
}

/** Where the target has another row than the source, in words. */
function differenceOf({ name, columns, key }: SourceTable, own: TextRow, theirs: TextRow | undefined): string | null {
  const index = columns.findIndex((_, place) => own[place] !== theirs?.[place]);
  if (index === -1) return null;
  const named = key.map((column) => `${column} ${own[columns.indexOf(column)]}`).join(', ');
  return theirs === undefined
    ? `${name} (${named}) is missing in the target`
    : `${name} (${named}) has another ${columns[index]} in the target`;
}

/** Reads a table back and compares it row by row. Returns the first difference, or the table's digest. */
async function compareTable(
  copying: Copying,
  table: SourceTable,
): Promise<CopiedTable | { readonly difference: string }> {
  const { name, count } = table;
  const hash = createHash('sha256');
  const target = await openRows(copying, table);
  let rows = 0;
  // The same rows take as much memory there, so that a piece bounds both.
  for (const piece of pieces(table.rows())) {
    const theirs = await target.next(piece.length);
    for (const [index, own] of piece.entries()) {
      const difference = differenceOf(table, own, theirs[index]);
      if (difference !== null) return { difference };
      hash.update(`${JSON.stringify(own)}\n`);
    }
    rows += piece.length;
    goOn(copying, { step: 'compare', table: name, rows, of: count });
  }
  if ((await target.next(1)).length > 0) return { difference: `${name} has more rows in the target` };
  await target.close();
  return { name, rows, digest: hash.digest('hex') };
}

async function compareAll(copying: Copying): Promise<readonly CopiedTable[] | { readonly difference: string }> {
  const tables: CopiedTable[] = [];
  for (const table of copying.source.tables) {
    const compared = await compareTable(copying, table);
    if ('difference' in compared) return compared;
    tables.push(compared);
  }
  return tables;
}

async function isEmpty({ session, source }: Copying): Promise<boolean> {
  for (const { name } of source.tables) {
    if (singletons.has(name)) continue;
    if ((await session.one(`select 1 from "${name}" limit 1`)) !== undefined) return false;
  }
  return true;
}

async function copyAll(copying: Copying): Promise<CopyReport> {
  const copied = await isEmpty(copying);
  if (copied) for (const table of copying.source.tables) await copyTable(copying, table);
  const compared = await compareAll(copying);
  if (!('difference' in compared)) return { copied, tables: compared };
  throw new StoreError(
    copied
      ? `The copy is not the same as the source and was not kept: ${compared.difference}. Report this.`
      : `The target is not empty and does not hold this database: ${compared.difference}. It was left as it is. Name an empty database.`,
  );
}

/** A statement that reads a large table in the order of its key may sort it first. */
const statementMilliseconds = 3_600_000;

/**
 * Copies an embedded database into an empty one of PostgreSQL, reads every row back and compares it, all in one transaction:
 * a copy that ends early leaves nothing behind and can be started again. A target that holds the same rows already, as
 * after an answer that was lost, is compared only.
 *
 * @throws {StoreError} one line for people: the target is not empty, unfit or away, or differs from the source
 */
export async function copyToPostgres({ target, now, ...rest }: CopyOptions): Promise<CopyReport> {
  const client = clientOf(target);
  try {
    await client.connect();
    const session = makeSession(client);
    await session.run('begin');
    await bringUpToDate(session, now);
    const report = await copyAll({ ...rest, client, session });
    await session.run('analyze');
    await session.run('commit');
    return report;
  } catch (cause) {
    throw cause instanceof StoreError ? cause : unfinished(cause);
  } finally {
    // Ends the transaction too, where it is still open.
    await client.end().catch(() => undefined);
  }
}

/** @throws {StoreError} the address is none, or names several hosts */
function clientOf(target: string): pg.Client {
  try {
    const client = new pg.Client({
      ...addressOf(target),
      application_name: 'diglot migrate',
      connectionTimeoutMillis: 10_000,
      query_timeout: statementMilliseconds,
    });
    // The statement under way fails with the reason.
    client.on('error', () => undefined);
    return client;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'The address of the target is not one. Write characters such as / and @ of a password as %2F and %40, or leave it to PGPASSWORD.',
      { cause },
    );
  }
}

function unfinished(cause: unknown): StoreError {
  return new StoreError(
    `The target cannot be used: ${reasonOf(cause)}. Start the copy again when it can: it keeps all or nothing.`,
    {
      cause,
    },
  );
}
