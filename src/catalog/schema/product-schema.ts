import { z } from 'zod';
import { unitKinds, type UnitKind } from '../../shared/usage.ts';
import { countSchema, modelNameSchema, momentSchema, nameSchema } from './name-schema.ts';

const unitPriceSchema = z.strictObject({
  credits: z
    .string('must be a decimal in quotes, for example "0.25" (a bare number would be rounded)')
    .describe('Credits for the quantity in `per`, as a decimal string.'),
  per: countSchema.describe('Quantity that the credits pay for, for example 1000000.'),
});

const optionalPrice = unitPriceSchema.optional();

/** What each unit kind counts; a kind that is not priced takes its parent's price, where it has one. */
const meanings: Readonly<Record<UnitKind, string>> = {
  input_tokens: 'Text tokens read that came from no cache.',
  cached_input_tokens: 'Tokens read from a cache. Default: the price of input_tokens.',
  cache_write_tokens: 'Tokens written to a cache that lives 5 minutes. Default: the price of input_tokens.',
  cache_write_1h_tokens: 'Tokens written to a cache that lives an hour. Default: the price of input_tokens.',
  output_tokens: 'Text tokens put out, reasoning included.',
  input_audio_tokens: 'Audio tokens read. Default: the price of input_tokens.',
  output_audio_tokens: 'Audio tokens put out. Default: the price of output_tokens.',
  characters: 'Characters spoken.',
  audio_seconds: 'Seconds of audio heard.',
  images: 'Images made.',
  web_searches: 'Searches of the web that the upstream made for an answer. "0" makes them free on purpose.',
  web_fetches: 'Web pages that the upstream fetched for an answer. "0" makes them free on purpose.',
  file_searches: 'Searches of stored files that the upstream made for an answer. "0" makes them free on purpose.',
  code_sessions: 'Containers in which the upstream ran code, counted once an answer. "0" makes them free on purpose.',
  requests: 'Calls.',
};

const priceShape = Object.fromEntries(
  unitKinds.map((kind) => [kind, optionalPrice.describe(meanings[kind])]),
) as Record<UnitKind, typeof optionalPrice>;

const priceSchema = z.strictObject({
  from: momentSchema.describe('Moment from which the price holds, until the next row begins.'),
  ...priceShape,
});

/** One row of `products`. */
export const productSchema = z.strictObject({
  sku: nameSchema.describe('What X-Product-Sku and product_sku name.'),
  name: z.string().min(1, 'must not be empty').nullable().default(null).describe('Name for people. Default: the SKU.'),
  free: z
    .boolean('must be true or false')
    .default(false)
    .describe(
      'True: calls cost nothing. It must be said; a Product that has no price and is not free cannot be called.',
    ),
  prices: z
    .array(priceSchema)
    .default([])
    .describe('Price lists, oldest first. To change a price, append a row with a later `from`.'),
  models: z
    .array(modelNameSchema)
    .min(1, 'must name at least one model')
    .nullable()
    .default(null)
    .describe('Models (or "prefix*") that may be billed to it. Default: those that name it as their product.'),
});

export type DeclaredPrice = z.output<typeof priceSchema>;
export type DeclaredProduct = z.output<typeof productSchema>;
