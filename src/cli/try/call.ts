import { WebSocket } from 'ws';
import type { Spec } from '../../catalog/catalog.ts';
import { isObject, type Json, type JsonObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { Secret } from '../../shared/secret.ts';
import { explainFetch } from '../find-server.ts';

/** Whether a request undoes what another one made. */
export const undoes = (method: string, path: string): boolean => method === 'DELETE' || path.endsWith('/cancel');

/** A complete answer. */
export interface TryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The JSON answer, or all events of a stream; empty if there is no JSON. */
  readonly documents: readonly Json[];
}

/** The result of reading an answer. */
export interface Seen {
  /** A summary to print. */
  readonly text: string;
  /** Reported tokens; null if the answer reports none. */
  readonly usage: { readonly input: number; readonly output: number } | null;
  /** Values for later calls, by name. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Why the answer is wrong, despite its status. */
  readonly fault?: string;
}

/** Returns a value of an earlier call. @throws {MissingValue} if there is none */
export type Take = (name: string) => string;

/** No earlier call stored a value under this name. */
export class MissingValue extends Error {}

/** A call, and what its answer must contain. */
export interface TryRow {
  /** Method and path. A name in braces is replaced by the value that an earlier call stored under it. */
  readonly operation: string;
  /** Distinguishes calls of the same operation. */
  readonly note?: string;
  readonly headers?: (take: Take) => Readonly<Record<string, string>>;
  readonly body?: (take: Take) => JsonObject | FormData;
  /** The call is a WebSocket, over which these go out. */
  readonly events?: readonly JsonObject[];
  /** Reads an answer with a 2xx status, or the events of a WebSocket. */
  readonly read: (answer: TryAnswer, take: Take) => Seen;
  /** Whether the model converses. One such answer shows that the model works. */
  readonly converses?: boolean;
  /** The call is skipped if the gateway does not list this model. */
  readonly model?: string;
  /** The call is silently skipped if there is no value of this name, or an empty one. */
  readonly onlyWith?: string;
  /** The call is repeated for some seconds until this returns true. */
  readonly until?: (answer: TryAnswer) => boolean;
}

/** A call that `diglot try` makes. */
export interface TryCall extends TryRow {
  readonly spec: Spec;
}

/** The name of the value that the list of models stores for a model. */
export const modelName = (id: string): string => `model ${id}`;

/** The gateway to call, and its keys. */
export interface TryServer {
  readonly origin: string;
  readonly key: string;
  /** Used to look up the charges of streams; null if unavailable. */
  readonly adminKey: Secret | null;
}

const timeoutMilliseconds = 120_000;

interface TryRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReturnType<NonNullable<TryCall['body']>> | undefined;
}

/** Returns the answer, or why there was none. */
export async function exchangeTry(
  request: TryRequest,
  server: TryServer,
  stop: AbortSignal,
): Promise<TryAnswer | string> {
  const { method, path, body } = request;
  const json = body !== undefined && !(body instanceof FormData);
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        authorization: `Bearer ${server.key}`,
        ...request.headers,
      },
      body: json ? JSON.stringify(body) : (body ?? null),
      // Created objects are deleted, and batches cancelled, even if the user stops the command.
      signal: undoes(method, path) ? timeout : AbortSignal.any([stop, timeout]),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const documents = readDocuments(answer.headers.get('content-type') ?? '', bytes.toString());
    return { status: answer.status, headers: answer.headers, bytes, documents };
  } catch (cause) {
    return `There was no answer (${explainFetch(cause)}).`;
  }
}

export const isStream = ({ headers }: Pick<TryAnswer, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

/** The message of an error, by status or as an event of a stream; null for a successful answer. */
export function failureOf(answer: TryAnswer): string | null {
  const { status, documents } = answer;
  const failed = status !== 101 && (status < 200 || status > 299);
  if (!failed && status !== 101 && !isStream(answer)) return null;
  const errors = documents.map((document) => objectOf(document)['error']).filter(isObject);
  const message = stringOf(errors[0]?.['message']);
  return message ?? (failed ? `status ${status}` : null);
}

/** The documents of an answer: one for JSON, one for each event of a stream. Other data (`[DONE]`) is ignored. */
function readDocuments(contentType: string, text: string): readonly Json[] {
  const parts = contentType.includes('text/event-stream')
    ? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    : [text];
  return parts.flatMap((part) => {
    const value = parseJson(part);
    return value === undefined ? [] : [value];
  });
}

/** How long a session may take. */
const sessionMilliseconds = 30_000;
/** Events of a session, and bytes of a refusal, that are read. */
const mostEvents = 10_000;
const longestRefusal = 65_536;

/** Events after which nothing more is expected. */
const lastEvents: ReadonlySet<unknown> = new Set(['response.done', 'error']);

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
    handshakeTimeout: sessionMilliseconds,
  });
  const end = (answer: TryAnswer | string): void => {
    resolve(answer);
    leaving.removeEventListener('abort', leave);
    if (socket.readyState === WebSocket.OPEN) socket.close(1000);
    else socket.terminate();
  };
  const leave = (): void => end('There was no answer in time.');
  const leaving = AbortSignal.any([stop, AbortSignal.timeout(sessionMilliseconds)]);
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
    if (lastEvents.has(objectOf(event)['type']) || documents.length >= mostEvents) done();
  });
  socket.on('close', done);
  socket.on('error', (cause) => end(`There was no answer (${explainFetch(cause)}).`));
  return promise;
}

const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
