import { classifyUpstreamError } from '../errors/classify-upstream-error.ts';
import { anthropicTypeOf, openaiTypeOf } from '../errors/shapes.ts';
import { statusOfUpstreamCode } from '../errors/upstream-codes.ts';
import { messageOf } from '../providers/read-error.ts';
import { isTidy, tidyMessage } from '../providers/tidy-message.ts';
import { BrokenUpstream } from '../providers/upstream.ts';
import { isObject, objectOf, parseJson, type Json, type JsonObject } from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/splice-json.ts';
import { readEventFields, spliceEvent, withoutLines } from '../shared/json/sse.ts';
import type { Secret } from '../shared/secret.ts';
import type { EventMeaning } from '../wires/wire.ts';
import { answerIdOf } from './answer-hook.ts';
import { credentialOf, type Delivery } from './delivery.ts';
import { ownCodes } from './upstream-failure.ts';

/** One event of an upstream, understood. */
export interface ReadEvent {
  readonly meaning: EventMeaning;
  readonly name: string | null;
  /** The text of its data; empty where it has none. */
  readonly text: string;
  /** The same, parsed; undefined for a marker, and where it has none. */
  readonly data: Json | undefined;
  /** Its bytes may go out as they are, for what they hold beside their data. */
  readonly isPlain: boolean;
  /** A marker that this format does not have: clients may take it for the end of the stream. */
  readonly isStray: boolean;
}

const nothing: EventMeaning = {};

/** The name of an event is a word: whatever else stands there is not passed on. */
const eventName = /^[\w.-]{0,64}$/;

/** Lines beside data that can tell nothing: a name, a few words in a comment, a number. */
const plainLine = /^(?:event: ?[\w.-]{0,64}|:[ A-Za-z]{0,64}|(?:id|retry): ?\d{0,10})$/;

/**
 * Reads one event of the upstream.
 *
 * @throws {BrokenUpstream} when its data is neither JSON nor a marker: no client could read on
 */
export function readStreamEvent({ meter, route }: Pick<Delivery, 'meter' | 'route'>, bytes: Buffer): ReadEvent {
  const { name, data, hasMore } = readEventFields(bytes);
  const isPlain = !hasMore && (name === null || eventName.test(name));
  if (data === null || data === '') {
    const meaning = name === 'error' ? ({ end: 'failed' } as const) : nothing;
    return { meaning, name, text: '', data: undefined, isPlain, isStray: false };
  }
  const parsed = parseJson(data);
  if (parsed === undefined && data !== '[DONE]') {
    throw new BrokenUpstream('upstream_cut', 'an event of the stream is no JSON');
  }
  const meaning = meter.readEvent({ name, text: data, data: parsed }, route.provider.reasoningInOutput ?? null);
  return { meaning, name, text: data, data: parsed, isPlain, isStray: parsed === undefined && meaning.end !== 'last' };
}

/** What goes out of one event. */
interface OutgoingEvent {
  readonly bytes: Buffer;
  /** The same, parsed; undefined where an event of the gateway's own takes its place. */
  readonly data: Json | undefined;
  /** The gateway's own event stands in the place of the upstream's. */
  readonly isOwn: boolean;
}

/**
 * The bytes that go out for an event: its own, unless they hold what must not leave the building, or are a failure that not
 * every client would notice.
 */
export function outgoingEvent(delivery: Delivery, bytes: Buffer, read: ReadEvent): OutgoingEvent {
  const { meaning, data } = read;
  if (
    meaning.end === 'failed' &&
    (delivery.translation || meaning.isNative !== true || !isShowable(data, credentialOf(delivery)))
  )
    return { bytes: ownFailure(delivery, read), data: undefined, isOwn: true };
  const plain = read.isPlain ? bytes : withoutLines(bytes, (line) => mayPass(line, credentialOf(delivery)));
  const shown = meaning.end === 'failed' ? withOwnCodes(plain, data) : { bytes: plain, data };
  return { bytes: shown.bytes, data: shown.data, isOwn: false };
}

const mayPass = (line: string, credential: Secret | null): boolean => plainLine.test(line) && isTidy(line, credential);

/** A failure that goes out as it came, but for its codes, which are of the published list. */
function withOwnCodes(
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

/** The upstream's failure in an event of our own: its message, tidied. */
function ownFailure(delivery: Delivery, { meaning, data }: ReadEvent): Buffer {
  const { call, wire, hooks } = delivery;
  const code = classifyUpstreamError(data, null);
  const type = (call.spec === 'a' ? openaiTypeOf : anthropicTypeOf)(statusOfUpstreamCode(code));
  const message = meaning.message ?? (data === undefined ? null : messageOf(data)) ?? '';
  const words = tidyMessage(message, credentialOf(delivery)) || 'The upstream reported a failure without a message.';
  const { requestId } = call;
  return wire.writeFault({ message: words, type, code, requestId, answerId: answerIdOf(hooks), sequence: 0 });
}

/** Members of a stream's event, and of the error in it, that say nothing of the upstream's inside. */
const eventMembers: ReadonlySet<string> = new Set([
  ...['type', 'error', 'message', 'code', 'param', 'request_id', 'sequence_number', 'response'],
  ...['id', 'object', 'created', 'model', 'provider', 'choices', 'usage', 'system_fingerprint', 'service_tier'],
]);
const errorMembers: ReadonlySet<string> = new Set([
  ...['type', 'code', 'message', 'param', 'status', 'status_code', 'failed_generation'],
]);

/** The members that are an upstream's own words; all others are the caller's content, or figures. */
const words = ['type', 'code', 'message', 'param'] as const;

const holdsOnly = (holder: JsonObject, names: ReadonlySet<string>): boolean =>
  Object.keys(holder).every((name) => names.has(name));

/**
 * True when an event in which an upstream tells its failure may go out with its own bytes: nothing but known members,
 * and no word in them that must not be shown.
 *
 * @param data the event's data, parsed
 * @param credential what our side shows this upstream
 */
export function isShowable(data: Json | undefined, credential: Secret | null): boolean {
  const event = objectOf(data);
  const isTidyWord = (value: Json | undefined): boolean =>
    typeof value === 'string' ? isTidy(value, credential) : typeof value !== 'object' || value === null;
  const isTidyError = (error: Json | undefined): boolean =>
    isObject(error)
      ? holdsOnly(error, errorMembers) && words.every((name) => isTidyWord(error[name]))
      : isTidyWord(error);
  return (
    holdsOnly(event, eventMembers) &&
    words.every((name) => isTidyWord(event[name])) &&
    isTidyError(event['error']) &&
    isTidyError(objectOf(event['response'])['error'])
  );
}
