import { z } from 'zod';
import { nameSchema, creditsSchema } from '../../catalog/schema/name-schema.ts';
import { isTimeZone } from '../../shared/time/calendar.ts';

/** The control API uses the same pattern. */
const workspaceIdSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 lower-case letters, digits, dashes or underscores');

/** At least one visible character and no control characters. The control API uses the same rule. */
const printable = /^(?=.*\S)\P{C}*$/u;

const workspaceSchema = z.strictObject({
  id: workspaceIdSchema.describe('Name of the workspace in this file and in the control API.'),
  name: z.string().min(1, 'must not be empty').nullable().default(null).describe('Name for people. Default: the id.'),
  plan: nameSchema.nullable().default(null).describe('Id of a plan above. null: only the balance limits.'),
  credits: creditsSchema.default('0').describe('Credits granted when the workspace is created.'),
  time_zone: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone, for example Europe/Berlin')
    .default('UTC')
    .describe("Zone of the workspace's days and months."),
});

const keySchema = z.strictObject({
  workspace: workspaceIdSchema.describe('Id of a workspace above.'),
  name: z
    .string()
    .regex(printable, 'must have at least one printable character and no control characters')
    .max(100, 'must be at most 100 characters')
    .describe('Name for people.'),
  secret: z
    .string()
    .regex(/^[!-~][ -~]{6,1022}[!-~]$/, 'must be 8 to 1,024 printable ASCII characters, with spaces only in between')
    .describe(
      'The key itself, including spaces. Only its hash is stored, from which a short key could be guessed: use 32 or more random ' +
        'characters. Write "${NAME}" to read it from the environment.',
    ),
});

/** `bootstrap`: created if absent, never changed afterwards. */
export const bootstrapSchema = z
  .strictObject({
    workspaces: z.array(workspaceSchema).default([]).describe('Workspaces to create.'),
    keys: z.array(keySchema).default([]).describe('Keys to create.'),
  })
  .prefault({})
  .describe('Created if absent, never changed afterwards.');
