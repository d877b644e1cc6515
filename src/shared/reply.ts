/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** Whether the client is still connected. Made for every call, and cheaper than an AbortSignal. */
interface Leaving {
  /** True if the client has left before the end of the answer. */
  readonly left: () => boolean;
  /** Calls `action` when the client leaves, or at once if it has. The returned function cancels that. */
  readonly onLeave: (action: () => void) => () => void;
}

/**
 * The way back to the client, independent of any web framework. `http/` makes it from Node's response. After the head has been
 * sent, an error is sent as an event of the stream, or the connection is closed.
 */
export interface Reply extends Leaving {
  /** True if the head has been sent. */
  readonly started: () => boolean;
  /** Sends the head and adds the request id. */
  readonly head: (status: number, headers: ReplyHeaders) => void;
  /** Writes body bytes unchanged. If it returns false, wait for `drained` before the next write. */
  readonly write: (bytes: Uint8Array) => boolean;
  /** Resolves when the client has read more or has left. */
  readonly drained: () => Promise<void>;
  /** Ends the answer, after the last bytes if there are any. */
  readonly end: (bytes?: Uint8Array) => void;
  /** Closes the connection, so that the client cannot mistake the bytes sent so far for a complete answer. */
  readonly cut: () => void;
}

/** Bytes of one write. */
export const pieceBytes = 65_536;

/** Writes as fast as the client reads, also within one large chunk, so that a slow reader does not look like a stalled one. */
export async function flow(reply: Pick<Reply, 'write' | 'drained'>, bytes: Buffer): Promise<void> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const piece = bytes.length <= pieceBytes ? bytes : bytes.subarray(from, from + pieceBytes);
    if (!reply.write(piece)) await reply.drained();
  }
}

/** Status and headers of a JSON answer. */
interface JsonHead {
  readonly status: number;
  readonly headers?: ReplyHeaders;
}

function headJson(reply: Reply, head: number | JsonHead, value: unknown): Buffer {
  const { status, headers = {} } = typeof head === 'number' ? { status: head } : head;
  const bytes = Buffer.from(JSON.stringify(value));
  reply.head(status, { ...headers, 'content-type': 'application/json', 'content-length': String(bytes.length) });
  return bytes;
}

/** Sends a JSON value as the whole answer. A bare number is the status. */
export function replyJson(reply: Reply, head: number | JsonHead, value: unknown): void {
  reply.end(headJson(reply, head, value));
}

/** Sends a JSON value that may be large. Resolves when the client has read nearly all of it, so that its memory counts until then. */
export async function replyStored(reply: Reply, value: unknown): Promise<void> {
  const bytes = headJson(reply, 200, value);
  const rest = bytes.length % pieceBytes;
  await flow(reply, bytes.subarray(0, bytes.length - rest));
  reply.end(bytes.subarray(bytes.length - rest));
}

/** The conventional log status of a call whose client left before it received one. */
export const clientLeft = 499;
