import type { Usage } from '../../src/shared/usage.ts';

/** An operation with a request that is valid and an answer that an upstream might give. */
export interface SampleCall {
  readonly name: string;
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  /** What the answer's usage comes to. */
  readonly usage: Usage;
}

const chatUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const tokens: Usage = { input_tokens: 11, output_tokens: 7 };
const model = 'test-model';
const messages = [{ role: 'user', content: 'Hi' }];

/** One of every operation that takes JSON and is charged. */
export const sampleCalls: readonly SampleCall[] = [
  {
    name: 'chat completions',
    path: '/v1/chat/completions',
    request: { model, messages },
    answer: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: chatUsage,
    },
    usage: tokens,
  },
  {
    name: 'completions',
    path: '/v1/completions',
    request: { model, prompt: 'Hi' },
    answer: {
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model,
      choices: [{ index: 0, text: 'Hello', finish_reason: 'stop', logprobs: null }],
      usage: chatUsage,
    },
    usage: tokens,
  },
  {
    name: 'responses, not stored',
    path: '/v1/responses',
    request: { model, input: 'Hi', store: false },
    answer: {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model,
      output: [],
      usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18, input_tokens_details: { cached_tokens: 4 } },
    },
    usage: { input_tokens: 7, cached_input_tokens: 4, output_tokens: 7 },
  },
  {
    name: 'embeddings',
    path: '/v1/embeddings',
    request: { model, input: 'Hi' },
    answer: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.1, -0.2] }],
      model,
      usage: { prompt_tokens: 11, total_tokens: 11 },
    },
    usage: { input_tokens: 11 },
  },
  {
    name: 'messages',
    path: '/v1/messages',
    request: { model, max_tokens: 50, messages },
    answer: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 11, cache_read_input_tokens: 3, cache_creation_input_tokens: 2, output_tokens: 7 },
    },
    usage: { input_tokens: 11, cached_input_tokens: 3, cache_write_tokens: 2, output_tokens: 7 },
  },
];

/** The two that stand for their specs. */
export const chatCall = sampleCalls[0] as SampleCall;
export const messagesCall = sampleCalls.at(-1) as SampleCall;

/** A chat stream as a vendor sends it, with its usage in a chunk of its own. */
export const chatStream = [
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"test-model","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}\n\n',
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"test-model","choices":[{"index":0,"delta":{"content":"Héllo 👋"},"finish_reason":null}],"usage":null}\n\n',
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"test-model","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":null}\n\n',
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"test-model","choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}\n\n',
  'data: [DONE]\n\n',
] as const;

/** The chunk that exists only because usage was asked for. */
export const chatUsageChunk = chatStream[3];

/** A message stream as a vendor sends it. */
export const messageStream = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"test-model","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":11,"output_tokens":1}}}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: ping\ndata: {"type":"ping"}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Héllo 👋"}}\n\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":7}}\n\n',
  'event: message_stop\ndata: {"type":"message_stop"}\n\n',
] as const;

/** A response stream, short of everything that is not looked at. */
export const responseStream = [
  'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","output":[],"usage":null}}\n\n',
  'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":1,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Héllo 👋"}\n\n',
  'event: response.completed\ndata: {"type":"response.completed","sequence_number":2,"response":{"id":"resp_1","object":"response","status":"completed","output":[],"usage":{"input_tokens":11,"output_tokens":7,"total_tokens":18}}}\n\n',
] as const;

/** Streams by the operation that they answer. */
export const sampleStreams = [
  {
    ...chatCall,
    request: { ...chatCall.request, stream: true, stream_options: { include_usage: true } },
    stream: chatStream,
  },
  {
    name: 'responses, not stored',
    path: '/v1/responses',
    request: { model, input: 'Hi', store: false, stream: true },
    stream: responseStream,
    usage: tokens,
  },
  { ...messagesCall, request: { ...messagesCall.request, stream: true }, stream: messageStream, usage: tokens },
] as const;
