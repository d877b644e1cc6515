import { matchesPattern } from './catalog.ts';
import { nearestName } from '../shared/text/nearest-name.ts';
import type { CatalogDeclaration } from './declaration.ts';
import { checkFamilies, checkTargetWires } from './check-providers.ts';
import { findDuplicates, noted, wrong, type DocumentPath, type Finding } from './finding.ts';
import type { DeclaredModel } from './schema/model-schema.ts';

function checkTargets(model: DeclaredModel, path: DocumentPath, declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.providers.map((provider) => provider.id);
  return model.targets.flatMap((target, index) => {
    const place = [...path, 'targets', index];
    const provider = declared.providers.find(({ id }) => id === target.provider);
    if (!provider) {
      const message = `names no provider of this file: ${target.provider}`;
      return [wrong([...place, 'provider'], message, nearestName(target.provider, ids))];
    }
    if (!declared.regions.includes(target.region)) {
      const message = `is not a known region: ${target.region}. regions lists ${declared.regions.join(', ')}`;
      return [wrong([...place, 'region'], message, nearestName(target.region, declared.regions))];
    }
    const wires = checkTargetWires(target.wires, provider, [...place, 'wires']);
    if (provider.regions.includes(target.region)) return wires;
    const message = `is not a region of provider ${provider.id}: ${target.region}. It serves ${provider.regions.join(', ')}`;
    return [wrong([...place, 'region'], message), ...wires];
  });
}

function checkFallbacks(
  model: DeclaredModel,
  path: DocumentPath,
  models: readonly DeclaredModel[],
): readonly Finding[] {
  return model.fallbacks.flatMap((name, index) => {
    const place = [...path, 'fallbacks', index];
    if (name === model.id) return [wrong(place, 'is the model itself; name another one')];
    return checkModelName(name, place, models);
  });
}

function checkModelName(name: string, place: DocumentPath, models: readonly DeclaredModel[]): readonly Finding[] {
  if (name.endsWith('*')) return [wrong(place, `must be one model, not a pattern: ${name}`)];
  if (models.some(({ id }) => matchesPattern(id, name))) return [];
  const ids = models.map(({ id }) => id);
  return [wrong(place, `names no model of this file: ${name}`, nearestName(name, ids))];
}

function checkProduct(model: DeclaredModel, path: DocumentPath, declared: CatalogDeclaration): readonly Finding[] {
  const skus = declared.products.map(({ sku }) => sku);
  const product = declared.products.find(({ sku }) => sku === model.product);
  if (!product) {
    return [
      wrong([...path, 'product'], `names no Product of this file: ${model.product}`, nearestName(model.product, skus)),
    ];
  }
  if (product.models && !product.models.some((pattern) => matchesPattern(pattern, model.id))) {
    const message = `names Product ${product.sku}, whose models do not include ${model.id}`;
    return [wrong([...path, 'product'], message)];
  }
  if (product.free || product.prices.length > 0) return [];
  const message = `${model.id} cannot be called: its Product ${product.sku} has no price and is not free`;
  return [noted(path, message)];
}

const checkDefault = ({ default_model: name, models }: CatalogDeclaration): readonly Finding[] =>
  name == null ? [] : checkModelName(name, ['default_model'], models);

/** Checks the configured models. */
export function checkModels(declared: CatalogDeclaration): readonly Finding[] {
  const ids = declared.models.map((model) => model.id);
  const duplicates = findDuplicates(ids, (index) => ['models', index, 'id']);
  const rows = declared.models.flatMap((model, index) => {
    const path = ['models', index];
    return [
      ...checkTargets(model, path, declared),
      ...checkFallbacks(model, path, declared.models),
      ...checkProduct(model, path, declared),
      ...checkFamilies(model.operations, path),
    ];
  });
  return [...duplicates, ...rows, ...checkDefault(declared)];
}
