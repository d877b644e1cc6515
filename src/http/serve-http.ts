import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { urlHost } from '../shared/url-host.ts';
import { refuseUnparsed } from './parser-refusal.ts';

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

interface Place {
  readonly host: string;
  readonly port: number;
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
  const server = createServer(options, answer);
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
