import { z } from 'zod';

/** `storage`: where things are kept. */
export const storageSchema = z
  .strictObject({
    database: z
      .string()
      .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:path or postgres://user@host/name')
      .default('sqlite:.diglot/diglot.db')
      .describe(
        'Keys, calls and credits: sqlite:path or postgres://user@host/name. Default: diglot.db in the data folder.',
      ),
    drive: z
      .string()
      .regex(/^(file:.+|s3:\/\/.+)$/, 'must be file:path or s3://bucket?endpoint=…&region=…')
      .default('file:.diglot/drive')
      .describe('Kept files: file:path or s3://bucket?endpoint=https://…&region=…. Default: drive in the data folder.'),
  })
  .prefault({})
  .describe('Where things are kept. Changing it needs a restart.');
