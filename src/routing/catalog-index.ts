import type { Catalog, Model } from '../catalog/catalog.ts';
import { noModel } from '../catalog/free-calls.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { nearestName } from '../shared/text/nearest-name.ts';

/** A catalogue's models, arranged for the question "which one is meant by this name?". */
interface CatalogIndex {
  /**
   * The model of this very id, else the one with the longest matching `prefix*` (`*` is the shortest), retired ones too. A
   * pattern stands only for names that an id could have, because the ledger keeps the name and people read it in lists.
   */
  readonly find: (name: string) => Model | undefined;
  /** Those with an id of their own, newest first, without the retired. */
  readonly concrete: readonly Model[];
  /** Those that stand for a family, the longest prefix first, without the retired. */
  readonly patterns: readonly Model[];
}

const indexes = new WeakMap<Catalog, CatalogIndex>();

/** The index of a catalogue, made once for each: catalogues are immutable and swapped whole. */
export function indexOf(catalog: Catalog): CatalogIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = makeIndex(catalog.models);
  indexes.set(catalog, index);
  return index;
}

/**
 * What an id of the catalogue can be: without this, one call could write megabytes, or line breaks, into the ledger. A comma
 * makes two names of it for some routers, and the second of them could be any.
 */
const sayable = /^[!-+\--~]{1,200}$/;

/** True for a model that stands for all names with its prefix. */
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
      (sayable.test(name) ? prefixes.find(({ prefix }) => name.startsWith(prefix))?.model : undefined),
    concrete: [...exact.values()]
      .filter(({ retired }) => !retired)
      .toSorted((one, other) => other.createdAt - one.createdAt),
    patterns: prefixes.map(({ model }) => model).filter(({ retired }) => !retired),
  };
}

/**
 * The model that a name means, for figures: the catalogue's own id, `gpt-*` for all that the pattern stands for. There are never
 * more of these than the catalogue has models, whatever names callers think of.
 */
export function modelLabel(name: string, catalog: Catalog): string {
  if (name === noModel) return 'none';
  return indexOf(catalog).find(name)?.id ?? 'other';
}

/**
 * The model that a name means: the very id, else the longest matching `prefix*`.
 *
 * @param callable ids that may be suggested instead; asked for only when needed
 * @throws {GatewayError} 404 `model_not_found` for an unknown or retired model, with the nearest one that can be called
 */
export function findModel(name: string, catalog: Catalog, callable: () => readonly string[]): Model {
  const model = indexOf(catalog).find(name);
  if (model && !model.retired) return model;
  const near = nearestName(name, callable());
  const what = model ? `The model ${echo(name)} is no longer supported.` : `No model ${echo(name)}.`;
  const instead = near === null ? '' : ` Did you mean ${near}?`;
  throw new GatewayError('model_not_found', `${what}${instead} GET /v1/models lists what this key may call.`, {
    param: 'model',
  });
}
