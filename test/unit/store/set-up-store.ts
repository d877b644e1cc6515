import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { migrate, migrationsFolder } from '../../../src/store/sqlite/open-database.ts';
import type { Store } from '../../../src/store/store.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';

export { batchCharge, callOf, lineOf, noon } from '../../fakes/ledger-rows.ts';

/** A folder that is gone after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const newFile = (): string => join(newFolder(), 'test.db');

/** A database as the release before a migration left it. */
export function makeEarlier(file: string, migration: string): DatabaseSync {
  const folder = join(newFolder(), 'migrations');
  mkdirSync(folder);
  const files = readdirSync(migrationsFolder).filter((name) => name < migration);
  for (const name of files) copyFileSync(new URL(name, migrationsFolder), join(folder, name));
  const database = new DatabaseSync(file);
  migrate(database, pathToFileURL(`${folder}/`), 5);
  return database;
}

/** A store on a file, or on nothing; closed after the test, or before by `close`. */
export async function setUpStore(file: string | null = null, clock = makeHandClock()): Promise<Store> {
  const store = await (file === null
    ? openMemoryStore(clock)
    : openStore({ database: `sqlite:${file}`, clock, log: silentLog }));
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => (closed ??= store.close());
  onTestFinished(close);
  return { ...store, close };
}

/** Everything that a stream of rows gives. */
export const collect = <Row>(rows: AsyncIterable<Row>): Promise<Row[]> => Array.fromAsync(rows);
