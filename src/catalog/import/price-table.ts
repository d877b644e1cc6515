import { formatPico, type PicoCredits } from '../../shared/money.ts';
import type { UnitKind } from '../../shared/usage.ts';
import type { OperationFamily } from '../provider-kinds.ts';

/** One price of a model, as a public table writes it. */
export interface SourcePrice {
  readonly kind: UnitKind;
  /** Name of the field it comes from. */
  readonly field: string;
  /** The number's own text. */
  readonly price: string;
  /** Quantity that the price is for. */
  readonly per: number;
  /** The price of calls with more input tokens than this; absent: of every call. */
  readonly above?: number;
}

/** A model of a public price table. */
export interface SourceModel {
  readonly id: string;
  /** Its name at its provider, where some tables put the provider's name in front of the id; null: the id is not that of a model. */
  readonly upstreamName: string | null;
  /** Name for people. */
  readonly name: string;
  /** The name of its provider in that table. */
  readonly provider: string;
  readonly prices: readonly SourcePrice[];
  /** The operation families that it serves, as far as there are such here; `text`: all that are for text; null: the table does not say. */
  readonly operations: readonly OperationFamily[] | 'text' | null;
  /** Price fields without a matching unit kind. */
  readonly unread: readonly string[];
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  /** Release date, RFC 3339; null if the table has none. */
  readonly released: string | null;
}

/** A parsed table. Every entry is in one of the two lists. */
export interface PriceTable {
  readonly models: readonly SourceModel[];
  readonly skipped: readonly Skipped[];
}

/** An entry with the reason why it was skipped or changed. */
export interface Skipped {
  readonly entry: string;
  readonly why: string;
}

/** A JSON value that keeps the source text of every number, so that no price becomes a floating-point number. */
export type TextJson =
  null | boolean | string | NumberText | readonly TextJson[] | { readonly [key: string]: TextJson };

/** A JSON number, as decimalForm. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a price field; null if it is absent or not a number. Some tables quote their numbers. */
export function priceText(value: TextJson | undefined): string | null {
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' && /^\d/.test(value) ? value : null;
}

/** A field that prices calls with a long input: the field that it stands for, and above how many tokens. */
export function tierOf(field: string): { readonly field: string; readonly above: number } | null {
  const [, base, thousands] = /^(.+)_above_(\d{1,5})k_tokens$/.exec(field) ?? [];
  return base === undefined ? null : { field: base, above: Number(thousands) * 1_000 };
}

/** A count of tokens; null if the table has none. */
export function countOf(value: TextJson | undefined): number | null {
  const count = value instanceof NumberText ? Number(value.text) : 0;
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** The value if it is a JSON object, else null. */
export const membersOf = (value: TextJson | undefined): { readonly [key: string]: TextJson } | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
    ? (value as { readonly [key: string]: TextJson })
    : null;

/** `JSON.parse` with the reviver's third argument, the source text of a value (ECMAScript 2027), which the types lack. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: TextJson | number, context: { readonly source?: string }) => TextJson,
) => TextJson;

const parseWithSource = JSON.parse as ParseWithSource;

/** Parses JSON, keeping the source text of every number. @throws {SyntaxError} */
export const parseTextJson = (text: string): TextJson =>
  parseWithSource(text, (_, value, { source }) =>
    typeof value === 'number' ? new NumberText(source ?? String(value)) : value,
  );

/** An exact decimal, never held as a floating-point number: `digits × 10^exponent`. */
interface ExactNumber {
  readonly digits: bigint;
  readonly exponent: number;
}

const decimalForm = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Parses a decimal as JSON writes it (`2.5e-06`); null if it is not one, or is negative. */
export function readExact(text: string): ExactNumber | null {
  const match = decimalForm.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** A price in the catalogue's notation. */
export interface DeclaredRate {
  readonly credits: string;
  readonly per: number;
  /** True if the price had more than twelve decimals a unit and was rounded. */
  readonly rounded: boolean;
}

interface Terms {
  /** Quantity that the source prices. */
  readonly sourcePer: number;
  /** Quantity that the catalogue prices. */
  readonly per: number;
  /** Credits that one unit of the source's currency buys. */
  readonly creditsPerUnit: ExactNumber;
}

/** Converts a source price to credits, rounded half up to twelve decimals a unit; null if it is not a price. */
export function toRate(price: string, { sourcePer, per, creditsPerUnit }: Terms): DeclaredRate | null {
  const exact = readExact(price);
  if (!exact) return null;
  const digits = exact.digits * creditsPerUnit.digits;
  const exponent = exact.exponent + creditsPerUnit.exponent + 12;
  const numerator = exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits;
  const denominator = BigInt(sourcePer) * (exponent >= 0 ? 1n : 10n ** BigInt(-exponent));
  const pico: PicoCredits = (2n * numerator + denominator) / (2n * denominator);
  return { credits: formatPico(pico * BigInt(per)), per, rounded: pico * denominator !== numerator };
}
