import { z } from 'zod';
import { formatCredits, largestEntry, parseCredits } from '../../shared/money.ts';
import { textWires } from '../provider-kinds.ts';

/** A schema whose member may be null, as it is if absent. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

/** A text that is not empty. */
export const filled = z.string().min(1, 'must not be empty');

/** A switch. @param usual what it is if absent @param text its description */
export const toggle = (usual: boolean, text: string) =>
  z.boolean('must be true or false').default(usual).describe(text);

/** A name for use in headers, URLs and command lines. */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with a letter or digit',
  );

/** A region code, as in `X-Region-Code`. */
export const regionSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be a region code of 1 to 32 lower-case letters, digits or dashes');

/** A model's name, exact or with one `*` at its end. */
export const modelNameSchema = z
  .string()
  .regex(/^[!-)+-~]{0,200}\*?$/, 'must be at most 200 visible ASCII characters; a * may stand only at the end')
  .min(1, 'must not be empty');

/** Text wire formats, best first; null: the default. */
export const wiresSchema = orNull(
  z
    .array(z.enum(textWires, `must be one of ${textWires.join(', ')}`))
    .min(1, 'must name at least one wire format; omit it for the default'),
);

/** An address that paths are added to. @param example what one looks like, as the problem says */
export const baseAddressSchema = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be ${example}` })
    .refine((text) => !/^[^/]*\/\/[^/?#]*@/.test(text), 'must not hold a user or password')
    .refine((text) => !/[?#]/.test(text), 'must end with the path: no ? and no #');

/** A timestamp with its offset from UTC. */
export const momentSchema = z.iso.datetime({
  offset: true,
  error: 'must be a moment with its offset, for example 2026-01-01T00:00:00Z',
});

/** A whole number of tokens, up to what one call can be billed. */
export const amountSchema = z
  .int('must be a whole number')
  .min(0, 'must be at least 0')
  .max(1_000_000_000, 'must be at most 1000000000');

/** A positive whole number. */
export const countSchema = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(Number.MAX_SAFE_INTEGER, `must be at most ${Number.MAX_SAFE_INTEGER}`);

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
