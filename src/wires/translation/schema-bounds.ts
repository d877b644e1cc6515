import { isObject, type Json, type JsonObject } from '../../shared/json/json.ts';
import { parseRaw, RawJson, writeJson, type RawObject, type Step, type Writable } from '../../shared/json/raw-json.ts';
import type { Given, OutputFormat } from './settings.ts';
import type { LossList } from './writing.ts';

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
export const isBounded = (schema: JsonObject): boolean => Object.entries(schema).some(isBound);

/** Members of a schema that hold schemas by name. */
const named: readonly string[] = ['properties', '$defs', 'definitions'];
/** Members of a schema that are a schema, or a list of them. */
const nested: readonly string[] = ['items', 'anyOf', 'prefixItems', 'oneOf', 'allOf'];

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
    if (nested.includes(name))
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
