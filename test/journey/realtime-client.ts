import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';
import { objectOf, parseJson, type JsonObject } from '../../src/shared/json/json.ts';
import { testKey } from '../fakes/make-config.ts';

/** A client of a realtime session, over a real socket. */
export interface RealtimeClient {
  readonly socket: WebSocket;
  /** Of the 101. */
  readonly headers: Refusal['headers'];
  /** Messages as text, in the order they came. */
  readonly texts: readonly string[];
  /** Resolves with the event of this type, counted from 1. */
  readonly event: (type: string, number?: number) => Promise<JsonObject>;
  readonly send: (event: object | string) => void;
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
}

/** A handshake that was refused. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
}

export interface ConnectOptions {
  readonly path?: string;
  readonly key?: string | null;
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

function open(url: string, options: ConnectOptions): WebSocket {
  const { path = '/v1/realtime?model=test-model', key = testKey, protocols = [], headers = {} } = options;
  const given: ClientOptions = { headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers } };
  return new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, [...protocols], given);
}

/** Connects, or throws what the server answered instead. */
export async function connectRealtime(url: string, options: ConnectOptions = {}): Promise<RealtimeClient> {
  const socket = open(url, options);
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data: Buffer) => {
    texts.push(data.toString('utf8'));
    for (const wake of waiting.splice(0)) wake();
  });
  const ended = once(socket, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) }));
  let headers: Refusal['headers'] = {};
  socket.on('upgrade', (response) => (headers = response.headers));
  await once(socket, 'open');
  socket.on('error', () => undefined);
  return {
    socket,
    headers,
    texts,
    event: async (type, number = 1) => {
      for (;;) {
        const found = texts.map((text) => objectOf(parseJson(text))).filter((event) => event['type'] === type)[
          number - 1
        ];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    send: (event) => socket.send(typeof event === 'string' ? event : JSON.stringify(event)),
    ended,
  };
}

/** The answer to a handshake that must be refused. */
export function refusedRealtime(url: string, options: ConnectOptions = {}): Promise<Refusal> {
  const socket = open(url, options);
  const { promise, resolve, reject } = Promise.withResolvers<Refusal>();
  socket.on('unexpected-response', (_request, response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const body = objectOf(parseJson(Buffer.concat(chunks).toString('utf8')));
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
  });
  socket.on('open', () => {
    socket.terminate();
    reject(new Error('The connection was accepted.'));
  });
  socket.on('error', reject);
  return promise;
}
