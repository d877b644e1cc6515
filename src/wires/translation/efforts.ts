import type { LossList } from './writing.ts';
import type { Given, ReasoningRequest } from './settings.ts';

/** Efforts, weakest first. */
const ranks = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const rankOf = (effort: string): number => ranks.findIndex((each) => each === effort);

/** The effort that is closest to a budget of tokens. */
const effortOfBudget = (tokens: number): string => (tokens <= 2_048 ? 'low' : tokens <= 8_192 ? 'medium' : 'high');

/** Tokens for thinking, by effort. */
const budgets: Readonly<Record<string, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 32_768,
  max: 65_536,
};

/** The fewest tokens that a budget may have. */
const leastBudget = 1_024;

/** The fewest tokens that are left for the answer. */
const leastAnswer = 512;

/** A budget for an effort: at most half the limit of the output, because the answer counts towards it too; null if the limit is too low for both. */
export function budgetFor(effort: string, limit: number): number | null {
  if (limit < leastBudget + leastAnswer) return null;
  return Math.min(budgets[effort] ?? 8_192, Math.max(leastBudget, Math.floor(limit / 2)));
}

/** The closest effort of a list; of two, the weaker one. An unknown word stays, because the upstream may know it. */
function closest(effort: string, efforts: readonly string[]): string | null {
  const rank = rankOf(effort);
  if (efforts.includes(effort) || rank === -1) return effort;
  const [nearest] = efforts
    .filter((each) => rankOf(each) !== -1)
    .toSorted((one, other) => Math.abs(rankOf(one) - rank) - Math.abs(rankOf(other) - rank));
  return nearest ?? null;
}

/** An effort that the target accepts; null if it accepts none. A change is reported. */
export function effortFor(given: Given<string>, efforts: readonly string[], losses: LossList): string | null {
  const found = efforts.length === 0 ? null : closest(given.value, efforts);
  if (found === null && given.value !== 'none') losses.add('effort-none', given.path);
  if (found !== null && found !== given.value) losses.add('effort-other', given.path, `${given.value} → ${found}`);
  return found;
}

/** Reports an effort in a request that turns thinking off. */
export function noteIdleEffort({ mode, effort }: ReasoningRequest, losses: LossList): void {
  if (mode?.value.kind === 'off' && effort && effort.value !== 'none') losses.add('effort-off', effort.path);
}

/** What a request says about thinking, as an effort, for formats that have nothing else. Of effort and budget, the effort counts. */
export function requestedEffort(reasoning: ReasoningRequest, losses: LossList): Given<string> | null {
  const { mode, effort } = reasoning;
  noteIdleEffort(reasoning, losses);
  if (mode?.value.kind === 'off') return { value: 'none', path: mode.path };
  if (mode?.value.kind !== 'budget') return effort;
  const value = effort?.value ?? effortOfBudget(mode.value.tokens);
  losses.add('budget-effort', mode.path, `${mode.value.tokens} tokens → ${value}`);
  return effort ?? { value, path: mode.path };
}
