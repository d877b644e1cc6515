import { z } from 'zod';
import { type UnitKind, unitKinds } from '../../shared/usage.ts';
import type { DeclaredModel } from './model-schema.ts';
import {
  countSchema,
  creditsSchema,
  filled,
  modelNameSchema,
  momentSchema,
  nameSchema,
  orNull,
  toggle,
} from './name-schema.ts';
import type { DeclaredProvider } from './provider-schema.ts';

const unitPriceSchema = z.strictObject({
  credits: z
    .string('must be a decimal in quotes, for example "0.25" (a bare number would be rounded)')
    .describe('Credits for the quantity in `per`, as a decimal string.'),
  per: countSchema.describe('Quantity that the credits pay for, for example 1000000.'),
});

const optionalPrice = unitPriceSchema.optional();

/** What each unit kind counts, and which price it defaults to. */
const meanings: Readonly<Record<UnitKind, string>> = {
  input_tokens: 'Text input tokens that were not cached.',
  cached_input_tokens: 'Tokens read from a cache. Default: the price of input_tokens.',
  cache_write_tokens: 'Tokens written to a cache that lives 5 minutes. Default: the price of input_tokens.',
  cache_write_1h_tokens: 'Tokens written to a cache that lives an hour. Default: the price of input_tokens.',
  output_tokens: 'Text output tokens, including reasoning.',
  input_audio_tokens: 'Audio input tokens. Default: the price of input_tokens.',
  output_audio_tokens: 'Audio output tokens. Default: the price of output_tokens.',
  cached_input_audio_tokens:
    'Audio input tokens read from a cache, in realtime sessions. Default: the price of input_audio_tokens.',
  characters: 'Characters of speech input.',
  audio_seconds: 'Seconds of audio input.',
  images: 'Generated images.',
  web_searches: 'Web searches by the upstream. "0" makes them free explicitly.',
  web_fetches: 'Web pages fetched by the upstream. "0" makes them free explicitly.',
  file_searches: 'Searches of stored files by the upstream. "0" makes them free explicitly.',
  code_sessions: 'Containers in which the upstream ran code, at most one per answer. "0" makes them free explicitly.',
  requests: 'Calls.',
};

const priceShape = Object.fromEntries(
  unitKinds.map((kind) => [kind, optionalPrice.describe(meanings[kind])]),
) as Record<UnitKind, typeof optionalPrice>;

const tierSchema = z.strictObject({
  above: countSchema.describe(
    'Input tokens of a call, including cached and audio tokens, above which these prices apply to the whole call.',
  ),
  ...priceShape,
});

const priceSchema = z.strictObject({
  from: momentSchema.describe('When the price takes effect. It applies until the next row takes effect.'),
  ...priceShape,
  tiers: z
    .array(tierSchema)
    .optional()
    .describe(
      'Other prices for calls with a long input, shortest first. Kinds that a tier does not name cost the same as in the row. A kind without a price of its own costs what its parent does in the tier.',
    ),
});

/** One row of `products`. */
export const productSchema = z.strictObject({
  sku: nameSchema.describe('SKU that callers send as X-Product-Sku or product_sku.'),
  name: orNull(filled).describe('Name for people. Default: the SKU.'),
  free: toggle(
    false,
    'True: calls cost nothing. This must be explicit: a Product without a price that is not free cannot be called.',
  ),
  prices: z
    .array(priceSchema)
    .default([])
    .describe('Price lists, oldest first. To change a price, append a row with a later `from`.'),
  models: orNull(z.array(modelNameSchema).min(1, 'must name at least one model')).describe(
    'Models (or "prefix*") that may be billed to this Product. Default: those that name it as their product.',
  ),
});

/** One row of `plans`. */
export const planSchema = z.strictObject({
  id: nameSchema.describe('Name of the plan in this file.'),
  name: orNull(filled).describe('Name for people. Default: the id.'),
  products: z.array(filled).default(['*']).describe('SKUs that the plan includes; "*" means all.'),
  monthly_credits: orNull(creditsSchema).describe(
    'Hard limit of credits for a calendar month of the workspace. null: only the balance limits.',
  ),
  hold_factor: z
    .number('must be a number from 0 to 1')
    .min(0, 'must be from 0 to 1')
    .max(1, 'must be from 0 to 1')
    .multipleOf(0.001, 'must have at most 3 decimals')
    .default(1)
    .describe('Share of the upper estimate that is set aside while a call runs. 1 makes overspending impossible.'),
});

export type DeclaredPrice = z.output<typeof priceSchema>;
export type DeclaredProduct = z.output<typeof productSchema>;
export type DeclaredPlan = z.output<typeof planSchema>;

/** The catalogue as configured: each row is valid by itself, and nothing is cross-checked yet. */
export interface CatalogDeclaration {
  readonly regions: readonly string[];
  readonly providers: readonly DeclaredProvider[];
  readonly models: readonly DeclaredModel[];
  /** Absent, or null: none. */
  readonly default_model?: string | null;
  readonly products: readonly DeclaredProduct[];
  readonly plans: readonly DeclaredPlan[];
}
