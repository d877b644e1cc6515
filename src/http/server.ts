import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Express } from 'express';
import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { errorShapes } from '../errors/shapes.ts';
import { urlHost } from '../shared/public-address.ts';
import { isRequestId, surfaceOf } from './request-head.ts';

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
    (app as Listener)(request, response, () => response.destroy());

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

interface Place {
  readonly host: string;
  readonly port: number;
  /** Absent: Node's own classes. */
  readonly messages?: Messages;
  /** True: other processes listen on the port too, and the system spreads connections over them. */
  readonly reusePort?: boolean;
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
export async function serveHttp(handle: Handle, place: Place, newRequestId: () => string): Promise<HttpServer> {
  Buffer.poolSize = sharedBytes;
  tuneCollector();
  const newest = new WeakMap<Socket, ServerResponse>();
  let closing = false;
  const answer: Handle = (request, response) => {
    newest.set(request.socket, response);
    // A connection kept alive during the shutdown would be closed between two requests, perhaps in the middle of the next one.
    if (closing) response.setHeader('connection', 'close');
    handle(request, response);
  };
  const server = createServer({ ...options, ...place.messages }, answer);
  // `admitBody` sends `100 Continue` when the body may come.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  const switched = new Set<Socket>();
  const ResponseOf = place.messages?.ServerResponse ?? ServerResponse;
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
    // Loaded on first use: ordinary calls do not need it.
    import('./upgrade.ts')
      .then(({ offerSocket }) => {
        offerSocket({ request, response, socket, head, connect: (far) => void server.emit('connection', far) });
        answer(request, response);
      })
      .catch(() => socket.destroy());
  });
  server.on('clientError', (error, duplex) => {
    const socket = duplex as Socket;
    const before = newest.get(socket);
    const refuse = (): void => refuseUnparsed(error, socket, () => idOfUnparsed(error, before) ?? newRequestId());
    // Once the answer has begun, a refusal would land in the middle of it. Bytes written in this turn still go out.
    if (before?.headersSent && !before.req.complete) return void setImmediate(() => socket.destroy());
    // Complete requests are answered first: pipelined answers keep their order.
    if (before?.req.complete && !before.writableFinished) before.once('finish', refuse);
    else refuse();
  });
  await listen(server, place);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(place.host)}:${port}`,
    close: async ({ delayMilliseconds, graceMilliseconds, beginClosing, endRunning }) => {
      closing = true;
      if (delayMilliseconds > 0) await wait(delayMilliseconds);
      beginClosing?.();
      await closeServer({ server, switched }, graceMilliseconds, endRunning);
    },
  };
}

/** Connections that may wait to be accepted. A client beyond that waits a second for its next attempt; Node's default is 511. */
const backlog = 4_096;

function listen(server: Server, { host, port, reusePort = false }: Place): Promise<void> {
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
}

function closeServer(
  { server, switched }: Listening,
  graceMilliseconds: number,
  endRunning: Closing['endRunning'],
): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => {
      endRunning?.();
      const closeAll = (): void => {
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

/** An error of Node's parser. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** Errors of the parser by code. All others are malformed requests. */
const refusals: Readonly<Record<string, () => GatewayError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new GatewayError('headers_too_large', 'The headers are larger than 16 KiB. Send fewer or shorter ones.'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new GatewayError('timeout', 'The request head did not arrive within 10 s. Send it again.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new GatewayError('request_too_large', 'The chunk extensions are larger than 16 KiB. Leave them out.'),
};

const malformed = (): GatewayError =>
  new GatewayError(
    'malformed_request',
    'This is not a valid HTTP/1.1 request. Check the request line, the headers and the length of the body.',
  );

/** Reads as much as it can of the first line and the headers of a packet. */
function marksOfPacket(packet: Buffer | undefined): Parameters<typeof surfaceOf>[0] {
  const head = packet?.subarray(0, 4_096).toString('latin1') ?? '';
  const target = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '/';
  const [path = '/', search = ''] = target.split('?');
  return { path, search, hasHeader: (name) => new RegExp(`^${name}:`, 'im').test(head) };
}

/** The id that belongs to a request which could not be read: that of its call, if its head could, or the one that was sent. */
function idOfUnparsed({ rawPacket }: ParserError, before: ServerResponse | undefined): string | null {
  if (before !== undefined) {
    const { complete, call }: IncomingMessage & { call?: { readonly requestId: string } } = before.req;
    return complete ? null : (call?.requestId ?? null);
  }
  // The first request of the connection, so a head in this packet can only be its own.
  const head = rawPacket?.subarray(0, 4_096).toString('latin1').split('\r\n\r\n')[0] ?? '';
  const sent = /^x-request-id:[ \t]*(\S*)[ \t]*\r?$/im.exec(head)?.[1];
  return isRequestId(sent) ? sent : null;
}

/** Answers bytes that never became a request, in the error shape of the spec that they seem to use, and closes the socket. */
export function refuseUnparsed(error: ParserError, socket: Socket, newRequestId: () => string): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const refusal = (refusals[error.code ?? ''] ?? malformed)();
  const requestId = newRequestId();
  const { contentType, body } = errorShapes[surfaceOf(marksOfPacket(error.rawPacket))](refusal, requestId);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${statusText(refusal.status)}`,
      `content-type: ${contentType}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `x-request-id: ${requestId}`,
      `request-id: ${requestId}`,
      'x-diglot-error-source: gateway',
      ...(errorCodes[refusal.code].retry ? [] : ['x-should-retry: false']),
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

const statusText = (status: number): string =>
  ({ 400: 'Bad Request', 408: 'Request Timeout', 413: 'Content Too Large', 431: 'Request Header Fields Too Large' })[
    status
  ] ?? 'Error';
