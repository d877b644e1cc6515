import { isObject, type Json, type JsonObject } from '../shared/json.ts';

/** A model is named by a member, or by a text where a choice is left to the provider: `default`. */
function namesIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each: Json) => (isObject(each) ? namesIn(each['model']) : []));
  return [];
}

/**
 * Models that a request names beside its own: to fall back to, or for a tool to work with. The provider may take any of them,
 * so a key has to cover them too.
 */
export const modelsBeside = ({ fallbacks, tools }: JsonObject): readonly string[] => [
  ...namesIn(fallbacks),
  ...namesIn(tools),
];
