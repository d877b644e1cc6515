import { objectOf, type JsonObject } from '../../shared/json/json.ts';
import { events, json, namedFrame, type Frame, type Call, type DemoRoute } from '../call.ts';
import { compose, inputTokensOf, type Reply } from '../compose.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import { readMessagesPrompt } from './read-messages-prompt.ts';

const stopReasons = { stop: 'end_turn', length: 'max_tokens', tool: 'tool_use', refusal: 'refusal' } as const;

const create: DemoRoute = {
  method: 'POST',
  path: '/v1/messages',
  answer: (call) => {
    const prompt = readMessagesPrompt(call.body);
    const behaviour = behaviourOf(prompt.model, 'b');
    const reply = compose(prompt, behaviour);
    const blocks = [...thinkingOf(call.body), ...replyBlocks(call, reply)];
    const started = startedMessage(call, prompt.model, reply);
    if (call.body['stream'] === true) return events(messageFrames(started, blocks, reply), behaviour);
    const usage = usageOf(reply, reply.outputTokens);
    return json({ ...started, content: blocks.map((block) => block.whole), ...endOf(reply), usage }, behaviour);
  },
};

const count: DemoRoute = {
  method: 'POST',
  path: '/v1/messages/count_tokens',
  answer: ({ body }) => json({ input_tokens: inputTokensOf(readMessagesPrompt(body)) }, plainBehaviour),
};

/** `POST /v1/messages`, streamed or not, and `POST /v1/messages/count_tokens`. */
export const messages: readonly DemoRoute[] = [create, count];

/** A content block, whole and as a stream. */
interface Block {
  readonly whole: JsonObject;
  readonly empty: JsonObject;
  readonly deltas: readonly JsonObject[];
}

function thinkingOf(body: JsonObject): readonly Block[] {
  const type = objectOf(body['thinking'])['type'];
  if (type !== 'enabled' && type !== 'adaptive') return [];
  const thinking = 'The demo repeats the prompt, which is easy.';
  const signature = Buffer.from(`demo-signature of ${thinking}`).toString('base64');
  return [
    {
      whole: { type: 'thinking', thinking, signature },
      empty: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...(thinking.match(/\S+\s*/g) ?? []).map((word) => ({ type: 'thinking_delta', thinking: word })),
        { type: 'signature_delta', signature },
      ],
    },
  ];
}

function replyBlocks(call: Call, reply: Reply): readonly Block[] {
  if (!reply.toolCall) {
    const deltas = reply.words.map((text) => ({ type: 'text_delta', text }));
    return [{ whole: { type: 'text', text: reply.text }, empty: { type: 'text', text: '' }, deltas }];
  }
  const { name, argument } = reply.toolCall;
  const start = { type: 'tool_use', id: call.newId('toolu'), name, caller: { type: 'direct' } };
  const pieces = ['', ...(argument.match(/.{1,8}/gsu) ?? [])];
  const deltas = pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  const input = objectOf(JSON.parse(argument) as unknown);
  return [{ whole: { ...start, input }, empty: { ...start, input: {} }, deltas }];
}

const startedMessage = (call: Call, model: string, reply: Reply): JsonObject => ({
  id: call.newId('msg'),
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  stop_details: null,
  container: null,
  usage: usageOf(reply, 1),
});

const usageOf = (reply: Reply, output_tokens: number): JsonObject => ({
  input_tokens: reply.inputTokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens,
  service_tier: 'standard',
});

function endOf(reply: Reply): JsonObject {
  const stop_reason = reply.stopSequence === null ? stopReasons[reply.finish] : 'stop_sequence';
  const explanation = 'The model demo-refusal declines everything.';
  const stop_details = reply.finish === 'refusal' ? { type: 'refusal', category: null, explanation } : null;
  return { stop_reason, stop_sequence: reply.stopSequence, stop_details };
}

function messageFrames(started: JsonObject, blocks: readonly Block[], reply: Reply): readonly Frame[] {
  const inner = blocks.flatMap((block, index) => [
    namedFrame('content_block_start', { index, content_block: block.empty }),
    ...block.deltas.map((delta) => namedFrame('content_block_delta', { index, delta })),
    namedFrame('content_block_stop', { index }),
  ]);
  return [
    namedFrame('message_start', { message: started }),
    namedFrame('ping', {}),
    ...inner,
    namedFrame('message_delta', {
      delta: { ...endOf(reply), container: null },
      usage: usageOf(reply, reply.outputTokens),
    }),
    namedFrame('message_stop', {}),
  ];
}
