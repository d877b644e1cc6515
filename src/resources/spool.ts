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
