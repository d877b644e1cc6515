/** Bytes on their way into a storage. Either `finish` or `abort` ends them. */
export interface ByteWriter {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Durable under their key when it resolves; before that nothing can be seen of them. */
  readonly finish: () => Promise<StoredBytes>;
  readonly abort: () => Promise<void>;
}

/** Bytes that are kept. */
interface StoredBytes {
  /** Where the storage finds them: their SHA-256 and the name that they were given. */
  readonly key: string;
  readonly length: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A part of stored bytes: offsets of its first and its last byte, as HTTP counts them. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/** Stored bytes that are being read. They can be read to their end, also when they are deleted meanwhile. */
export interface ByteReader {
  /** The next bytes; null at the end. Rejects when they cannot be read. */
  readonly read: () => Promise<Buffer | null>;
  readonly close: () => Promise<void>;
}

/** An entry of a storage's list. */
export interface StoredEntry {
  readonly key: string;
  /** As it was given to `write`. */
  readonly name: string;
  /** Epoch milliseconds, by the storage's own clock. */
  readonly writtenAt: number;
}

/**
 * A place for bytes: a folder, or a bucket. The name in a key makes bytes that are kept twice two things, so that neither
 * can be deleted under the other, and nobody can tell whether somebody else keeps the same.
 */
export interface ByteStorage {
  /** Why nothing can be kept at this moment, for operators, without paths; null: as far as is known it can. */
  readonly trouble: () => string | null;
  /** @param name letters, digits, `_` and `-` */
  readonly write: (name: string) => Promise<ByteWriter>;
  /** Null when there are no such bytes. */
  readonly read: (key: string, span: ByteSpan) => Promise<ByteReader | null>;
  /** Does nothing when they are gone already. */
  readonly delete: (key: string) => Promise<void>;
  /** Everything there is, in no order. */
  readonly list: () => AsyncIterable<StoredEntry>;
}

/** Bytes that wait on the disk until what they belong to is known. */
export interface Spool {
  /** Appends; resolves with the place where the bytes begin. One writer at a time. */
  readonly write: (bytes: Buffer) => Promise<number>;
  /** Up to `length` bytes from `position`; fewer only at the end. */
  readonly read: (position: number, length: number) => Promise<Buffer>;
  /** Forgets everything. */
  readonly close: () => Promise<void>;
}

/** Makes spools in one folder. */
export type OpenSpool = () => Promise<Spool>;
