import { createHash } from 'node:crypto';
import { stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { json, type DemoRoute } from '../call.ts';
import { countTokens } from '../compose.ts';
import { behaviourOf } from '../behaviour.ts';
import { badRequest } from '../fault.ts';

const defaultDimensions = 1_536;
const mostDimensions = 4_096;

/** `POST /v1/embeddings`: unit vectors that depend only on the text. */
export const embeddings: DemoRoute = {
  method: 'POST',
  path: '/v1/embeddings',
  answer: ({ body }) => {
    const model = stringOf(body['model']) ?? '';
    const behaviour = behaviourOf(model, 'a');
    const inputs = inputsOf(body['input']);
    const dimensions = typeof body['dimensions'] === 'number' ? body['dimensions'] : defaultDimensions;
    if (dimensions > mostDimensions) throw badRequest(`dimensions must be at most ${mostDimensions}.`);
    const write = body['encoding_format'] === 'base64' ? toBase64 : toNumbers;
    const data = inputs.map((input, index): JsonObject => ({
      object: 'embedding',
      index,
      embedding: write(vectorOf(input.text, dimensions)),
    }));
    const tokens = inputs.reduce((sum, input) => sum + input.tokens, 0);
    return json({ object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } }, behaviour);
  },
};

interface Input {
  readonly text: string;
  readonly tokens: number;
}

/** Reads a string, strings, token ids, or lists of token ids. */
function inputsOf(input: Json | undefined): readonly Input[] {
  if (!Array.isArray(input)) return [inputOf(input ?? '')];
  return typeof input[0] === 'number' ? [inputOf(input as readonly Json[])] : (input as readonly Json[]).map(inputOf);
}

const inputOf = (value: Json): Input =>
  Array.isArray(value)
    ? { text: JSON.stringify(value), tokens: value.length }
    : { text: stringOf(value) ?? '', tokens: countTokens(stringOf(value) ?? '') };

function vectorOf(text: string, dimensions: number): Float32Array {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x8000_0000;
  };
  const raw = Float32Array.from({ length: dimensions }, next);
  const length = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0));
  return raw.map((value) => value / length);
}

const toNumbers = (vector: Float32Array): readonly number[] => [...vector];
const toBase64 = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
