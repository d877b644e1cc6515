/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Whether the client is still there. Lighter than an AbortSignal: it is made for every call. */
interface Leaving {
  /** True once the client has gone before the end of its answer. */
  readonly left: () => boolean;
  /** Calls `action` when the client leaves (at once when it has); the returned function forgets it. */
  readonly onLeave: (action: () => void) => () => void;
}

/**
 * The way back to the client, free of any web framework. `http/` makes it from the socket; the gateway writes to it.
 * A head once sent cannot be taken back: errors after it go out in the stream's own words, or cut the connection.
 */
export interface Reply extends Leaving {
  /** True once the head has gone out. */
  readonly started: () => boolean;
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

/** Bytes that are written at once. */
export const pieceBytes = 65_536;

/** Writes as fast as the client reads, also within one large chunk: who reads slowly is not taken for who reads nothing. */
export async function flow(reply: Pick<Reply, 'write' | 'drained'>, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.length <= pieceBytes ? bytes : bytes.subarray(from, from + pieceBytes);
    if (!reply.write(piece)) await reply.drained();
  }
}

/** What a JSON answer is, apart from its value. */
interface JsonHead {
  readonly status: number;
  readonly headers?: ReplyHeaders;
}

/** A whole answer of one JSON value; a bare number is its status. */
export function replyJson(reply: Reply, head: number | JsonHead, value: unknown): void {
  const { status, headers = {} } = typeof head === 'number' ? { status: head } : head;
  const bytes = Buffer.from(JSON.stringify(value));
  reply.head(status, { ...headers, 'content-type': 'application/json', 'content-length': String(bytes.length) });
  reply.end(bytes);
}

/** What servers commonly note in the place of a status where the client left before it got one. */
export const clientLeft = 499;
