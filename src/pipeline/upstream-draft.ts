import { Readable } from 'node:stream';
import { thoughtFiller } from '../catalog/profiles.ts';
import type { Limits } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import { idempotencyKeyFor, pickRangeHeaders, pickRequestHeaders } from '../providers/headers.ts';
import { kinds, pathAt } from '../providers/kinds/kinds.ts';
import type { Adaptation, Asked } from '../providers/kinds/kind.ts';
import type { SentHeaders, UpstreamAnswer, UpstreamLimits, UpstreamRequest } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import { objectOf, parseJson, type JsonObject } from '../shared/json/json.ts';
import { type Edits, rawObject, spliceJson } from '../shared/json/raw-json.ts';
import { noCuts, type Cuts } from '../shared/json/skim.ts';
import type { Clock } from '../shared/time/clock.ts';
import { readUnknownFacts } from '../wires/facts.ts';
import type { RequestFacts } from '../wires/wire.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { WireId } from '../wires/meter.ts';
import { wires } from '../wires/wires.ts';
import type { AnswerHook } from './delivery.ts';
import { type Call, wholeFactor } from './call.ts';
import { mayLose, profileOf, refuseLosses, type Translation } from './translation/translation.ts';
import { withoutSeals } from '../wires/translation/proofs.ts';

/** What a call wants to send: its request facts, and the bytes for the route. */
export interface UpstreamDraft {
  readonly facts: RequestFacts;
  /** @param edits of the provider's kind, for a JSON body */
  readonly body: (route: Route, edits?: Edits) => Buffer | Readable | null;
  /** What was cut out of the bytes of `body`. Absent: nothing. */
  readonly cuts?: Cuts;
  /** The request in the caller's wire format, with stored objects that it names put in; absent: it cannot be translated. */
  readonly request?: () => Buffer;
  /** What `body` left out when it was last called. Absent: always nothing. */
  readonly losses?: () => readonly Loss[];
  /** Length of a streamed body in bytes; null if it is not known yet. */
  readonly length?: (route: Route) => number | null;
  /** True if the body can be sent only once: then there is no second attempt. */
  readonly once?: boolean;
  /** The provider that stores the object of the call; absent: routing chooses. */
  readonly providerId?: string;
  /** The region in which the object is stored, which takes precedence over the call's; absent: the call's. */
  readonly region?: string;
  /** The path at the provider, with the provider's ids; absent: the operation's own. */
  readonly path?: string;
  /** True for a download of stored bytes: of any media type, in ranges. */
  readonly download?: boolean;
  /**
   * True if the provider keeps what the request creates, whether or not the client waits. Once sending has begun, the exchange runs to
   * its end, so that the answer is stored even if the client has left. Absent: false.
   */
  readonly outlivesClient?: boolean;
  /** What stands for an answer of 204 No Content. Absent: such an answer is refused. */
  readonly emptyAnswer?: JsonObject;
  /** Called when the whole request has gone out. */
  readonly onSent?: () => void;
  /** Side effects of the answer, in order, created for each attempt. Absent: none. */
  readonly hooks?: (route: Route, answer: UpstreamAnswer, hold: Hold) => readonly AnswerHook[];
}

/**
 * Reads the request facts of a JSON body.
 *
 * @param sent the body as sent, or its length in bytes
 * @param body the same, parsed; anything but an object reads as an empty one
 * @param wire the operation's; null if it is unknown: then limits in the request are ignored
 */
export const readRequestFacts = (
  { length }: { readonly length: number },
  body: unknown,
  wire: WireId | 'none' | null,
): RequestFacts => (wire === null ? readUnknownFacts : wires[wire].facts)(objectOf(body), length);

/**
 * Whether a JSON text may hold a seal. A native search stops at every byte that equals the first one of what it searches, so the
 * needle that begins with a rare letter comes first.
 */
const mayHaveSeals = (bytes: Buffer): boolean => bytes.includes('g1.') && bytes.includes('"dg1.');

/** What the model of a route needs of thoughts before its calls, also of those of another model. */
function thoughtNeeds(route: Route) {
  const { thinking, thinkingOff } = profileOf(route).abilities;
  return {
    mustThink: thinking !== 'none' && thinkingOff === 'disabled',
    wantsWords: thoughtFiller(route.provider.profile, route.upstreamModel) !== null,
  };
}

/** A call whose body is JSON: its bytes are in memory, for any number of attempts. */
interface JsonUpstreamDraft extends UpstreamDraft {
  readonly body: (route: Route, edits?: Edits) => Buffer;
}

export const modelRequired = (): GatewayError =>
  new GatewayError('invalid_value', 'model is required. GET /v1/models lists what this key may call.', {
    param: 'model',
  });

/**
 * Drafts a JSON call: its own bytes, apart from named splices.
 *
 * @param defaultModel the model of a request that names none; without one, the request is refused
 * @throws {GatewayError} `invalid_value` if no model is named
 */
export function draftJson(call: Call, body: unknown, defaultModel?: string): JsonUpstreamDraft {
  // Not the call: the draft outlives the parsed body, which the call may still hold.
  const { bytes, cuts, operation, memory } = call;
  const read = readRequestFacts({ length: bytes.length + cuts.saved }, body, operation.wire);
  const model = read.model ?? defaultModel;
  if (model === undefined) throw modelRequired();
  // Released once the request has been written. An estimate or another attempt parses the bytes again.
  let held: JsonObject | null = cuts === noCuts ? read.body() : null;
  const facts: RequestFacts = { ...read, model, body: () => (held ??= objectOf(parseJson(bytes))), cuts };
  let losses: readonly Loss[] = [];
  const write = (route: Route, kindEdits: Edits = {}): Buffer => {
    const changed = spliceJson(bytes, { ...renamed(facts, route), ...kindEdits }, facts.body());
    held = null;
    // Last, because what a kind writes anew has the caller's seals too.
    const opened = mayHaveSeals(changed) ? withoutSeals(changed, thoughtNeeds(route)) : null;
    losses = opened?.losses ?? [];
    return opened === null ? changed : spliceJson(changed, opened.edits);
  };
  let isCounted = cuts === noCuts;
  const request = (): Buffer => {
    if (!isCounted) memory.take(cuts.saved * wholeFactor);
    isCounted = true;
    return joined(cuts.restore(bytes));
  };
  return { facts, body: write, cuts, request, losses: () => losses };
}

const joined = (pieces: readonly Buffer[]): Buffer =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);

/** Names the model as the provider does. A missing one is added, because the upstream's default is not what was authorised. */
const renamed = (facts: RequestFacts, { upstreamModel }: Route): Edits =>
  facts.model !== null && facts.body()['model'] !== upstreamModel ? { model: JSON.stringify(upstreamModel) } : {};

/** Query parameters that belong to the gateway and are not forwarded. */
const ownParameter = 'product_sku';

/** Time limits of a call, in milliseconds. */
export interface CallLimits extends UpstreamLimits {
  /** Silence of a stream after which the client gets a sign of life. */
  readonly keepalive: number;
}

interface RequestParts {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  readonly route: Route;
  readonly limits: CallLimits;
  /** Absent, or null: the caller's wire format goes through. */
  readonly translation?: Translation | null;
  /** Called when the whole request has gone out. Absent: nothing is. */
  readonly onSent?: () => void;
}

interface WrittenRequest {
  readonly request: UpstreamRequest;
  /** The parts of the caller's request that the provider does not accept. */
  readonly losses: readonly Loss[];
}

/**
 * Writes the upstream request. In the same wire format it has the caller's path, allowed headers and bytes, apart from the model's
 * name at the provider and the edits of the provider's kind.
 *
 * @throws {GatewayError} `invalid_value` for what the provider does not accept, unless the caller allows its loss
 */
export function writeRequest(parts: RequestParts): WrittenRequest {
  const { call, upstreamDraft, route, translation = null } = parts;
  const headers = headersOf(parts);
  const { edits, wrap, headers: adapted = headers, losses = [] } = adaptationOf(parts, headers);
  if (losses.length > 0 && !mayLose(call, route)) refuseLosses(losses);
  const body = translation === null ? bodyFor(upstreamDraft, route, edits) : spliceJson(translation.body, edits ?? {});
  const request: UpstreamRequest = {
    provider: route.provider,
    method: call.operation.method.toUpperCase(),
    path: pathAt(askedOf(parts), translation === null ? forwardedSearch(call.search) : ''),
    headers: adapted,
    body: wrap === undefined || body === null || body instanceof Readable ? body : wrap(asOne(body)),
    ...lifetimeOf(parts, body instanceof Readable),
  };
  return { request, losses };
}

/** Whether a download asks for a part. A range has no meaning for HEAD (RFC 9110, section 14.2). */
export const asksForPart = ({ isHead, headers }: Call): boolean => !isHead && headers['range'] !== undefined;

/** How long the request may take, and whether it ends when its client leaves. An upload ends so while it is being sent. */
function lifetimeOf({ call, upstreamDraft, limits, onSent }: RequestParts, flows: boolean) {
  const { left, onLeave } = call.reply;
  let isSent = false;
  const sent = (): void => {
    isSent = true;
    onSent?.();
    upstreamDraft.onSent?.();
  };
  if (upstreamDraft.outlivesClient !== true || left()) return { limits, onLeave, onSent: sent };
  const total = limits.total ?? (flows ? null : limits.firstByte + limits.idle);
  const whileSent: UpstreamRequest['onLeave'] = (act) =>
    onLeave(() => {
      if (!isSent) act();
    });
  return { limits: { ...limits, total }, onLeave: flows ? whileSent : () => () => undefined, onSent: sent };
}

const asOne = (body: Uint8Array | readonly Uint8Array[]): Buffer =>
  body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(body);

/** The body for a route, with what was cut out of it put back. */
function bodyFor({ body, cuts = noCuts }: UpstreamDraft, route: Route, edits?: Edits): UpstreamRequest['body'] {
  const written = body(route, edits);
  return cuts === noCuts || !Buffer.isBuffer(written) ? written : cuts.restore(written);
}

/** Headers that belong to one wire format. */
const formatHeaders = ['anthropic-version', 'anthropic-beta', 'openai-beta'] as const;

/** The idempotency key of a call as its provider gets it; null if it has none. */
export function sentIdempotencyKey({ headers, caller }: Call, route: Route): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? idempotencyKeyFor(key, caller.workspaceId, route) : null;
}

function headersOf({ call, upstreamDraft, route, translation = null }: RequestParts): SentHeaders {
  const headers = pickRequestHeaders(call.headers, route.provider);
  // They mean nothing in another format.
  if (translation !== null) for (const name of formatHeaders) delete headers[name];
  if (upstreamDraft.facts.stream) headers['accept'] = 'text/event-stream';
  const key = sentIdempotencyKey(call, route);
  if (key !== null) headers['idempotency-key'] = key;
  const length = upstreamDraft.length?.(route) ?? null;
  if (length !== null) headers['content-length'] = String(length);
  if (upstreamDraft.download === true && asksForPart(call)) Object.assign(headers, pickRangeHeaders(call.headers));
  return headers;
}

/** What the provider's kind changes in a JSON request. */
function adaptationOf(
  { call, upstreamDraft, route, translation = null }: RequestParts,
  headers: SentHeaders,
): Adaptation {
  const { provider, model, upstreamModel } = route;
  const { adapt } = kinds[provider.kind];
  if (adapt === undefined || (translation === null && upstreamDraft.request === undefined)) return {};
  const bytes = translation?.body ?? call.bytes;
  const body = translation === null ? upstreamDraft.facts.body() : objectOf(parseJson(bytes));
  return adapt({
    provider,
    wire: translation?.wire.id ?? call.operation.wire,
    model,
    upstreamModel,
    stream: upstreamDraft.facts.stream,
    body,
    raw: () => rawObject(bytes.toString('utf8'), body),
    headers,
  });
}

const askedOf = ({ call, upstreamDraft, route, translation }: RequestParts): Asked => ({
  provider: route.provider,
  operation: { path: translation?.wire.path ?? upstreamDraft.path ?? call.operation.path },
  wire: translation?.wire.id ?? call.operation.wire,
  model: upstreamDraft.facts.model === null ? null : route.upstreamModel,
  stream: upstreamDraft.facts.stream,
});

function forwardedSearch(search: string): string {
  if (search === '') return '';
  // Its name is decoded, as it was when it was read.
  const isOwn = (part: string): boolean => new URLSearchParams(part).has(ownParameter);
  const kept = search.split('&').filter((part) => part !== '' && !isOwn(part));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** How long a call may take, in milliseconds. The limit of voice routes covers the whole call, from the first byte of the request. */
export const callLimits =
  (config: () => { readonly limits: Limits }, clock: Clock) =>
  ({ operation, startedMonotonic }: Call): CallLimits => {
    const { firstByteSeconds, streamIdleSeconds, keepaliveSeconds, voiceSeconds } = config().limits;
    const elapsed = clock.monotonic() - startedMonotonic;
    return {
      firstByte: firstByteSeconds * 1000,
      idle: streamIdleSeconds * 1000,
      total: operation.voice ? Math.max(0, voiceSeconds * 1000 - elapsed) : null,
      keepalive: keepaliveSeconds * 1000,
    };
  };

/**
 * Drops the parsed body of a call once the upstream request has been written. An upstream may take minutes to answer, and a
 * parsed value takes several times its bytes. The body is the only member of a call that changes.
 */
export function dropParsedBody(call: Call): void {
  (call as { body?: unknown }).body = undefined;
  call.memory.releaseParsed();
}
