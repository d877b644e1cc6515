import { arrayOf, isObject, type Json, type JsonObject, parseJson } from '../../shared/json/json.ts';
import { parseRaw, RawJson, type RawObject, type Step, type Writable, writeJson } from '../../shared/json/raw-json.ts';
import type { FunctionTool, Given, OutputFormat, Tool } from './settings.ts';
import type { LossList, Writing } from './writing.ts';

/** Members of a schema that hold schemas by name. */
const named: readonly string[] = ['properties', '$defs', 'definitions'];
/** Members of a schema that are a schema, or a list of them. */
const nested: readonly string[] = ['items', 'anyOf', 'prefixItems'];
/** Features that no vendor enforces. */
const refused = ['oneOf', 'allOf', 'not', 'patternProperties', 'if', 'dependentRequired', 'dependentSchemas'] as const;

const schemasIn = (value: Json | undefined): readonly (Json | undefined)[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [value];

/** A schema and all schemas in it. */
function allIn(schema: Json | undefined, found: Json[] = []): readonly Json[] {
  if (schema === undefined) return found;
  found.push(schema);
  if (!isObject(schema)) return found;
  const members = named.flatMap((name) => Object.values(isObject(schema[name]) ? schema[name] : {}));
  for (const each of [...members, ...nested.flatMap((name) => schemasIn(schema[name]))]) allIn(each, found);
  return found;
}

/** Whether a schema and all schemas in it are of one kind. */
const areAll = (schema: Json | undefined, isOfKind: (schema: JsonObject) => boolean): boolean =>
  allIn(schema).every((each) => isObject(each) && isOfKind(each));

const isEnforced = (schema: JsonObject): boolean =>
  refused.every((name) => schema[name] === undefined) && isClosed(schema);

/** An object accepts only its properties, and requires all of them. */
function isClosed(schema: JsonObject): boolean {
  const { type, properties, additionalProperties, required } = schema;
  const isAnObject = type === 'object' || (Array.isArray(type) && type.includes('object')) || properties !== undefined;
  if (!isAnObject) return true;
  const names = new Set(arrayOf(required));
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
function strictIfEnforced({ strict, schema }: FunctionTool, { turn, target, losses }: Writing): boolean {
  const asked = strict?.value ?? turn.wire === 'responses';
  if (!asked) return false;
  const isKept = (each: JsonObject): boolean => isEnforced(each) && !isBounded(each);
  if (target.abilities.strictTools && schema !== null && areAll(parseJson(schema), isKept)) return true;
  if (strict) losses.add('tool-strict', strict.path);
  return false;
}

/**
 * What Anthropic enforces in one request ("Too many strict tools"): tools, and schemas of several types, in tools and in the format of the
 * output together. It counts optional parameters too, of which no tool that can be strict has any.
 *
 * @see https://platform.claude.com/docs/en/build-with-claude/structured-outputs
 */
const mostStrict = { tools: 20, unions: 16 };

/** The schemas in a schema that accept several types. @param text JSON text of the schema */
const unionsIn = (text: string): number =>
  allIn(parseJson(text)).filter(
    (each) => isObject(each) && (each['anyOf'] !== undefined || Array.isArray(each['type'])),
  ).length;

/** What the writers of tools have in common. */
export interface ToolWriting extends Writing {
  /** The tools that are strict. */
  readonly strict: ReadonlySet<Tool>;
}

/**
 * Finds the strict ones of the tools that go out to such a vendor, as many as it enforces in one request: first those that the caller
 * wants to be strict. Those that the caller wants and that are left over are reported.
 */
export function withStrictTools(writing: Writing, tools: readonly Tool[]): ToolWriting {
  const format = writing.turn.format?.value;
  let unions = format?.kind === 'schema' ? unionsIn(format.schema) : 0;
  const strict = new Set<Tool>();
  const enforced = tools.filter((tool) => tool.type === 'function').filter((tool) => strictIfEnforced(tool, writing));
  const isAsked = (tool: FunctionTool): boolean => tool.strict !== null;
  for (const tool of [...enforced.filter(isAsked), ...enforced.filter((each) => !isAsked(each))]) {
    const more = unionsIn(tool.schema ?? '');
    if (strict.size < mostStrict.tools && unions + more <= mostStrict.unions) {
      strict.add(tool);
      unions += more;
    } else if (tool.strict) writing.losses.add('tool-strict', tool.strict.path);
  }
  return { ...writing, strict };
}

/** Bounds, which OpenAI and Google enforce. For Anthropic and Bedrock, a schema to be enforced that has one is an error. */
const bounds: ReadonlySet<string> = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);

/** The highest `minItems` that these vendors enforce. */
const mostLeastItems = 1;

const isBound = ([name, value]: readonly [string, Json | undefined]): boolean =>
  bounds.has(name) || (name === 'minItems' && typeof value === 'number' && value > mostLeastItems);

/** Whether a schema itself has bounds; those within it do not count. */
const isBounded = (schema: JsonObject): boolean => Object.entries(schema).some(isBound);

/** Members whose schemas may have bounds: also those that no vendor enforces. */
const maybeBounded: readonly string[] = [...nested, 'oneOf', 'allOf'];

/** Writes a schema again without its bounds; all else stays as it was written. */
class Unbounder {
  readonly #root: RawObject;
  hasFound = false;

  constructor(root: RawObject) {
    this.#root = root;
  }

  write(schema: Json | undefined, path: readonly Step[]): Writable {
    if (!isObject(schema)) return this.#same(path);
    const members = Object.entries(schema);
    const kept = members.filter((member) => !isBound(member));
    if (kept.length < members.length) this.hasFound = true;
    return Object.fromEntries(kept.map(([name, value]) => [name, this.#writeMember(value, [...path, name])]));
  }

  #writeMember(value: Json | undefined, path: readonly Step[]): Writable {
    const name = String(path.at(-1));
    if (maybeBounded.includes(name))
      return Array.isArray(value)
        ? (value as readonly Json[]).map((each, index) => this.write(each, [...path, index]))
        : this.write(value, path);
    if (!named.includes(name) || !isObject(value)) return this.#same(path);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.write(each, [...path, key])]));
  }

  #same(path: readonly Step[]): RawJson {
    return new RawJson(this.#root.slice(path) ?? 'null');
  }
}

/** The schema of a format for a vendor that refuses bounds: without them, which is reported. The text stays where it has none. */
export function schemaWithoutBounds(
  { value: { schema }, path }: Given<OutputFormat & { readonly kind: 'schema' }>,
  losses: LossList,
): string {
  const root = parseRaw(schema);
  if (root === null) return schema;
  const unbounder = new Unbounder(root);
  const written = unbounder.write(root.value, []);
  if (!unbounder.hasFound) return schema;
  losses.add('format-bounds', path);
  return writeJson(written);
}
