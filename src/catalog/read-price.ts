import { arrayOf, type Json, objectOf } from '../shared/json/json.ts';
import { formatPico, largestUnitPrice, parseDecimal, type PicoCredits } from '../shared/money.ts';
import { unitKinds, type UnitKind } from '../shared/usage.ts';
import type { Price, PriceTier, Product } from './catalog.ts';
import { remarked, wrong, type DocumentPath, type Finding } from './finding.ts';
import type { DeclaredPrice } from './schema/catalog-schema.ts';

/** Decimal places that are parsed. A price per million units with 12 decimals a unit has 6. */
const placesRead = 18;
/** Converts parsed values (10⁻¹⁸) to pico-credits (10⁻¹²). */
const readPerPico = 1_000_000n;

/** Kinds that default to another kind's price. */
const parentKinds: Readonly<Partial<Record<UnitKind, UnitKind>>> = {
  cached_input_tokens: 'input_tokens',
  cache_write_tokens: 'input_tokens',
  cache_write_1h_tokens: 'input_tokens',
  input_audio_tokens: 'input_tokens',
  output_audio_tokens: 'output_tokens',
  cached_input_audio_tokens: 'input_audio_tokens',
};

/**
 * Returns the exact price of one unit in pico-credits.
 *
 * @param credits decimal string, for example `"0.25"`
 * @param per quantity that the credits pay for, for example 1,000,000
 * @returns a clause saying what is wrong if the price has no exact value with 12 decimals a unit
 */
export function picoPerUnit(credits: string, per: number): PicoCredits | string {
  const value = parseDecimal(credits, placesRead);
  if (value === null) return `must be a decimal such as "0.25", at most 15 digits before and 18 after the point`;
  if (value < 0n) return 'must not be negative';
  const share = readPerPico * BigInt(per);
  if (value % share !== 0n) return `is not exact: ${credits} credits for ${per} has more than 12 decimals a unit`;
  if (value / share > largestUnitPrice)
    return `is too high: one unit may cost at most ${formatPico(largestUnitPrice)} credits`;
  return value / share;
}

interface ReadPrice {
  readonly price: Price;
  readonly findings: readonly Finding[];
}

type DeclaredRates = Pick<DeclaredPrice, UnitKind>;

/** Parsed prices with every kind resolved. */
interface ReadRates {
  readonly rates: Price['rates'];
  /** Kinds that default to their parent's price, in words. */
  readonly borrowed: readonly string[];
  readonly findings: readonly Finding[];
}

function readRates(declared: DeclaredRates, path: DocumentPath): ReadRates {
  const findings: Finding[] = [];
  const rates: Partial<Record<UnitKind, PicoCredits>> = {};
  for (const kind of unitKinds) {
    const stated = declared[kind];
    if (!stated) continue;
    const rate = picoPerUnit(stated.credits, stated.per);
    // A wrong price is not a missing one, which would be a second problem.
    rates[kind] = typeof rate === 'bigint' ? rate : 0n;
    if (typeof rate === 'string') findings.push(wrong([...path, kind, 'credits'], rate));
  }
  const borrowed: string[] = [];
  for (const kind of unitKinds) {
    const parent = parentKinds[kind];
    // In the order of the kinds: a parent that has its own parent's price has it by now.
    const rate = parent && rates[parent];
    if (!parent || rate === undefined || declared[kind]) continue;
    rates[kind] = rate;
    borrowed.push(`${kind} as ${parent}`);
  }
  return { rates, borrowed, findings };
}

const statesNothing = (declared: DeclaredRates): boolean => !unitKinds.some((kind) => declared[kind]);

/** Reads the tiers of a price list. Kinds that a tier does not name are those of the list; what has no price of its own follows the tier. */
function readTiers(
  declared: DeclaredPrice,
  path: DocumentPath,
): { readonly tiers: readonly PriceTier[]; readonly findings: readonly Finding[] } {
  const stated = declared.tiers ?? [];
  const read = stated.map((tier, index) => readRates({ ...declared, ...tier }, [...path, 'tiers', index]));
  const findings = stated.flatMap((tier, index) => {
    const place = [...path, 'tiers', index];
    const isHigher = tier.above > (stated[index - 1]?.above ?? 0);
    return [
      ...readRates(tier, place).findings,
      ...(isHigher ? [] : [wrong([...place, 'above'], 'must be more than in the tier before it')]),
      ...(statesNothing(tier) ? [wrong(place, 'prices nothing; add the kinds that cost something else')] : []),
    ];
  });
  const tiers = stated.map(({ above }, index) => ({ above, rates: read[index]?.rates ?? {} }));
  return { tiers, findings };
}

/** Parses a price list and resolves every kind. Kinds that default to their parent's price get a remark. */
export function readPrice(declared: DeclaredPrice, path: DocumentPath): ReadPrice {
  const { rates, borrowed, findings } = readRates(declared, path);
  const { tiers, findings: ofTiers } = readTiers(declared, path);
  return {
    price: { from: Date.parse(declared.from), rates, ...(tiers.length > 0 && { tiers }) },
    findings: [
      ...findings,
      ...(borrowed.length === 0
        ? []
        : [remarked(path, `charges kinds without a price of their own like others: ${borrowed.join(', ')}`)]),
      ...(statesNothing(declared)
        ? [
            wrong(
              path,
              'prices nothing; add a unit kind such as input_tokens, or set free: true on the Product instead',
            ),
          ]
        : []),
      ...ofTiers,
    ],
  };
}

/** Rates as the control API writes them, as a file states them. Kinds that this version does not know are left out. */
const statedRates = (rates: Json | undefined): DeclaredRates =>
  Object.fromEntries(
    arrayOf(rates).flatMap((row) => {
      const { unit_kind: name, credits, per } = objectOf(row);
      const kind = unitKinds.find((known) => known === name);
      return kind && typeof credits === 'string' && typeof per === 'number' ? [[kind, { credits, per }]] : [];
    }),
  );

/** A price list as the control API writes it; null if it is none. */
function readWrittenPrice(value: Json): Price | null {
  const { from, rates, tiers } = objectOf(value);
  if (typeof from !== 'string' || !Array.isArray(rates)) return null;
  const stated = arrayOf(tiers).map((tier) => {
    const { above, rates: those } = objectOf(tier);
    return { above: Number(above), ...statedRates(those) };
  });
  const declared = { from, ...statedRates(rates), ...(stated.length > 0 && { tiers: stated }) };
  const { price, findings } = readPrice(declared, []);
  return Number.isNaN(price.from) || findings.some(({ severity }) => severity === 'error') ? null : price;
}

/**
 * Reads a Product as the control API and the audit log write it. A kind that a later version added has its parent's price, as it
 * has in the file.
 *
 * @returns null if it is written in another way
 */
export function readProduct(sku: string, value: unknown): Product | null {
  const { name, free, models, prices } = objectOf(value);
  const read = arrayOf(prices).map(readWrittenPrice);
  const lists = read.filter((price) => price !== null);
  if (typeof name !== 'string' || typeof free !== 'boolean' || lists.length < read.length) return null;
  const patterns = Array.isArray(models) ? models.map(String) : null;
  return { sku, name, free, prices: lists, models: patterns };
}
