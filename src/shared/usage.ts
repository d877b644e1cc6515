/**
 * The kinds of units that calls are billed in. Kinds never overlap: cached input is not also `input_tokens`, and audio tokens are
 * not also text tokens. The `usage.ts` of every wire format ensures this.
 */
export const unitKinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'output_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'cached_input_audio_tokens',
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

/** What tokens of input may be billed as. */
export const inputKinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'input_audio_tokens',
  'cached_input_audio_tokens',
] as const satisfies readonly UnitKind[];

/** What tokens of output may be billed as. */
export const outputKinds = ['output_tokens', 'output_audio_tokens'] as const satisfies readonly UnitKind[];

/** Quantities by kind: integers from 0 to 10¹². An absent kind was not used or not reported. */
export type Usage = Readonly<Partial<Record<UnitKind, number>>>;

/** Adds two usages. Kinds that neither has stay absent. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Partial<Record<UnitKind, number>> = { ...one };
  for (const kind of unitKinds) if (other[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + other[kind];
  return sum;
}

/** Where a provider counts reasoning tokens: as part of the output tokens, or separately. */
export type ReasoningPlace = 'included' | 'separate';

/** The source of a call's usage. `partial`: the upstream's own count for a stream that broke. */
export type UsageSource = 'upstream' | 'partial' | 'estimate' | 'none';

/** The largest quantity of one kind for one call. Larger reports are rejected. */
export const largestQuantity = 1_000_000_000_000;

/** True for a count that may be billed: an integer from 0 to 10¹². */
export const isBillable = (count: unknown): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= largestQuantity;
