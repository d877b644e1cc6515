import { objectOf, stringOf } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import { storedType } from '../shared/text/media-type.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { ByteReader, ByteSpan, ByteStorage, ByteWriter } from './byte-storage.ts';
import type { ObjectStore } from './object-store.ts';
import { newObjectId, type Owned } from './owned-object.ts';

/** A file to be stored. */
interface DriveDraft {
  /** From `newId`, if the id had to be sent before there were any bytes. */
  readonly id?: string;
  readonly workspaceId: string;
  /** Media type. */
  readonly contentType: string;
}

/** Stores bytes while they are delivered. Its methods never reject, so that a storage failure does not fail the call. */
interface DriveWriting {
  /** The id of the file. */
  readonly id: string;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Stores the bytes, then their record. False if the bytes could not be stored, which the record then shows. */
  readonly finish: () => Promise<boolean>;
  /** Stores neither bytes nor a record. */
  readonly abort: () => Promise<void>;
}

/** The record of a file. */
export interface DriveRecord {
  readonly id: string;
  readonly contentType: string;
  /** Bytes. */
  readonly length: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Null if the bytes could not be stored. */
  readonly key: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Stores the files of one call. They wait 10 seconds for the storage, all together. After the first failure no other is stored. */
interface DriveStoring {
  /** Whether no other file is stored: then there is no need to fetch one. */
  readonly isOver: () => boolean;
  readonly begin: (draft: DriveDraft) => DriveWriting;
  /** Stores bytes and returns the id of the file; null if they cannot be stored. */
  readonly put: (draft: DriveDraft, bytes: Uint8Array) => Promise<string | null>;
}

/** Stores files that calls produce, until they expire. `begin` and `put` are for a call's only file. */
export interface Drive extends Omit<DriveStoring, 'isOver'> {
  /** As in `ByteStorage`. */
  readonly trouble: () => string | null;
  /** For a call with several files. */
  readonly storing: () => DriveStoring;
  /** An id for a file that does not exist yet. */
  readonly newId: () => string;
  readonly record: (file: Owned<'drive-file'>) => DriveRecord;
  /** Null if the bytes no longer exist. */
  readonly read: (record: DriveRecord, span: ByteSpan) => Promise<ByteReader | null>;
  /** The URL from which a client downloads a file. */
  readonly urlOf: (id: string) => string;
  /** Deletes the bytes of a file. */
  readonly release: (file: Owned) => Promise<void>;
}

/** How a use of the storage ended. `missing`: it lacks bytes that were stored. */
export type DriveUse = 'worked' | 'failed' | 'missing';

interface DriveDeps {
  readonly storage: ByteStorage;
  readonly objects: Pick<ObjectStore, 'add'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Seconds until a file expires. */
  readonly retention: () => number;
  /** Scheme, host and port of URLs. */
  readonly origin: () => string;
  /** Called after each use of the storage. */
  readonly noteUse: (use: DriveUse) => void;
}

export function makeDrive(deps: DriveDeps): Drive {
  const { storage, origin, log, noteUse } = deps;
  const storing = (): DriveStoring => {
    const budget = makeWaitBudget(deps.clock);
    const begin = (draft: DriveDraft): DriveWriting => beginWriting(draft, budget, deps);
    return {
      isOver: budget.isOver,
      begin,
      put: async (draft, bytes) => {
        const writing = begin(draft);
        await writing.write(bytes);
        return (await writing.finish()) ? writing.id : null;
      },
    };
  };
  return {
    trouble: storage.trouble,
    storing,
    begin: (draft) => storing().begin(draft),
    put: (draft, bytes) => storing().put(draft, bytes),
    newId: () => newObjectId('drive-file'),
    record: recordOf,
    read: async ({ id, key }, span) => {
      if (key === null) return null;
      const reader = await storage.read(key, span).catch((cause: unknown) => {
        noteUse('failed');
        throw cause;
      });
      noteUse(reader === null ? 'missing' : 'worked');
      if (reader === null) log.error('the drive lacks the bytes of a stored file', { file: id });
      return reader;
    },
    urlOf: (id) => `${origin()}/v1/drive/files/${id}/content`,
    release: async (file) => {
      const key = stringOf(file.fields['key']);
      if (key !== null) await storage.delete(key);
    },
  };
}

/** Milliseconds that a call waits for the storage: a result that was paid for matters more than its copy. */
const mostWaitMilliseconds = 10_000;

/** How long a call still waits for the storage. */
interface WaitBudget {
  readonly isOver: () => boolean;
  /** Waits for work. It ends if that fails or takes too long. @throws what the work throws, or that it takes too long */
  readonly wait: <Result>(work: Promise<Result>) => Promise<Result>;
}

function makeWaitBudget(clock: Clock): WaitBudget {
  let left = mostWaitMilliseconds;
  return {
    isOver: () => left <= 0,
    wait: async (work) => {
      const from = clock.monotonic();
      const late = Promise.withResolvers<never>();
      const forget = clock.after(left, () => late.reject(new Error('The storage takes too long.')));
      try {
        const result = await Promise.race([work, late.promise]);
        left -= clock.monotonic() - from;
        return result;
      } catch (error) {
        left = 0;
        throw error;
      } finally {
        forget();
      }
    },
  };
}

function beginWriting(draft: DriveDraft, budget: WaitBudget, deps: DriveDeps): DriveWriting {
  const { storage, objects, clock, log, retention, noteUse } = deps;
  const { id = newObjectId('drive-file'), workspaceId, contentType } = draft;
  let opening: Promise<ByteWriter | null> | null = null;
  const open = async (): Promise<ByteWriter> => {
    if (budget.isOver()) throw new Error('The storage failed, or took too long, earlier in this call.');
    const writer = storage.write(id);
    try {
      return await budget.wait(writer);
    } catch (cause) {
      writer.then((late) => late.abort()).catch(() => undefined);
      throw cause;
    }
  };

  const failed = (cause: unknown): null => {
    log.error('a file could not be stored in the drive', { file: id }, cause);
    noteUse('failed');
    return null;
  };
  const attempt = async <Result>(action: (writer: ByteWriter) => Promise<Result>): Promise<Result | null> => {
    const writer = await (opening ??= open().catch(failed));
    if (writer === null) return null;
    try {
      return await budget.wait(action(writer));
    } catch (cause) {
      opening = Promise.resolve(failed(cause));
      // It may take as long as what has just taken too long.
      writer.abort().catch(() => undefined);
      return null;
    }
  };

  return {
    id,
    write: async (bytes) => void (await attempt((writer) => writer.write(bytes))),
    abort: async () => {
      if (opening !== null) await attempt((writer) => writer.abort());
    },
    finish: async () => {
      let finishing: ReturnType<ByteWriter['finish']> | null = null;
      const stored = await attempt((writer) => (finishing = writer.finish()));
      // Its record says that it was not stored, so bytes that come after all would stay for nothing.
      if (stored === null) discard(finishing, storage).catch(() => undefined);
      else noteUse('worked');
      const createdAt = clock.now();
      const expiresAt = createdAt + retention() * 1_000;
      const { key = null, length = 0, sha256 = '' } = stored ?? {};
      const fields = { key, bytes: length, sha256, content_type: contentType };
      const place = { spec: 'a', workspaceId, providerId: null, upstreamId: null } as const;
      try {
        await objects.add({ id, kind: 'drive-file', ...place, createdAt, expiresAt, fields });
      } catch (cause) {
        failed(cause);
        if (key !== null) await budget.wait(storage.delete(key)).catch(failed);
        return false;
      }
      return key !== null;
    },
  };
}

async function discard(late: ReturnType<ByteWriter['finish']> | null, storage: ByteStorage): Promise<void> {
  const stored = await late;
  if (stored) await storage.delete(stored.key);
}

function recordOf({ id, createdAt, expiresAt, fields }: Owned<'drive-file'>): DriveRecord {
  const { key, bytes, sha256, content_type: contentType } = objectOf(fields);
  return {
    id,
    contentType: storedType(stringOf(contentType) ?? undefined),
    length: typeof bytes === 'number' ? bytes : 0,
    sha256: stringOf(sha256) ?? '',
    key: stringOf(key),
    createdAt,
    expiresAt: expiresAt ?? createdAt,
  };
}
