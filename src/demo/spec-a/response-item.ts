import type { JsonObject } from '../../shared/json/json.ts';
import type { Call } from '../call.ts';
import type { Reply } from '../compose.ts';

/** One output item of a response, in the states that a stream shows. */
export interface ResponseItem {
  readonly id: string;
  readonly empty: JsonObject;
  readonly whole: JsonObject;
  /** Events between `output_item.added` and `output_item.done`, without ids, indexes and sequence numbers. */
  readonly filling: readonly (readonly [event: string, fields: JsonObject])[];
}

/** Makes the output item for a reply. */
export function responseItem(call: Call, reply: Reply): ResponseItem {
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
