import { arrayOf, type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import { behaviourOf, plainBehaviour } from '../behaviour.ts';
import { type Call, type DemoRoute, events, type Frame, json, namedFrame } from '../call.ts';
import { compose, inputTokensOf, type Reply } from '../compose.ts';
import { lastTextOf, limitOf, listOf, type OfferedTool, plainPrompt, type Prompt, type ToolChoice } from '../prompt.ts';

const stopReasons = { stop: 'end_turn', length: 'max_tokens', tool: 'tool_use', refusal: 'refusal' } as const;

const createMessage: DemoRoute = {
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

const countTokens: DemoRoute = {
  method: 'POST',
  path: '/v1/messages/count_tokens',
  answer: ({ body }) => json({ input_tokens: inputTokensOf(readMessagesPrompt(body)) }, plainBehaviour),
};

/** `POST /v1/messages`, streamed or not, and `POST /v1/messages/count_tokens`. */
export const messages: readonly DemoRoute[] = [createMessage, countTokens];

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

/** Reads the prompt of a Messages request, or of one to count tokens. */
export function readMessagesPrompt(body: JsonObject): Prompt {
  const turns = arrayOf(body['messages']).map(objectOf);
  const last = turns.at(-1);
  const lastUser = turns.findLast((message) => message['role'] === 'user');
  const tools = arrayOf(body['tools']).map(objectOf).flatMap(toolOf);
  const results = last ? blocksOf(last).filter((block) => block['type'] === 'tool_result') : [];
  const system = textOf(body['system']);
  return {
    model: stringOf(body['model']) ?? '',
    texts: [
      ...(system === '' ? [] : [system]),
      ...turns.map((message) => textOf(message['content'])),
      ...tools.map((tool) => tool.name + JSON.stringify(tool.schema ?? '')),
    ],
    lastUserText: lastUser ? textOf(lastUser['content']) : '',
    lastUserPart: lastUser ? (stringOf(lastUser['content']) ?? lastTextOf(blocksOf(lastUser))) : '',
    images: turns.flatMap(blocksOf).filter((block) => block['type'] === 'image').length,
    toolResult: results.length === 0 ? null : results.map((block) => textOf(block['content'])).join(' '),
    tools,
    toolChoice: choiceOf(objectOf(body['tool_choice'])),
    maxTokens: limitOf(body['max_tokens']),
    stops: listOf(body['stop_sequences']),
    schema: schemaOf(objectOf(objectOf(body['output_config'])['format'] ?? body['output_format'])),
  };
}

const blocksOf = (message: JsonObject): readonly JsonObject[] => arrayOf(message['content']).map(objectOf);

/** The text of a content: a string, or the text of its blocks and of nested results. */
const textOf = (content: Json | undefined): string =>
  stringOf(content) ??
  arrayOf(content)
    .map(objectOf)
    .map((block) => stringOf(block['text']) ?? (block['type'] === 'tool_result' ? textOf(block['content']) : ''))
    .join('');

/** Reads tools that the caller runs. They have a schema; the vendor's own do not. */
const toolOf = (tool: JsonObject): readonly OfferedTool[] =>
  tool['input_schema'] === undefined
    ? []
    : [{ name: stringOf(tool['name']) ?? 'tool', input: 'json', schema: tool['input_schema'] }];

const choices: Readonly<Record<string, ToolChoice>> = { none: 'none', any: 'required' };

function choiceOf(choice: JsonObject): ToolChoice {
  const type = stringOf(choice['type']) ?? 'auto';
  const name = stringOf(choice['name']);
  if (type === 'tool' && name !== null) return { name };
  return (Object.hasOwn(choices, type) ? choices[type] : undefined) ?? 'auto';
}

const schemaOf = (format: JsonObject): JsonObject | null =>
  format['type'] === 'json_schema' ? objectOf(format['schema']) : null;

const completionReasons = {
  stop: 'stop_sequence',
  length: 'max_tokens',
  tool: 'stop_sequence',
  refusal: 'refusal',
} as const;

/** `POST /v1/complete`, the legacy text completions, streamed or not. They report no usage. */
export const complete: DemoRoute = {
  method: 'POST',
  path: '/v1/complete',
  answer: ({ body, newId }) => {
    const prompt = readCompletionPrompt(body);
    const behaviour = behaviourOf(prompt.model, 'b');
    const reply = compose(prompt, behaviour);
    const stop_reason = completionReasons[reply.finish];
    const head = { id: newId('compl'), model: prompt.model };
    if (body['stream'] !== true) {
      return json(
        { type: 'completion', ...head, completion: reply.text, stop_reason, stop: reply.stopSequence },
        behaviour,
      );
    }
    const part = (completion: string, reason: string | null): JsonObject => ({
      ...head,
      completion,
      stop_reason: reason,
      stop: reply.stopSequence,
    });
    const words = reply.words.map((word) => namedFrame('completion', part(word, null)));
    return events([...words, namedFrame('completion', part('', stop_reason))], behaviour);
  },
};

function readCompletionPrompt(body: JsonObject): Prompt {
  const text = stringOf(body['prompt']) ?? '';
  const turn = text.split('\n\nHuman:').at(-1)?.split('\n\nAssistant:')[0]?.trim();
  return {
    ...plainPrompt,
    model: stringOf(body['model']) ?? '',
    texts: [text],
    lastUserText: turn ?? text,
    maxTokens: limitOf(body['max_tokens_to_sample']),
    stops: listOf(body['stop_sequences']),
  };
}
