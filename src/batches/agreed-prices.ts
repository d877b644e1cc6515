import type { AgreedPrice, Price } from '../catalog/catalog.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { unitKinds } from '../shared/usage.ts';

type Rates = Price['rates'];

const writeRates = (rates: Rates): JsonObject =>
  Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, rate.toString()]));

const whole = /^\d{1,19}$/;

const readRates = (stored: Json | undefined): Rates =>
  Object.fromEntries(
    unitKinds.flatMap((kind) => {
      const rate = stringOf(objectOf(stored)[kind]) ?? '';
      return whole.test(rate) ? [[kind, BigInt(rate)]] : [];
    }),
  );

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** Prices by SKU, in the fields of a batch. */
export const writeAgreedPrices = (prices: ReadonlyMap<string, AgreedPrice>): JsonObject =>
  Object.fromEntries(
    [...prices].map(
      ([
        sku,
        {
          free,
          price: { from, rates, tiers },
        },
      ]) => [
        sku,
        {
          free,
          from,
          rates: writeRates(rates),
          ...(tiers && { tiers: tiers.map((tier) => ({ above: tier.above, rates: writeRates(tier.rates) })) }),
        },
      ],
    ),
  );

function readAgreedPrice(stored: JsonObject): AgreedPrice {
  const { free, from, rates, tiers } = stored;
  const read = Array.isArray(tiers) ? (tiers as readonly Json[]).map(objectOf) : [];
  return {
    free: free === true,
    price: {
      from: numberOf(from),
      rates: readRates(rates),
      ...(read.length > 0 && {
        tiers: read.map((tier) => ({ above: numberOf(tier['above']), rates: readRates(tier['rates']) })),
      }),
    },
  };
}

/** Reads the result of `writeAgreedPrices`; empty for a batch of a release that did not store it. */
export const readAgreedPrices = (stored: Json | undefined): ReadonlyMap<string, AgreedPrice> =>
  new Map(
    Object.entries(objectOf(stored)).flatMap(([sku, price]) =>
      isObject(price) ? [[sku, readAgreedPrice(price)] as const] : [],
    ),
  );
