import { format } from 'prettier';
import { configJsonSchema } from '../../src/config/json-schema.ts';

/** The text of `diglot.schema.json`, by which editors check and complete a configuration file. */
export const writeConfigSchema = (): Promise<string> =>
  format(JSON.stringify(configJsonSchema()), { parser: 'json', printWidth: 120 });
