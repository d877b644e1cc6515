import type { Placed, TurnWireId } from './parts.ts';
import type { LossList } from './writing.ts';

/** A setting as the caller sent it. */
export interface Given<T> {
  readonly value: T;
  /** Its path in the caller's body: `tool_choice.disable_parallel_tool_use`. */
  readonly path: string;
}

export interface FunctionTool extends Placed {
  readonly type: 'function';
  readonly name: string;
  readonly description: string | null;
  /** JSON text; null: no parameters. */
  readonly schema: string | null;
  /** Null: the format's own default, which is true only in Responses. */
  readonly strict: Given<boolean> | null;
}

/** A tool that accepts free text. */
export interface CustomTool extends Placed {
  readonly type: 'custom';
  readonly name: string;
  readonly description: string | null;
  /** JSON text of the format; null: any text. */
  readonly format: string | null;
}

/** The web search of the provider. */
export interface SearchTool extends Placed {
  readonly type: 'search';
  readonly allowedDomains: readonly string[] | null;
  readonly blockedDomains: readonly string[] | null;
  readonly maxUses: number | null;
  /** `low`, `medium`, `high`. */
  readonly contextSize: string | null;
  /** JSON text of city, country, region and timezone. */
  readonly location: string | null;
}

/** The provider's container for running code. */
export interface CodeTool extends Placed {
  readonly type: 'code';
}

/** A tool that only one format has. */
interface OtherTool extends Placed {
  readonly type: 'other';
  readonly wire: TurnWireId;
  readonly kind: string;
  readonly raw: string;
}

export type Tool = FunctionTool | CustomTool | SearchTool | CodeTool | OtherTool;

/** Some of the tools. */
export interface AllowedTools {
  readonly kind: 'allowed';
  readonly mode: 'auto' | 'any';
  /** Names of the caller's tools. */
  readonly names: readonly string[];
  /** The provider's own tools: `search`, `code`, or the format's name; null: the caller's format cannot name them here, and all are allowed. */
  readonly own: readonly string[] | null;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'any' | 'none' }
  | { readonly kind: 'tool'; readonly name: string; readonly isCustom?: boolean }
  | AllowedTools
  | { readonly kind: 'search' | 'code' }
  | { readonly kind: 'other'; readonly wire: TurnWireId; readonly raw: string };

export type OutputFormat =
  | { readonly kind: 'text' }
  | { readonly kind: 'object' }
  /** A choice that only its own format has. */
  | { readonly kind: 'other'; readonly raw: string }
  | {
      readonly kind: 'schema';
      readonly name: string | null;
      readonly description: string | null;
      readonly strict: boolean | null;
      /** JSON text. */
      readonly schema: string;
    };

/** How much the model is to think. */
export interface ReasoningRequest {
  /** `off`; `adaptive`: as the model decides; `budget`: up to a number of tokens. Null: not given. */
  readonly mode: Given<
    { readonly kind: 'off' | 'adaptive' } | { readonly kind: 'budget'; readonly tokens: number }
  > | null;
  /** `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`. */
  readonly effort: Given<string> | null;
  /** `auto`, `concise`, `detailed`; `omitted`: no text is to be shown. */
  readonly summary: Given<string> | null;
}

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

/** A budget for an effort, below the limit of the output; null if the limit leaves none. */
export function budgetFor(effort: string, limit: number): number | null {
  const tokens = Math.min(budgets[effort] ?? 8_192, limit - 1);
  return tokens < leastBudget ? null : tokens;
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

/** What a request says about thinking, as an effort, for formats that have nothing else. */
export function requestedEffort({ mode, effort }: ReasoningRequest, losses: LossList): Given<string> | null {
  if (mode?.value.kind === 'off') return { value: 'none', path: mode.path };
  if (effort || mode?.value.kind !== 'budget') return effort;
  const value = effortOfBudget(mode.value.tokens);
  losses.add('budget-effort', mode.path, `${mode.value.tokens} tokens → ${value}`);
  return { value, path: mode.path };
}
