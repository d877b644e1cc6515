import { classifyUpstreamError, figuresOf, paramOf, statusOfUpstreamError } from '../errors/classify-upstream-error.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { anthropicTypeOf, GatewayError, openaiTypeOf, UpstreamError, withHeaders } from '../errors/gateway-error.ts';
import { isUpstreamCode } from '../errors/upstream-codes.ts';
import { CredentialLeak, guardHeaders } from '../providers/guard-answer.ts';
import { addAnswerer } from '../providers/headers.ts';
import { messageOf, readUpstreamError, type ErrorSource } from '../providers/read-error.ts';
import { isTidy, shownMessage } from '../providers/tidy-message.ts';
import { BrokenUpstream, type Break, type UpstreamAnswer } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import { findRepeated, isObject, objectOf, type JsonObject, type Json } from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/raw-json.ts';
import { spliceEvent } from '../shared/json/sse.ts';
import type { Secrets } from '../shared/secret.ts';
import type { EventMeaning } from '../wires/meter.ts';
import { answerIdOf, type Delivery } from './delivery.ts';
import { UntranslatedError } from './translation/translation.ts';

interface BreakReport {
  readonly code: ErrorCode;
  readonly message: (error: BrokenUpstream) => string;
}

/** The rest of a call's time is rarely a round number of seconds; messages show one. */
const wholeSeconds = (seconds: number | null): number => Math.max(1, Math.round(seconds ?? 0));

/** The error that a client gets for each way in which an upstream call breaks. */
const breakReports: Readonly<Record<Break, BreakReport>> = {
  client_left: { code: 'internal', message: () => 'The client left before the answer.' },
  upstream_cut: {
    code: 'upstream_invalid',
    message: () => 'The upstream did not complete its answer. Send the request again.',
  },
  timed_out: {
    code: 'timeout',
    message: ({ seconds }) =>
      `The upstream did not finish within ${wholeSeconds(seconds)} s. Send the request again, or ask for less.`,
  },
  unreachable: {
    code: 'upstream_unreachable',
    message: () => 'The upstream cannot be reached. Nothing was charged. Send the request again later.',
  },
  no_credential: {
    code: 'upstream_unreachable',
    message: ({ message }) =>
      `The gateway has no valid credential for the upstream: ${message}. Nothing was charged. Send the request again later.`,
  },
};

/** A failure after the upstream has answered: it asks SDKs not to retry, so that the work is not done twice. */
const asFinal = (error: unknown): unknown =>
  error instanceof GatewayError && (error.status >= 500 || error.code === 'timeout')
    ? withHeaders(error, { 'x-should-retry': 'false' })
    : error;

/** The error of a call that took fallbacks, which lists its attempts. */
export const withAttempts = (error: unknown, attempts: readonly string[]): unknown =>
  attempts.length > 1 && (error instanceof GatewayError || error instanceof UpstreamError)
    ? withHeaders(error, { 'x-diglot-attempts': attempts.join(', ') })
    : error;

/** The same failure with the headers that name who answered. @param answer null if there was none */
export function withAnswerer(error: unknown, { provider }: Route, answer: UpstreamAnswer | null): unknown {
  if (answer === null || error instanceof UntranslatedError) return error;
  const answerer = addAnswerer({}, provider, guardHeaders(answer, answer.secrets()));
  if (error instanceof GatewayError || error instanceof UpstreamError) return withHeaders(error, answerer);
  if (!(error instanceof BrokenUpstream)) return error;
  const { reason, message, cause, seconds } = error;
  return new BrokenUpstream(reason, message, { cause, seconds, answerer });
}

/**
 * Returns the error that a client gets for a call that broke. The gateway's own errors stay unchanged, also if they are the cause,
 * as when a request body failed on its way.
 *
 * @param isFinal true if an upstream has answered
 */
export function reportFailure(error: unknown, isFinal = false): unknown {
  if (isFinal) return asFinal(reportFailure(error));
  if (!(error instanceof BrokenUpstream)) return error;
  if (error.cause instanceof GatewayError) return error.cause;
  const { code, message } = breakReports[error.reason];
  return new GatewayError(code, message(error), { cause: error, headers: error.answerer });
}

/** Replaces a code that is not on the published list; null if nothing changes. */
function withOwnCode(error: JsonObject): JsonObject | null {
  const { code } = error;
  // A number reveals nothing, and clients of such upstreams read it.
  if (code === undefined || typeof code === 'number' || isUpstreamCode(code)) return null;
  const own = classifyUpstreamError({ error }, null);
  return code === null && own === 'upstream_error' ? null : { ...error, code: own };
}

/**
 * Returns the top-level members to replace in an upstream's failure report, so that its codes come from the published list;
 * empty if nothing changes.
 *
 * @param report an event's data, or a response that failed
 */
export function ownCodes(report: JsonObject): JsonObject {
  const { error, response } = report;
  const flat = withOwnCode(report);
  const inner = isObject(error) ? withOwnCode(error) : null;
  const nested = withOwnCode(objectOf(objectOf(response)['error']));
  return {
    ...(flat && { code: flat['code'] }),
    ...(inner && { error: inner }),
    ...(nested && { response: { ...objectOf(response), error: nested } }),
  };
}

/** Reads a 4xx or 5xx of the upstream, in the caller's terms. */
export async function readRefusal(delivery: Delivery): Promise<UpstreamError> {
  const { answer, translation } = delivery;
  const error = await readUpstreamError(answer, sourceOf(delivery));
  return translation === null ? error : translation.refusal(error);
}

/** Where an error of the upstream comes from, and the request whose fields it may name. */
export const sourceOf = ({ route, facts, translation }: Delivery): ErrorSource => ({
  provider: route.provider,
  sent: translation === null ? facts.body : translation.sent,
});

/** Statuses that are not about the request: the model took too long or failed (Bedrock's 424), or the upstream is overloaded. */
const transient: ReadonlySet<number> = new Set([408, 424, 429]);

class TooMuchToHold extends Error {
  override readonly name = 'TooMuchToHold';
}

/** The failure of an answer, or of an event of one, that cannot be held: the request asks for too much. Its provider has done the work. */
export const tooMuchToHold = (message: string): GatewayError =>
  new GatewayError('upstream_invalid', message, { cause: new TooMuchToHold(message) });

const isFinal = (cause: unknown): boolean => cause instanceof CredentialLeak || cause instanceof TooMuchToHold;

/**
 * Failures before the first byte that another model might not have: no answer, overload, an error of the upstream, something that is
 * not an answer, or a request that cannot be written for it. An answer with a credential is none: a request that draws one out must
 * not be sent to the next provider. Nor is one that is too much to be held.
 */
export const mayFallBack = (error: unknown): boolean =>
  error instanceof UntranslatedError ||
  (error instanceof GatewayError && error.code === 'upstream_invalid' && !isFinal(error.cause)) ||
  (error instanceof BrokenUpstream && error.reason !== 'client_left' && !(error.cause instanceof GatewayError)) ||
  (error instanceof UpstreamError && (transient.has(error.status) || error.status >= 500));

/** A failure that goes out unchanged, except that its codes come from the published list. */
function eventWithOwnCodes(
  bytes: Buffer,
  data: Json | undefined,
): { readonly bytes: Buffer; readonly data: Json | undefined } {
  const codes = ownCodes(objectOf(data));
  if (Object.keys(codes).length === 0) return { bytes, data };
  return {
    bytes: spliceEvent(bytes, (text) => spliceJson(text, editsOf(codes))),
    data: { ...objectOf(data), ...codes },
  };
}

/** An event in which an upstream reports a failure. */
interface FailedEvent {
  readonly meaning: EventMeaning;
  /** Its data; empty if it has none. */
  readonly text: string;
  /** The data, parsed. */
  readonly data: Json | undefined;
  /** How many events the client has had before. Absent: none. */
  readonly sequence?: number;
}

/** Code, status and tidied message of the failure that an event reports. */
function failureIn(delivery: Delivery, { meaning, data }: FailedEvent) {
  const code = classifyUpstreamError(data, null);
  const isPreferred = (each: number): boolean => delivery.call.spec === 'a' || anthropicTypeOf(each) !== 'api_error';
  const status = statusOfUpstreamError(data, code, isPreferred);
  const reported = meaning.message ?? (data === undefined ? null : messageOf(data)) ?? '';
  return { code, status, message: shownMessage(reported, delivery.answer.secrets()) };
}

/** The upstream's failure as an event of the gateway, with the tidied message. */
function ownFailure(delivery: Delivery, event: FailedEvent): Buffer {
  const { call, wire, hooks } = delivery;
  const { code, status, message } = failureIn(delivery, event);
  const type = (call.spec === 'a' ? openaiTypeOf : anthropicTypeOf)(status);
  const { requestId } = call;
  return wire.writeFault({
    message,
    type,
    code,
    requestId,
    answerId: answerIdOf(hooks),
    sequence: event.sequence ?? 0,
  });
}

/** The same failure as an error response, with the status of its code, if nothing has gone out yet. */
export function refusalIn(delivery: Delivery, event: FailedEvent): UpstreamError {
  const { code, status, message } = failureIn(delivery, event);
  const { facts, translation } = delivery;
  const sent = translation === null ? facts.body() : translation.sent();
  const named = { param: paramOf(event.data, sent), figures: figuresOf(event.data, sent) };
  const refusal = new UpstreamError(status, message, { code, ...named });
  return translation === null ? refusal : translation.refusal(refusal);
}

/** Whether a member's value has no private details. */
type PublicCheck = (value: Json | undefined, secrets: Secrets) => boolean;

/** Whether a value is no text with private details. */
export const isTidyWord: PublicCheck = (value, secrets) =>
  typeof value === 'string' ? isTidy(value, secrets) : typeof value !== 'object' || value === null;

/** A status of HTTP, or Google's name for one. */
const isStatus: PublicCheck = (value) =>
  typeof value === 'string' ? /^[A-Z_]{1,40}$/.test(value) : typeof value !== 'object' || value === null;

type Members = ReadonlyMap<string, PublicCheck>;

const words = (...names: readonly string[]): readonly (readonly [string, PublicCheck])[] =>
  names.map((name) => [name, isTidyWord]);

/** Whether a value has only these members, without private details in their texts, or is a text without. */
function only(members: Members): PublicCheck {
  return (value, secrets) => (isObject(value) ? holdsOnly(members, value, secrets) : isTidyWord(value, secrets));
}

/** Why a provider stopped the model, and what it says to steer it. */
const reasons: Members = new Map(words('error_type', 'detailed_explanation', 'review_target', 'message'));

const detailMembers: Members = new Map([['error_code', isUpstreamCode]]);

/** The members that an upstream's error may have. Of the `details` of Spec B, that is a code of the published list. */
const errorMembers: Members = new Map([
  ...words('type', 'code', 'message', 'param', 'status_code'),
  ['status', isStatus],
  // The caller's own content.
  ['failed_generation', () => true],
  ['details', (value, secrets) => value === null || (isObject(value) && holdsOnly(detailMembers, value, secrets))],
  ['misalignment', only(new Map([...reasons, ['steer', only(reasons)]]))],
]);

/** Whether an error has only known members, without private details in their texts. */
export const isTidyError: PublicCheck = only(errorMembers);

/** The members that an event which reports a failure may have. */
const eventMembers: Members = new Map([
  ...words('type', 'message', 'code', 'param', 'request_id', 'sequence_number', 'id', 'object', 'created'),
  ...words('model', 'provider', 'system_fingerprint', 'service_tier'),
  ['error', isTidyError],
  ['response', (response, secrets) => response === null || (isObject(response) && isTidyResponse(response, secrets))],
  ['choices', (choices, secrets) => choices === null || hasTidyChoices(choices, secrets)],
  ['usage', (usage) => usage === null || isObject(usage)],
]);

/** A response is the caller's own content, apart from its errors. */
const isTidyResponse = ({ error, status_details: details }: JsonObject, secrets: Secrets): boolean =>
  isTidyError(error, secrets) && isTidyError(isObject(details) ? details['error'] : details, secrets);

/** So is a choice. */
const hasTidyChoices: PublicCheck = (choices, secrets) =>
  Array.isArray(choices) &&
  (choices as readonly Json[]).every(
    (choice) =>
      isObject(choice) &&
      [choice, choice['delta'], choice['message']].every((part) => isTidyError(objectOf(part)['error'], secrets)),
  );

const holdsOnly = (members: Members, holder: JsonObject, secrets: Secrets): boolean =>
  Object.entries(holder).every(([name, value]) => members.get(name)?.(value, secrets) === true);

/**
 * True if an event that reports an upstream's failure may go out with its own bytes: it has only known members, each once, without
 * private details in their texts.
 *
 * @param text the event's data, or an object that has it: what is written twice shows only one of the two when parsed
 * @param data the event's data, parsed
 * @param secrets what no client may see
 */
export const isPublic = (text: string, data: Json | undefined, secrets: Secrets): boolean =>
  holdsOnly(eventMembers, objectOf(data), secrets) && findRepeated(text) === null;

/** The bytes that go out for one event. */
export interface SentEvent {
  readonly bytes: Buffer;
  /** The data of the event, parsed; undefined if the gateway's own event replaces it. */
  readonly data: Json | undefined;
  /** True if the gateway's own event replaces the upstream's. */
  readonly isOwn: boolean;
}

/** What goes out for a failure: its own bytes, unless they contain private details, or some clients would not notice it. */
export function failureToSend(delivery: Delivery, bytes: Buffer, event: FailedEvent): SentEvent {
  const { meaning, text, data } = event;
  if (delivery.translation || meaning.isNative !== true || !isPublic(text, data, delivery.answer.secrets()))
    return { bytes: ownFailure(delivery, event), data: undefined, isOwn: true };
  return { ...eventWithOwnCodes(bytes, data), isOwn: false };
}
