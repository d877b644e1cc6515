import { arrayOf, type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import { type Call, type DemoRoute, events, type Frame, json, namedFrame, seconds } from '../call.ts';
import { compose, inputTokensOf, type Reply } from '../compose.ts';
import {
  allowedOf,
  lastTextOf,
  limitOf,
  type OfferedTool,
  type Prompt,
  requestedObject,
  type ToolChoice,
} from '../prompt.ts';

const create: DemoRoute = {
  method: 'POST',
  path: '/v1/responses',
  answer: (call) => {
    const prompt = readResponsesPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const reply = compose(prompt, behaviour);
    const item = responseItem(call, reply);
    const started = startedResponse(call, prompt.model);
    const finished = { ...started, ...ending(call, reply, item) };
    return call.body['stream'] === true
      ? events(responseFrames({ started, finished, item }), behaviour)
      : json(finished, behaviour);
  },
};

const countInput: DemoRoute = {
  method: 'POST',
  path: '/v1/responses/input_tokens',
  answer: ({ body }) => {
    const input_tokens = inputTokensOf(readResponsesPrompt(body));
    return json({ object: 'response.input_tokens', input_tokens }, plainBehaviour);
  },
};

const compact: DemoRoute = {
  method: 'POST',
  path: '/v1/responses/compact',
  answer: (call) => {
    const prompt = readResponsesPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const fromUser = itemsOf(call.body['input']).filter((item) => item['role'] === 'user');
    const messages = fromUser.map((item) => ({ ...item, id: call.newId('msg'), type: 'message', status: 'completed' }));
    const encrypted_content = Buffer.from(`demo:${prompt.texts.length} items`).toString('base64');
    const output = [...messages, { id: call.newId('cmp'), type: 'compaction', encrypted_content }];
    const usage = usageOf(inputTokensOf(prompt), 1);
    const head = { id: call.newId('resp'), object: 'response.compaction', created_at: seconds(call.now) };
    return json({ ...head, output, usage }, behaviour);
  },
};

/** The operations under `/v1/responses` that the gateway sends upstream. */
export const responses: readonly DemoRoute[] = [create, countInput, compact];

const echoed = {
  background: false,
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: {},
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  store: true,
  temperature: 1,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  tool_choice: 'auto',
  tools: [],
  top_logprobs: 0,
  top_p: 1,
  truncation: 'disabled',
  user: null,
} as const satisfies JsonObject;

function startedResponse(call: Call, model: string): JsonObject {
  const fields = Object.entries(echoed).map(([name, value]): [string, Json] => [name, call.body[name] ?? value]);
  const reasoning = { effort: stringOf(objectOf(call.body['reasoning'])['effort']), summary: null };
  return {
    id: call.newId('resp'),
    object: 'response',
    created_at: seconds(call.now),
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    model,
    output: [],
    reasoning,
    service_tier: 'default',
    usage: null,
    ...Object.fromEntries(fields),
  };
}

const ending = (call: Call, reply: Reply, item: ResponseItem): JsonObject => ({
  output: [item.whole],
  usage: usageOf(reply.inputTokens, reply.outputTokens),
  ...(reply.finish === 'length'
    ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
    : { status: 'completed', completed_at: seconds(call.now) }),
});

const usageOf = (input_tokens: number, output_tokens: number): JsonObject => ({
  input_tokens,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input_tokens + output_tokens,
});

interface Course {
  readonly started: JsonObject;
  readonly finished: JsonObject;
  readonly item: ResponseItem;
}

function responseFrames({ started, finished, item }: Course): readonly Frame[] {
  const place = { item_id: item.id, output_index: 0 };
  const course: readonly (readonly [string, JsonObject])[] = [
    ['response.created', { response: started }],
    ['response.in_progress', { response: started }],
    ['response.output_item.added', { output_index: 0, item: item.empty }],
    ...item.filling.map(([event, fields]) => [event, { ...place, ...fields }] as const),
    ['response.output_item.done', { output_index: 0, item: item.whole }],
    [`response.${stringOf(finished['status'])}`, { response: finished }],
  ];
  return course.map(([event, fields], sequence_number) => namedFrame(event, { sequence_number, ...fields }));
}

const callable: Readonly<Record<string, OfferedTool['input']>> = { function: 'json', custom: 'text' };

/** Reads the prompt of a Responses request. Tools that the vendor runs itself, such as search, are never called. */
export function readResponsesPrompt(body: JsonObject): Prompt {
  const items = itemsOf(body['input']);
  const instructions = stringOf(body['instructions']) ?? '';
  const last = items.at(-1);
  const lastUser = items.findLast((item) => item['role'] === 'user');
  const tools = arrayOf(body['tools']).map(objectOf).flatMap(toolOf);
  return {
    model: stringOf(body['model']) ?? '',
    texts: [
      ...(instructions === '' ? [] : [instructions]),
      ...items.map(textOf),
      ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? '')),
    ],
    lastUserText: lastUser ? textOf(lastUser) : '',
    lastUserPart: lastUser ? (stringOf(contentOf(lastUser)) ?? lastTextOf(partsOf(lastUser))) : '',
    images: items.flatMap(partsOf).filter((part) => part['type'] === 'input_image').length,
    toolResult: last && stringOf(last['type'])?.endsWith('_call_output') ? textOf(last) : null,
    tools,
    toolChoice: choiceOf(body['tool_choice']),
    maxTokens: limitOf(body['max_output_tokens']),
    stops: [],
    schema: schemaOf(objectOf(objectOf(body['text'])['format']), [instructions, ...items.map(textOf)]),
  };
}

/** `input` as items. A string is one user message. */
const itemsOf = (input: Json | undefined): readonly JsonObject[] =>
  typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : arrayOf(input).map(objectOf);

const contentOf = (item: JsonObject): Json | undefined => item['content'] ?? item['output'];
const partsOf = (item: JsonObject): readonly JsonObject[] => arrayOf(contentOf(item)).map(objectOf);

const textOf = (item: JsonObject): string =>
  stringOf(contentOf(item)) ??
  stringOf(item['arguments'] ?? item['input']) ??
  partsOf(item)
    .map((part) => stringOf(part['text']) ?? '')
    .join('');

function toolOf(tool: JsonObject): readonly OfferedTool[] {
  const type = stringOf(tool['type']) ?? '';
  const input = Object.hasOwn(callable, type) ? callable[type] : undefined;
  return input ? [{ name: stringOf(tool['name']) ?? 'tool', input, schema: tool['parameters'] }] : [];
}

function choiceOf(value: Json | undefined): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const choice = objectOf(value);
  const name = stringOf(choice['name']) ?? (choice['type'] === 'allowed_tools' ? allowedOf(choice) : null);
  return name === null ? 'auto' : { name };
}

const schemaOf = (format: JsonObject, texts: readonly string[]): JsonObject | null => {
  if (format['type'] === 'json_schema') return objectOf(format['schema']);
  return format['type'] === 'json_object' ? requestedObject(texts) : null;
};

/** One output item of a response, in the states that a stream shows. */
interface ResponseItem {
  readonly id: string;
  readonly empty: JsonObject;
  readonly whole: JsonObject;
  /** Events between `output_item.added` and `output_item.done`, without ids, indexes and sequence numbers. */
  readonly filling: readonly (readonly [event: string, fields: JsonObject])[];
}

/** Makes the output item for a reply. */
function responseItem(call: Call, reply: Reply): ResponseItem {
  if (!reply.toolCall) return messageItem(call.newId('msg'), reply);
  return reply.toolCall.input === 'text' ? customItem(call, reply.toolCall) : functionItem(call, reply.toolCall);
}

const pieces = (text: string): readonly string[] => text.match(/.{1,8}/gsu) ?? [];

function messageItem(id: string, reply: Reply): ResponseItem {
  const refused = reply.finish === 'refusal';
  const status = reply.finish === 'length' ? 'incomplete' : 'completed';
  const part = (text: string): JsonObject =>
    refused ? { type: 'refusal', refusal: text } : { type: 'output_text', annotations: [], logprobs: [], text };
  const [name, extra] = refused ? ['response.refusal', {}] : ['response.output_text', { logprobs: [] }];
  const place = { content_index: 0 };
  return {
    id,
    empty: { id, type: 'message', status: 'in_progress', content: [], role: 'assistant' },
    whole: { id, type: 'message', status, content: [part(reply.text)], role: 'assistant' },
    filling: [
      ['response.content_part.added', { ...place, part: part('') }],
      ...reply.words.map((delta) => [`${name}.delta`, { ...place, delta, ...extra }] as const),
      [`${name}.done`, { ...place, [refused ? 'refusal' : 'text']: reply.text, ...extra }],
      ['response.content_part.done', { ...place, part: part(reply.text) }],
    ],
  };
}

type ToolCall = NonNullable<Reply['toolCall']>;

function functionItem(call: Call, { name, argument }: ToolCall): ResponseItem {
  const id = call.newId('fc');
  const item = { id, type: 'function_call', call_id: call.newId('call'), name };
  const event = 'response.function_call_arguments';
  return {
    id,
    empty: { ...item, status: 'in_progress', arguments: '' },
    whole: { ...item, status: 'completed', arguments: argument },
    filling: [
      ...pieces(argument).map((delta) => [`${event}.delta`, { delta }] as const),
      [`${event}.done`, { name, arguments: argument }],
    ],
  };
}

function customItem(call: Call, { name, argument }: ToolCall): ResponseItem {
  const id = call.newId('ctc');
  const item = { id, type: 'custom_tool_call', call_id: call.newId('call'), name };
  const event = 'response.custom_tool_call_input';
  return {
    id,
    empty: { ...item, status: 'in_progress', input: '' },
    whole: { ...item, status: 'completed', input: argument },
    filling: [
      ...pieces(argument).map((delta) => [`${event}.delta`, { delta }] as const),
      [`${event}.done`, { input: argument }],
    ],
  };
}
