import { readFileSync } from 'node:fs';
import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import type { Express } from 'express';
import { urlHost } from '../shared/public-address.ts';
import { type Clock, systemClock } from '../shared/time/clock.ts';
import { takeParserErrors } from './answer-error.ts';
import { cutAnswer, makeReaderWatch } from './request.ts';
import { offerSocket } from './upgrade.ts';

/** A listening server. */
export interface HttpServer {
  /** Scheme, host and port as bound. */
  readonly url: string;
  /** Answers with `Connection: close`; stops accepting after the delay; ends running calls after the grace. */
  readonly close: (closing: Closing) => Promise<void>;
}

/** How a server closes. */
interface Closing {
  readonly delayMilliseconds: number;
  /** Measures the delay. Default: the clock of the system. */
  readonly clock?: Pick<Clock, 'after'>;
  readonly graceMilliseconds: number;
  /** Called when no more calls are accepted, so that connections that would stay open can end. */
  readonly beginClosing?: () => void;
  /** Called after the grace, so that running calls can end with an error. Connections that are still open soon after are closed. */
  readonly endRunning?: () => void;
}

/** Answers one request. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The classes of a server's requests and responses. */
export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** An Express application as a handler with `next`. */
type Listener = (...parts: [...Parameters<Handle>, next: () => void]) => void;

/**
 * An Express application as the handler of a server. If its error handler fails too, the connection is closed, because Express's
 * final handler would show a stack trace.
 */
export const handleOf =
  (app: Express): Handle =>
  (request, response) =>
    (app as Listener)(request, response, () => cutAnswer(response));

/**
 * Classes for the server with the application's prototypes. Express replaces the prototype of any other request, which costs more
 * than most middleware.
 */
export function messagesOf(app: Express): Messages {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Absent: Node's own classes. */
  readonly messages?: Messages;
  /** True: other processes listen on the port too, and the system spreads connections over them. */
  readonly reusePort?: boolean;
  /** Called for each connection that is closed at once, because there are `mostConnections`. */
  readonly onDropped?: () => void;
}

/** File descriptors that no connection of a client takes: those of the database, the drive, the log and the metrics. */
const otherDescriptors = 64;

/** Connections of clients that a process can have: a call takes a second descriptor, for its provider. */
function mostConnections(): number {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? Infinity : Math.max(Math.floor((Number(limit) - otherDescriptors) / 2), 1);
  } catch {
    // Only Linux has this file.
    return Infinity;
  }
}

/** Size of the pool that short buffers share. One that waits for a slow client retains the whole pool; Node's default is 64 KiB. */
const sharedBytes = 8_192;

/** Limits of Node's parser, in bytes and milliseconds. */
const options = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  noDelay: true,
  // Bytes that may wait for a client that reads slowly, besides the chunk that exceeds them.
  highWaterMark: 8_192,
  insecureHTTPParser: false,
  // `checkHead` refuses it with a message. Node's own refusal has no body.
  requireHostHeader: false,
  shouldUpgradeCallback: ({ method, headers }: IncomingMessage) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket',
} as const;

/**
 * Starts to listen. Requests that Node's parser refuses also get a JSON error.
 *
 * @throws if the address is in use
 */
export async function serveHttp(handle: Handle, at: ListenOptions, newRequestId: () => string): Promise<HttpServer> {
  Buffer.poolSize = sharedBytes;
  tuneCollector();
  const newest = new WeakMap<Socket, ServerResponse>();
  const unframed = new Set<ServerResponse>();
  const cutUnframed = (): void => {
    for (const response of unframed) cutAnswer(response);
  };
  // Whatever ends the process early, such as a second signal: the system would end these connections in the regular way.
  process.once('exit', cutUnframed);
  let closing = false;
  const watchReader = makeReaderWatch((response) => newest.get(response.req.socket) !== response);
  const begin = boundPipelining((request, response) => {
    // A connection kept alive during the shutdown would be closed between two requests, perhaps in the middle of the next one.
    if (closing) response.setHeader('connection', 'close');
    handle(request, response);
  });
  const answer: Handle = (request, response) => {
    const before = newest.get(request.socket);
    newest.set(request.socket, response);
    watchReader(response);
    if (request.httpVersion === '1.0') {
      unframed.add(response);
      response.once('close', () => unframed.delete(response));
    }
    begin(request, response, before);
  };
  const server = createServer({ ...options, ...at.messages }, answer);
  server.maxConnections = mostConnections();
  server.on('drop', () => at.onDropped?.());
  // `checkBodyHead` sends `100 Continue` when the body may come.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  const switched = new Set<Socket>();
  const ResponseOf = at.messages?.ServerResponse ?? ServerResponse;
  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    // The server has removed its own listener.
    socket.on('error', () => socket.destroy());
    const before = newest.get(socket);
    // It was pipelined behind a call whose answer still needs the connection.
    if (before && !before.writableFinished) return void socket.destroy();
    switched.add(socket);
    socket.once('close', () => switched.delete(socket));
    const response = new ResponseOf(request);
    offerSocket({ request, response, socket, head, connect: (far) => void server.emit('connection', far) })
      .then(() => answer(request, response))
      .catch(() => socket.destroy());
  });
  const takeError = takeParserErrors((socket) => newest.get(socket), newRequestId);
  server.on('clientError', (error, duplex) => takeError(error, duplex as Socket));
  await listen(server, at);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(at.host)}:${port}`,
    close: async ({ delayMilliseconds, graceMilliseconds, clock = systemClock, beginClosing, endRunning }) => {
      closing = true;
      if (delayMilliseconds > 0) await new Promise<void>((resolve) => void clock.after(delayMilliseconds, resolve));
      beginClosing?.();
      await closeServer({ server, switched, cutUnframed }, graceMilliseconds, endRunning);
      process.off('exit', cutUnframed);
    },
  };
}

/** Requests behind an open answer of the same connection that are served at once, and that wait. A connection with more is closed. */
const mostPipelined = { served: 8, waiting: 128 };

/** The requests behind an open answer. */
interface Line {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * Bounds what a connection may ask for before it has received its answers: one packet can hold 1,700 requests, and their answers
 * wait in memory for each other.
 *
 * @returns serves a request, or lets it wait. `before` is the answer to the request before it on the connection
 */
function boundPipelining(
  serve: Handle,
): (request: IncomingMessage, response: ServerResponse, before: ServerResponse | undefined) => void {
  const lines = new WeakMap<Socket, Line>();
  /** The usual way has no closure. */
  return (request, response, before) =>
    before === undefined || before.writableFinished ? serve(request, response) : follow(request, response);

  function follow(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = lines.get(socket) ?? { served: 0, waiting: [] };
    lines.set(socket, line);
    const begin = (): void => {
      line.served += 1;
      response.once('finish', () => {
        line.served -= 1;
        line.waiting.shift()?.();
      });
      serve(request, response);
    };
    if (line.served < mostPipelined.served) begin();
    else if (line.waiting.length < mostPipelined.waiting) line.waiting.push(begin);
    else socket.destroy();
  }
}

/** Connections that may wait to be accepted. A client beyond that waits a second for its next attempt; Node's default is 511. */
const backlog = 4_096;

function listen(server: Server, { host, port, reusePort = false }: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, reusePort, backlog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Milliseconds between two closings of idle connections while the server closes. */
const idleSweep = 50;

/** Milliseconds that calls get to send a last error to their clients. */
const lastWords = 2_000;

interface Listening {
  readonly server: Server;
  /** Connections that have become WebSockets, which the server no longer tracks. */
  readonly switched: ReadonlySet<Socket>;
  /** Cuts the open answers of HTTP/1.0, which may end with their connection. */
  readonly cutUnframed: () => void;
}

function closeServer(
  { server, switched, cutUnframed }: Listening,
  graceMilliseconds: number,
  endRunning: Closing['endRunning'],
): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => {
      endRunning?.();
      const closeAll = (): void => {
        cutUnframed();
        server.closeAllConnections();
        for (const socket of switched) socket.destroy();
      };
      timer = setTimeout(closeAll, endRunning ? lastWords : 0);
    }, graceMilliseconds);
    // Without this, a connection that becomes idle from now on would be kept alive until the end of the grace.
    const sweeping = setInterval(() => server.closeIdleConnections(), idleSweep);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeping);
      resolve();
    });
  });
}

/** Flags of V8's garbage collector, by the first version of V8 that has them. */
const collectorFlags = [
  // By default the bytes outside of the heap (request bodies, answers) start a collection of the whole heap after every 20 to 60 MiB,
  // even if the next collection of young objects would free them. They shall count together with the heap, and both may grow
  // fourfold. At 1 MB a call the first halves the processor time, and the other two save another eighth.
  { since: 13, flag: '--external-memory-accounted-in-global-limit' },
  { since: 13, flag: '--heap-growing-percent=300' },
  { since: 14, flag: '--external-memory-max-growing-factor=4' },
  // After 8 s of rest V8 would collect the heap to its minimum, and with it the compiled code of whatever no call uses at that
  // moment: the next calls would cost twice as much for seconds. Memory is given back after ten minutes of rest.
  { since: 14, flag: '--memory-reducer-delay-ms=600000' },
];

/** Sets up the garbage collector for a process that serves calls. */
export function tuneCollector(): void {
  const version = Number.parseInt(process.versions.v8, 10);
  for (const { since, flag } of collectorFlags) if (version >= since) setFlagsFromString(flag);
}
