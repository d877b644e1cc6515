/**
 * The kinds of unit a call can be billed in. Kinds never overlap: cached input is not also `input_tokens`,
 * audio tokens are not also text tokens. Every wire format's `read-usage` makes it so.
 */
export const unitKinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'output_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'characters',
  'audio_seconds',
  'images',
  'web_searches',
  'web_fetches',
  'file_searches',
  'code_sessions',
  'requests',
] as const;

export type UnitKind = (typeof unitKinds)[number];

/** Quantities by kind: integers from 0 to 10¹². A kind that is absent was not used (or not reported). */
export type Usage = Readonly<Partial<Record<UnitKind, number>>>;

/** The sum of two usages, kind by kind; a kind that neither has stays absent. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Partial<Record<UnitKind, number>> = { ...one };
  for (const kind of unitKinds) if (other[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + other[kind];
  return sum;
}

/** Where a host counts the tokens of reasoning: in its count of the output, or beside it. */
export type ReasoningPlace = 'included' | 'separate';

/** Where the figures of a call's usage come from; `partial`: the upstream's own count of a stream that broke. */
export type UsageSource = 'upstream' | 'partial' | 'estimate' | 'none';

/** The largest quantity of one kind that one call may report; above it the report is not believed. */
export const largestQuantity = 1_000_000_000_000;

/** True for a count that may be billed: an integer from 0 to 10¹². */
export const isBillable = (count: unknown): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= largestQuantity;
