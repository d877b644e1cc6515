import { isObject, type Json, type JsonObject } from '../shared/json.ts';

const objectsIn = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? list.filter((each: Json) => isObject(each)) : [];

const modelOf = (value: Json | undefined): readonly string[] =>
  isObject(value) && typeof value['model'] === 'string' ? [value['model']] : [];

/** A tool that draws may name a model, and another one that writes SVG. */
const modelsOfTools = (tools: Json | undefined): readonly string[] =>
  objectsIn(tools).flatMap((tool) => [...modelOf(tool), ...modelOf(tool['svg'])]);

/**
 * Models that a request names beside its own: to fall back to (`default` leaves that to the provider), for tools, also those that
 * an item of its input brings, and to write SVG. The provider may take any of them, so a key has to cover them too.
 */
export const modelsBeside = ({ fallbacks, tools, input, svg }: JsonObject): readonly string[] => [
  ...(typeof fallbacks === 'string' ? [fallbacks] : objectsIn(fallbacks).flatMap(modelOf)),
  ...modelsOfTools(tools),
  ...objectsIn(input).flatMap((item) => modelsOfTools(item['tools'])),
  ...modelOf(svg),
];
