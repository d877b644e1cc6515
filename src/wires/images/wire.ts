import { objectOf, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, doneMarker, failureOf, openaiErrorEvent, doubtsOf, readResponsesUsage } from '../meters.ts';
import type { EventMeaning, StreamEvent } from '../wire.ts';

/** Members of which an event has at least one, besides `type`. */
const envelope = ['b64_json', 'url', 'data', 'usage'] as const;

/** Tokens of an image of 1,024 by 1,024 pixels by quality, and of each preview, from the vendor's price table. */
const tokensByQuality: Readonly<Record<string, number>> = { low: 272, medium: 1_056, high: 4_160 };
const usualPixels = 1_048_576;
const previewTokens = 100;

/** Tokens of an image as its event or its answer describes it. */
function tokensOf({ quality, size }: JsonObject): number {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(stringOf(size) ?? '') ?? [];
  const share = width === undefined || height === undefined ? 1 : (Number(width) * Number(height)) / usualPixels;
  return (tokensByQuality[stringOf(quality) ?? ''] ?? tokensByQuality['medium'] ?? 0) * share;
}

/** What a preview counts for: itself, and the first one for the whole image too, because most of the work is done by then. */
function readPreview(event: JsonObject): EventMeaning {
  const { partial_image_index: index } = event;
  const isLater = typeof index === 'number' && index > 0;
  return {
    ...(!isLater && { guess: { images: 1, output_tokens: tokensOf(event) } }),
    ...(typeof index !== 'number' && { isRepeatedGuess: true }),
    lastingGuess: { output_tokens: previewTokens },
  };
}

/** A preview is output too; each completed image is one, and nothing marks the last. */
function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = failureOf(event, envelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (type.endsWith('.partial_image')) return readPreview(data);
  if (!type.endsWith('.completed')) return {};
  const usage = readResponsesUsage(data['usage']);
  const counted = usage === null ? { lastingGuess: { output_tokens: tokensOf(data) } } : { usage };
  return { ...counted, ...doubtsOf(data['usage']), adds: { images: 1 }, completes: [null] };
}

/** `POST /images/…`: tokens if the model counts them, and always the number of images. */
export const images: Wire = {
  id: 'images',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens', 'images'],
  meter: {
    answerMembers: ['data'],
    isAnswer: ({ members }) => Array.isArray(members['data']),
    usageMembers: ['usage', 'quality', 'size'],
    readUsage: ({ members, dataLength }) => ({ ...readResponsesUsage(members['usage']), images: dataLength }),
    readGuess: ({ members, dataLength }, request) => ({
      output_tokens: dataLength * tokensOf({ ...request, ...members }),
    }),
    outputMembers: [],
    readOutput: () => '',
    readEvent,
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
