import { nearestName } from '../shared/nearest-name.ts';
import type { CatalogDeclaration } from './declaration.ts';
import { findDuplicates } from './find-duplicates.ts';
import { wrong, type Finding } from './finding.ts';

/** What is wrong with the plans of a catalogue as written. */
export function checkPlans(declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.plans.map(({ id }) => id);
  const skus = declared.products.map(({ sku }) => sku);
  const duplicates = findDuplicates(ids, (index) => ['plans', index, 'id']);
  const unknown = declared.plans.flatMap((plan, index) =>
    plan.products.flatMap((sku, place) =>
      sku === '*' || skus.includes(sku)
        ? []
        : [wrong(['plans', index, 'products', place], `names no Product of this file: ${sku}`, nearestName(sku, skus))],
    ),
  );
  return [...duplicates, ...unknown];
}
