import type { ByteStorage, OpenSpool } from '../../objects/byte-storage.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { openFolderStorage } from './folder.ts';
import { makeS3Exchange, makeS3Storage, readS3Address, type S3Credential } from './s3.ts';
import { StoreError } from '../store.ts';

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
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void clock.after(milliseconds, resolve));
  return makeS3Storage({ exchange: makeS3Exchange(address, credential), openSpool, wait });
}
