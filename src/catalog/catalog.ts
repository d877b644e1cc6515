import { GatewayError } from '../errors/gateway-error.ts';
import { stepByCommand } from '../errors/next-steps.ts';
import type { UpstreamCode } from '../errors/upstream-codes.ts';
import type { PicoCredits, NanoCredits } from '../shared/money.ts';
import { inputOf, type ReasoningPlace, type UnitKind, type Usage } from '../shared/usage.ts';
import type { ModelAbilities, StatedAbilities } from './abilities.ts';
import type { Credential } from './credential.ts';

/** The two public specifications: `a` is OpenAI-compatible, `b` is Anthropic-compatible. */
export type Spec = 'a' | 'b';

/** How a vendor is reached: the paths of its operations and the form of its credential. */
export type KindId = 'openai' | 'anthropic' | 'azure-openai' | 'bedrock' | 'vertex' | 'gemini';

/** Wire formats of text operations. A provider lists those that it serves in `wires`, and all other operations in `operations`. */
export type TextWire = 'chat-completions' | 'responses' | 'messages' | 'count-tokens' | 'gemini' | 'converse';

/** Everything that the gateway knows about a provider. If other code needs an `if` on its name, a field is missing here. */
export interface Provider {
  readonly id: string;
  readonly spec: Spec;
  readonly kind: KindId;
  /** As SDKs of that spec expect it: with `/v1` for `a`, without for `b`. No trailing slash. */
  readonly baseUrl: string;
  readonly credential: Credential | null;
  /** Dated version of the API, where its kind has such; absent: the one without a date. */
  readonly apiVersion?: string;
  /** Sent with every request, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What its cloud checks requests and answers with; absent: nothing that the gateway asks for. */
  readonly guardrail?: Guardrail;
  /** How its host differs from the vendor; absent: nothing is known about it. */
  readonly profile?: Profile;
  readonly regions: readonly string[];
  /** Operation families that this provider serves; null: all families of its spec. */
  readonly operations: readonly string[] | null;
  /** Wire formats of text that it serves, regardless of `operations`; absent: `operations` decides. */
  readonly wires?: readonly TextWire[];
  /** Whether the caller's `traceparent` and `tracestate` are forwarded. */
  readonly forwardTrace: boolean;
  /** Whether its `x-ratelimit-*` and `anthropic-ratelimit-*` headers are forwarded to the caller. Default: false. */
  readonly forwardRateLimits?: boolean;
  /** Further hosts (or `*.suffix`) from which results may be downloaded when the provider answers with their URLs. */
  readonly resultHosts?: readonly string[];
  /** Where it counts reasoning tokens; absent: unknown. */
  readonly reasoningInOutput?: ReasoningPlace;
}

/** A guardrail of Amazon Bedrock. */
export interface Guardrail {
  /** Its id, or its ARN. */
  readonly id: string;
  readonly version: string;
}

/** How a compatible host differs from the vendor whose format it speaks. */
export interface Profile {
  /** For people. */
  readonly title: string;
  /** Address of the public host, or where it listens by default. */
  readonly baseUrl: string;
  /** Variable that its key is usually in; null: it mostly has none. */
  readonly key: string | null;
  readonly wires: readonly TextWire[];
  /** Usage in streams: sent when it is asked for, or a request that asks for it is refused. */
  readonly streamUsage: 'asked' | 'forbidden';
  /** Where it counts reasoning tokens; null: unknown, or not the same in all of its formats. */
  readonly reasoning: ReasoningPlace | null;
  /** The member that limits the output of Chat Completions; null: both are taken. */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | null;
  /** Members of Chat Completions that it refuses. */
  readonly refused: readonly string[];
  /** Members of Chat Completions that have other names there. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** True if `name` of a message is refused. */
  readonly refusesNames?: boolean;
  /** True if ids of tool calls have exactly nine letters or digits. */
  readonly shortToolIds?: boolean;
  /** Stands for the thoughts (`reasoning_content`) of a message of the model that had none; absent: it needs none. */
  readonly noThoughts?: string;
  /** Its models that never think, and need no thoughts. Absent: none. */
  readonly thoughtless?: RegExp;
  /** What no model can do there, whatever it can at its vendor. */
  readonly abilities?: Partial<ModelAbilities>;
  /** What its own codes of errors mean, where their status says something else. */
  readonly errorCodes?: Readonly<Record<string, UpstreamCode>>;
  /** Its word for a `tool_choice` of `required`; null if only `auto` and `none` are taken. Absent: as it is. */
  readonly required?: string | null;
}

/** A place where a model can be called. */
export interface Target {
  readonly provider: string;
  /** The model's name at the provider; null: the name that the caller used. */
  readonly model: string | null;
  readonly region: string;
  readonly weight: number;
  /** Wire formats of text in which the model is called there, best first; absent: those of its provider. */
  readonly wires?: readonly TextWire[];
}

/** Upper bounds, in tokens, for the parts of a call that cannot be counted from its text. */
interface MostTokens {
  /** One image. */
  readonly image: number;
  /** One document, or one item that the request refers to by id; null: the model's whole input limit. */
  readonly document: number | null;
  /** How often a provider runs its own tools in one call that sets no limit. A count, not tokens. */
  readonly toolUses: number;
  /** Input added by one such tool use. */
  readonly toolUse: number;
  /** Output beyond the limit that a call sets. */
  readonly reasoning: number;
  /** Input that the provider adds to each call. */
  readonly added: number;
}

/** Defaults: no model of the large vendors has been seen to exceed these. */
export const usualMost: MostTokens = {
  image: 50_000,
  document: null,
  toolUses: 10,
  toolUse: 10_000,
  reasoning: 8_192,
  added: 1_000,
};

/** Output tokens that a call may use if neither it nor the catalogue sets a limit. */
export const unstatedOutput = 32_768;

/** A callable model, or a family of them when `id` ends in `*`. */
export interface Model {
  readonly id: string;
  readonly displayName: string;
  /** Epoch milliseconds; shown as `created` or `created_at`. */
  readonly createdAt: number;
  readonly ownedBy: string;
  readonly targets: readonly Target[];
  /** SKU of the Product to bill when the caller names none. */
  readonly product: string;
  /** Operation families that this model serves; absent: all that its providers serve. */
  readonly operations?: readonly string[];
  /** Ids of the models to try if this one fails before its first byte. Empty: one attempt only. */
  readonly fallbacks: readonly string[];
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  readonly most: MostTokens;
  /** Betas of Spec B that it takes; `*` stands for all. Absent: those of its provider's kind. */
  readonly betas?: readonly string[];
  /** Of the options that cost a multiple of the vendor's usual price, those that may be used: `service_tier=priority`. Absent: all. */
  readonly dearerOptions?: readonly string[];
  /** What the operator states of its abilities; absent members follow from its family. */
  readonly abilities?: StatedAbilities;
  /** True if translated calls may lose something of meaning, unless the caller says otherwise; absent: they may not. */
  readonly mayLose?: boolean;
  /** True for an image model that always returns bytes and rejects `response_format`. */
  readonly onlyImageBytes?: boolean;
  /** True if no longer offered: calls get 404, and lists omit it. */
  readonly retired: boolean;
}

/** Prices of calls with a long input. */
export interface PriceTier {
  /** Input tokens of all kinds together above which all of a call has these prices. */
  readonly above: number;
  /** As those of a price list, with every kind resolved. */
  readonly rates: Price['rates'];
}

/** A price list that is valid from `from` until the next one begins. */
export interface Price {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Ascending by `above`. Absent: there are none. */
  readonly tiers?: readonly PriceTier[];
  /** Pico-credits per unit, with every kind resolved (its own price or its parent's). Empty only if the Product is free. */
  readonly rates: Readonly<Partial<Record<UnitKind, PicoCredits>>>;
}

/** What calls are billed to. */
export interface Product {
  readonly sku: string;
  readonly name: string;
  /** Must be explicit: a Product without prices cannot be called unless it is free. */
  readonly free: boolean;
  /** Ascending by `from`. */
  readonly prices: readonly Price[];
  /** Model ids (or `prefix*`) that may be billed to it; null: the models that name it as their `product`. */
  readonly models: readonly string[] | null;
}

/** How much a workspace may spend a month, and on which Products. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  /** SKUs; `*` means all. */
  readonly products: readonly string[];
  /** Hard limit per calendar month in the workspace's zone; null: only the balance limits. */
  readonly monthlyCredits: NanoCredits | null;
  /** Share of the estimate that is set aside, in thousandths (0 to 1000). At 1000, overspending is impossible. */
  readonly holdFactorPermille: number;
}

/** What can be called and what it costs, as the operator configured it. Immutable; replaced as a whole. */
export interface Catalog {
  readonly regions: readonly string[];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly models: readonly Model[];
  /** Model for Responses requests that name none; absent: those are refused. */
  readonly defaultModel?: string;
  readonly products: ReadonlyMap<string, Product>;
  readonly plans: ReadonlyMap<string, Plan>;
}

/** The catalogue with each provider as `change` returns it. */
export const mapProviders = (catalog: Catalog, change: (provider: Provider) => Provider): Catalog => ({
  ...catalog,
  providers: new Map([...catalog.providers].map(([id, provider]) => [id, change(provider)])),
});

const freePrice: Price = { from: 0, rates: {} };

/**
 * Returns the price list in force.
 *
 * @param at epoch milliseconds
 * @returns an empty list for a free Product; null if no price with rates has begun, so that the Product must not be called:
 *   nothing is free by accident
 */
export function effectivePrice(product: Product, at: number): Price | null {
  if (product.free) return freePrice;
  const live = product.prices.findLast((price) => price.from <= at);
  return live && Object.keys(live.rates).length > 0 ? live : null;
}

/** What was agreed for a Product at one moment, whatever the catalogue says of it later. */
export interface AgreedPrice {
  readonly free: boolean;
  readonly price: Price;
}

/**
 * Returns a Product as it was at a moment, with the price list in force then.
 *
 * @param agreed what is known of that moment, by SKU; a Product that is not in it is taken as the catalogue has it now
 * @returns null if no price had begun
 */
export function termsAt(
  product: Product,
  at: number,
  agreed: ReadonlyMap<string, AgreedPrice> = new Map(),
): { readonly product: Product; readonly price: Price } | null {
  const { free, price } = agreed.get(product.sku) ?? { free: product.free, price: effectivePrice(product, at) };
  return price && { product: free === product.free ? product : { ...product, free }, price };
}

/** The prices of a call with this usage: those of the last tier that its input is above, else those of the list. */
export const ratesFor = ({ rates, tiers }: Price, usage: Usage): Price['rates'] =>
  tiers?.findLast(({ above }) => inputOf(usage) > above)?.rates ?? rates;

/** True if `name` matches `pattern`: by prefix if the pattern ends in `*`, else exactly. Any other `*` is ordinary. Case matters. */
export const matchesPattern = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.length >= pattern.length - 1 && name.startsWith(pattern.slice(0, -1)) : pattern === name;

/** True if one of the patterns matches `name`, or if the list is null. */
export const allows = (patterns: readonly string[] | null, name: string): boolean =>
  patterns === null || patterns.some((pattern) => matchesPattern(pattern, name));

/** 403: the workspace's plan is not in the catalogue, so its limits are unknown. */
export const planUnknown = (workspaceId: string, planId: string): GatewayError =>
  new GatewayError(
    'account_frozen',
    `All calls of workspace ${workspaceId} are refused: its plan ${planId} was removed from the configuration. Operator: restore it, or give the workspace another plan with ${stepByCommand('changePlan', workspaceId)}.`,
  );

/** What a caller can do about a Product: name another one, or, where the model decides, use a model of another one. */
export const otherProduct = (isNamed: boolean): string =>
  isNamed ? 'Name another Product' : 'Use a model of another Product';

/**
 * @param model the one whose own Product it is; absent, or none: the call names the Product
 * @throws {GatewayError} 403 `out_of_scope` if the plan does not include the Product
 */
export function assertInPlan({ name, products }: Plan, sku: string, model?: Pick<Model, 'id'>): void {
  if (allows(products, sku)) return;
  throw new GatewayError(
    'out_of_scope',
    `Product ${sku} is not part of plan ${name}. ${otherProduct(!model || model.id === noModel)}, or ask for another plan.`,
  );
}

/** True if some name can match both; either may be a name or a pattern. */
export const overlap = (one: string, other: string): boolean =>
  matchesPattern(one, other) || matchesPattern(other, one);

/** The Product of operations that are never charged, such as reading a file. Every key and plan may use it; its SKU is reserved. */
export const unbilled: Product = { sku: 'unbilled', name: 'Not billed', free: true, prices: [], models: null };

/** Stands for the model in operations that name none: voices, files, a provider's model list. */
export const noModel = '-';
