import type { Catalog, Model, Product, Spec } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { ScopeRules } from '../identity/authenticate.ts';
import type { Clock } from '../shared/time/clock.ts';
import { billableProducts, contains, indexOf, isPattern } from './lookup.ts';
import { destinationsOf } from './route.ts';

/** The caller, and the models in question. */
interface CallableRequest {
  readonly caller: Caller;
  readonly spec: Spec;
  readonly region: string;
  /** Epoch milliseconds. A model without a price in force cannot be called. */
  readonly now: number;
}

/** A model as its provider lists it; null for what the provider does not list. */
export interface ListedModel {
  readonly id: string;
  readonly displayName: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number | null;
  readonly ownedBy: string | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
}

/** The models that match a `prefix*` model, as its providers in a region list them; empty if unknown. */
export type ExpandPattern = (pattern: Model, place: Pick<CallableRequest, 'spec' | 'region'>) => readonly ListedModel[];

/** Dependencies of routing. */
export interface RoutingDeps {
  /** The catalogue in force; read once for every call. */
  readonly catalog: () => Catalog;
  readonly clock: Pick<Clock, 'now'>;
  /** A number from 0 up to but not including 1, for targets with weights. */
  readonly random: () => number;
  readonly scope: ScopeRules;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string>;
  /** Absent: models that match a `prefix*` can be called, but are not listed. */
  readonly expandPattern?: ExpandPattern;
}

type Rules = Pick<RoutingDeps, 'scope' | 'expandPattern' | 'translated'>;

/** The models that a caller can call, with patterns expanded, newest first. */
export function listCallable(request: CallableRequest, catalog: Catalog, rules: Rules): readonly Model[] {
  const { concrete, patterns, find } = indexOf(catalog);
  const expanded = patterns.flatMap((pattern) => {
    const listed = (rules.expandPattern?.(pattern, request) ?? []).filter(({ id }) => find(id) === pattern);
    return [...new Map(listed.map((one) => [one.id, asModel(pattern, one)])).values()];
  });
  const billable = billableProducts(request.caller, { catalog, now: request.now }, rules.scope);
  const callable = [...concrete, ...expanded].filter((model) =>
    isCallable(model, request, { catalog, rules, billable }),
  );
  return expanded.length === 0 ? callable : callable.toSorted((one, other) => other.createdAt - one.createdAt);
}

/**
 * A model under the name that the caller used: a pattern takes the name and the provider's description, any other model is
 * unchanged. Limits of the catalogue take precedence over those of the provider.
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

interface CallableFacts {
  readonly catalog: Catalog;
  readonly rules: Rules;
  /** The Products that the caller may be billed to now. */
  readonly billable: readonly Product[];
}

/** Whether this caller could call a model now, billed to its own Product or to one that the call names. */
export function isCallable(
  model: Model,
  { caller, spec, region }: Omit<CallableRequest, 'now'>,
  { catalog, rules, billable }: CallableFacts,
): boolean {
  const { mayUse } = rules.scope;
  if (!mayUse(caller.scope, 'models', model.id)) return false;
  if (!billable.some((product) => contains(product, model, model.id))) return false;
  if (!mayUse(caller.scope, 'regions', region)) return false;
  return destinationsOf(model, { spec, region, family: null, translated: rules.translated }, catalog).length > 0;
}
