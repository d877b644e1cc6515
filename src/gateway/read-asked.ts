import { isObject, objectOf, type Json, type JsonObject } from '../shared/json.ts';
import type { Usage } from '../shared/usage.ts';
import type { Measure } from './measure.ts';

/** What the gateway must know of a request beyond its being valid. */
export interface Asked {
  /** Null where the body names none. */
  readonly model: string | null;
  readonly stream: boolean;
  /** Whether the client itself asked for the usage chunk of a chat stream. */
  readonly usageChunk: boolean;
  /** Upper bounds, before the model's own limits are known; `output` is null where the request names no limit. */
  readonly bound: { readonly input: number; readonly output: number | null; readonly answers: number };
  /** The most units other than tokens that are known before the call, for the hold. */
  readonly units: Usage;
  /** What was seen of the call's use when it is over; absent where only its texts show it. */
  readonly measure?: () => Measure;
  readonly body: JsonObject;
}

/** The names under which the formats say how many tokens may come back. */
const outputLimits = ['max_completion_tokens', 'max_output_tokens', 'max_tokens', 'max_tokens_to_sample'] as const;

const numberOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const outputLimitOf = (body: JsonObject): number | null => {
  for (const name of outputLimits) {
    const limit = numberOf(body[name]);
    if (limit !== null) return limit;
  }
  return null;
};

/**
 * Reads a JSON request. No text has more tokens than bytes, so the length of the body bounds its input.
 *
 * @param bytes the body as sent
 * @param body the same, parsed; anything but an object asks for nothing
 */
export function readAsked(bytes: Uint8Array, body: unknown): Asked {
  const fields = objectOf(body);
  const model = fields['model'];
  const answers = Math.max(1, numberOf(fields['n']) ?? 1, numberOf(fields['best_of']) ?? 1);
  return {
    model: typeof model === 'string' ? model : null,
    stream: fields['stream'] === true || fields['stream_format'] === 'sse',
    usageChunk: isObject(fields['stream_options']) && fields['stream_options']['include_usage'] === true,
    bound: { input: bytes.length, output: outputLimitOf(fields), answers },
    units: typeof fields['input'] === 'string' ? { characters: [...fields['input']].length } : {},
    body: fields,
  };
}
