import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { Usage } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import { commentKeepalive, countOf, doubtsOf, hasBadCount, hasCount, openaiErrorEvent, textsOf } from '../meters.ts';
import type { EventMeaning, StreamEvent } from '../wire.ts';

/** The details of a total: of text and audio, and what of each was read from a cache. */
const audioOf = (details: Json | undefined): number => countOf(details, 'audio_tokens');

/**
 * Usage of one response as kinds that do not overlap. Its input contains audio and cached tokens, and the cached ones contain
 * audio again. A host that does not say what was cached is taken at the text first, whose cached price is the lower one.
 *
 * @returns null when it is no usage: absent, or without a count that may be billed
 */
export function readRealtimeUsage(usage: Json | undefined): Usage | null {
  if (!isObject(usage) || !hasCount(usage, 'input_tokens') || hasBadCount(usage, 'output_tokens')) return null;
  const details = usage['input_token_details'];
  const input = countOf(usage, 'input_tokens');
  const audio = Math.min(input, audioOf(details));
  const text = input - audio;
  const cached = Math.min(input, countOf(details, 'cached_tokens'));
  const split = objectOf(details)['cached_tokens_details'];
  const cachedText = Math.min(text, isObject(split) ? cached - Math.min(cached, audioOf(split)) : cached);
  const cachedAudio = Math.min(audio, cached - cachedText);
  const output = Math.max(countOf(usage, 'output_tokens'), countOf(usage, 'total_tokens') - input);
  const audioOut = Math.min(output, audioOf(usage['output_token_details']));
  return {
    input_tokens: text - cachedText,
    output_tokens: output - audioOut,
    ...(cachedText > 0 && { cached_input_tokens: cachedText }),
    ...(audio > cachedAudio && { input_audio_tokens: audio - cachedAudio }),
    ...(cachedAudio > 0 && { cached_input_audio_tokens: cachedAudio }),
    ...(audioOut > 0 && { output_audio_tokens: audioOut }),
  };
}

/** Events that put out text: words, what is spoken in words, arguments of tools. The beta API has other names for some. */
const textEvents: ReadonlySet<string> = new Set([
  'response.output_text.delta',
  'response.text.delta',
  'response.output_audio_transcript.delta',
  'response.audio_transcript.delta',
  'response.function_call_arguments.delta',
  'response.mcp_call_arguments.delta',
]);

function readEvent({ data }: StreamEvent): EventMeaning {
  const event: JsonObject = objectOf(data);
  const type = stringOf(event['type']) ?? '';
  if (textEvents.has(type)) return { output: textsOf(event, ['delta']) };
  if (type !== 'response.done') return {};
  const reported = objectOf(event['response'])['usage'];
  const usage = readRealtimeUsage(reported);
  return { ...(usage && { usage }), ...doubtsOf(reported), end: 'last' };
}

/** Events of a realtime session. Each response of it is metered as a call. */
export const realtime: Wire = {
  id: 'realtime',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens'],
  meter: {
    answerMembers: ['type'],
    usageMembers: [],
    readUsage: () => null,
    outputMembers: [],
    readOutput: () => '',
    readEvent,
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
