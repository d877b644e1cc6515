import { createHash } from 'node:crypto';
import type { Provider } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { refuseCredential } from '../providers/guard-answer.ts';
import { isTidyError, isTidyWord } from '../pipeline/upstream-failure.ts';
import { messageOf } from '../providers/read-error.ts';
import { isTidy, shownMessage } from '../providers/tidy-message.ts';
import {
  findRepeated,
  hidesError,
  isObject,
  objectOf,
  parseJson,
  stringOf,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { editsOf, spliceJson, spliceMember, type Edits } from '../shared/json/raw-json.ts';
import type { SocketMessage } from '../shared/message-socket.ts';
import type { Secrets } from '../shared/secret.ts';
import { isBillable } from '../shared/usage.ts';
import { readAudioUsage } from '../wires/wires.ts';
import { doubtsOf } from '../wires/read-usage.ts';
import type { EventMeaning } from '../wires/meter.ts';
import { longestId, transcriberIn, type EventIds, type Transcriber } from './client-events.ts';
import type { Refusal, ResponseHolds } from './response-holds.ts';
import type { ResponseEnd } from './response-slot.ts';
import { readReport, textOf, type TranscriptionEvent, type Transcriptions } from './usage.ts';

/** What an event of the upstream means for the holds. */
type Meaning =
  /** @property eventId its own id; null: none. @property most the response's limit of output tokens; null: none is stated */
  | { readonly kind: 'begun'; readonly id: string; readonly eventId: string | null; readonly most: number | null }
  | { readonly kind: 'output'; readonly id: string; readonly text: string; readonly audioTokens: number }
  | { readonly kind: 'done'; readonly id: string; readonly meaning: EventMeaning; readonly end: ResponseEnd }
  | ({ readonly kind: 'transcription' } & TranscriptionEvent)
  /** @property transcriber the model for transcriptions that is in force, by the provider's name; null: none */
  | { readonly kind: 'settings'; readonly transcriber: string | null }
  /** @property eventId the id of the client's event that was refused */
  | { readonly kind: 'refused'; readonly eventId: string }
  | { readonly kind: 'other' };

/** An event of the upstream. */
type ServerEvent = Meaning & {
  /** The bytes for the client; null: it gets none. */
  readonly bytes: Buffer | null;
};

/** Bytes of generated audio for each token: a twentieth of a second at 24 kHz and 16 bits. */
const audioBytesOfToken = 2_400;

/** An id as it is held: a long one by its digest. */
const heldId = (id: Json | undefined): string | null =>
  typeof id !== 'string' || id.length <= longestId ? stringOf(id) : createHash('sha256').update(id).digest('hex');

const idOf = (event: JsonObject): string =>
  heldId(event['response_id']) ?? heldId(objectOf(event['response'])['id']) ?? '';

/** The limit of output tokens as the upstream states it; it is `inf` if there is none. */
function limitOf({ max_output_tokens: most }: JsonObject): number | null {
  return typeof most === 'number' && Number.isSafeInteger(most) && most >= 0 ? most : null;
}

/** A response that was cancelled, or cut off by a limit, is charged like a completed one, by its own report. */
function endOf({ status, usage }: JsonObject): ResponseEnd {
  if (status === 'failed' && !isObject(usage)) return { outcome: 'failed', status: 502, error: 'upstream_error' };
  return { outcome: 'completed', status: 200 };
}

const transcriptionSteps: ReadonlyMap<string, TranscriptionEvent['step']> = new Map([
  ['input_audio_buffer.speech_started', 'started'],
  ['input_audio_buffer.speech_stopped', 'stopped'],
  ['input_audio_buffer.cleared', 'cleared'],
  ['input_audio_buffer.committed', 'committed'],
  ['conversation.item.input_audio_transcription.delta', 'delta'],
  ['conversation.item.input_audio_transcription.segment', 'segment'],
  ['conversation.item.input_audio_transcription.completed', 'completed'],
  ['conversation.item.input_audio_transcription.failed', 'failed'],
]);

/** A position in the audio of a session; null if none is given. */
const millisecondsOf = (value: Json | undefined): number | null => (isBillable(value) ? value : null);

const transcriptionOf = (event: JsonObject, step: TranscriptionEvent['step']): Meaning => ({
  kind: 'transcription',
  step,
  itemId: heldId(event['item_id']) ?? '',
  part: typeof event['content_index'] === 'number' ? event['content_index'] : 0,
  text: stringOf(event['delta']) ?? stringOf(event['transcript']) ?? stringOf(event['text']) ?? '',
  at: millisecondsOf(event['audio_start_ms'] ?? event['audio_end_ms']),
  usage: readAudioUsage(event['usage']),
  isUnbelieved: doubtsOf(event['usage']).isUnbelieved === true,
});

function meaningOf(event: JsonObject): Meaning {
  const type = stringOf(event['type']) ?? '';
  const id = idOf(event);
  switch (type) {
    case 'response.created':
      return { kind: 'begun', id, eventId: heldId(event['event_id']), most: limitOf(objectOf(event['response'])) };
    case 'response.done':
      return { kind: 'done', id, meaning: readReport(event), end: endOf(objectOf(event['response'])) };
    case 'response.output_audio.delta':
    case 'response.audio.delta': {
      const audioTokens = ((stringOf(event['delta'])?.length ?? 0) * 0.75) / audioBytesOfToken;
      return { kind: 'output', id, text: '', audioTokens };
    }
    case 'session.created':
    case 'session.updated': {
      const transcriber = transcriberIn(objectOf(event['session']));
      return transcriber === undefined ? { kind: 'other' } : { kind: 'settings', transcriber };
    }
    case 'error': {
      const eventId = stringOf(objectOf(event['error'])['event_id']);
      // An error without an id is not about a response: every request for one has an id.
      return eventId === null ? { kind: 'other' } : { kind: 'refused', eventId };
    }
  }
  const step = transcriptionSteps.get(type);
  if (step !== undefined) return transcriptionOf(event, step);
  const text = textOf(event);
  return text === null ? { kind: 'other' } : { kind: 'output', id, text, audioTokens: 0 };
}

/** Errors in an event are treated like any other error of the upstream: private details are removed. */
function tidied(bytes: Buffer, event: JsonObject, tidy: Tidy): Buffer {
  const { type, error, response } = event;
  const { error: ofResponse, status_details: details } = objectOf(response);
  const { error: ofDetails } = objectOf(details);
  const reports = [error, ofResponse, ofDetails, !isObject(response) && response, !isObject(details) && details];
  const isReport = type === 'error' || reports.some(Boolean);
  // What is written twice has been read once.
  const isTwice = isReport ? findRepeated(bytes.toString()) !== null : hidesError(bytes, event);
  const plain = isTwice ? Buffer.from(JSON.stringify(event)) : bytes;
  if (!isReport) return plain;
  const flat = type === 'error' ? flatEdits(event, tidy) : {};
  const own = { ...flat, ...errorEdits(error, tidy), ...wordEdits({ response }, tidy) };
  return spliceMember(spliceJson(plain, own), 'response', (value) => {
    const changed = spliceJson(value, {
      ...errorEdits(ofResponse, tidy),
      ...wordEdits({ status_details: details }, tidy),
    });
    return spliceMember(changed, 'status_details', (stated) => spliceJson(stated, errorEdits(ofDetails, tidy)));
  });
}

const errorEdits = (error: Json | undefined, tidy: Tidy): Edits => {
  const own = publicError(error, tidy);
  return own === null ? {} : editsOf({ error: own });
};

/** What is null instead: members that should be objects, and are words with private details. */
const wordEdits = (members: JsonObject, { secrets }: Tidy): Edits =>
  editsOf(
    Object.fromEntries(
      Object.entries(members)
        .filter(([, value]) => !isObject(value) && !isTidyWord(value, secrets))
        .map(([name]) => [name, null]),
    ),
  );

/** The members of an event that is itself an error, apart from its `error`: only words without private details stay. */
const flatEdits = ({ error: _error, response: _response, ...words }: JsonObject, { secrets }: Tidy): Edits =>
  Object.fromEntries(
    Object.entries(words)
      .filter(([, word]) => !isTidyWord(word, secrets))
      .map(([name, word]) => [name, name === 'message' ? JSON.stringify(messageIn(word, secrets)) : null]),
  );

/** What is kept from the client, and what it gets instead. */
interface Tidy {
  readonly secrets: Secrets;
  readonly ids: Pick<EventIds, 'own'>;
}

/** An error with the client's own id of its event; null if it may stay unchanged. */
function publicError(error: Json | undefined, { secrets, ids }: Tidy): JsonObject | null {
  if (!error) return null;
  if (typeof error === 'string') return tidyError({ message: error }, secrets);
  if (!isObject(error)) return { message: messageIn(error, secrets) };
  const { event_id: id, ...rest } = error;
  const own = typeof id === 'string' ? ids.own(id) : undefined;
  if (typeof id !== 'string' || own === undefined) return tidyError(error, secrets);
  const message = stringOf(rest['message'])?.replaceAll(id, () => own ?? '');
  const restored = message === undefined ? rest : { ...rest, message };
  return { ...(tidyError(restored, secrets) ?? restored), event_id: own };
}

/** The error for the client; null if it may stay unchanged. Clients branch on session error codes, so tidy ones stay. */
function tidyError({ event_id: eventId = null, ...error }: JsonObject, secrets: Secrets): JsonObject | null {
  const isKept = (word: Json | undefined): word is string => typeof word === 'string' && isTidy(word, secrets);
  if (isTidyError(error, secrets) && (eventId === null || isKept(eventId))) return null;
  const kept = { type: error['type'], code: error['code'], param: error['param'], event_id: eventId };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, word]) => isKept(word))),
    message: messageIn(error['message'] ?? '', secrets),
  };
}

/** The message in whatever an upstream sent as one, or as an error. */
const messageIn = (message: Json | undefined, secrets: Secrets): string =>
  shownMessage(messageOf(message ?? '') ?? '', secrets);

/**
 * Reads a message of the upstream. Its bytes go to the client unchanged, except for errors, and for rate limits of the gateway's own
 * account, which go only if the provider's entry says so.
 *
 * @throws {GatewayError} `upstream_invalid` for a message that is not an event, or that contains the credential
 */
export function readServerEvent(
  { bytes, isBinary }: SocketMessage,
  tidy: Tidy,
  { forwardRateLimits }: Pick<Provider, 'forwardRateLimits'>,
): ServerEvent {
  const event: Json | undefined = isBinary ? undefined : parseJson(bytes);
  if (!isObject(event))
    throw new GatewayError(
      'upstream_invalid',
      'The upstream sent something that is not an event. The session has ended.',
    );
  const meaning = meaningOf(event);
  if (event['type'] === 'rate_limits.updated' && forwardRateLimits !== true) return { ...meaning, bytes: null };
  const sent = tidied(bytes, event, tidy);
  refuseCredential(sent, tidy.secrets);
  return { ...meaning, bytes: sent };
}

/** What follows the transcriptions of a session. */
interface Metered {
  readonly transcriber: Transcriber;
  readonly transcriptions: Transcriptions;
}

/** Applies an event to the holds. @returns why the session must end after it; null: it continues */
export async function meter(event: ServerEvent, holds: ResponseHolds, models: Metered): Promise<Refusal> {
  switch (event.kind) {
    case 'begun':
      return holds.begun(event.id, event.most, event.eventId);
    case 'output':
      holds.output(event.id, event.text, event.audioTokens);
      return null;
    case 'done':
      return holds.done(event.id, event.meaning, event.end);
    case 'settings':
      models.transcriber.confirm(event.transcriber);
      return null;
    case 'transcription': {
      const used = models.transcriptions.read(event);
      // Work of an unknown model is flagged, and priced as the session's.
      return used && holds.side(used);
    }
    case 'refused':
      holds.refused(event.eventId);
      return null;
    case 'other':
      return null;
  }
}
