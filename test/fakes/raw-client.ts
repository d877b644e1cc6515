import { connect, type Socket } from 'node:net';

/** A response as it stood on the wire, as far as tests look. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test says exactly which bytes go out. */
export interface RawClient {
  readonly socket: Socket;
  readonly send: (text: string | Uint8Array) => void;
  /** The next whole response. Rejects when the connection ends before one has come. */
  readonly response: () => Promise<RawResponse>;
  /** Resolves when the other side has closed. */
  readonly closed: () => Promise<void>;
  /** Takes everything that still comes; then how the connection ended: `end`, or the code of its error. */
  readonly ending: () => Promise<string>;
  /** Everything that came so far and was not taken by `response`. */
  readonly rest: () => string;
}

/** Connects to a server of this machine. */
export async function rawClient(url: string): Promise<RawClient> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  let received = Buffer.alloc(0);
  let ended = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  const over = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) {
      socket.on(event, () => {
        ended = true;
        wake();
        resolve();
      });
    }
  });
  const ending = new Promise<string>((resolve) => {
    socket.once('end', () => resolve('end'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
  await new Promise((resolve) => {
    socket.once('connect', resolve);
  });
  return {
    socket,
    send: (text) => void socket.write(text),
    response: async () => {
      for (;;) {
        const found = takeResponse(received);
        if (found) {
          received = received.subarray(found.length);
          return found.response;
        }
        if (ended) throw new Error(`The connection ended with ${JSON.stringify(received.toString('latin1'))}.`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    closed: () => over,
    ending: () => {
      socket.resume();
      return ending;
    },
    rest: () => received.toString('utf8'),
  };
}

/** One request and its response on a connection of its own. */
export async function rawExchange(url: string, text: string | Uint8Array): Promise<RawResponse> {
  const client = await rawClient(url);
  try {
    client.send(text);
    return await client.response();
  } finally {
    client.socket.destroy();
  }
}

/** A request head with a body of known length; header lines are given whole. */
export const rawRequest = (line: string, headers: readonly string[], body = ''): string =>
  [
    `${line} HTTP/1.1`,
    ...headers,
    ...(body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n');

function takeResponse(received: Buffer): { response: RawResponse; length: number } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const start = end + 4;
  const found =
    headers['transfer-encoding'] === 'chunked' ? chunkedBody(received, start) : fixedBody(received, start, headers);
  return found && { response: { status, headers, body: found.body }, length: found.end };
}

type Body = { readonly body: string; readonly end: number } | null;

function fixedBody(received: Buffer, start: number, headers: Readonly<Record<string, string>>): Body {
  const end = start + Number(headers['content-length'] ?? 0);
  return received.length < end ? null : { body: received.toString('utf8', start, end), end };
}

function chunkedBody(received: Buffer, start: number): Body {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const line = received.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = Number.parseInt(received.toString('latin1', at, line), 16);
    if (received.length < line + 4 + size) return null;
    parts.push(received.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
    if (size === 0) return { body: Buffer.concat(parts).toString('utf8'), end: at };
  }
}
