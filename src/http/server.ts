import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodes } from '../errors/codes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { errorShapes } from '../errors/shapes.ts';
import { urlHost } from '../shared/url-host.ts';
import { surfaceOf } from './spec-of-request.ts';

/** A listening server. */
export interface HttpServer {
  /** Scheme, host and port as bound. */
  readonly url: string;
  /** Tells every caller that its connection ends; after the delay stops accepting, after the grace ends what still runs. */
  readonly close: (closing: Closing) => Promise<void>;
}

/** How a server closes. */
interface Closing {
  readonly delayMilliseconds: number;
  readonly graceMilliseconds: number;
  /** Ends what still runs after the grace in words of its own; what has not ended soon after is cut. */
  readonly endRunning?: () => void;
}

/** Answers one request. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Classes of the requests and responses that a server makes. */
export type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

interface Place {
  readonly host: string;
  readonly port: number;
  /** Absent: Node's own. */
  readonly messages?: Messages;
}

/** Bounds of Node's own parser: bytes of headers, and milliseconds for them to arrive. */
const options = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  noDelay: true,
  insecureHTTPParser: false,
  // Told by room 1 in words of ours; Node's own refusal has no body.
  requireHostHeader: false,
} as const;

/**
 * Listens. Whatever Node's parser refuses by itself is answered in JSON too.
 *
 * @throws when the address is taken
 */
export async function serveHttp(handle: Handle, place: Place, newRequestId: () => string): Promise<HttpServer> {
  const newest = new WeakMap<Socket, ServerResponse>();
  let closing = false;
  const answer: Handle = (request, response) => {
    newest.set(request.socket, response);
    // Once closing has begun a connection that stays open would be ended between two requests, maybe into the next one.
    if (closing) response.setHeader('connection', 'close');
    handle(request, response);
  };
  const server = createServer({ ...options, ...place.messages }, answer);
  // The body of a request that waits for `100 Continue` is asked for when it may come, by room 3.
  server.on('checkContinue', answer);
  server.on('checkExpectation', answer);
  server.on('clientError', (error, duplex) => {
    const socket = duplex as Socket;
    const before = newest.get(socket);
    const refuse = (): void => refuseUnparsed(error, socket, newRequestId);
    // A request that is being answered cannot be refused any more: our words would stand in the middle of the answer. What
    // was written in this very turn still goes out.
    if (before?.headersSent && !before.req.complete) return void setImmediate(() => socket.destroy());
    // Requests that were whole are answered first: answers keep the order of what was pipelined.
    if (before?.req.complete && !before.writableFinished) before.once('finish', refuse);
    else refuse();
  });
  await listen(server, place);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${urlHost(place.host)}:${port}`,
    close: async ({ delayMilliseconds, graceMilliseconds, endRunning }) => {
      closing = true;
      if (delayMilliseconds > 0) await wait(delayMilliseconds);
      await closeServer(server, graceMilliseconds, endRunning);
    },
  };
}

function listen(server: Server, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Milliseconds that a connection stays idle while the server is closing. */
const idleSweep = 50;

/** Milliseconds that calls get to tell their clients that they are ended. */
const lastWords = 2_000;

function closeServer(server: Server, graceMilliseconds: number, endRunning: Closing['endRunning']): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => {
      endRunning?.();
      timer = setTimeout(() => server.closeAllConnections(), endRunning ? lastWords : 0);
    }, graceMilliseconds);
    // A connection that falls idle from now on would be kept alive, and waited for to the end of the grace.
    const sweeping = setInterval(() => server.closeIdleConnections(), idleSweep);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(sweeping);
      resolve();
    });
  });
}

/** What Node's own parser reports. */
interface ParserError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/** The parser's refusals in our words; anything else is a malformed request. */
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
    'This is no HTTP/1.1 request that can be read. Check the request line, the headers and the length of the body.',
  );

/** What stands in the first line of a packet, where it can be read. */
function marksOfPacket(packet: Buffer | undefined): Parameters<typeof surfaceOf>[0] {
  const head = packet?.subarray(0, 4_096).toString('latin1') ?? '';
  const target = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '/';
  const [path = '/', search = ''] = target.split('?');
  return { path, search, hasHeader: (name) => new RegExp(`^${name}:`, 'im').test(head) };
}

/** Answers what never became a request, in the shape of the spec that it seems to speak, and closes. */
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
