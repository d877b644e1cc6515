import { NumberText, type TextJson } from './price-table.ts';

/** `JSON.parse` with the reviver's third argument, the source text of a value (ECMAScript 2027), which the types lack. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: TextJson | number, context: { readonly source?: string }) => TextJson,
) => TextJson;

const parse = JSON.parse as ParseWithSource;

/** Parses JSON and keeps every number as it is written. @throws {SyntaxError} */
export const parseTextJson = (text: string): TextJson =>
  parse(text, (_, value, { source }) => (typeof value === 'number' ? new NumberText(source ?? String(value)) : value));
