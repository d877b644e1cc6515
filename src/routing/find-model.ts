import type { Catalog, Model } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import { indexOf } from './catalog-index.ts';
import { nearestName } from '../shared/nearest-name.ts';

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
