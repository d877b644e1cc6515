import { isObject, type Json, type JsonObject, objectOf, stringOf } from '../shared/json/json.ts';
import { inputAlone, isBillable, type Usage } from '../shared/usage.ts';
import { chatCompletions } from './chat-completions/wire.ts';
import { completions } from './completions.ts';
import { converse } from './converse/wire.ts';
import { readFacts } from './facts.ts';
import type { Wire, Wires } from './wire.ts';
import { gemini } from './gemini/wire.ts';
import { messages, messagesFailure, messagesMeter, pingKeepalive, writeMessagesFault } from './messages/wire.ts';
import {
  doneMarker,
  doubtsOf,
  failureOf,
  openaiBase,
  readChatUsage,
  readResponsesUsage,
  textsOf,
} from './read-usage.ts';
import { responses } from './responses/wire.ts';
import type { AnswerMeter, EventMeaning, StreamEvent } from './meter.ts';

/** Answers that say nothing about usage: each counts as one request. */
const opaqueMeter: AnswerMeter = {
  answerMembers: ['id', 'data'],
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
};

/** Calls without a format of their own: voices, files, batches. */
const opaque: Wire = {
  ...openaiBase,
  id: 'none',
  units: [],
  meter: opaqueMeter,
};

/** `POST /embeddings`: input only, never streamed. */
const embeddings: Wire = {
  ...openaiBase,
  id: 'embeddings',
  units: ['input_tokens'],
  meter: {
    ...opaqueMeter,
    answerMembers: ['data'],
    isAnswer: ({ members }) => Array.isArray(members['data']),
    usageMembers: ['usage'],
    readUsage: ({ members }) => {
      const usage = readChatUsage(members['usage']);
      return usage && inputAlone(usage);
    },
  },
};

/** `POST /moderations`: one request, and the tokens of its input if the host reports them. */
const moderations: Wire = {
  ...openaiBase,
  id: 'moderations',
  units: ['input_tokens'],
  meter: {
    ...opaqueMeter,
    answerMembers: ['results'],
    isAnswer: ({ members }) => Array.isArray(members['results']),
    usageMembers: ['usage'],
    readUsage: ({ members }) => {
      const usage = readChatUsage(members['usage']);
      return usage ? inputAlone(usage) : { requests: 1 };
    },
  },
};

/** `POST /v1/messages/count_tokens`: what it counts is its answer, not its bill. */
const countTokens: Wire = {
  id: 'count-tokens',
  facts: readFacts({}),
  units: [],
  meter: {
    ...opaqueMeter,
    answerMembers: ['input_tokens'],
    isAnswer: ({ members }) => typeof members['input_tokens'] === 'number',
  },
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
};

/** Members of which an event has at least one, besides `type`. */
const imageEnvelope = ['b64_json', 'url', 'data', 'usage'] as const;

/** Tokens of an image of 1,024 by 1,024 pixels by quality, and of each preview, from the vendor's price table. */
const tokensByQuality: Readonly<Record<string, number>> = { low: 272, medium: 1_056, high: 4_160 };
const usualPixels = 1_048_576;
const previewTokens = 100;

/** Tokens of an image as its event or its answer describes it. */
function imageTokensOf({ quality, size }: JsonObject): number {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(stringOf(size) ?? '') ?? [];
  const share = width === undefined || height === undefined ? 1 : (Number(width) * Number(height)) / usualPixels;
  return (tokensByQuality[stringOf(quality) ?? ''] ?? tokensByQuality['medium'] ?? 0) * share;
}

/** What a preview counts for: itself, and the first one for the whole image too, because most of the work is done by then. */
function readPreview(event: JsonObject): EventMeaning {
  const { partial_image_index: index } = event;
  const isLater = typeof index === 'number' && index > 0;
  return {
    ...(!isLater && { guess: { images: 1, output_tokens: imageTokensOf(event) } }),
    ...(typeof index !== 'number' && { isRepeatedGuess: true }),
    lastingGuess: { output_tokens: previewTokens },
  };
}

/** A preview is output too; each completed image is one, and nothing marks the last. */
function readImageEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = failureOf(event, imageEnvelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (type.endsWith('.partial_image')) return readPreview(data);
  if (!type.endsWith('.completed')) return {};
  const usage = readResponsesUsage(data['usage']);
  const counted = usage === null ? { lastingGuess: { output_tokens: imageTokensOf(data) } } : { usage };
  return { ...counted, ...doubtsOf(data['usage']), adds: { images: 1 }, completes: [null] };
}

/** `POST /images/…`: tokens if the model counts them, and always the number of images. */
const images: Wire = {
  ...openaiBase,
  id: 'images',
  units: ['input_tokens', 'output_tokens', 'images'],
  meter: {
    ...opaqueMeter,
    answerMembers: ['data'],
    isAnswer: ({ members }) => Array.isArray(members['data']),
    usageMembers: ['usage', 'quality', 'size'],
    readUsage: ({ members, dataLength }) => ({ ...readResponsesUsage(members['usage']), images: dataLength }),
    readGuess: ({ members, dataLength }, request) => ({
      output_tokens: dataLength * imageTokensOf({ ...request, ...members }),
    }),
    readEvent: readImageEvent,
  },
};

/**
 * Audio usage: tokens (audio ones separately), seconds, rounded up, or both, which measure the same.
 *
 * @returns null if there is none
 */
export function readAudioUsage(usage: Json | undefined): Usage | null {
  if (!isObject(usage)) return null;
  // Mistral's name has the longer form.
  const seconds = usage['seconds'] ?? usage['prompt_audio_seconds'];
  const whole = typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds) : null;
  const tokens = readResponsesUsage(usage);
  return isBillable(whole) ? { audio_seconds: whole, ...tokens } : tokens;
}

/** Members of which an event has at least one, besides `type`; `choices` if an upstream streams chunks of its own. */
const audioEnvelope = ['delta', 'text', 'audio', 'usage', 'choices'] as const;

/** Events with output that no text estimates: sound, and what one speaker said, which deltas may repeat. */
const soundEvents: ReadonlySet<string> = new Set(['speech.audio.delta', 'transcript.text.segment']);

function readAudioEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = failureOf(event, audioEnvelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (type === 'transcript.text.delta') return { output: textsOf(data, ['delta']) };
  if (soundEvents.has(type)) return { adds: {} };
  if (type !== 'transcript.text.done' && type !== 'speech.audio.done') return {};
  const read = readAudioUsage(data['usage']);
  const usage = type === 'speech.audio.done' ? spoken(read) : read;
  return { ...(usage && { usage }), ...doubtsOf(data['usage']), end: 'last' };
}

/** The usage of speech: all of its output is sound. */
function spoken(usage: Usage | null): Usage | null {
  if (usage?.output_tokens === undefined) return usage;
  const { output_tokens, output_audio_tokens = 0, ...rest } = usage;
  return { ...rest, output_audio_tokens: output_audio_tokens + output_tokens };
}

/** `POST /audio/speech`, `/audio/transcriptions`, `/audio/translations`. */
const audio: Wire = {
  ...openaiBase,
  id: 'audio',
  units: ['input_tokens', 'output_tokens', 'characters', 'audio_seconds'],
  meter: {
    answerMembers: ['text'],
    isAnswer: ({ members }) => typeof members['text'] === 'string',
    hasBytes: true,
    usageMembers: ['usage', 'duration'],
    readUsage: ({ members }) => readAudioUsage(members['usage']) ?? readAudioUsage({ seconds: members['duration'] }),
    outputMembers: ['text'],
    readOutput: ({ members }) => textsOf(members, ['text']),
    readEvent: readAudioEvent,
  },
};

const completionOf = (holder: Json): string => textsOf(holder, ['completion']);

function readCompletionEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = messagesFailure(event, ['completion']);
  if (failure) return failure;
  const data = objectOf(event.data);
  if (typeof data['completion'] !== 'string') return messagesMeter.readEvent(event);
  return { output: completionOf(data), ...(data['stop_reason'] ? { completes: [0] } : {}) };
}

/** `POST /v1/complete`, the text completion of old: it reports no usage. */
const textCompletions: Wire = {
  id: 'text-completions',
  facts: readFacts({ outputLimits: ['max_tokens_to_sample'] }),
  units: ['input_tokens', 'output_tokens'],
  meter: {
    answerMembers: ['completion'],
    isAnswer: ({ members }) => typeof members['completion'] === 'string',
    usageMembers: [],
    readUsage: () => null,
    outputMembers: ['completion'],
    readOutput: ({ members }) => completionOf(members),
    readEvent: readCompletionEvent,
  },
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
};

/** Every wire format. A format that the documents name and that is missing here does not compile. */
export const wires: Wires = {
  none: opaque,
  'chat-completions': chatCompletions,
  completions,
  responses,
  embeddings,
  moderations,
  images,
  audio,
  messages,
  'text-completions': textCompletions,
  'count-tokens': countTokens,
  gemini,
  converse,
};
