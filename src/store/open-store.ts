import type { StoreHealth } from '../metering/ledger-records.ts';
import type { ByteStorage, OpenSpool } from '../objects/byte-storage.ts';
import { newId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { type Clock, pause } from '../shared/time/clock.ts';
import { openFolderStorage } from './bytes/folder.ts';
import { makeS3Exchange, makeS3Storage, readS3Address, type S3Credential } from './bytes/s3.ts';
import { assembleStore } from './shared/assemble-store.ts';
import { openConnection } from './sqlite/connection.ts';
import { type Store, StoreError, type StoreSettings } from './store.ts';

/**
 * Opens the database, brings its tables up to date and reads the keys.
 *
 * @throws {StoreError} one line for people: another process has it open, it is damaged, the disk is full, SQLite is too old
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  if (/^postgres(?:ql)?:/.test(settings.database)) {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
    return openPostgresStore(settings);
  }
  const [, path] = /^sqlite:(.+)$/.exec(settings.database) ?? [];
  if (path === undefined) {
    throw new StoreError(
      `storage.database must be sqlite:<path> or postgres://user@host/name; ${settings.database.split(':')[0]}: is neither.`,
    );
  }
  return openSqliteStore(path, settings);
}

/** Bytes reserved next to the database for calls that are under way when the disk fills up: enough for 30,000 of them. */
export const ballastBytes = 16 * 1024 * 1024;

/** Logs each change of the database's health. */
export const healthLog =
  (log: Log, path: string) =>
  ({ state, message, cause }: StoreHealth): void => {
    if (state === 'ok') log.info('the database has disk space again');
    else log.error('the database is not well', { state, reason: message, file: path, ...(cause && { cause }) });
  };

/** @param path a file or `:memory:` */
async function openSqliteStore(path: string, { clock, log }: StoreSettings): Promise<Store> {
  const settings = { path, instanceId: newId('inst'), now: clock.now(), ballastBytes };
  const connection = await openConnection(settings, { now: clock.now, onHealth: healthLog(log, path) });
  return assembleStore({ engine: 'sqlite', connection, clock });
}

/** Where kept bytes are, as the configuration says it. */
interface ByteStorageSettings {
  /** `file:path` or `s3://bucket?endpoint=…&region=…`. */
  readonly drive: string;
  /** Needed for a bucket. */
  readonly credential: S3Credential | null;
  readonly openSpool: OpenSpool;
  readonly clock: Clock;
}

/**
 * Opens the storage that an address names.
 *
 * @throws {StoreError} one line for people: an address that is none, a bucket without a credential, a folder that cannot be used
 */
export async function openByteStorage({
  drive,
  credential,
  openSpool,
  clock,
}: ByteStorageSettings): Promise<ByteStorage> {
  if (drive.startsWith('file:')) return openFolderStorage(drive.slice('file:'.length));
  const address = readS3Address(drive);
  if (credential === null) {
    throw new StoreError(
      'storage.drive is a bucket without a credential: set storage.drive_access_key_id and storage.drive_secret_access_key.',
    );
  }
  const wait = (milliseconds: number): Promise<void> => pause(clock, milliseconds);
  return makeS3Storage({ exchange: makeS3Exchange(address, credential), openSpool, wait });
}
