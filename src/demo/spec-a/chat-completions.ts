import { arrayOf, type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import { behaviourOf } from '../behaviour.ts';
import { type Call, type DemoRoute, doneFrame, events, type Frame, json, plainFrame, seconds } from '../call.ts';
import { compose, type Reply } from '../compose.ts';
import {
  allowedOf,
  lastTextOf,
  limitOf,
  listOf,
  type OfferedTool,
  type Prompt,
  requestedObject,
  type ToolChoice,
} from '../prompt.ts';

const finishReasons = { stop: 'stop', length: 'length', tool: 'tool_calls', refusal: 'stop' } as const;

/** `POST /v1/chat/completions`, streamed or not. */
export const chatCompletions: DemoRoute = {
  method: 'POST',
  path: '/v1/chat/completions',
  answer: (call) => {
    const prompt = readChatPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'a');
    const reply = compose(prompt, behaviour);
    const head = { id: call.newId('chatcmpl'), created: seconds(call.now), model: prompt.model };
    const count = typeof call.body['n'] === 'number' ? call.body['n'] : 1;
    return call.body['stream'] === true
      ? events(chunks(call, { head, reply, count }), behaviour)
      : json({ ...completion(call, { head, reply, count }), ...storedFields(call.body) }, behaviour);
  },
};

interface Parts {
  readonly head: JsonObject;
  readonly reply: Reply;
  readonly count: number;
}

function completion(call: Call, { head, reply, count }: Parts): JsonObject {
  const choices = Array.from({ length: count }, (_, index) => ({
    index,
    message: { role: 'assistant', ...messageOf(call, reply), annotations: [] },
    logprobs: null,
    finish_reason: finishReasons[reply.finish],
  }));
  return {
    ...head,
    object: 'chat.completion',
    choices,
    usage: usageOf(reply, count),
    service_tier: 'default',
    system_fingerprint: 'fp_demo',
  };
}

const storedFields = (body: JsonObject): JsonObject =>
  body['store'] === true ? { metadata: body['metadata'] ?? {} } : {};

function messageOf(call: Call, reply: Reply): JsonObject {
  if (reply.toolCall)
    return { content: null, refusal: null, tool_calls: [toolCallOf(call.newId('call'), reply.toolCall)] };
  return reply.finish === 'refusal' ? { content: null, refusal: reply.text } : { content: reply.text, refusal: null };
}

type ToolCall = NonNullable<Reply['toolCall']>;

const toolCallOf = (id: string, { name, input, argument }: ToolCall): JsonObject =>
  input === 'text'
    ? { id, type: 'custom', custom: { name, input: argument } }
    : { id, type: 'function', function: { name, arguments: argument } };

const usageOf = (reply: Reply, count: number): JsonObject => ({
  prompt_tokens: reply.inputTokens,
  completion_tokens: reply.outputTokens * count,
  total_tokens: reply.inputTokens + reply.outputTokens * count,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 0,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
});

function chunks(call: Call, { head, reply, count }: Parts): readonly Frame[] {
  const wanted = objectOf(call.body['stream_options'])['include_usage'] === true;
  const rest = { object: 'chat.completion.chunk', service_tier: 'default', system_fingerprint: 'fp_demo' };
  const chunk = (choices: readonly JsonObject[], usage: Json): Frame =>
    plainFrame({ ...head, ...rest, choices, ...(wanted ? { usage } : {}) });
  const frames = Array.from({ length: count }, (_, index) => {
    const choice = (delta: JsonObject, finish_reason: string | null = null): Frame =>
      chunk([{ index, delta, logprobs: null, finish_reason }], null);
    return [...deltas(call, reply).map((delta) => choice(delta)), choice({}, finishReasons[reply.finish])];
  });
  return [...frames.flat(), ...(wanted ? [chunk([], usageOf(reply, count))] : []), doneFrame];
}

function deltas(call: Call, reply: Reply): readonly JsonObject[] {
  const start = { role: 'assistant', content: reply.toolCall || reply.finish === 'refusal' ? null : '', refusal: null };
  if (!reply.toolCall) {
    const field = reply.finish === 'refusal' ? 'refusal' : 'content';
    return [start, ...reply.words.map((word) => ({ [field]: word }))];
  }
  const { name, input, argument } = reply.toolCall;
  const whole = toolCallOf(call.newId('call'), { name, input, argument: '' });
  const pieces = argument.match(/.{1,8}/gsu) ?? [];
  const piece = (text: string): JsonObject =>
    input === 'text' ? { index: 0, custom: { input: text } } : { index: 0, function: { arguments: text } };
  return [{ ...start, tool_calls: [{ index: 0, ...whole }] }, ...pieces.map((text) => ({ tool_calls: [piece(text)] }))];
}

/** Reads the prompt of a chat completion request. */
export function readChatPrompt(body: JsonObject): Prompt {
  const messages = arrayOf(body['messages']).map(objectOf);
  const last = messages.at(-1);
  const lastUser = messages.findLast((message) => message['role'] === 'user');
  const tools = [...arrayOf(body['tools']).map(toolOf), ...arrayOf(body['functions']).map(functionOf)];
  return {
    model: stringOf(body['model']) ?? '',
    texts: [...messages.map(textOf), ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? ''))],
    lastUserText: lastUser ? textOf(lastUser) : '',
    lastUserPart: lastUser ? (stringOf(lastUser['content']) ?? lastTextOf(partsOf(lastUser))) : '',
    images: messages.flatMap(partsOf).filter((part) => part['type'] === 'image_url').length,
    toolResult: last && (last['role'] === 'tool' || last['role'] === 'function') ? textOf(last) : null,
    tools,
    toolChoice: choiceOf(body['tool_choice'] ?? body['function_call']),
    maxTokens: limitOf(body['max_completion_tokens'], body['max_tokens']),
    stops: listOf(body['stop']),
    schema: schemaOf(objectOf(body['response_format']), messages),
  };
}

const partsOf = (message: JsonObject): readonly JsonObject[] => arrayOf(message['content']).map(objectOf);

const textOf = (message: JsonObject): string =>
  stringOf(message['content']) ??
  partsOf(message)
    .map((part) => stringOf(part['text']) ?? '')
    .join('');

function toolOf(value: Json): OfferedTool {
  const tool = objectOf(value);
  const custom = tool['type'] === 'custom';
  const inner = objectOf(custom ? tool['custom'] : tool['function']);
  return { name: stringOf(inner['name']) ?? 'tool', input: custom ? 'text' : 'json', schema: inner['parameters'] };
}

function functionOf(value: Json): OfferedTool {
  const inner = objectOf(value);
  return { name: stringOf(inner['name']) ?? 'function', input: 'json', schema: inner['parameters'] };
}

function choiceOf(value: Json | undefined): ToolChoice {
  if (value === 'none' || value === 'required') return value;
  const choice = objectOf(value);
  const allowed = allowedOf(choice['type'] === 'allowed_tools' ? objectOf(choice['allowed_tools']) : {});
  if (allowed !== null) return { name: allowed };
  const name = stringOf(objectOf(choice['function'] ?? choice['custom'] ?? choice)['name']);
  return name === null ? 'auto' : { name };
}

const schemaOf = (format: JsonObject, messages: readonly JsonObject[]): JsonObject | null => {
  if (format['type'] === 'json_schema') return objectOf(objectOf(format['json_schema'])['schema']);
  return format['type'] === 'json_object' ? requestedObject(messages.map(textOf)) : null;
};
