import type { Catalog, Model } from '../catalog/catalog.ts';

/** A catalogue's models, arranged for the question "which one is meant by this name?". */
export interface CatalogIndex {
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
