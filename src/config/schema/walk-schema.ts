import type { z } from 'zod';

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

/** Every schema of the classic API carries its definition openly. */
const definitionOf = (schema: Schema): Definition => (schema as unknown as { readonly def: Definition }).def;

/** The schema inside defaults, nullables and the like. */
export function unwrapSchema(schema: Schema): Schema {
  const def = definitionOf(schema);
  return 'innerType' in def ? unwrapSchema(def.innerType) : schema;
}

/** Members of an object schema by name; null for any other schema. */
export function membersOf(schema: Schema): Readonly<Record<string, Schema>> | null {
  const def = definitionOf(unwrapSchema(schema));
  return def.type === 'object' ? def.shape : null;
}

/** The schema at a path into the document, wrappers removed; null where the schema knows no such place. */
export function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  const bare = unwrapSchema(schema);
  const [step, ...rest] = path;
  if (step === undefined) return bare;
  const def = definitionOf(bare);
  if (def.type === 'array') return schemaAt(def.element, rest);
  const member = membersOf(bare)?.[String(step)];
  return member ? schemaAt(member, rest) : null;
}

/** What a scalar is read as. */
export type ScalarType = 'string' | 'number' | 'boolean';

/** The type of a scalar's schema; enumerations count as strings. Null for lists, objects and unknown places. */
export function scalarType(schema: Schema): ScalarType | null {
  const { type } = definitionOf(unwrapSchema(schema));
  if (type === 'number' || type === 'boolean' || type === 'string') return type;
  return type === 'enum' ? 'string' : null;
}

/** A text from outside (a flag, a variable) as the value that the schema wants; what does not fit stays a text. */
export function readScalar(schema: Schema | null, text: string): string | number | boolean {
  const type = schema && scalarType(schema);
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
