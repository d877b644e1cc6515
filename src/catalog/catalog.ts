import type { PicoCredits, NanoCredits } from '../shared/money.ts';
import type { Secret } from '../shared/secret.ts';
import type { ReasoningPlace, UnitKind } from '../shared/usage.ts';
import type { StatedAbilities } from './abilities.ts';

/** The two public specifications: `a` is OpenAI-compatible, `b` is Anthropic-compatible. */
export type Spec = 'a' | 'b';

/** The ways in which vendors are reached: where their operations are, and how our key is shown. */
export type KindId = 'openai' | 'anthropic';

/** The wire formats of text: a provider's `wires` names those that it serves. All else is told by its `operations`. */
export type TextWire = 'chat-completions' | 'responses' | 'messages' | 'count-tokens';

/** Everything that is known about an upstream. If a provider needs an `if` elsewhere, a field is missing here. */
export interface Provider {
  readonly id: string;
  readonly spec: Spec;
  /** How it is reached. */
  readonly kind: KindId;
  /** As an SDK of that spec would take it: with `/v1` for `a`, without for `b`. No trailing slash. */
  readonly baseUrl: string;
  readonly credential: Credential | null;
  readonly regions: readonly string[];
  /** Operation families that this provider serves; null: all of its spec. */
  readonly operations: readonly string[] | null;
  /** Wire formats of text that it serves, whatever `operations` says; absent: `operations` decides. */
  readonly wires?: readonly TextWire[];
  /** Whether the caller's `traceparent` is sent on. */
  readonly forwardTrace: boolean;
  /** Whether its `x-ratelimit-*` and `anthropic-ratelimit-*` headers pass to the caller; absent: they do not. */
  readonly forwardRateLimits?: boolean;
  /** Hosts (or `*.suffix`) beside its own from which what it produced may be fetched, where it answers with addresses. */
  readonly resultHosts?: readonly string[];
  /** Where it counts the tokens of reasoning; absent: nobody has said it. */
  readonly reasoningInOutput?: ReasoningPlace;
}

/** How a provider wants to be shown our key: `header: scheme value`, or `header: value` without a scheme. */
export interface Credential {
  readonly header: string;
  readonly scheme: string | null;
  readonly value: Secret;
}

/** A place where a model can be called. */
export interface Target {
  readonly provider: string;
  /** The model's name there; null: the name that the caller used. */
  readonly model: string | null;
  readonly region: string;
  readonly weight: number;
}

/** What the parts of a request that are not text can be billed as, and what is billed beside the request. In tokens. */
export interface MostTokens {
  /** One picture. */
  readonly image: number;
  /** One document, or one thing that is named and not sent; null: all that the model reads. */
  readonly document: number | null;
  /** How often a provider uses its own tools in one call that does not limit it. A number, not tokens. */
  readonly toolUses: number;
  /** What one such use adds to the input. */
  readonly toolUse: number;
  /** Output beyond the limit that a call names. */
  readonly reasoning: number;
  /** Input that the provider adds to each call. */
  readonly added: number;
}

/** Where the catalogue says nothing: what no model of the large vendors has been seen to pass. */
export const usualMost: MostTokens = {
  image: 50_000,
  document: null,
  toolUses: 10,
  toolUse: 10_000,
  reasoning: 8_192,
  added: 1_000,
};

/** A callable model, or a family of them when `id` ends in `*`. */
export interface Model {
  readonly id: string;
  readonly displayName: string;
  /** Epoch milliseconds; what `created` and `created_at` say of it. */
  readonly createdAt: number;
  readonly ownedBy: string;
  readonly targets: readonly Target[];
  /** SKU of the Product that calls are billed to when the caller names none. */
  readonly product: string;
  /** Operation families that this model serves; absent: all that its providers serve. */
  readonly operations?: readonly string[];
  /** Ids of models to try when this one fails before its first byte. Empty: one attempt only. */
  readonly fallbacks: readonly string[];
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly most: MostTokens;
  /** What the operator says that it can do, where it is not what is known of its family. */
  readonly abilities?: StatedAbilities;
  /** True for an image model that answers with bytes whatever is asked, and refuses `response_format`. */
  readonly onlyImageBytes?: boolean;
  /** No longer offered: calls get 404 and the lists leave it out. */
  readonly retired: boolean;
}

/** A price list that holds from a moment until the next one begins. */
export interface Price {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Pico-credits per unit, every kind resolved (own price or its parent's). Empty only where `free` is true. */
  readonly rates: Readonly<Partial<Record<UnitKind, PicoCredits>>>;
}

/** What calls are billed against. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  /** Said, never assumed: a Product without prices is not callable unless it is free. */
  readonly free: boolean;
  /** Ascending by `from`. */
  readonly prices: readonly Price[];
  /** Model ids (or `prefix*`) that may be billed to it; null: the models whose default it is. */
  readonly models: readonly string[] | null;
}

/** What a workspace may spend in a month and on which Products. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  /** SKUs; `*` means all. */
  readonly products: readonly string[];
  /** Hard limit per calendar month in the workspace's zone; null: only the balance limits. */
  readonly monthlyCredits: NanoCredits | null;
  /** Share of the hold that is really reserved, 0 to 1 as a fraction of 1000. 1000 means overspend is impossible. */
  readonly holdFactorPermille: number;
}

/** Everything the operator wrote down about what can be called and what it costs. Immutable; swapped whole. */
export interface Catalog {
  readonly regions: readonly string[];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly models: readonly Model[];
  /** Name of the model that requests for responses get which name none; absent: those are refused. */
  readonly defaultModel?: string;
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
}
