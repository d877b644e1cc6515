import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { emptyHash } from '../catalog/credential.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import type { Registry } from '../shared/collections.ts';
import { makeMessageSocket, type MessageSocket, socketOptions } from '../shared/message-socket.ts';
import type { Secrets } from '../shared/secret.ts';
import type { Credentials } from './credentials/credentials.ts';
import { endedByShutdown } from './exchange.ts';
import { authorise, secretsOf } from './headers.ts';
import { headersAt } from './kinds/kinds.ts';
import {
  BrokenUpstream,
  connectMilliseconds,
  type ConnectUpstream,
  errorMilliseconds,
  type RequestToSign,
  notSent,
  type SentHeaders,
  type SocketDraft,
  type UpstreamAnswer,
  type UpstreamSocket,
} from './upstream.ts';

interface Parts {
  readonly credentials: Credentials;
  /** Records how a provider did: its answer, or why there is none. */
  readonly note: (providerId: string, ended: Pick<UpstreamAnswer, 'status'> | BrokenUpstream) => void;
  /** How to end each connection that is open, or being opened. */
  readonly open: Registry<() => void>;
}

/** Nothing goes to a provider without an open hold. */
export const notHeld = ({ callId }: Hold): GatewayError =>
  new GatewayError('internal', 'Something went wrong in the gateway.', {
    cause: new Error(`A request wanted to leave for ${callId}, which is settled.`),
  });

/** What a provider answers to a request for a WebSocket. */
const switched = { status: 101 } as const;

/** Opens WebSockets to providers. */
export const makeConnect =
  ({ credentials, note, open }: Parts): ConnectUpstream =>
  async (hold, draft) => {
    if (!hold.isOpen()) throw notHeld(hold);
    const { id, credential } = draft.provider;
    const secrets = (): Secrets => secretsOf(credential, credentials);
    const opened = await connectTo(draft, credentials, { secrets, open }).catch((error: unknown) => {
      // If the client leaves, or the server stops, that says nothing about the provider.
      if (error instanceof BrokenUpstream && !['client_left', 'upstream_cut'].includes(error.reason)) note(id, error);
      throw error;
    });
    note(id, 'refusal' in opened ? opened.refusal : switched);
    if ('refusal' in opened) {
      if (credential !== null && credential.type !== 'header') credentials.answered(credential, opened.refusal);
      return opened;
    }
    const { socket } = opened;
    void socket.ended.then(open.add(socket.cut));
    const send: UpstreamSocket['send'] = (under, text) =>
      under.isOpen() ? socket.send(text) : Promise.reject(notHeld(under));
    return { socket: { ...socket, send, secrets } };
  };

async function connectTo(
  { provider, path, headers: given, handshakeMilliseconds, onLeave }: SocketDraft,
  credentials: Credentials,
  parts: Pick<Dial, 'secrets' | 'open'>,
): Promise<DialResult> {
  const headers = headersAt(provider, given);
  const url = provider.baseUrl.replace(/\/$/, '') + path;
  const unsigned: RequestToSign = { method: 'GET', url, headers, bodyHash: () => emptyHash };
  const shown = await Promise.resolve(authorise(provider.credential, unsigned, credentials)).catch((cause: unknown) => {
    throw notSent(cause);
  });
  return dialUpstream({
    url: url.replace(/^http/, 'ws'),
    headers: { ...headers, ...shown },
    handshakeMilliseconds,
    onLeave,
    ...parts,
  });
}

/** A connection to be opened to an upstream. */
interface Dial {
  /** `wss://…`, or `ws://…` on this machine, with the query. */
  readonly url: string;
  /** Includes the credential. */
  readonly headers: SentHeaders;
  /** Milliseconds for the handshake. */
  readonly handshakeMilliseconds: number;
  readonly secrets: () => Secrets;
  /** Registers a callback for when the client leaves; returns a function that removes it. */
  readonly onLeave: (action: () => void) => () => void;
  readonly open: Parts['open'];
}

/** An upstream's answer to the handshake: a connection, or an ordinary answer that refuses it. */
type DialResult = { readonly socket: MessageSocket } | { readonly refusal: UpstreamAnswer };

/**
 * Opens a connection to an upstream. One attempt, no redirects, no subprotocol but `realtime`. The library is loaded with the first one.
 *
 * @throws {BrokenUpstream} if it cannot be reached, the client leaves first, or the shutdown does not wait for it
 */
export async function dialUpstream(dial: Dial): Promise<DialResult> {
  const { WebSocket } = await import('ws');
  const { url, headers, handshakeMilliseconds, onLeave, open } = dial;
  const { promise, resolve, reject } = Promise.withResolvers<DialResult>();
  const options = {
    ...socketOptions,
    headers,
    handshakeTimeout: handshakeMilliseconds,
    followRedirects: false,
    rejectUnauthorized: true,
    finishRequest: (request: ClientRequest) => {
      limitConnecting(request);
      request.end();
    },
  };
  const socket = new WebSocket(url, options);
  const breakOff = (error: BrokenUpstream): void => {
    reject(error);
    socket.terminate();
  };
  const removers = [
    onLeave(() => breakOff(new BrokenUpstream('client_left', 'the client left'))),
    open.add(() => breakOff(endedByShutdown())),
  ];
  const forget = (): void => {
    for (const remove of removers) remove();
  };
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
    const seconds = handshakeMilliseconds / 1_000;
    reject(
      isLate
        ? new BrokenUpstream('timed_out', 'the handshake took too long', { cause, seconds })
        : new BrokenUpstream('unreachable', 'the connection failed', { cause }),
    );
  });
  return promise;
}

/** The body of a refusal. It takes no longer than that of any error, and ends if the client leaves. */
function answerOf(response: IncomingMessage, { secrets, onLeave }: Dial): UpstreamAnswer {
  const cut = (): void => void response.destroy();
  const late = setTimeout(cut, errorMilliseconds);
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
