import type { ObjectStore } from '../../resources/object-store.ts';
import type { Owned } from '../../resources/owned-object.ts';
import { objectOf, type JsonObject } from '../../shared/json.ts';

/** A stored response as its caller got it. */
export async function showResponse(response: Owned<'response'>, objects: ObjectStore): Promise<JsonObject> {
  const items = await objects.allItems(response);
  const output = items.filter(({ part }) => part === 'output').map(({ body }) => body);
  return { ...objectOf(response.fields['response']), output };
}
