import { objectOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { doneFrame, events, json, plainFrame, type Frame, seconds, type Call, type DemoRoute } from '../call.ts';
import { compose, type Reply } from '../compose.ts';
import { behaviourOf } from '../behaviour.ts';
import { readChatPrompt } from './read-chat-prompt.ts';

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
