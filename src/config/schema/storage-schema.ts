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
    drive_access_key_id: z
      .string()
      .min(1, 'must not be empty')
      .max(256, 'must be at most 256 characters')
      .nullable()
      .default(null)
      .describe('Our access key at the bucket. Only for s3://.'),
    drive_secret_access_key: z
      .string()
      .min(1, 'must not be empty')
      .max(256, 'must be at most 256 characters')
      .nullable()
      .default(null)
      .describe('The secret that belongs to it. Write "${NAME}" to take it from the environment.'),
  })
  .refine(
    (storage) =>
      !storage.drive.startsWith('s3://') ||
      (storage.drive_access_key_id !== null && storage.drive_secret_access_key !== null),
    { path: ['drive'], error: 'is a bucket; set drive_access_key_id and drive_secret_access_key beside it' },
  )
  .prefault({})
  .describe('Where things are kept. Changing it needs a restart.');
