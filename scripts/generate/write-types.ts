import openapiTypescript, { astToString } from 'openapi-typescript';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { banner } from './write-operations.ts';

/**
 * The text of `generated/<document>/types.ts`. A default does not make a request's field required.
 *
 * @param named also exports each schema under its own name
 */
export async function writeTypes(document: JsonObject, named = false): Promise<string> {
  const copy = structuredClone(document); // the generator writes into what it is given
  const nodes = await openapiTypescript(JSON.stringify(copy), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    ...(named && { rootTypes: true, rootTypesNoSchemaPrefix: true, rootTypesKeepCasing: true }),
  });
  return `${banner}\n${astToString(nodes)}`;
}
