import type { Catalog } from '../catalog/catalog.ts';
import { noModel } from '../catalog/no-model.ts';
import { indexOf } from './catalog-index.ts';

/**
 * The model that a name means, for figures: the catalogue's own id, `gpt-*` for all that the pattern stands for. There are never
 * more of these than the catalogue has models, whatever names callers think of.
 */
export function modelLabel(name: string, catalog: Catalog): string {
  if (name === noModel) return 'none';
  return indexOf(catalog).find(name)?.id ?? 'other';
}
