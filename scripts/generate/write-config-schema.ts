import { format } from 'prettier';
import { z } from 'zod';
import { settingsSchema } from '../../src/config/schema/settings-schema.ts';

/** A text with `${NAME}` or `${file:PATH}`, which may be in place of any number, boolean or text. */
const reference = { type: 'string', pattern: '\\$\\{[^}]*\\}' };

const scalarTypes: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean', 'string']);

/** Removes a pattern that ignores case, because JSON Schema has no place for that flag. */
function dropCaseless(zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const checks: readonly z.core.$ZodCheck[] = zodSchema._zod.def.checks ?? [];
  const definitions = checks.map(({ _zod: { def } }) => def as { readonly pattern?: RegExp });
  if (definitions.some(({ pattern }) => pattern?.flags.includes('i'))) delete jsonSchema.pattern;
}

/**
 * The JSON Schema (2020-12) of diglot.yaml, for editors. It is derived from the schema that the program uses, so the two cannot
 * differ.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(settingsSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema, path }) => {
      dropCaseless(zodSchema, jsonSchema);
      if (jsonSchema.oneOf) {
        // A reference for the type fits several alternatives.
        jsonSchema.anyOf = jsonSchema.oneOf;
        delete jsonSchema.oneOf;
      }
      // A section may be empty.
      if (path.length === 2 && (jsonSchema.type === 'object' || jsonSchema.type === 'array'))
        Object.assign(jsonSchema, { type: [jsonSchema.type, 'null'] });
      const { type, description, default: value, ...rest } = jsonSchema;
      const takesAnyText = type === 'string' && Object.keys(rest).length === 0;
      if (!scalarTypes.has(type) || takesAnyText || path.at(-1) === 'propertyNames') return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, { anyOf: [{ type, ...rest }, reference] });
      if (description !== undefined) jsonSchema.description = description;
      if (value !== undefined) jsonSchema.default = value;
    },
  });
  return { ...schema, title: 'diglot.yaml' };
}

/** The text of `diglot.schema.json`, with which editors check and complete a configuration file. */
export const writeConfigSchema = (): Promise<string> =>
  format(JSON.stringify(configJsonSchema()), { parser: 'json', printWidth: 120 });
