import { parseCredits } from '../shared/money.ts';
import { camelMembers } from '../shared/text/names.ts';
import type { Catalog, Model, Plan, Price, Product, Profile, Provider } from './catalog.ts';
import { checkModels, checkProviders, servedBy } from './check-models-and-providers.ts';
import { checkPlans, checkProducts } from './check-products.ts';
import type { OwnAddresses } from './check-address.ts';
import type { CatalogDeclaration, DeclaredPlan, DeclaredProduct } from './schema/catalog-schema.ts';
import { findDuplicates, type Finding } from './finding.ts';
import { plainHost, profiles } from './profiles.ts';
import { kindOf } from './provider-kinds.ts';
import { readCredential } from './read-credential.ts';
import { readPrice } from './read-price.ts';
import type { DeclaredModel } from './schema/model-schema.ts';
import type { DeclaredProvider } from './schema/provider-schema.ts';

/** Where a row counts reasoning: as it says, else as is known of its host. */
function reasoningOf({ reasoning_in_output: stated, profile }: DeclaredProvider): Pick<Provider, 'reasoningInOutput'> {
  const host: Profile | null = profile && profiles[profile];
  const place = stated ?? host?.reasoning ?? null;
  return place === null ? {} : { reasoningInOutput: place };
}

/** The profile of a row's host, with what the row itself says about it; empty if neither says anything. */
function profileOf(declared: DeclaredProvider): Pick<Provider, 'profile'> {
  const { id, base_url: baseUrl, profile, stream_usage: streamUsage, output_limit: limit, refuses } = declared;
  const known: Profile | null = profile && profiles[profile];
  if (streamUsage === null && limit === null && refuses.length === 0) return known === null ? {} : { profile: known };
  const host: Profile = known ?? { ...plainHost, title: id, baseUrl };
  return {
    profile: {
      ...host,
      ...(streamUsage !== null && { streamUsage }),
      ...(limit !== null && { limit: limit === 'both' ? null : limit }),
      refused: [...new Set([...host.refused, ...refuses])],
    },
  };
}

const lowerCased = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const providerOf = (declared: DeclaredProvider): Provider => ({
  id: declared.id,
  spec: declared.spec,
  kind: kindOf(declared),
  baseUrl: declared.base_url.replace(/\/+$/, ''),
  credential: declared.credential && readCredential(declared.credential, declared),
  regions: declared.regions,
  ...servedBy(declared),
  ...(declared.api_version !== null && { apiVersion: declared.api_version }),
  ...(Object.keys(declared.headers).length > 0 && { headers: lowerCased(declared.headers) }),
  ...(declared.guardrail && { guardrail: declared.guardrail }),
  ...profileOf(declared),
  forwardTrace: declared.forward_trace,
  ...(declared.forward_rate_limits && { forwardRateLimits: true }),
  ...(declared.result_hosts.length > 0 && { resultHosts: declared.result_hosts }),
  ...reasoningOf(declared),
});

const modelOf = (declared: DeclaredModel): Model => ({
  id: declared.id,
  displayName: declared.display_name ?? declared.id,
  createdAt: declared.created === null ? 0 : Date.parse(declared.created),
  ownedBy: declared.owned_by ?? declared.targets[0]?.provider ?? 'diglot',
  targets: declared.targets.map(({ wires, ...target }) => ({ ...target, ...(wires && { wires }) })),
  product: declared.product,
  ...(declared.operations && { operations: declared.operations }),
  fallbacks: declared.fallbacks,
  maxInputTokens: declared.max_input_tokens,
  maxOutputTokens: declared.max_output_tokens,
  abilities: camelMembers(declared.abilities),
  ...(declared.betas && { betas: declared.betas }),
  ...(declared.dearer_options && { dearerOptions: declared.dearer_options }),
  ...(declared.on_loss === 'warn' && { mayLose: true }),
  most: {
    image: declared.max_image_tokens,
    document: declared.max_document_tokens,
    toolUses: declared.max_tool_uses,
    toolUse: declared.max_tool_use_tokens,
    reasoning: declared.max_reasoning_tokens,
    added: declared.max_added_tokens,
  },
  ...(declared.only_image_bytes && { onlyImageBytes: true }),
  retired: declared.retired,
});

const productOf = (declared: DeclaredProduct, prices: readonly Price[]): Product => ({
  sku: declared.sku,
  name: declared.name ?? declared.sku,
  free: declared.free,
  prices,
  models: declared.models,
});

const planOf = (declared: DeclaredPlan): Plan => ({
  id: declared.id,
  name: declared.name ?? declared.id,
  products: declared.products,
  monthlyCredits: declared.monthly_credits === null ? null : parseCredits(declared.monthly_credits),
  holdFactorPermille: Math.round(declared.hold_factor * 1_000),
});

/** A catalogue and the findings of its cross-checks. It is usable only if no finding is an error. */
export interface BuiltCatalog {
  readonly catalog: Catalog;
  readonly findings: readonly Finding[];
}

/**
 * Builds the catalogue that calls read from the configured one, and cross-checks all of its parts.
 *
 * @param own the gateway's own addresses, which no provider may use
 */
export function buildCatalog(declared: CatalogDeclaration, own: OwnAddresses): BuiltCatalog {
  const read = declared.products.map((product, index) =>
    product.prices.map((price, place) => readPrice(price, ['products', index, 'prices', place])),
  );
  const prices = read.map((rows) => rows.map(({ price }) => price));
  const findings = [
    ...findDuplicates(declared.regions, (index) => ['regions', index]),
    ...checkProviders(declared, own),
    ...checkModels(declared),
    ...read.flatMap((rows) => rows.flatMap((row) => row.findings)),
    ...checkProducts(declared, prices),
    ...checkPlans(declared),
  ];
  const catalog: Catalog = {
    regions: declared.regions,
    providers: new Map(declared.providers.map((provider) => [provider.id, providerOf(provider)])),
    models: declared.models.map(modelOf),
    ...(declared.default_model != null && { defaultModel: declared.default_model }),
    products: new Map(
      declared.products.map((product, index) => [product.sku, productOf(product, prices[index] ?? [])]),
    ),
    plans: new Map(declared.plans.map((plan) => [plan.id, planOf(plan)])),
  };
  return { catalog, findings };
}
