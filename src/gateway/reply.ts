/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/**
 * The way back to the client, free of any web framework. `http/` makes it from the socket; the gateway writes to it.
 * A head once sent cannot be taken back: errors after it go out in the stream's own words, or cut the connection.
 */
export interface Reply {
  /** True once the head has gone out. */
  readonly started: boolean;
  /** Aborted when the client has left before the end. */
  readonly left: AbortSignal;
  /** Adds a header to the head to come. */
  readonly set: (name: string, value: string) => void;
  /** Sends the head. Request ids are added by the door. */
  readonly head: (status: number, headers: ReplyHeaders) => void;
  /** Writes body bytes as they are. False: wait for `drained` before the next one. */
  readonly write: (bytes: Uint8Array) => boolean;
  /** Resolves when the client has read on (or has left). */
  readonly drained: () => Promise<void>;
  /** The clean end, with the last bytes where there are any. */
  readonly end: (bytes?: Uint8Array) => void;
  /** Ends the connection so that nobody can take what went out for a whole answer. */
  readonly cut: () => void;
}
