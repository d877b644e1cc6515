import { WebSocket } from 'ws';
import { objectOf, parseJson, type Json, type JsonObject } from '../../shared/json/json.ts';
import { explainFetch } from '../find-server.ts';
import type { TryAnswer, TryServer } from './call.ts';

const timeoutMilliseconds = 30_000;
/** Events of a session, and bytes of a refusal, that are read. */
const mostEvents = 10_000;
const longestRefusal = 65_536;

/** Events after which nothing more is expected. */
const last: ReadonlySet<unknown> = new Set(['response.done', 'error']);

/**
 * Opens a WebSocket, sends events, and reads those that come until a response is done.
 *
 * @returns the answer to the handshake, with the events as its documents; or why there was none
 */
export function exchangeEvents(
  { path, events }: { readonly path: string; readonly events: readonly JsonObject[] },
  { origin, key }: TryServer,
  stop: AbortSignal,
): Promise<TryAnswer | string> {
  const { promise, resolve } = Promise.withResolvers<TryAnswer | string>();
  const documents: Json[] = [];
  let headers = new Headers();
  const socket = new WebSocket(origin.replace(/^http/, 'ws') + path, {
    headers: { authorization: `Bearer ${key}` },
    handshakeTimeout: timeoutMilliseconds,
  });
  const end = (answer: TryAnswer | string): void => {
    resolve(answer);
    leaving.removeEventListener('abort', leave);
    if (socket.readyState === WebSocket.OPEN) socket.close(1000);
    else socket.terminate();
  };
  const leave = (): void => end('There was no answer in time.');
  const leaving = AbortSignal.any([stop, AbortSignal.timeout(timeoutMilliseconds)]);
  leaving.addEventListener('abort', leave, { once: true });
  socket.on('upgrade', (response) => {
    headers = headersOf(response.headers);
  });
  socket.on('unexpected-response', (_request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const status = response.statusCode ?? 0;
    response.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= longestRefusal) chunks.push(chunk);
    });
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const parsed = parseJson(bytes);
      const read = parsed === undefined ? [] : [parsed];
      end({ status, headers: headersOf(response.headers), bytes, documents: read });
    });
  });
  socket.on('open', () => {
    for (const event of events) socket.send(JSON.stringify(event));
  });
  const done = (): void => end({ status: 101, headers, bytes: Buffer.alloc(0), documents });
  socket.on('message', (data: Buffer) => {
    const event = parseJson(data);
    if (event !== undefined) documents.push(event);
    if (last.has(objectOf(event)['type']) || documents.length >= mostEvents) done();
  });
  socket.on('close', done);
  socket.on('error', (cause) => end(`There was no answer (${explainFetch(cause)}).`));
  return promise;
}

const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
