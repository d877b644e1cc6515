import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { WebSocket } from 'ws';
import { makeMessageSocket, socketOptions, type MessageSocket } from '../shared/message-socket.ts';
import type { Secrets } from '../shared/secret.ts';
import { BrokenUpstream, connectMilliseconds, type SentHeaders, type UpstreamAnswer } from './upstream.ts';

/** A connection to be opened to an upstream. */
interface Dial {
  /** `wss://…`, or `ws://…` on this machine, with the query. */
  readonly url: string;
  /** Includes the credential. */
  readonly headers: SentHeaders;
  /** Milliseconds for the handshake. */
  readonly patience: number;
  readonly secrets: () => Secrets;
  /** Registers a callback for when the client leaves; returns a function that removes it. */
  readonly onLeave: (action: () => void) => () => void;
}

/** An upstream's answer to the handshake: a connection, or an ordinary answer that refuses it. */
export type DialResult = { readonly socket: MessageSocket } | { readonly refusal: UpstreamAnswer };

/** The body of a refusal. It is short, may take as long as the handshake, and ends if the client leaves. */
function answerOf(response: IncomingMessage, { secrets, patience, onLeave }: Dial): UpstreamAnswer {
  const cut = (): void => void response.destroy();
  const late = setTimeout(cut, patience);
  const forget = onLeave(cut);
  response.once('close', () => {
    clearTimeout(late);
    forget();
  });
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read = async (): Promise<Buffer | null> => {
    try {
      const next = await chunks.next();
      return next.done === true ? null : next.value;
    } catch (cause) {
      throw new BrokenUpstream('upstream_cut', 'the connection failed', { cause });
    }
  };
  const { statusCode: status = 502, headers } = response;
  return { status, headers, read, abort: cut, secrets };
}

/** Ends a request whose connection is not established in time. The library would wait for it as long as for the handshake. */
function limitConnecting(request: ClientRequest): void {
  const late = Object.assign(new Error('the connection was not established in time'), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => request.destroy(late), connectMilliseconds);
  const stop = (): void => clearTimeout(timer);
  request.once('close', stop);
  request.once('socket', (socket: Socket) => {
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stop);
  });
}

/**
 * Opens a connection to an upstream. One attempt, no redirects, no subprotocol but `realtime`.
 *
 * @throws {BrokenUpstream} if it cannot be reached, or the client leaves first
 */
export function dialUpstream(dial: Dial): Promise<DialResult> {
  const { url, headers, patience, onLeave } = dial;
  const { promise, resolve, reject } = Promise.withResolvers<DialResult>();
  const options = {
    ...socketOptions,
    headers,
    handshakeTimeout: patience,
    followRedirects: false,
    rejectUnauthorized: true,
    finishRequest: (request: ClientRequest) => {
      limitConnecting(request);
      request.end();
    },
  };
  const socket = new WebSocket(url, options);
  const forget = onLeave(() => {
    reject(new BrokenUpstream('client_left', 'the client left'));
    socket.terminate();
  });
  socket.once('unexpected-response', (_request, response) => {
    forget();
    resolve({ refusal: answerOf(response, dial) });
  });
  socket.once('open', () => {
    forget();
    resolve({ socket: makeMessageSocket(socket) });
  });
  socket.on('error', (cause) => {
    forget();
    const isLate = cause.message.includes('handshake has timed out');
    const seconds = patience / 1_000;
    reject(
      isLate
        ? new BrokenUpstream('timed_out', 'the handshake took too long', { cause, seconds })
        : new BrokenUpstream('unreachable', 'the connection failed', { cause }),
    );
  });
  return promise;
}
