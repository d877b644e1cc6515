import type { UnitKind } from '../../shared/usage.ts';
import type { OperationFamily } from '../operation-families.ts';

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

/** A JSON number, as written. */
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

const parse = JSON.parse as ParseWithSource;

/** Parses JSON, keeping the source text of every number. @throws {SyntaxError} */
export const parseTextJson = (text: string): TextJson =>
  parse(text, (_, value, { source }) => (typeof value === 'number' ? new NumberText(source ?? String(value)) : value));
