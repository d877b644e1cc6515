import { findExcess, type JsonBounds } from './structure.ts';

/** A value as `JSON.parse` gives it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a JSON object: not null, not an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value, where it is an object; otherwise an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The value, where it is a string; otherwise null. */
export const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The elements of a list; none where it is no list. */
export const arrayOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** Longest text, in bytes or characters, that is parsed without a look at its structure: it can cost a few milliseconds at most. */
export const longestUncounted = 262_144;

/**
 * The most that a text from outside may hold. Nothing that a model answers comes near it: a completion of 9,000 tokens, each with
 * 20 likely others, has as many braces, brackets and commas.
 */
export const outsideBounds: JsonBounds = { depth: 512, tokens: 2_000_000 };

/**
 * The value of a JSON text from outside; undefined when it is none, or has more structure than `outsideBounds`. Every text
 * that others send is parsed here or by `parseCounted`.
 */
export const parseJson = (text: string): Json | undefined =>
  text.length > longestUncounted && findExcess(text, outsideBounds) !== null ? undefined : parseCounted(text);

/** The value of a JSON text whose structure somebody has counted; undefined when it is none. */
export function parseCounted(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
