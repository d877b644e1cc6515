import { writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { configJsonSchema } from '../src/config/json-schema.ts';

const target = new URL('../diglot.schema.json', import.meta.url);
await writeFile(target, await format(JSON.stringify(configJsonSchema()), { parser: 'json', printWidth: 120 }));
