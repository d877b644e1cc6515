import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair, type Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { makeMessageSocket, socketOptions, type MessageSocket } from '../shared/message-socket.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { BodyShare } from './body-limits.ts';
import { idHeaders } from './request.ts';

/** A request that asks to become a WebSocket, before it is answered. */
export interface SocketRequest {
  /** Answers 101. From here on nothing can be refused over HTTP. */
  readonly accept: (headers: ReplyHeaders) => Promise<MessageSocket>;
  /** A connection to this server that needs no network, from the address of the client. */
  readonly serve: () => Duplex;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Absent: the request asks for no WebSocket, or not properly. */
    webSocket?: SocketRequest;
  }
}

type Memory = Pick<BodyShare, 'take' | 'give'>;

type Upgrading = IncomingMessage & {
  webSocket?: SocketRequest;
  readonly call?: { requestId: string; hasSwitched: boolean; readonly memory: Memory | null };
};

/** What a client that cannot set headers puts before its key, in the list of subprotocols. */
const keyProtocol = 'openai-insecure-api-key.';

/** The only subprotocol that is ever chosen: the others are credentials. */
const spoken = 'realtime';

const key = /^[+/0-9A-Za-z]{22}==$/;

const isProper = ({ headers }: IncomingMessage): boolean =>
  headers['sec-websocket-version'] === '13' && key.test(headers['sec-websocket-key'] ?? '');

/** Puts a key from the subprotocols where keys are looked for. What is left of them is not a secret. */
function moveKey({ headers, rawHeaders }: IncomingMessage): void {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined) return;
  const names = offered.split(',').map((name) => name.trim());
  const secret = names.find((name) => name.startsWith(keyProtocol))?.slice(keyProtocol.length);
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === 'sec-websocket-protocol') rawHeaders.splice(index, 2);
  if (secret !== undefined) rawHeaders.push('authorization', `Bearer ${secret}`);
  const kept = names.filter((name) => name === spoken);
  if (kept.length > 0) headers['sec-websocket-protocol'] = spoken;
  else delete headers['sec-websocket-protocol'];
}

const server = new WebSocketServer({
  ...socketOptions,
  noServer: true,
  clientTracking: false,
  handleProtocols: (names) => (names.has(spoken) ? spoken : false),
});

const uncounted: Memory = { take: () => undefined, give: () => undefined };

/** Bytes of an unfinished message that are not counted. */
const shortMessage = 65_536;

/** "Try again later": RFC 6455, section 7.4, and its registry. */
const tryLater = 1013;

/**
 * A connection whose messages count in the memory of its call from their first bytes on, until the next one is read. If there is no
 * memory left, it is closed.
 */
function makeCounted(accepted: WebSocket, connection: Duplex, memory: Memory): MessageSocket {
  /** Counted bytes of the messages that have not been read. */
  const waiting: number[] = [];
  let come = 0;
  let counted = 0;
  let inHand = 0;
  accepted.on('message', () => {
    waiting.push(counted);
    come = 0;
    counted = 0;
  });
  const socket = makeMessageSocket(accepted);
  // Before the receiver gets them, and without setting the connection in motion.
  connection.prependListener('data', (chunk: Buffer) => {
    come += chunk.length;
    if (come - counted <= shortMessage) return;
    try {
      memory.take(come - counted);
      counted = come;
    } catch {
      socket.close(tryLater, 'The messages of this key take all memory that they may. Connect again in a moment.');
      setImmediate(socket.cut);
    }
  });
  const read: MessageSocket['read'] = async () => {
    memory.give(inHand);
    inHand = 0;
    const message = await socket.read();
    inHand = waiting.shift() ?? 0;
    return message;
  };
  return { ...socket, read };
}

/** The answer to a request that asks for a WebSocket: an ordinary one, until the request is accepted. */
interface Offer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Bytes that came after the head. */
  readonly head: Buffer;
  /** Takes a connection as if it came from the network. */
  readonly connect: (connection: Duplex) => void;
}

/**
 * Prepares a request for the application. If that answers it, the connection ends with the answer; if it accepts it, the
 * connection becomes a WebSocket, and the response closes with it.
 */
export function offerSocket({ request, response, socket, head, connect }: Offer): void {
  const upgrading = request as Upgrading;
  moveKey(request);
  // A client that ends its side can get no WebSocket. Destroyed, the connection closes the response, and so the call.
  const gone = (): void => void socket.destroy();
  socket.once('end', gone);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  if (!isProper(request)) return;
  upgrading.webSocket = {
    serve: () => {
      const [near, far] = duplexPair();
      // What a socket has and the server uses. The pings of the WebSocket end a connection whose client reads nothing.
      Object.assign(far, { remoteAddress: socket.remoteAddress, setTimeout: () => far });
      // A side that is destroyed only ends the other one; a client that left must be noticed.
      near.once('close', () => far.destroy());
      connect(far);
      return near;
    },
    accept: (headers) =>
      new Promise((resolve, reject) => {
        const left = new Error('The client has left.');
        if (!socket.readable || !socket.writable) {
          socket.destroy();
          return reject(left);
        }
        socket.off('end', gone);
        const { call } = upgrading;
        if (call) call.hasSwitched = true;
        response.statusCode = 101;
        response.detachSocket(socket);
        // The connection has been read since its head came, to notice a client that leaves.
        const heads = (lines: string[]): void => {
          const named = { ...idHeaders(call?.requestId ?? ''), ...headers };
          for (const [name, value] of Object.entries(named)) lines.push(`${name}: ${value}`);
        };
        // The server is shared: the headers are those of the one request that is upgraded in this turn.
        server.on('headers', heads);
        try {
          server.handleUpgrade(request, socket, head, (accepted) => {
            const made = makeCounted(accepted, socket, call?.memory ?? uncounted);
            void made.ended.then(() => response.emit('close'));
            resolve(made);
          });
        } finally {
          server.off('headers', heads);
        }
        // Without effect once it is resolved.
        reject(left);
      }),
  };
}
