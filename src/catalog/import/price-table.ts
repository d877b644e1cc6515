import type { UnitKind } from '../../shared/usage.ts';

/** One price of a model in a public table, as it is written there. */
export interface SourcePrice {
  readonly kind: UnitKind;
  /** Name of the field it comes from. */
  readonly field: string;
  /** The number's own text. */
  readonly price: string;
  /** Quantity that it is for. */
  readonly per: number;
}

/** A model of a public price table. */
export interface SourceModel {
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  /** The name of its provider in that table. */
  readonly provider: string;
  readonly prices: readonly SourcePrice[];
  /** Fields that say a price for which there is no unit kind. */
  readonly unread: readonly string[];
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  /** When it came out, RFC 3339; null when the table does not say. */
  readonly released: string | null;
}

/** What reading a table gave; every entry is in one of the two. */
export interface PriceTable {
  readonly models: readonly SourceModel[];
  readonly skipped: readonly Skipped[];
}

/** An entry that was not taken over, and why. */
export interface Skipped {
  readonly entry: string;
  readonly why: string;
}

/** A JSON value in which every number is still its own text: no price passes through a floating-point number. */
export type TextJson =
  null | boolean | string | NumberText | readonly TextJson[] | { readonly [key: string]: TextJson };

/** A JSON number, as written. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A price field's text; null when it is absent or no number (some tables write numbers in quotes). */
export function priceText(value: TextJson | undefined): string | null {
  if (value instanceof NumberText) return value.text;
  return typeof value === 'string' && /^\d/.test(value) ? value : null;
}

/** A count of tokens; null when the table does not say one. */
export function countOf(value: TextJson | undefined): number | null {
  const count = value instanceof NumberText ? Number(value.text) : 0;
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** The value, where it is a JSON object; else null. */
export const membersOf = (value: TextJson | undefined): { readonly [key: string]: TextJson } | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
    ? (value as { readonly [key: string]: TextJson })
    : null;

/** `JSON.parse` with the reviver's third argument, the source text of a value (ECMAScript 2027), which the types lack. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: TextJson | number, context: { readonly source?: string }) => TextJson,
) => TextJson;

const parse = JSON.parse as ParseWithSource;

/** Parses JSON and keeps every number as it is written. @throws {SyntaxError} */
export const parseTextJson = (text: string): TextJson =>
  parse(text, (_, value, { source }) => (typeof value === 'number' ? new NumberText(source ?? String(value)) : value));
