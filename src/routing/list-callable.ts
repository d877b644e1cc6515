import type { Catalog, Model, Spec } from '../catalog/catalog.ts';
import { effectivePrice } from '../catalog/prices.ts';
import type { Caller } from '../identity/caller.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { Clock } from '../shared/time/clock.ts';
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

/** A model as its provider lists it; null where the provider does not say. */
export interface ListedModel {
  readonly id: string;
  readonly displayName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly ownedBy: string | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
}

/** The models that a `prefix*` model stands for, as its provider lists them; empty when that is not known. */
export type ExpandPattern = (pattern: Model, spec: Spec) => readonly ListedModel[];

/** What routing needs from outside. */
export interface RoutingDeps {
  /** The catalogue in force; asked once for every call. */
  readonly catalog: () => Catalog;
  readonly clock: Pick<Clock, 'now'>;
  /** A number from 0 up to but not including 1, for targets with weights. */
  readonly random: () => number;
  /** What keys may be used for: `scopeRules` of the identity room. */
  readonly scope: ScopeRules;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string>;
  /** Absent: the models behind a `prefix*` can be called, but are not listed. */
  readonly expandPattern?: ExpandPattern;
}

type Rules = Pick<RoutingDeps, 'scope' | 'expandPattern' | 'translated'>;

/** The models that a caller can call, each with an id of its own, newest first. */
export function listCallable(request: CallableRequest, catalog: Catalog, rules: Rules): readonly Model[] {
  const { concrete, patterns, find } = indexOf(catalog);
  const expanded = patterns.flatMap((pattern) => {
    const listed = (rules.expandPattern?.(pattern, request.spec) ?? []).filter(({ id }) => find(id) === pattern);
    return [...new Map(listed.map((one) => [one.id, asModel(pattern, one)])).values()];
  });
  const callable = [...concrete, ...expanded].filter((model) => isCallable(model, request, { catalog, rules }));
  return expanded.length === 0 ? callable : callable.toSorted((one, other) => other.createdAt - one.createdAt);
}

/**
 * The model as the caller names it: a pattern is given that name and what its provider says of it, any other stays as it is.
 * Limits that the catalogue gives a whole family hold before those of its provider.
 */
export const asModel = (model: Model, { id, ...listed }: Pick<ListedModel, 'id'> & Partial<ListedModel>): Model =>
  isPattern(model)
    ? {
        ...model,
        id,
        displayName: listed.displayName ?? id,
        createdAt: listed.createdAt ?? model.createdAt,
        ownedBy: listed.ownedBy ?? model.ownedBy,
        maxInputTokens: model.maxInputTokens ?? listed.maxInputTokens ?? null,
        maxOutputTokens: model.maxOutputTokens ?? listed.maxOutputTokens ?? null,
      }
    : model;

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
      destinationsOf(model, { spec, region: one, family: null, translated: rules.translated }, catalog).length > 0,
  );
}
