import { readFileSync } from 'node:fs';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import type { CallerWireId } from '../../src/wires/translation/parts.ts';

/** A value that a document allows, made for one place in it. */
interface Variant {
  /** The members and indexes that lead to what it was made for. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
}

/** References that a value may go through, and how often one of them. */
const deepest = 13;

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Texts that have to be more than words. */
const texts: Readonly<Record<string, string>> = {
  arguments: '{"a":1}',
  data: 'aGVsbG8=',
  detail: 'high',
  display: 'summarized',
  effort: 'low',
  encrypted_content: 'sealed elsewhere',
  file_data: 'data:application/pdf;base64,aGVsbG8=',
  file_url: 'https://example.com/a.pdf',
  image_url: 'https://example.com/a.png',
  media_type: 'image/png',
  mode: 'required',
  phase: 'commentary',
  reasoning_effort: 'low',
  role: 'user',
  service_tier: 'flex',
  summary: 'detailed',
  type: 'grammar',
  url: 'https://example.com/a.png',
  verbosity: 'low',
};

/** Makes values of one document: of each place in a schema one, with the least besides. */
class Sampler {
  readonly #document: JsonObject;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  *variants(schema: Json | undefined, name: string, depth = 0): Iterable<Variant> {
    const resolved = resolve(this.#document, schema);
    const choices = listOf(resolved['oneOf'] ?? resolved['anyOf']);
    if (depth > deepest) return;
    for (const choice of choices) yield* this.variants(choice, name, depth + 1);
    const whole = this.#joined(resolved);
    if (isObject(whole['properties'])) yield* this.#objects(whole, depth);
    else if (choices.length === 0) yield* this.#plain(resolved, name, depth);
  }

  /** The first of the variants: the least that a schema takes. */
  least(schema: Json | undefined, name: string, depth: number): Json {
    for (const { value } of this.variants(schema, name, depth)) return value;
    return {};
  }

  *#plain(schema: JsonObject, name: string, depth: number): Iterable<Variant> {
    const fixed = schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']];
    for (const value of fixed) if (value !== null) yield { path: [], value };
    if (fixed.length > 0) return;
    const types = listOf(schema['type']);
    const type = stringOf(schema['type']) ?? types.map(String).find((each) => each !== 'null');
    if (type === 'array') {
      for (const { path, value } of this.variants(schema['items'], name, depth + 1))
        yield { path: [0, ...path], value: [value] };
    } else if (type !== undefined && type !== 'null') yield { path: [], value: plainOf(type, name, schema) };
  }

  *#objects(schema: JsonObject, depth: number): Iterable<Variant> {
    const properties = objectOf(schema['properties']);
    const required = listOf(schema['required']).map(String);
    const base: Record<string, Json> = {};
    for (const name of required) base[name] = this.least(properties[name], name, depth + 1);
    yield { path: [], value: base };
    for (const [name, property] of Object.entries(properties))
      for (const { path, value } of this.variants(property, name, depth + 1))
        yield { path: [name, ...path], value: { ...base, [name]: value } };
  }

  /** What `allOf` says of an object, as one schema. */
  #joined(schema: JsonObject): JsonObject {
    const all = listOf(schema['allOf']).map((each) => this.#joined(resolve(this.#document, each)));
    if (all.length === 0) return schema;
    const parts = [...all, schema];
    return {
      ...schema,
      properties: Object.assign({}, ...parts.map((each) => objectOf(each['properties']))) as JsonObject,
      required: parts.flatMap((each) => listOf(each['required'])),
    };
  }
}

/** A value that is not the default. */
function plainOf(type: string, name: string, schema: JsonObject): Json {
  if (type === 'boolean') return schema['default'] !== true;
  if (type === 'object') return { type: 'object', properties: { a: { type: 'string' } } };
  if (type === 'string') return texts[name] ?? `the_${name}`;
  const { minimum, maximum } = schema;
  // A limit is one that every vendor takes.
  const wanted = name.endsWith('_tokens') ? 70 : type === 'integer' ? 7 : 0.5;
  return Math.min(
    Math.max(wanted, typeof minimum === 'number' ? minimum : 0),
    typeof maximum === 'number' ? maximum : wanted,
  );
}

const places: Readonly<Record<CallerWireId, { readonly document: string; readonly schema: string }>> = {
  'chat-completions': { document: 'spec-a', schema: 'ChatCompletionRequest' },
  responses: { document: 'spec-a', schema: 'ResponseRequest' },
  messages: { document: 'spec-b', schema: 'CreateMessageRequest' },
  completions: { document: 'spec-a', schema: 'CompletionRequest' },
};

/** A request that has one field besides what it needs, and the same without that field. */
export interface FieldRequest {
  /** `messages[].content[].text` */
  readonly field: string;
  readonly body: JsonObject;
  readonly without: JsonObject;
}

const nameOf = (path: Variant['path']): string =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '');

/** A value without what a path leads to; an element of a list takes its list with it. */
function withoutPath(value: Json, path: Variant['path']): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') return listOf(value).map((each) => withoutPath(each, rest));
  const { [step]: inside, ...others } = objectOf(value);
  const isLast = rest.every((each) => typeof each === 'number');
  return isLast || inside === undefined ? others : { ...objectOf(value), [step]: withoutPath(inside, rest) };
}

/** Every field that the document of a wire has, each in a request of its own. */
export function* fieldRequests(wire: CallerWireId): Iterable<FieldRequest> {
  const { document: file, schema } = places[wire];
  const document = objectOf(parseJson(readFileSync(`generated/${file}/openapi.json`, 'utf8')));
  const sampler = new Sampler(document);
  for (const { path, value } of sampler.variants({ $ref: `#/components/schemas/${schema}` }, '')) {
    if (path.length === 0 || !path.some((step) => typeof step === 'string')) continue;
    yield {
      field: nameOf(path),
      body: answered(wire, objectOf(value)),
      without: answered(wire, objectOf(withoutPath(value, path))),
    };
  }
}

const call = { name: 'look', arguments: '{"a":1}' };

/** What a conversation needs around calls and results, so that each has its other half. */
function answered(wire: CallerWireId, body: JsonObject): JsonObject {
  const list = wire === 'responses' ? 'input' : 'messages';
  const items = listOf(body[list]).map(objectOf);
  const tools = choosing.some((name) => name in body) ? { tools: toolsOf[wire] } : {};
  return { ...tools, ...body, ...(items.length > 0 && { [list]: items.flatMap((item) => around[wire](item)) }) };
}

/** Members that mean something only where there are tools. */
const choosing = ['tool_choice', 'function_call', 'parallel_tool_calls'];

const parameters = { type: 'object', properties: {} };

const toolsOf: Readonly<Record<CallerWireId, Json>> = {
  'chat-completions': [{ type: 'function', function: { name: 'the_name', parameters } }],
  responses: [{ type: 'function', name: 'the_name', parameters, strict: false }],
  messages: [{ name: 'the_name', input_schema: parameters }],
  completions: [],
};

const around: Readonly<Record<CallerWireId, (item: JsonObject) => readonly JsonObject[]>> = {
  'chat-completions': (message) => {
    if (message['role'] === 'tool')
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: message['tool_call_id'] ?? '', type: 'function', function: call }],
        },
        message,
      ];
    if (message['role'] === 'function') return [{ role: 'assistant', content: null, function_call: call }, message];
    const ids = listOf(message['tool_calls']).map((each) => objectOf(each)['id'] ?? '');
    const results = ids.map((id): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'found' }));
    return [
      message,
      ...results,
      ...(isObject(message['function_call']) ? [{ role: 'function', name: 'look', content: 'found' }] : []),
    ];
  },
  responses: (item) => {
    const { type } = item;
    const id = item['call_id'] ?? '';
    if (type === 'function_call') return [item, { type: 'function_call_output', call_id: id, output: 'found' }];
    if (type === 'custom_tool_call') return [item, { type: 'custom_tool_call_output', call_id: id, output: 'found' }];
    if (type === 'function_call_output') return [{ type: 'function_call', call_id: id, ...call }, item];
    if (type === 'custom_tool_call_output')
      return [{ type: 'custom_tool_call', call_id: id, name: 'look', input: 'x' }, item];
    return [item];
  },
  completions: (message) => [message],
  messages: (message) => {
    const blocks = listOf(message['content']).map(objectOf);
    const uses = blocks.filter(({ type }) => type === 'tool_use');
    const results = blocks.filter(({ type }) => type === 'tool_result');
    const spoken = {
      ...message,
      role: uses.length > 0 ? 'assistant' : results.length > 0 ? 'user' : (message['role'] ?? 'user'),
    };
    return [
      ...(results.length > 0
        ? [
            {
              role: 'assistant',
              content: results.map((each) => ({
                type: 'tool_use',
                id: each['tool_use_id'] ?? '',
                name: 'look',
                input: { a: 1 },
              })),
            },
          ]
        : []),
      spoken,
      ...(uses.length > 0
        ? [
            {
              role: 'user',
              content: uses.map(({ id = '' }) => ({ type: 'tool_result', tool_use_id: id, content: 'found' })),
            },
          ]
        : []),
    ];
  },
};
