import openapiTypescript, { astToString } from 'openapi-typescript';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { banner } from './write-operations.ts';

/** The text of `generated/<document>/types.ts`. A default does not make a request's field required. */
export async function writeTypes(document: JsonObject): Promise<string> {
  const copy = structuredClone(document); // the generator writes into what it is given
  const nodes = await openapiTypescript(JSON.stringify(copy), { defaultNonNullable: false, emptyObjectsUnknown: true });
  return `${banner}\n${astToString(nodes)}`;
}
