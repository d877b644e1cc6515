import type { DialectId } from '../dialects/dialect.ts';
import type { UnitKind, Usage } from '../shared/usage.ts';

const text: readonly UnitKind[] = ['input_tokens', 'output_tokens'];
const inputAlone: readonly UnitKind[] = ['input_tokens'];

/** What calls of each format can be counted in. */
const usableUnits: Readonly<Record<DialectId | 'none', readonly UnitKind[]>> = {
  'openai-chat': text,
  'openai-completions': text,
  'openai-responses': text,
  'openai-embeddings': inputAlone,
  'openai-moderations': inputAlone,
  'openai-images': [...text, 'images'],
  'openai-audio': [...text, 'characters', 'audio_seconds'],
  'anthropic-messages': text,
  'anthropic-complete': text,
  'anthropic-count-tokens': [],
  none: [],
};

/**
 * Of the most that could be used, what calls of a format can be counted in, and their requests: credit that is set aside for
 * anything else would refuse calls for what they cannot cost.
 *
 * @param dialect null where nobody knows it: everything
 */
export function usableOf(most: Usage, dialect: DialectId | 'none' | null): Usage {
  if (dialect === null) return most;
  const usable: Partial<Record<UnitKind, number>> = { requests: most.requests ?? 1 };
  for (const kind of usableUnits[dialect]) usable[kind] = most[kind] ?? 0;
  return usable;
}
