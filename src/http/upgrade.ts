import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import type { Request as ExpressRequest } from 'express';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../identity/caller.ts';
import type { OwnAnswer, OwnRequest, Upgrade } from '../pipeline/call.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { bodyBounds, findExcess } from '../shared/json/structure.ts';
import { makeMessageSocket, type MessageSocket, socketOptions } from '../shared/message-socket.ts';
import type { ReplyHeaders } from '../shared/reply.ts';
import type { BodyShare } from './body-budget.ts';
import { parseBody, tooComplex, waitIfLong } from './read-body.ts';
import { idHeaders } from './request-head.ts';

/** A request to become a WebSocket, before it is answered. */
export interface SocketRequest {
  /** Answers 101. From here on nothing can be refused over HTTP. */
  readonly accept: (headers: ReplyHeaders) => Promise<MessageSocket>;
  /** A connection to this server that needs no network, from the address of the client. */
  readonly serve: () => Duplex;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Absent: the request does not ask for a WebSocket, or not correctly. */
    webSocket?: SocketRequest;
  }
}

type Memory = Pick<BodyShare, 'take' | 'give'>;

type Upgrading = IncomingMessage & {
  webSocket?: SocketRequest;
  readonly call?: { requestId: string; hasSwitched: boolean; readonly memory: Memory | null };
};

/** A request for a WebSocket, with an ordinary response until it is accepted. */
interface Offer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** Bytes that arrived after the head. */
  readonly head: Buffer;
  /** Takes a connection as if it came from the network. */
  readonly connect: (connection: Duplex) => void;
}

/**
 * Prepares a request for the application. If the application answers it, the connection ends with the answer. If it accepts the
 * WebSocket, the response closes with that.
 */
export async function offerSocket({ request, response, socket, head, connect }: Offer): Promise<void> {
  const sockets = await (socketServer ??= makeSocketServer());
  const upgrading = request as Upgrading;
  moveKey(request);
  // A client that ends its side can get no WebSocket. Destroying the connection closes the response, and with it the call.
  const gone = (): void => void socket.destroy();
  socket.once('end', gone);
  // The end comes behind all other bytes.
  let early = head;
  const keep = (bytes: Buffer): void => {
    early = Buffer.concat([early, bytes]);
    if (early.length >= mostAhead) socket.pause();
  };
  socket.on('data', keep);
  response.assignSocket(socket);
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
  if (!isProper(request)) return;
  upgrading.webSocket = {
    serve: () => {
      const [near, far] = duplexPair();
      // The members of a socket that the server uses. The pings of the WebSocket end a connection whose client reads nothing.
      Object.assign(far, { remoteAddress: socket.remoteAddress, setTimeout: () => far });
      // Destroying one side only ends the other one, but it must be noticed that the client has left.
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
        socket.off('end', gone).off('data', keep).pause();
        const { call } = upgrading;
        if (call) call.hasSwitched = true;
        response.statusCode = 101;
        response.detachSocket(socket);
        const heads = (lines: string[]): void => {
          const named = { ...idHeaders(call?.requestId ?? ''), ...headers };
          for (const [name, value] of Object.entries(named)) lines.push(`${name}: ${value}`);
        };
        // The server is shared: the headers are those of the one request that is upgraded in this turn.
        sockets.on('headers', heads);
        try {
          sockets.handleUpgrade(request, socket, early, (accepted) => {
            const made = makeCounted(accepted, socket, call?.memory ?? uncounted);
            void made.ended.then(() => response.emit('close'));
            resolve(made);
          });
        } finally {
          sockets.off('headers', heads);
        }
        socket.resume();
        // Has no effect after `resolve`.
        reject(left);
      }),
  };
}

/** What a handler gets of a request for a WebSocket. @param identify authenticates the same request again */
export const upgradeOf = (
  { accept, serve }: SocketRequest,
  identify: (request: ExpressRequest) => Promise<Caller>,
  request: ExpressRequest,
): Upgrade => ({
  accept,
  caller: () => identify(request),
  parse: (bytes) => parseMessage(bytes, request),
  request: (body) => requestAgain({ request, serve, body }),
});

/** The prefix of a key among the subprotocols, for clients that cannot set headers. */
const keyProtocol = 'openai-insecure-api-key.';

/** The only subprotocol that is ever selected: the others are credentials. */
const protocol = 'realtime';

const keyForm = /^[+/0-9A-Za-z]{22}==$/;

const isProper = ({ headers }: IncomingMessage): boolean =>
  headers['sec-websocket-version'] === '13' && keyForm.test(headers['sec-websocket-key'] ?? '');

/** Moves a key from the subprotocols to the `Authorization` header. The remaining subprotocols are not secret. */
function moveKey({ headers, rawHeaders }: IncomingMessage): void {
  const offered = headers['sec-websocket-protocol'];
  if (offered === undefined) return;
  const names = offered.split(',').map((name) => name.trim());
  const secret = names.find((name) => name.startsWith(keyProtocol))?.slice(keyProtocol.length);
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2)
    if (rawHeaders[index]?.toLowerCase() === 'sec-websocket-protocol') rawHeaders.splice(index, 2);
  if (secret !== undefined) rawHeaders.push('authorization', `Bearer ${secret}`);
  const kept = names.filter((name) => name === protocol);
  if (kept.length > 0) headers['sec-websocket-protocol'] = protocol;
  else delete headers['sec-websocket-protocol'];
}

/** Loaded on first use: ordinary calls do not need it. */
let socketServer: Promise<WebSocketServer> | null = null;

async function makeSocketServer(): Promise<WebSocketServer> {
  const { WebSocketServer: Server } = await import('ws');
  return new Server({
    ...socketOptions,
    noServer: true,
    clientTracking: false,
    handleProtocols: (names) => (names.has(protocol) ? protocol : false),
  });
}

const uncounted: Memory = { take: () => undefined, give: () => undefined };

/** Bytes of an unfinished message that may stay uncounted. */
const shortMessage = 65_536;

/** Bytes that are read before they are needed, so that it is noticed when a client leaves. */
const mostAhead = 65_536;

/** Bytes of a client's ping or pong before its data. */
const controlHead = 6;

/** "Try again later": RFC 6455, section 7.4, and its registry. */
const tryLater = 1013;

/**
 * Counts the messages of a connection in the memory of its call, from their first bytes until the next one is read. The connection is
 * closed if there is no memory left.
 */
function makeCounted(accepted: WebSocket, connection: Duplex, memory: Memory): MessageSocket {
  /** Counted bytes of the messages that have not been read. */
  const waiting: number[] = [];
  /** Bytes of the current message that have arrived, and those of them that are counted. */
  let arrived = 0;
  let counted = 0;
  /** Counted bytes of the message that was read last. */
  let inHand = 0;
  accepted.on('message', () => {
    waiting.push(counted);
    arrived = 0;
    counted = 0;
  });
  // Pings and pongs are not part of a message, and nothing of them is held.
  const uncount = (data: Buffer): void => {
    arrived = Math.max(0, arrived - controlHead - data.length);
    if (counted <= arrived) return;
    memory.give(counted - arrived);
    counted = arrived;
  };
  accepted.on('ping', uncount);
  accepted.on('pong', uncount);
  const socket = makeMessageSocket(accepted, mostAhead);
  // Prepended, so that bytes are counted before the receiver gets them. Unlike `on`, this does not start the flow.
  connection.prependListener('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived - counted <= shortMessage) return;
    try {
      memory.take(arrived - counted);
      counted = arrived;
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

/** A message is held to the same rules as a body, and a long one waits for its turn among them. */
async function parseMessage(bytes: Buffer, { call }: ExpressRequest): Promise<JsonObject> {
  const excess = findExcess(bytes, bodyBounds);
  if (excess !== null) throw tooComplex(excess);
  const received = { pieces: [bytes], length: bytes.length, strings: [] };
  return parseBody(await waitIfLong(received, call.memory?.holder ?? '')).value;
}

/** Headers that belong to one connection or one request. */
const ownHeaders =
  /^(?:connection|upgrade|sec-websocket-.*|content-.*|transfer-encoding|expect|te|accept|accept-encoding|x-request-id|idempotency-key)$/i;

interface InnerRequest {
  readonly request: ExpressRequest;
  readonly serve: SocketRequest['serve'];
  readonly body: Buffer;
}

/** A request over a connection in memory: the server reads it like one from the network. */
function requestAgain({ request, serve, body }: InnerRequest): OwnRequest {
  const { rawHeaders, call } = request;
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!ownHeaders.test(rawHeaders[index] ?? '')) headers.push(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const { promise, resolve, reject } = Promise.withResolvers<OwnAnswer>();
  const connection = serve();
  const { path, search } = call.marks;
  const target = search === '' ? path : `${path}?${search}`;
  const sent = httpRequest({
    createConnection: () => connection,
    method: 'POST',
    path: target,
    headers,
    agent: null as never,
  });
  sent.once('error', reject);
  sent.once('response', (answer) => {
    const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
    const read = async (): Promise<Buffer | null> => {
      const next = await chunks.next();
      if (next.done !== true) return next.value;
      connection.destroy();
      return null;
    };
    resolve({ status: answer.statusCode ?? 500, isStream, read });
  });
  sent.end(body);
  return { answer: promise, leave: () => void connection.destroy() };
}
