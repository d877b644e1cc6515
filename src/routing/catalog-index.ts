import type { Catalog, Model } from '../catalog/catalog.ts';
import { noModel } from '../catalog/free-calls.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { nearestName } from '../shared/text/nearest-name.ts';

/** A catalogue's models, indexed by name. */
interface CatalogIndex {
  /**
   * Returns the model with this exact id, else the one with the longest matching `prefix*`, including retired models. A pattern
   * matches only names that are valid ids, because the ledger stores the name and lists show it.
   */
  readonly find: (name: string) => Model | undefined;
  /** Models with exact ids that are not retired, newest first. */
  readonly concrete: readonly Model[];
  /** Patterns that are not retired, the longest prefix first. */
  readonly patterns: readonly Model[];
}

const indexes = new WeakMap<Catalog, CatalogIndex>();

/** Returns the index of a catalogue. Catalogues are immutable, so each is indexed once. */
export function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = makeIndex(catalog.models);
  indexes.set(catalog, index);
  return index;
}

/**
 * Valid ids. Without this check a call could write megabytes or line breaks to the ledger. A comma is invalid because some
 * routers read it as a list, of which the second name would not be checked.
 */
const validId = /^[!-+\--~]{1,200}$/;

/** True for a model that matches all names with its prefix. */
export const isPattern = ({ id }: Model): boolean => id.endsWith('*');

function makeIndex(models: readonly Model[]): CatalogIndex {
  const exact = new Map(models.filter((model) => !isPattern(model)).map((model) => [model.id, model]));
  const prefixes = models
    .filter(isPattern)
    .map((model) => ({ prefix: model.id.slice(0, -1), model }))
    .toSorted((one, other) => other.prefix.length - one.prefix.length);
  return {
    find: (name) =>
      exact.get(name) ??
      (validId.test(name) ? prefixes.find(({ prefix }) => name.startsWith(prefix))?.model : undefined),
    concrete: [...exact.values()]
      .filter(({ retired }) => !retired)
      .toSorted((one, other) => other.createdAt - one.createdAt),
    patterns: prefixes.map(({ model }) => model).filter(({ retired }) => !retired),
  };
}

/**
 * The metrics label of a model: its id in the catalogue, such as `gpt-*` for all names of that pattern. The number of labels is
 * bounded by the catalogue, whatever names callers send.
 */
export function modelLabel(name: string, catalog: Catalog): string {
  if (name === noModel) return 'none';
  return indexOf(catalog).find(name)?.id ?? 'other';
}

/**
 * Returns the model for a name: the exact id, else the longest matching `prefix*`.
 *
 * @param callable ids that may be suggested instead; called only if needed
 * @throws {GatewayError} 404 `model_not_found` for an unknown or retired model, with the nearest callable name
 */
export function findModel(name: string, catalog: Catalog, callable: () => readonly string[]): Model {
  const model = indexOf(catalog).find(name);
  if (model && !model.retired) return model;
  const near = nearestName(name, callable());
  const what = model ? `The model ${echo(name)} is no longer supported.` : `There is no model ${echo(name)}.`;
  const instead = near === null ? '' : ` Did you mean ${near}?`;
  throw new GatewayError('model_not_found', `${what}${instead} GET /v1/models lists what this key may call.`, {
    param: 'model',
  });
}
