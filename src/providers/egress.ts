import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Agent, Pool, type Dispatcher } from 'undici';
import type { Provider } from '../catalog/catalog.ts';
import type { Hold } from '../metering/hold.ts';
import { silentLog, type Log } from '../shared/log.ts';
import { noSecrets, type Secrets } from '../shared/secret.ts';
import type { Clock } from '../shared/time/clock.ts';
import { makeRegistry } from '../shared/collections.ts';
import { Exchange, smallReads, type ExchangeParts, type Exchanged } from './exchange.ts';
import {
  BrokenUpstream,
  connectMilliseconds,
  notSent,
  type ConnectUpstream,
  type RequestToSign,
  type ProviderHealth,
  type SentHeaders,
  type SendUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from './upstream.ts';
import { makeConnect, notHeld } from './connect.ts';
import { guardedRequestId } from './guard-answer.ts';
import { authorise, secretsOf } from './headers.ts';
import { makeCredentials, type Credentials } from './credentials/credentials.ts';
import { headersAt } from './kinds/kinds.ts';

/** The connections of one process to providers. */
export interface Upstreams {
  readonly send: SendUpstream;
  readonly connect: ConnectUpstream;
  /** How each provider does, seen in ordinary calls: no probe is ever sent. */
  readonly health: (providerId: string) => Readonly<ProviderHealth>;
  /** Fetches an address without a credential. */
  readonly get: (
    hold: Hold,
    address: URL,
    bounds: Pick<UpstreamRequest, 'limits' | 'onLeave'>,
  ) => Promise<UpstreamAnswer>;
  /**
   * Waits for running calls, then closes; after `graceMilliseconds` it ends them with 503, or with an error event in a stream. It does
   * not wait for WebSockets; without a grace it cuts them too.
   */
  readonly close: (graceMilliseconds: number) => Promise<void>;
}

const connecting = {
  timeout: connectMilliseconds,
  // Explicit, because an environment variable could turn verification off.
  rejectUnauthorized: true,
  ...smallReads,
};

/**
 * Time limits are ours (`UpstreamLimits`), so undici's are off; idle connections are dropped before most upstreams drop
 * them, because a call is never sent twice.
 */
const poolOptions: Pool.Options = {
  allowH2: false,
  connect: connecting,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  keepAliveTimeoutThreshold: 2_000,
  maxHeaderSize: 32_768,
  pipelining: 1,
};

interface Deps {
  readonly credentials: Credentials;
  /** Gets a line for each attempt, at level `debug`. */
  readonly log: Log;
}

/** Creates a pool of connections for each origin of a provider. @param deps absent members: the gateway's own */
export function makeUpstreams(clock: Clock, deps: Partial<Deps> = {}): Upstreams {
  const { credentials = makeCredentials(clock), log = silentLog } = deps;
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, poolOptions);
    pools.set(origin, pool);
    return pool;
  };
  const poolPathOf = makePoolPaths(poolOf);
  const agent = new Agent(poolOptions);
  const open = makeRegistry<() => void>();
  const known = new Map<string, ProviderHealth>();
  const health = (providerId: string): ProviderHealth => {
    const noted = known.get(providerId) ?? { answeredAt: null, failedAt: null, failing: null };
    known.set(providerId, noted);
    return noted;
  };
  return {
    health,
    send: (hold, request) => {
      if (!hold.isOpen()) return Promise.reject(notHeld(hold));
      const { id, credential } = request.provider;
      const noted = health(id);
      const began = clock.monotonic();
      const secrets = (): Secrets => secretsOf(credential, credentials);
      const note: ExchangeParts['note'] = (ended) => {
        noteAttempt(noted, clock.now(), ended);
        const answer = ended instanceof BrokenUpstream ? null : ended;
        if (log.writesDebug?.({}) !== false) {
          const line = { call: hold.callId, provider: id, milliseconds: Math.round(clock.monotonic() - began) };
          const theirs = answer && { status: answer.status, upstreamRequestId: guardedRequestId(answer, secrets()) };
          log.debug(answer ? 'a provider answered' : 'a provider did not answer', { ...line, ...theirs });
        }
        if (answer !== null && credential !== null && credential.type !== 'header')
          credentials.answered(credential, answer);
      };
      return dispatch(request, sendTo(request, { poolPathOf, credentials }), { secrets, clock, open, note });
    },
    connect: makeConnect({
      credentials,
      note: (id, ended) => noteAttempt(health(id), clock.now(), ended),
      open,
    }),
    get: (hold, { origin, pathname, search }, bounds) => {
      if (!hold.isOpen()) return Promise.reject(notHeld(hold));
      const options = { origin, path: pathname + search, method: 'GET', headers: { accept: 'image/*' } };
      const send: Send = (handler) => void agent.dispatch(options, handler);
      const nothing = { secrets: () => noSecrets, note: () => undefined };
      return dispatch(bounds, send, { clock, open, ...nothing });
    },
    close: async (graceMilliseconds) => {
      // Once a pool is closing it no longer knows its connections: calls are ended one by one.
      const endAll = (): void => open.each((end) => end());
      const cancel = clock.after(graceMilliseconds, endAll);
      // No pool knows WebSockets, so the timer might never come.
      if (graceMilliseconds === 0) endAll();
      await Promise.allSettled([agent, ...pools.values()].map((each) => each.close()));
      cancel();
    },
  };
}

/** Statuses below 500 that mean trouble with the gateway's account at the provider: its credential, its money, its limits. */
const accountTrouble: ReadonlySet<number> = new Set([401, 402, 403, 429]);

/** Whether an answer means trouble with the provider or the account there, not with the request. */
const isTrouble = (status: number): boolean => status >= 500 || accountTrouble.has(status);

/** Records how an attempt ended: with the head of an answer, or without. @param at epoch milliseconds */
export function noteAttempt(
  health: ProviderHealth,
  at: number,
  ended: Pick<UpstreamAnswer, 'status'> | BrokenUpstream,
): void {
  const isBroken = ended instanceof BrokenUpstream;
  health[isBroken ? 'failedAt' : 'answeredAt'] = at;
  if (!isBroken && !isTrouble(ended.status)) {
    health.failing = null;
    return;
  }
  const { since, attempts } = health.failing ?? { since: at, attempts: 0 };
  const last = isBroken
    ? { broke: ended.reason, status: null, code: codeOf(ended.cause) }
    : { broke: null, status: ended.status, code: null };
  health.failing = { since, attempts: attempts + 1, ...last };
}

function codeOf(cause: unknown): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? code : null;
}

/** Sends a request, unless the client has left before; calls `fail` with the reason if it cannot be sent. */
type Send = (handler: Dispatcher.DispatchHandler, fail: (cause: unknown) => void, isOver: () => boolean) => void;

/** Sends the request; resolves with the head of the answer. */
function dispatch(request: Exchanged, send: Send, parts: ExchangeParts): Promise<UpstreamAnswer> {
  const exchange = new Exchange(request, parts);
  const fail = (cause: unknown): void => exchange.breakOff(notSent(cause));
  if (!exchange.isOver()) send(exchange, fail, () => exchange.isOver());
  return exchange.head.promise;
}

/** Sends a request to its provider, as the provider's kind writes it. Headers that are ready cost no turn of the event loop. */
const sendTo =
  (
    request: UpstreamRequest,
    { poolPathOf, credentials }: Omit<Deps, 'log'> & { readonly poolPathOf: ReturnType<typeof makePoolPaths> },
  ): Send =>
  (handler, fail, isOver) => {
    const { provider } = request;
    const { pool, path } = poolPathOf(provider);
    const headers = headersAt(provider, request.headers);
    const sendWith = (shown: SentHeaders): void => {
      if (!isOver()) pool.dispatch(optionsOf(request, path, { ...headers, ...shown }), handler);
    };
    try {
      const shown = authorise(provider.credential, requestToSign(request, headers), credentials);
      if (shown instanceof Promise) shown.then(sendWith).catch(fail);
      else sendWith(shown);
    } catch (error) {
      fail(error);
    }
  };

const requestToSign = ({ provider, method, path, body }: UpstreamRequest, headers: SentHeaders): RequestToSign => ({
  method,
  url: provider.baseUrl + path,
  headers,
  bodyHash: () => (body instanceof Readable ? null : hashOf([...piecesOf(body)])),
});

/** The request as sent, without a content encoding. */
function optionsOf(
  { path, method, body }: UpstreamRequest,
  basePath: string,
  headers: SentHeaders,
): Dispatcher.DispatchOptions {
  const sent: Record<string, string> = { ...headers, 'accept-encoding': 'identity' };
  return {
    path: basePath + path,
    method,
    headers: sent,
    body: body === null || body instanceof Readable ? body : inPieces(body, sent),
  };
}

const hashOf = (pieces: readonly Uint8Array[]): string =>
  pieces.reduce((hash, piece) => hash.update(piece), createHash('sha256')).digest('hex');

/** Longer bodies are sent in pieces of this many bytes, each when the connection has taken the one before. */
const pieceBytes = 262_144;

/**
 * Splits a long body into pieces, so that it is known when all of it has gone out. A stream has no length, so the head states it.
 */
function inPieces(body: Uint8Array | readonly Uint8Array[], headers: Record<string, string>): Uint8Array | Readable {
  if (body instanceof Uint8Array && body.length <= pieceBytes) return body;
  const pieces = [...piecesOf(body)];
  headers['content-length'] = String(pieces.reduce((sum, { length }) => sum + length, 0));
  return Readable.from(pieces, { objectMode: false, highWaterMark: pieceBytes });
}

function* piecesOf(body: Uint8Array | readonly Uint8Array[] | null): Generator<Uint8Array> {
  for (const part of body instanceof Uint8Array ? [body] : (body ?? []))
    for (let from = 0; from < part.length; from += pieceBytes) yield part.subarray(from, from + pieceBytes);
}

/** The pool and base path of a provider's base address. */
interface PoolPath {
  readonly pool: Pool;
  /** Without a trailing slash. */
  readonly path: string;
}

/** Returns the pool and base path of a provider, computed once. A changed configuration has new provider objects. */
function makePoolPaths(poolOf: (origin: string) => Pool): (provider: Provider) => PoolPath {
  const known = new WeakMap<Provider, PoolPath>();
  return (provider) => {
    const before = known.get(provider);
    if (before) return before;
    const { origin, pathname } = new URL(provider.baseUrl);
    const made = { pool: poolOf(origin), path: pathname.replace(/\/$/, '') };
    known.set(provider, made);
    return made;
  };
}
