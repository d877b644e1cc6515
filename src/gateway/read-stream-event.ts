import type { EventMeaning } from '../dialects/dialect.ts';
import { classifyUpstreamError } from '../errors/classify-upstream-error.ts';
import { anthropicTypeOf, openaiTypeOf } from '../errors/status-types.ts';
import { statusOfUpstreamCode } from '../errors/upstream-codes.ts';
import { objectOf, parseJson, type Json } from '../shared/json.ts';
import type { Secret } from '../shared/secret.ts';
import { readEventFields, splitEvents } from '../shared/sse-frame.ts';
import { spliceEvent } from '../shared/splice-event.ts';
import { editsOf, spliceJson } from '../shared/splice-json.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { tidyMessage } from '../upstream/tidy-message.ts';
import type { Delivery } from './delivery.ts';
import { isShowable } from './is-showable.ts';
import { ownCodes } from './own-codes.ts';

/** An event's meaning, and the bytes that go out instead of its own where those must not. */
export interface ReadEvent extends EventMeaning {
  readonly instead?: Buffer;
}

const nothing: ReadEvent = {};

const credentialOf = ({ route }: Delivery): Secret | null => route.provider.credential?.value ?? null;

/**
 * What one event of the upstream means.
 *
 * @throws {BrokenUpstream} when its data is neither JSON nor a marker: no client could read on
 */
export function readStreamEvent(delivery: Delivery, bytes: Buffer): ReadEvent {
  const { name, data } = readEventFields(bytes);
  if (data === null || data === '') return nothing;
  const parsed = parseJson(data);
  if (parsed === undefined && data !== '[DONE]') {
    throw new BrokenUpstream('upstream_cut', 'an event of the stream is no JSON');
  }
  const meaning = delivery.dialect.readEvent({ name, text: data, data: parsed });
  const isFailure = meaning.end === 'failed';
  if (!isFailure || isShowable(parsed, credentialOf(delivery))) {
    const codes = isFailure ? ownCodes(objectOf(parsed)) : {};
    const isOwn = Object.keys(codes).length > 0;
    const shown = isOwn ? spliceEvent(bytes, (text) => spliceJson(text, editsOf(codes))) : bytes;
    const told = isOwn ? { ...objectOf(parsed), ...codes } : parsed;
    if (delivery.keeping) return { ...meaning, instead: delivery.keeping.event(shown, told) };
    return isOwn ? { ...meaning, instead: shown } : meaning;
  }
  return { ...meaning, instead: tidied(delivery, meaning.message ?? '', parsed) };
}

/** The upstream's own failure with what must not leave the building taken out. */
function tidied(delivery: Delivery, message: string, data: Json | undefined): Buffer {
  const { call, dialect, keeping } = delivery;
  const code = classifyUpstreamError(data, null);
  const type = (call.spec === 'a' ? openaiTypeOf : anthropicTypeOf)(statusOfUpstreamCode(code));
  const words = tidyMessage(message, credentialOf(delivery)) || 'The upstream reported a failure without a message.';
  const { requestId } = call;
  const answerId = keeping?.id ?? null;
  const told = dialect.errorEvent({ message: words, type, code, requestId, answerId, sequence: 0 });
  if (keeping === null) return told;
  // What goes out is what is kept, as with any other event.
  const dataOf = (event: Buffer): Json | undefined => parseJson(readEventFields(event).data ?? '');
  const events = splitEvents().push(told);
  return Buffer.concat(events.map((event) => keeping.event(event, dataOf(event))));
}
