import { safeParse, type z } from 'zod';

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

/** The definition of a schema, which the classic API exposes. */
const definitionOf = (schema: Schema): Definition => (schema as unknown as { readonly def: Definition }).def;

/** The schema inside wrappers such as defaults and nullables. */
function unwrapSchema(schema: Schema): Schema {
  const def = definitionOf(schema);
  return 'innerType' in def ? unwrapSchema(def.innerType) : schema;
}

/** Members of an object schema by name, of a union those of all its options; null for any other schema. */
export function membersOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  const def = definitionOf(unwrapSchema(schema));
  // The first option comes last, so that its members stand for those of the same name.
  if (def.type === 'union')
    return Object.fromEntries(def.options.toReversed().flatMap((option) => Object.entries(membersOf(option) ?? {})));
  return def.type === 'object' ? def.shape : null;
}

/** The schema at a path, in its wrappers; null if there is none. */
function wrappedAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const bare = unwrapSchema(schema);
  const def = definitionOf(bare);
  if (def.type === 'array') return wrappedAt(def.element, rest);
  const member = membersOf(bare)?.[String(step)];
  return member ? wrappedAt(member, rest) : null;
}

/** The unwrapped schema at a path; null if there is none. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  const wrapped = wrappedAt(schema, path);
  return wrapped && unwrapSchema(wrapped);
}

/** Whether null is a value of the schema at a path. */
export function isNullable(schema: Schema, path: readonly PropertyKey[]): boolean {
  const wrapped = wrappedAt(schema, path);
  return wrapped !== null && safeParse(wrapped, null).success;
}

type ScalarType = 'string' | 'number' | 'boolean';

/** The type of a scalar; enumerations count as strings. Null for lists and objects. */
export function scalarType(schema: Schema): ScalarType | null {
  const { type } = definitionOf(unwrapSchema(schema));
  if (type === 'number' || type === 'boolean' || type === 'string') return type;
  return type === 'enum' ? 'string' : null;
}

/** Whether values of the schema are lists or mappings. */
export function holdsOthers(schema: Schema): boolean {
  const { type } = definitionOf(unwrapSchema(schema));
  return type === 'array' || type === 'record' || Object.keys(membersOf(schema) ?? {}).length > 0;
}

/** Converts the text of a flag or variable to the type of the schema. Text that does not fit is unchanged. */
export function readScalar(schema: Schema | null, text: string): string | number | boolean {
  const type = schema && scalarType(schema);
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
