import { isUpstreamCode } from '../errors/upstream-codes.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { ReasoningPlace, Usage } from '../shared/usage.ts';
import { writeEvent } from '../shared/json/sse.ts';
import type { Wire, EventMeaning, StreamEvent, StreamFailure } from './wire.ts';
import { commentKeepalive, failureOf, textsOf } from './openai-events.ts';
import { doubtsOf, readResponsesUsage } from './openai-usage.ts';
import { runOfItem, runsOfResponse, sideOfResponse } from './tool-runs.ts';

/** Usage of a whole response: what its totals say, and what its items show. */
const readTotals = (
  response: Readonly<Record<string, Json | undefined>>,
  reasoning: ReasoningPlace | null = null,
): Usage | null => {
  const read = readResponsesUsage(response['usage'], reasoning);
  return read && { ...runsOfResponse(response), ...read };
};

const usageOf = (data: JsonObject, reasoning: ReasoningPlace | null): EventMeaning => {
  const response = objectOf(data['response']);
  const read = readTotals(response, reasoning);
  const side = sideOfResponse(response);
  return { ...(read && { usage: read }), ...(side.length > 0 && { side }), ...doubtsOf(response['usage'], reasoning) };
};

/** What an item is worth that has come whole: what its tool ran, and the name of a function, whose arguments may be none. */
const endedItem = (data: JsonObject): EventMeaning => {
  const adds = runOfItem(data['item']);
  return Object.keys(adds).length > 0 ? { adds } : {};
};

const begunItem = (data: JsonObject): EventMeaning => {
  const output = textsOf(data['item'], ['name']);
  return output === '' ? {} : { output };
};

const failedResponse = (data: JsonObject, reasoning: ReasoningPlace | null): EventMeaning => ({
  ...usageOf(data, reasoning),
  end: 'failed',
  message: stringOf(objectOf(objectOf(data['response'])['error'])['message']) ?? '',
  isNative: data['type'] === 'response.failed',
});

/** Members of which an event has at least one, beside `type`. */
const envelope = ['response', 'item', 'part', 'delta', 'item_id', 'output_index', 'sequence_number'] as const;

/** Event types that mean more than their bytes; those that end in `.delta` put out text, or sound. */
const meanings: Readonly<Record<string, (data: JsonObject, reasoning: ReasoningPlace | null) => EventMeaning>> = {
  'response.output_item.added': begunItem,
  'response.output_item.done': endedItem,
  'response.completed': (data, reasoning) => ({ ...usageOf(data, reasoning), end: 'last' }),
  'response.incomplete': (data, reasoning) => ({ ...usageOf(data, reasoning), end: 'last' }),
  'response.failed': failedResponse,
};

function readEvent(event: StreamEvent, reasoning: ReasoningPlace | null = null): EventMeaning {
  // Clients throw at an error that is nested, whatever the vendor's documents say: a flat one looks like an answer to some.
  const failure = failureOf(event, envelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (objectOf(data['response'])['error']) return failedResponse(data, reasoning);
  const meaning = Object.hasOwn(meanings, type) ? meanings[type] : undefined;
  if (meaning) return meaning(data, reasoning);
  return type.endsWith('.delta') && !type.endsWith('audio.delta') ? { output: textsOf(data, ['delta']) } : {};
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const partsOf = (parts: Json | undefined): string =>
  listOf(parts)
    .map((part) => textsOf(part, ['text', 'refusal', 'transcript']))
    .join('');

/**
 * What one item of `output` puts out, whatever its type: its thoughts, its words, and what it says to tools. That is what
 * a stream tells in events that end in `.delta`.
 */
function outputOf(item: Json): string {
  const { summary, content, action, operation } = objectOf(item);
  return (
    partsOf(summary) +
    partsOf(content) +
    textsOf(item, ['name', 'arguments', 'input', 'code']) +
    listOf(objectOf(action)['commands'])
      .map((command) => stringOf(command) ?? '')
      .join('') +
    textsOf(operation, ['diff'])
  );
}

/**
 * `event: error`, then `response.failed`, as the vendor ends a response that broke. The error has its members twice: at the top,
 * as documented, and nested, as the vendor sends it and as every SDK expects it.
 */
function errorEvent({ message, type, code, sequence, requestId, answerId }: StreamFailure): Buffer {
  const members = { code, message, param: null };
  const error = { type: 'error', ...members, error: { type, ...members }, sequence_number: sequence };
  const response = {
    id: answerId ?? requestId,
    object: 'response',
    status: 'failed',
    error: { code: isUpstreamCode(code) && code !== 'upstream_error' ? code : 'server_error', message },
    output: [],
  };
  const failed = { type: 'response.failed', response, sequence_number: sequence + 1 };
  return Buffer.concat([
    writeEvent('error', JSON.stringify(error)),
    writeEvent('response.failed', JSON.stringify(failed)),
  ]);
}

/** `POST /responses` and what belongs to it. */
export const openaiResponses: Wire = {
  answerMembers: ['output', 'input_tokens'],
  isAnswer: ({ members: { output, input_tokens: counted } }) => Array.isArray(output) || typeof counted === 'number',
  usageMembers: ['usage', 'object', 'tool_usage', 'tools', 'output'],
  readUsage: ({ members }, reasoning) =>
    members['object'] === 'response.input_tokens' ? {} : readTotals(members, reasoning),
  readSide: ({ members }) => sideOfResponse(members),
  outputMembers: ['output'],
  readOutput: ({ members }) => listOf(members['output']).map(outputOf).join(''),
  hasFailed: ({ members: { status, error } }) => status === 'failed' || Boolean(error),
  readEvent,
  errorEvent,
  keepalive: commentKeepalive,
};
