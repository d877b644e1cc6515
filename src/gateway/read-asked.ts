import type { DialectId } from '../dialects/dialect.ts';
import { objectOf, type Json, type JsonObject } from '../shared/json.ts';
import type { Usage } from '../shared/usage.ts';
import type { Measure } from './measure.ts';
import { modelsBeside } from '../routing/steering-members.ts';
import { readContents, type Contents } from './read-contents.ts';

/** What the gateway must know of a request beyond its being valid. */
export interface Asked {
  /** Null where the body names none. */
  readonly model: string | null;
  /** Other models that the body names. */
  readonly beside: readonly string[];
  /** Of a form that flows: as far as it has come. */
  readonly stream: boolean;
  /** Whether the client itself asked for the usage chunk of a chat stream. */
  readonly usageChunk: boolean;
  /** What else it asked for of a stream; absent: nothing. */
  readonly streamOptions?: JsonObject;
  /** Upper bounds, before the model's own limits are known; `output` is null where the request names no limit. */
  readonly bound: { readonly input: number; readonly output: number | null; readonly answers: number };
  /** What is not text in a conversation; absent, or null, where all input is the text of the body. */
  readonly contents?: Contents | null;
  /** The most units other than tokens that are known before the call, for the hold. */
  readonly units: Usage;
  /** What was seen of the call's use when it is over; absent where only its texts show it. */
  readonly measure?: () => Measure;
  readonly body: JsonObject;
}

/** Under which names each format says how many tokens may come back; what another calls so, an upstream leaves unread. */
const outputLimits: Readonly<Partial<Record<DialectId | 'none', readonly string[]>>> = {
  'openai-chat': ['max_completion_tokens', 'max_tokens'],
  'openai-completions': ['max_tokens'],
  'openai-responses': ['max_output_tokens'],
  'anthropic-messages': ['max_tokens'],
  'anthropic-complete': ['max_tokens_to_sample'],
};

const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Of several limits the largest: nobody knows which one the upstream goes by. */
function outputLimitOf(body: JsonObject, dialect: DialectId | 'none' | null): number | null {
  const said = (dialect === null ? [] : (outputLimits[dialect] ?? [])).map((name) => numberOf(body[name]));
  const limits = said.filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.max(...limits);
}

/** A list of prompts is answered one by one, each as far as the limit goes; token ids are one prompt. */
const promptsOf = ({ prompt }: JsonObject): number =>
  Array.isArray(prompt) ? Math.max(1, prompt.filter((each) => typeof each !== 'number').length) : 1;

/**
 * Reads a JSON request. No text has more tokens than bytes, so the length of the body bounds its text.
 *
 * @param bytes the body as sent
 * @param body the same, parsed; anything but an object asks for nothing
 * @param dialect of the operation; null where nobody knows it: then no limit of the request is believed
 */
export function readAsked(bytes: Uint8Array, body: unknown, dialect: DialectId | 'none' | null): Asked {
  const fields = objectOf(body);
  const model = fields['model'];
  const streamOptions = objectOf(fields['stream_options']);
  const each = Math.max(1, numberOf(fields['n']) ?? 1, numberOf(fields['best_of']) ?? 1);
  const answers = dialect === 'openai-completions' || dialect === null ? each * promptsOf(fields) : each;
  return {
    model: typeof model === 'string' ? model : null,
    beside: modelsBeside(fields),
    stream: fields['stream'] === true || fields['stream_format'] === 'sse',
    usageChunk: streamOptions['include_usage'] === true,
    streamOptions,
    bound: { input: bytes.length, output: outputLimitOf(fields, dialect), answers },
    contents: readContents(fields, dialect),
    units: typeof fields['input'] === 'string' ? { characters: [...fields['input']].length } : {},
    body: fields,
  };
}
