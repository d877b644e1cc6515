import { format } from 'prettier';
import { z } from 'zod';
import { settingsSchema } from '../../src/config/schema/settings-schema.ts';

/** `${NAME}`, which may be in place of a number or a boolean. */
const reference = { type: 'string', pattern: '^\\$\\{[^}]+\\}$' };

/**
 * The JSON Schema (2020-12) of diglot.yaml, for editors. It is derived from the schema that the program uses, so the two cannot
 * differ.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(settingsSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const { type, description, default: value, ...rest } = jsonSchema;
      if (type !== 'integer' && type !== 'number' && type !== 'boolean') return;
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
