import type { EventMeaning } from '../dialects/dialect.ts';
import { classifyUpstreamError } from '../errors/classify-upstream-error.ts';
import { anthropicTypeOf, openaiTypeOf } from '../errors/status-types.ts';
import { statusOfUpstreamCode } from '../errors/upstream-codes.ts';
import { objectOf, parseJson, type Json } from '../shared/json.ts';
import type { Secret } from '../shared/secret.ts';
import { readEventFields, splitEvents, withoutLines } from '../shared/sse-frame.ts';
import { spliceEvent } from '../shared/splice-event.ts';
import { editsOf, spliceJson } from '../shared/splice-json.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { messageOf } from '../upstream/read-error.ts';
import { isTidy, tidyMessage } from '../upstream/tidy-message.ts';
import { credentialOf, type Delivery } from './delivery.ts';
import { isShowable } from './is-showable.ts';
import { ownCodes } from './own-codes.ts';

/** One event of an upstream, understood. */
export interface ReadEvent {
  readonly meaning: EventMeaning;
  /** Its data, parsed; undefined for a marker, and where it has none. */
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
export function readStreamEvent({ dialect, route }: Pick<Delivery, 'dialect' | 'route'>, bytes: Buffer): ReadEvent {
  const { name, data, hasMore } = readEventFields(bytes);
  const isPlain = !hasMore && (name === null || eventName.test(name));
  if (data === null || data === '') {
    const meaning = name === 'error' ? ({ end: 'failed' } as const) : nothing;
    return { meaning, data: undefined, isPlain, isStray: false };
  }
  const parsed = parseJson(data);
  if (parsed === undefined && data !== '[DONE]') {
    throw new BrokenUpstream('upstream_cut', 'an event of the stream is no JSON');
  }
  const meaning = dialect.readEvent({ name, text: data, data: parsed }, route.provider.reasoningInOutput ?? null);
  return { meaning, data: parsed, isPlain, isStray: parsed === undefined && meaning.end !== 'last' };
}

/** What goes out of one event. */
export interface OutgoingEvent {
  readonly bytes: Buffer;
  /** The gateway's own event stands in the place of the upstream's. */
  readonly isOwn: boolean;
}

/**
 * The bytes that go out for an event: its own, unless they hold what must not leave the building, or are a failure that not
 * every client would notice. What goes out is what is kept.
 */
export function outgoingEvent(delivery: Delivery, bytes: Buffer, read: ReadEvent): OutgoingEvent {
  const { keeping } = delivery;
  const { meaning, data } = read;
  if (meaning.end === 'failed' && (meaning.isNative !== true || !isShowable(data, credentialOf(delivery))))
    return { bytes: ownFailure(delivery, read), isOwn: true };
  const plain = read.isPlain ? bytes : withoutLines(bytes, (line) => mayPass(line, credentialOf(delivery)));
  const shown = meaning.end === 'failed' ? withOwnCodes(plain, data) : { bytes: plain, data };
  return {
    bytes: keeping && shown.data !== undefined ? keeping.event(shown.bytes, shown.data) : shown.bytes,
    isOwn: false,
  };
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
  const { call, dialect, keeping } = delivery;
  const code = classifyUpstreamError(data, null);
  const type = (call.spec === 'a' ? openaiTypeOf : anthropicTypeOf)(statusOfUpstreamCode(code));
  const message = meaning.message ?? (data === undefined ? null : messageOf(data)) ?? '';
  const words = tidyMessage(message, credentialOf(delivery)) || 'The upstream reported a failure without a message.';
  const { requestId } = call;
  const answerId = keeping?.id ?? null;
  const told = dialect.errorEvent({ message: words, type, code, requestId, answerId, sequence: 0 });
  if (keeping === null) return told;
  const dataOf = (event: Buffer): Json | undefined => parseJson(readEventFields(event).data ?? '');
  const events = splitEvents().push(told);
  return Buffer.concat(events.map((event) => keeping.event(event, dataOf(event))));
}
