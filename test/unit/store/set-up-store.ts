import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ChargeLine, SettledCall } from '../../../src/metering/ledger-records.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { migrate, migrationsFolder } from '../../../src/store/sqlite/open-database.ts';
import type { Store } from '../../../src/store/store.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';

export const noon = Date.UTC(2026, 10, 20, 12);

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

/** One line at one nano-credit a unit. */
export const lineOf = (quantity: number, unitKind: ChargeLine['unitKind'] = 'input_tokens'): ChargeLine => ({
  unitKind,
  quantity,
  unitPrice: 1000n,
  amount: BigInt(quantity) * 1000n,
});

let calls = 0;

/** A settled call of 10 nano-credits, unless the changes say otherwise. */
export function callOf(changes: Partial<SettledCall> = {}): SettledCall {
  calls += 1;
  const startedAt = changes.startedAt ?? noon;
  return {
    id: `call_${String(calls).padStart(8, '0')}`,
    requestId: `req_${calls}`,
    workspaceId: 'acme',
    keyId: 'key_1',
    productSku: 'test',
    model: 'test-model',
    operation: 'createChatCompletion',
    provider: 'one',
    region: 'global',
    status: 200,
    outcome: 'completed',
    usageSource: 'upstream',
    hold: 10n,
    charge: 10n,
    priceFrom: 0,
    startedAt,
    firstByteMilliseconds: 5,
    endedAt: startedAt + 20,
    flags: '',
    losses: '',
    batchId: null,
    lines: [lineOf(10)],
    journalled: false,
    ...changes,
  };
}

/** Everything that a stream of rows gives. */
export async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
