import type { Catalog, Model, Spec } from '../catalog/catalog.ts';
import { effectivePrice } from '../catalog/effective-price.ts';
import type { Caller } from '../identity/caller.ts';
import type { ScopeRules } from '../identity/scope.ts';
import { indexOf, isPattern } from './catalog-index.ts';
import { destinationsOf } from './pick-target.ts';

/** Who asks what can be called. */
export interface CallableRequest {
  readonly caller: Caller;
  readonly spec: Spec;
  /** Null: any region that the key may use. */
  readonly region: string | null;
  /** Epoch milliseconds: a model without a price in force cannot be called. */
  readonly now: number;
}

/** The ids that a `prefix*` model stands for, as its upstream lists them; empty when that is not known. */
export type ExpandPattern = (pattern: Model, spec: Spec) => readonly string[];

interface Rules {
  readonly scope: ScopeRules;
  readonly expandPattern?: ExpandPattern;
}

/** The models that a caller can call, each with an id of its own, newest first, those of patterns at the end. */
export function listCallable(request: CallableRequest, catalog: Catalog, rules: Rules): readonly Model[] {
  const { concrete, patterns, find } = indexOf(catalog);
  const expanded = patterns.flatMap((pattern) =>
    [...new Set(rules.expandPattern?.(pattern, request.spec) ?? [])]
      .filter((id) => find(id) === pattern)
      .map((id) => asModel(pattern, id)),
  );
  return [...concrete, ...expanded].filter((model) => isCallable(model, request, { catalog, rules }));
}

/** The model as the caller names it: a pattern is given that name, any other stays as it is. */
export const asModel = (model: Model, id: string): Model =>
  isPattern(model) ? { ...model, id, displayName: id } : model;

/** Whether a call of a model with an id of its own would find a way, for this caller, now. */
export function isCallable(
  model: Model,
  { caller, spec, region, now }: CallableRequest,
  { catalog, rules }: { readonly catalog: Catalog; readonly rules: Rules },
): boolean {
  const { mayUse } = rules.scope;
  if (!mayUse(caller.scope, 'models', model.id) || !mayUse(caller.scope, 'products', model.product)) return false;
  const product = catalog.products.get(model.product);
  if (!product || !effectivePrice(product, now)) return false;
  const regions = region === null ? catalog.regions : [region];
  return regions.some(
    (one) =>
      mayUse(caller.scope, 'regions', one) &&
      destinationsOf(model, { spec, region: one, family: null }, catalog).length > 0,
  );
}
