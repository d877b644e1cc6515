import type { Json, JsonObject } from '../shared/json.ts';

/** A tool that the caller offers. */
export interface OfferedTool {
  readonly name: string;
  /** `text`: its input is free text instead of JSON. */
  readonly input: 'json' | 'text';
  readonly schema: Json | undefined;
}

/** What the caller wants done with the tools. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** A request for text in any of the wire formats, as far as the demo understands one. */
export interface Prompt {
  readonly model: string;
  /** Everything textual that was sent, for the count. */
  readonly texts: readonly string[];
  readonly lastUserText: string;
  /** The last piece of that text: programs put notes of their own before what people typed. */
  readonly lastUserPart: string;
  readonly images: number;
  /** What the tool said, when the conversation ends with a tool's result. */
  readonly toolResult: string | null;
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: ToolChoice;
  readonly maxTokens: number | null;
  readonly stops: readonly string[];
  /** The JSON schema that the answer must follow; null for prose. */
  readonly schema: JsonObject | null;
}

/** The fields of a prompt that most wire formats leave at their default. */
export const plainPrompt: Omit<Prompt, 'model' | 'texts' | 'lastUserText'> = {
  lastUserPart: '',
  images: 0,
  toolResult: null,
  tools: [],
  toolChoice: 'auto',
  maxTokens: null,
  stops: [],
  schema: null,
};

/** The text of the last of some parts that has any. */
export const lastTextOf = (parts: readonly JsonObject[]): string =>
  parts.flatMap(({ text }) => (typeof text === 'string' && text !== '' ? [text] : [])).at(-1) ?? '';

/** A positive integer, or null. */
export const limitOf = (...values: readonly (Json | undefined)[]): number | null => {
  const found = values.find((value) => typeof value === 'number' && value >= 1);
  return typeof found === 'number' ? found : null;
};

/** A string or a list of strings, as a list. */
export const listOf = (value: Json | undefined): readonly string[] =>
  (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((entry) => typeof entry === 'string');
