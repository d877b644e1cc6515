import type { Placed, TurnWireId } from './parts.ts';

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
