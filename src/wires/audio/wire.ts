import { isObject, objectOf, stringOf, type Json } from '../../shared/json/json.ts';
import { isBillable, type Usage } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import type { Wire } from '../format.ts';
import {
  commentKeepalive,
  doneMarker,
  failureOf,
  openaiErrorEvent,
  textsOf,
  countOf,
  countsOutput,
  doubtsOf,
  hasBadCount,
  hasCount,
} from '../meters.ts';
import type { EventMeaning, StreamEvent } from '../wire.ts';

/**
 * Audio usage: tokens (audio ones separately), or seconds, rounded up.
 *
 * @returns null if there is none
 */
export function readAudioUsage(usage: Json | undefined): Usage | null {
  if (!isObject(usage)) return null;
  const { seconds } = usage;
  const whole = typeof seconds === 'number' && seconds >= 0 ? Math.ceil(seconds) : null;
  if (isBillable(whole)) return { audio_seconds: whole };
  if (!hasCount(usage, 'input_tokens') || hasBadCount(usage, 'output_tokens')) return null;
  const input = countOf(usage, 'input_tokens');
  const audio = Math.min(input, countOf(usage['input_token_details'], 'audio_tokens'));
  return {
    input_tokens: input - audio,
    ...(countsOutput(usage, 'output_tokens') && { output_tokens: countOf(usage, 'output_tokens') }),
    ...(audio > 0 && { input_audio_tokens: audio }),
  };
}

/** Members of which an event has at least one, besides `type`; `choices` if an upstream streams chunks of its own. */
const envelope = ['delta', 'text', 'audio', 'usage', 'choices'] as const;

/** Events with output that no text estimates: sound, and what one speaker said, which deltas may repeat. */
const soundEvents: ReadonlySet<string> = new Set(['speech.audio.delta', 'transcript.text.segment']);

function readEvent(event: StreamEvent): EventMeaning {
  if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
  const failure = failureOf(event, envelope);
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
  const { output_tokens, ...rest } = usage;
  return { ...rest, output_audio_tokens: output_tokens };
}

/** `POST /audio/speech`, `/audio/transcriptions`, `/audio/translations`. */
export const audio: Wire = {
  id: 'audio',
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens', 'characters', 'audio_seconds'],
  meter: {
    answerMembers: ['text'],
    isAnswer: ({ members }) => typeof members['text'] === 'string',
    hasBytes: true,
    usageMembers: ['usage', 'duration'],
    readUsage: ({ members }) => readAudioUsage(members['usage']) ?? readAudioUsage({ seconds: members['duration'] }),
    outputMembers: ['text'],
    readOutput: ({ members }) => textsOf(members, ['text']),
    readEvent,
  },
  writeFault: openaiErrorEvent,
  keepalive: commentKeepalive,
};
