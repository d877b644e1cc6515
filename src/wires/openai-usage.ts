import { isObject, type Json, type JsonObject } from '../shared/json/json.ts';
import type { ReasoningPlace, Usage } from '../shared/usage.ts';
import { countOf, hasBadCount, hasCount, isUnbelieved } from './counts.ts';
import type { EventMeaning } from './wire.ts';
import { toolRunsOf } from './tool-runs.ts';

/** How the two generations of the API name the same figures. */
interface Names {
  readonly input: string;
  readonly inputDetails: string;
  readonly output: string;
  readonly outputDetails: string;
}

const chatNames: Names = {
  input: 'prompt_tokens',
  inputDetails: 'prompt_tokens_details',
  output: 'completion_tokens',
  outputDetails: 'completion_tokens_details',
};

const responsesNames: Names = {
  input: 'input_tokens',
  inputDetails: 'input_tokens_details',
  output: 'output_tokens',
  outputDetails: 'output_tokens_details',
};

/** What a compatible vendor says beside the details, or instead of them: input that was read from its cache. */
const cacheHits = 'prompt_cache_hit_tokens';

/** Tokens of reasoning: in the details, or beside the totals. */
const reasoningOf = (usage: JsonObject, { outputDetails }: Names): number =>
  Math.max(countOf(usage[outputDetails], 'reasoning_tokens'), countOf(usage, 'reasoning_tokens'));

interface Tokens {
  /** Text and all else that is not counted apart. */
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly audio: number;
}

/** The input of a usage object. Some hosts count audio beside the prompt, which shows where it is more than all of it. */
function inputOf(usage: JsonObject, names: Names): Tokens {
  const details = usage[names.inputDetails];
  const whole = countOf(usage, names.input);
  const cached = Math.min(whole, Math.max(countOf(details, 'cached_tokens'), countOf(usage, cacheHits)));
  const written = Math.min(whole - cached, countOf(details, 'cache_write_tokens'));
  const text = whole - cached - written;
  const audio = countOf(details, 'audio_tokens');
  if (audio > whole) return { input: text, cached, written, audio };
  const transcript = Math.min(text, audio);
  return { input: text - transcript, cached, written, audio: transcript };
}

/** Output tokens, those of reasoning included. Where the upstream's own total says more than its parts, the rest is output. */
function outputOf(usage: JsonObject, names: Names, place: ReasoningPlace | null): number {
  const { input, cached, written, audio } = inputOf(usage, names);
  const said = countOf(usage, names.output) + (place === 'separate' ? reasoningOf(usage, names) : 0);
  return Math.max(said, countOf(usage, 'total_tokens') - input - cached - written - audio);
}

/**
 * Spec A's usage object as kinds that do not overlap. Its input contains the cached, the written and the audio
 * tokens, so these are taken out.
 *
 * @returns null when it is no usage: absent, or without a count that may be billed
 */
const readTokens =
  (names: Names) =>
  (usage: Json | undefined, place: ReasoningPlace | null = null): Usage | null => {
    if (!isObject(usage) || !hasCount(usage, names.input) || hasBadCount(usage, names.output)) return null;
    const { input, cached, written, audio } = inputOf(usage, names);
    const output = outputOf(usage, names, place);
    const audioOut = Math.min(output, countOf(usage[names.outputDetails], 'audio_tokens'));
    return {
      input_tokens: input,
      output_tokens: output - audioOut,
      ...(cached > 0 && { cached_input_tokens: cached }),
      ...(written > 0 && { cache_write_tokens: written }),
      ...(audio > 0 && { input_audio_tokens: audio }),
      ...(audioOut > 0 && { output_audio_tokens: audioOut }),
      ...toolRunsOf(usage),
    };
  };

/**
 * True where a usage object counts more reasoning than output and nobody has said how its host counts: then either the
 * reasoning is counted by another tokenizer, or it is left out of the output and has to be paid on top.
 */
export const isUnclear = (usage: Json | undefined, place: ReasoningPlace | null = null): boolean =>
  place === null &&
  isObject(usage) &&
  [chatNames, responsesNames].some(
    (names) => hasCount(usage, names.input) && reasoningOf(usage, names) > outputOf(usage, names, null),
  );

/** What an event means beside its usage, where that is in doubt. */
export const doubtsOf = (
  usage: Json | undefined,
  place: ReasoningPlace | null = null,
): Pick<EventMeaning, 'isUnbelieved' | 'isUnclear'> => ({
  ...(isUnbelieved(usage) && { isUnbelieved: true }),
  ...(isUnclear(usage, place) && { isUnclear: true }),
});

/** `prompt_tokens` and `completion_tokens`: chat completions, completions, embeddings. */
export const readChatUsage = readTokens(chatNames);

/** `input_tokens` and `output_tokens`: responses, images. */
export const readResponsesUsage = readTokens(responsesNames);
