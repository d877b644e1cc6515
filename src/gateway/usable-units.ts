import type { DialectId } from '../dialects/dialect.ts';
import { unitKinds, type UnitKind, type Usage } from '../shared/usage.ts';

const text: readonly UnitKind[] = ['input_tokens', 'output_tokens'];
const inputAlone: readonly UnitKind[] = ['input_tokens'];

/** Kinds that are not uses of a tool. */
const plainKinds: ReadonlySet<UnitKind> = new Set([
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'output_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'characters',
  'audio_seconds',
  'requests',
]);

/** What a tool that the provider runs may be counted in, whichever it is: pictures that it draws, searches that it makes. */
const toolKinds = unitKinds.filter((kind) => !plainKinds.has(kind));

/** So many uses of such tools, in every kind that they may be counted in. */
export const toolUsage = (uses: number): Usage =>
  uses === 0 ? {} : Object.fromEntries(toolKinds.map((kind) => [kind, uses]));

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
