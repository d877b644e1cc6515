/** Writes one sequence of bytes to a storage. Ends with either `finish` or `abort`. */
export interface ByteWriter {
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** When this resolves, the bytes are durable; before that they are not visible. */
  readonly finish: () => Promise<StoredBytes>;
  readonly abort: () => Promise<void>;
}

/** Bytes in a storage. */
interface StoredBytes {
  /** Made from their SHA-256 and the name given to `write`. */
  readonly key: string;
  readonly length: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A range of stored bytes: the offsets of its first and last byte, as in HTTP. */
export interface ByteSpan {
  readonly first: number;
  readonly last: number;
}

/** Reads stored bytes, to their end even if they are deleted meanwhile. */
export interface ByteReader {
  /** The next bytes; null at the end. Rejects if they cannot be read. */
  readonly read: () => Promise<Buffer | null>;
  readonly close: () => Promise<void>;
}

/** An entry of a storage's listing. */
export interface StoredEntry {
  readonly key: string;
  /** The name given to `write`. */
  readonly name: string;
  /** Epoch milliseconds, by the storage's own clock. */
  readonly writtenAt: number;
}

/**
 * Stores bytes in a folder or a bucket. Keys contain a name, so that equal bytes stored twice are separate: deleting one does
 * not affect the other, and no caller can find out whether another one stores the same bytes.
 */
export interface ByteStorage {
  /** Why nothing can be stored at the moment, for operators, without paths; null if no problem is known. */
  readonly trouble: () => string | null;
  /** @param name letters, digits, `_` and `-` */
  readonly write: (name: string) => Promise<ByteWriter>;
  /** Null if the bytes do not exist. */
  readonly read: (key: string, span: ByteSpan) => Promise<ByteReader | null>;
  /** Does nothing if the bytes do not exist. */
  readonly delete: (key: string) => Promise<void>;
  /** All entries, in no order. */
  readonly list: () => AsyncIterable<StoredEntry>;
}

/** A temporary file for bytes that must wait. */
export interface Spool {
  /** Appends, and resolves with the position of the first byte. One writer at a time. */
  readonly write: (bytes: Buffer) => Promise<number>;
  /** Up to `length` bytes from `position`; fewer only at the end. */
  readonly read: (position: number, length: number) => Promise<Buffer>;
  /** Deletes everything. */
  readonly close: () => Promise<void>;
}

/** Makes spools in one folder. */
export type OpenSpool = () => Promise<Spool>;

/**
 * Makes spools for forms. What a call writes counts against a budget until it closes its spool; a write that does not fit rejects
 * with `overloaded`.
 *
 * @param holder id of the key
 */
export type OpenFormSpool = (holder: string) => Promise<Spool>;
