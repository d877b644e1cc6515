import type { JsonObject } from '../../src/shared/json/json.ts';
import { rawObject } from '../../src/shared/json/raw-json.ts';

/** The body of a request to a provider, with its text. */
export const rawBody = (body: JsonObject) => ({ body, raw: () => rawObject(JSON.stringify(body), body) });
