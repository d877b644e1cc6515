import { isObject, parseJson, type Json, type JsonObject } from '../../shared/json/json.ts';
import { isBounded } from './schema-bounds.ts';
import type { FunctionTool } from './settings.ts';
import type { Writing } from './writing.ts';

/** Members of a schema that hold schemas by name. */
const named = ['properties', '$defs', 'definitions'] as const;
/** Members of a schema that are a schema, or a list of them. */
const nested = ['items', 'anyOf', 'prefixItems'] as const;
/** Features that no vendor enforces. */
const refused = ['oneOf', 'allOf', 'not', 'patternProperties', 'if', 'dependentRequired', 'dependentSchemas'] as const;

const schemasIn = (value: Json | undefined): readonly (Json | undefined)[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [value];

/** Whether a schema and all schemas in it are of one kind. */
function areAll(schema: Json | undefined, isOfKind: (schema: JsonObject) => boolean): boolean {
  if (schema === undefined || !isObject(schema)) return schema === undefined;
  if (!isOfKind(schema)) return false;
  const members = named.flatMap((name) => Object.values(isObject(schema[name]) ? schema[name] : {}));
  return [...members, ...nested.flatMap((name) => schemasIn(schema[name]))].every((each) => areAll(each, isOfKind));
}

const isEnforced = (schema: JsonObject): boolean =>
  refused.every((name) => schema[name] === undefined) && isClosed(schema);

/** An object accepts only its properties, and requires all of them. */
function isClosed(schema: JsonObject): boolean {
  const { type, properties, additionalProperties, required } = schema;
  const isAnObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isAnObject) return true;
  const names: ReadonlySet<Json> = new Set(Array.isArray(required) ? (required as readonly Json[]) : []);
  return (
    additionalProperties === false &&
    Object.keys(isObject(properties) ? properties : {}).every((name) => names.has(name))
  );
}

/**
 * Whether both vendors can enforce a schema: each object is closed, and each property required.
 *
 * @param text JSON text of the schema
 */
export const fitsStrict = (text: string): boolean => areAll(parseJson(text), isEnforced);

/**
 * Whether a tool is strict for a vendor that refuses a promise which it cannot keep, whatever the caller says. By default it is in
 * Responses, if the schema allows it.
 */
export function strictIfEnforced({ strict, schema }: FunctionTool, { turn, target, losses }: Writing): boolean {
  const asked = strict?.value ?? turn.wire === 'responses';
  if (!asked) return false;
  const isKept = (each: JsonObject): boolean => isEnforced(each) && !isBounded(each);
  if (target.abilities.strictTools && schema !== null && areAll(parseJson(schema), isKept)) return true;
  if (strict) losses.add('tool-strict', strict.path);
  return false;
}
