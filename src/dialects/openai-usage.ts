import { isObject, type Json } from '../shared/json.ts';
import type { Usage } from '../shared/usage.ts';
import { countOf, hasBadCount, hasCount } from './billable.ts';

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

/**
 * Spec A's usage object as kinds that do not overlap. Its input contains the cached, the written and the audio
 * tokens, so these are taken out. Where the upstream's own total says more than its parts (some leave reasoning out
 * of the completion), the rest is output.
 *
 * @returns null when it is no usage: absent, or without a count that may be billed
 */
const readTokens =
  (names: Names) =>
  (usage: Json | undefined): Usage | null => {
    if (!isObject(usage) || !hasCount(usage, names.input) || hasBadCount(usage, names.output)) return null;
    const input = countOf(usage, names.input);
    const read = Math.max(countOf(usage[names.inputDetails], 'cached_tokens'), countOf(usage, cacheHits));
    const cached = Math.min(input, read);
    const written = Math.min(input - cached, countOf(usage[names.inputDetails], 'cache_write_tokens'));
    const audioIn = Math.min(input - cached - written, countOf(usage[names.inputDetails], 'audio_tokens'));
    const output = Math.max(countOf(usage, names.output), countOf(usage, 'total_tokens') - input);
    const audioOut = Math.min(output, countOf(usage[names.outputDetails], 'audio_tokens'));
    return {
      input_tokens: input - cached - written - audioIn,
      output_tokens: output - audioOut,
      ...(cached > 0 && { cached_input_tokens: cached }),
      ...(written > 0 && { cache_write_tokens: written }),
      ...(audioIn > 0 && { input_audio_tokens: audioIn }),
      ...(audioOut > 0 && { output_audio_tokens: audioOut }),
    };
  };

/** `prompt_tokens` and `completion_tokens`: chat completions, completions, embeddings. */
export const readChatUsage = readTokens(chatNames);

/** `input_tokens` and `output_tokens`: responses, images. */
export const readResponsesUsage = readTokens(responsesNames);
