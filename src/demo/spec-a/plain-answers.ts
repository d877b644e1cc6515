import { createHash } from 'node:crypto';
import { type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import { absentModel, behaviourOf, demoModels, plainBehaviour } from '../behaviour.ts';
import {
  badRequest,
  type Call,
  type DemoRoute,
  doneFrame,
  events,
  type Frame,
  json,
  plainFrame,
  rfc3339,
  seconds,
} from '../call.ts';
import { compose, countTokens, type Reply } from '../compose.ts';
import { limitOf, listOf, plainPrompt, type Prompt } from '../prompt.ts';
import { pageOf } from '../object-store.ts';

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

const categories = [
  'harassment', 'harassment/threatening', 'hate', 'hate/threatening', 'illicit', 'illicit/violent', 'self-harm',
  'self-harm/instructions', 'self-harm/intent', 'sexual', 'sexual/minors', 'violence', 'violence/graphic',
] as const; // prettier-ignore

/** Words that the demo flags. */
const triggers: Readonly<Record<string, (typeof categories)[number]>> = {
  kill: 'violence',
  hate: 'hate',
  stupid: 'harassment',
};

/** `POST /v1/moderations`: flags a few words, and everything for `demo-refusal`. */
export const moderations: DemoRoute = {
  method: 'POST',
  path: '/v1/moderations',
  answer: ({ body, newId }) => {
    const model = stringOf(body['model']) ?? 'demo';
    const behaviour = behaviourOf(model, 'a');
    const always = behaviour.speech === 'refusal';
    const results = textsOf(body['input']).map((text) => resultOf(text, always));
    return json({ id: newId('modr'), model, results }, behaviour);
  },
};

/** One text for each string; the parts of a mixed input are joined. */
function textsOf(input: Json | undefined): readonly string[] {
  if (!Array.isArray(input)) return [stringOf(input) ?? ''];
  const parts = input as readonly Json[];
  if (parts.every((part) => typeof part === 'string')) return parts;
  return [parts.map((part) => stringOf(objectOf(part)['text']) ?? '').join(' ')];
}

function resultOf(text: string, always: boolean): JsonObject {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const found = new Set(Object.entries(triggers).flatMap(([word, category]) => (words.has(word) ? [category] : [])));
  const flagged = (category: (typeof categories)[number]): boolean => always || found.has(category);
  return {
    flagged: always || found.size > 0,
    categories: Object.fromEntries(categories.map((category) => [category, flagged(category)])),
    category_scores: Object.fromEntries(categories.map((category) => [category, flagged(category) ? 0.98 : 0.0001])),
    category_applied_input_types: Object.fromEntries(categories.map((category) => [category, ['text']])),
  };
}

const finishReasons = { stop: 'stop', length: 'length', tool: 'stop', refusal: 'content_filter' } as const;

/** `POST /v1/completions`, the legacy text completions, streamed or not. */
export const completions: DemoRoute = {
  method: 'POST',
  path: '/v1/completions',
  answer: ({ body, now, newId }) => {
    const prompt = readPrompt(body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const reply = compose(prompt, behaviour);
    const head = { id: newId('cmpl'), object: 'text_completion', created: seconds(now), model: prompt.model };
    const choice = (text: string, finish_reason: string | null): JsonObject => ({
      text,
      index: 0,
      logprobs: null,
      finish_reason,
    });
    if (body['stream'] !== true) {
      return json(
        { ...head, choices: [choice(reply.text, finishReasons[reply.finish])], usage: usageOf(reply) },
        behaviour,
      );
    }
    const wanted = objectOf(body['stream_options'])['include_usage'] === true;
    const chunk = (choices: readonly JsonObject[], usage: JsonObject | null): Frame =>
      plainFrame({ ...head, choices, ...(wanted ? { usage } : {}) });
    const words = reply.words.map((word) => chunk([choice(word, null)], null));
    const last = chunk([choice('', finishReasons[reply.finish])], null);
    return events([...words, last, ...(wanted ? [chunk([], usageOf(reply))] : []), doneFrame], behaviour);
  },
};

function readPrompt(body: JsonObject): Prompt {
  const texts = listOf(body['prompt']);
  return {
    ...plainPrompt,
    model: stringOf(body['model']) ?? '',
    texts,
    lastUserText: texts.at(-1) ?? '',
    maxTokens: limitOf(body['max_tokens']),
    stops: listOf(body['stop']),
  };
}

const usageOf = (reply: Reply): JsonObject => ({
  prompt_tokens: reply.inputTokens,
  completion_tokens: reply.outputTokens,
  total_tokens: reply.inputTokens + reply.outputTokens,
});

const released = Date.UTC(2026, 0, 1);

const modelShapes = {
  a: (id: string): JsonObject => ({ id, object: 'model', created: seconds(released), owned_by: 'demo' }),
  b: (id: string): JsonObject => ({
    type: 'model',
    id,
    display_name: `Demo (${id})`,
    created_at: rfc3339(released),
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: null,
  }),
} as const;

const modelLists = {
  a: (): JsonObject => ({ object: 'list', data: demoModels.map(modelShapes.a) }),
  b: ({ query }: Call): JsonObject => ({ ...pageOf(demoModels.map(modelShapes.b), query) }),
} as const;

/** Everything under `/v1/models`, in both specs. */
export const models: readonly DemoRoute[] = [
  { method: 'GET', path: '/v1/models', answer: (call) => json(modelLists[call.spec](call), plainBehaviour) },
  {
    method: 'GET',
    path: '/v1/models/{}',
    answer: ({ id, spec }) => {
      if (!id.startsWith('demo')) throw absentModel(id, spec);
      return json(modelShapes[spec](id), plainBehaviour);
    },
  },
];
