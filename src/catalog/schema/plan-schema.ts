import { z } from 'zod';
import { formatCredits, largestEntry, parseCredits } from '../../shared/money.ts';
import { nameSchema } from './name-schema.ts';

/** Credits as a decimal string: never a float. */
export const creditsSchema = z
  .string('must be a decimal in quotes, for example "1000"')
  .regex(
    /^\d{1,15}(\.\d{1,9})?$/,
    'must be a decimal of at most 15 digits before and 9 after the point, for example "1000"',
  )
  .refine(
    (text) => (parseCredits(text) ?? 0n) <= largestEntry,
    `must be at most ${formatCredits(largestEntry)} credits`,
  );

/** One row of `plans`. */
export const planSchema = z.strictObject({
  id: nameSchema.describe('Name of the plan in this file.'),
  name: z.string().min(1, 'must not be empty').nullable().default(null).describe('Name for people. Default: the id.'),
  products: z
    .array(z.string().min(1, 'must not be empty'))
    .default(['*'])
    .describe('SKUs that the plan includes; "*" means all.'),
  monthly_credits: creditsSchema
    .nullable()
    .default(null)
    .describe('Hard limit of credits for a calendar month of the workspace. null: only the balance limits.'),
  hold_factor: z
    .number('must be a number from 0 to 1')
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .multipleOf(0.001, 'must have at most 3 decimals')
    .default(1)
    .describe('Share of the upper estimate that is set aside while a call runs. 1 makes overspending impossible.'),
});

export type DeclaredPlan = z.output<typeof planSchema>;
