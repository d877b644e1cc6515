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

/** Input tokens of all kinds together. */
export const inputOf = (usage: Usage): number => inputKinds.reduce((sum, kind) => sum + (usage[kind] ?? 0), 0);

/** The kinds of input of a usage. A count of text is always there. */
export const inputAlone = (usage: Usage): Usage => ({
  input_tokens: 0,
  ...Object.fromEntries(inputKinds.flatMap((kind) => (usage[kind] === undefined ? [] : [[kind, usage[kind]]]))),
});

/** Adds two usages. Kinds that neither has stay absent. */
export function addUsage(one: Usage, other: Usage): Usage {
  const sum: Partial<Record<UnitKind, number>> = { ...one };
  for (const kind of unitKinds) if (other[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + other[kind];
  return sum;
}

/** Adds units seen in events to a report; most calls have none. */
export function withSeen(report: Usage, units: Usage | null): Usage {
  if (units === null) return report;
  const all: Partial<Record<UnitKind, number>> = { ...report };
  for (const kind of unitKinds) if (units[kind] !== undefined) all[kind] = Math.max(all[kind] ?? 0, units[kind]);
  return all;
}

/**
 * Replaces an earlier report with a later one. The tokens of the earlier one are dropped, unless the later one is an update, which
 * leaves out the kinds that stay as they are. Runs of tools are kept.
 *
 * An update that does not separate written tokens by their lifetime counts both lifetimes together, so what is known to live for an
 * hour is taken out of it.
 */
export function overlaid(before: Usage | null, report: Usage, isUpdate: boolean): Usage {
  if (before === null) return report;
  if (!isUpdate) return { ...withoutTokens(before), ...report };
  const hour = before.cache_write_1h_tokens ?? 0;
  const merged = { ...before, ...report };
  if (hour === 0 || report.cache_write_tokens === undefined || report.cache_write_1h_tokens !== undefined)
    return merged;
  return { ...merged, cache_write_tokens: Math.max(0, report.cache_write_tokens - hour) };
}

function withoutTokens(usage: Usage): Usage {
  const rest: Partial<Record<UnitKind, number>> = { ...usage };
  for (const kind of [...inputKinds, ...outputKinds]) delete rest[kind];
  return rest;
}

/** What is left of a guess after units are known: where one of two pictures is complete, half of it. */
export function withoutKnown(guess: Usage, known: Usage): Usage {
  for (const kind of unitKinds) {
    const [guessed, added] = [guess[kind] ?? 0, known[kind] ?? 0];
    if (guessed === 0 || added === 0) continue;
    const left = guessed - added;
    if (left <= 0) return {};
    return Object.fromEntries(Object.entries(guess).map(([each, amount]) => [each, (amount * left) / guessed]));
  }
  return guess;
}

/** True if no kind of input was counted, such as by a stream of messages that reports only at its end. */
export const lacksInput = (usage: Usage): boolean =>
  usage.input_tokens === undefined && inputKinds.every((kind) => usage[kind] === undefined);

/** True if a kind of output was counted. */
export const hasOutput = (usage: Usage): boolean => outputKinds.some((kind) => usage[kind] !== undefined);

/** True if input was counted, but no kind of output. That is 0 for an answer without output, and unknown for any other. */
export const lacksOutput = (usage: Usage): boolean => !lacksInput(usage) && !hasOutput(usage);

/** Where a provider counts reasoning tokens: as part of the output tokens, or separately. */
export type ReasoningPlace = 'included' | 'separate';

/** The source of a call's usage. `partial`: the upstream's own count for a stream that broke. */
export type UsageSource = 'upstream' | 'partial' | 'estimate' | 'none';

/** The largest quantity of one kind for one call. Larger reports are rejected. */
export const largestQuantity = 1_000_000_000_000;

/** True for a count that may be billed: an integer from 0 to 10¹². */
export const isBillable = (count: unknown): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= largestQuantity;

/** What the gateway itself saw of a call's use, for an upstream that reports none, or an impossible one. */
export interface Measure {
  /** Units that are counted, not guessed: characters to be spoken, seconds of a recording. */
  readonly units: Usage;
  /** A guess of the use in tokens, if the Product prices none of the units. */
  readonly tokens: Usage;
  /** Units in which the use can be charged if the Product prices neither those units nor tokens, so that it is never free by accident. */
  readonly instead?: Usage;
  /** The largest plausible report, by kind; an absent kind has no bound. */
  readonly most: Usage;
  /** What is charged if a report is larger than that; absent: the same as if there is none. */
  readonly longest?: Pick<Measure, 'units' | 'tokens' | 'instead'>;
}

/** Counts the Unicode characters of a text: a surrogate pair is one character. */
export function charactersOf(text: string): number {
  let characters = text.length;
  // Nearly all texts have no pair, and the regular expression finds that quickly.
  if (!/[\ud800-\udbff]/.test(text)) return characters;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    characters -= 1;
    at += 1;
  }
  return characters;
}
