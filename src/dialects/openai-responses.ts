import { objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';
import { writeEvent } from '../shared/sse-frame.ts';
import { doubtsOf } from './billable.ts';
import type { Dialect, EventMeaning, StreamEvent, StreamFailure } from './dialect.ts';
import { commentKeepalive, failureOf, textsOf } from './openai-stream.ts';
import { readResponsesUsage } from './openai-usage.ts';

const usageOf = (data: JsonObject): EventMeaning => {
  const { usage } = objectOf(data['response']);
  const read = readResponsesUsage(usage);
  return { ...(read && { usage: read }), ...doubtsOf(usage) };
};

const failedResponse = (data: JsonObject): EventMeaning => ({
  ...usageOf(data),
  end: 'failed',
  message: stringOf(objectOf(objectOf(data['response'])['error'])['message']) ?? '',
  isNative: data['type'] === 'response.failed',
});

/** Members of which an event has at least one, beside `type`. */
const envelope = ['response', 'item', 'part', 'delta', 'item_id', 'output_index', 'sequence_number'] as const;

/** Event types that mean more than their bytes; those that end in `.delta` put out text, or sound. */
const meanings: Readonly<Record<string, (data: JsonObject) => EventMeaning>> = {
  'response.completed': (data) => ({ ...usageOf(data), end: 'last' }),
  'response.incomplete': (data) => ({ ...usageOf(data), end: 'last' }),
  'response.failed': failedResponse,
  'response.output_item.added': (data) => ({ output: textsOf(data['item'], ['name']) }),
};

function readEvent(event: StreamEvent): EventMeaning {
  // Clients throw at an error that is nested, whatever the vendor's documents say: a flat one looks like an answer to some.
  const failure = failureOf(event, envelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (objectOf(data['response'])['error']) return failedResponse(data);
  const meaning = Object.hasOwn(meanings, type) ? meanings[type] : undefined;
  if (meaning) return meaning(data);
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
    error: { code: 'server_error', message },
    output: [],
  };
  const failed = { type: 'response.failed', response, sequence_number: sequence + 1 };
  return Buffer.concat([
    writeEvent('error', JSON.stringify(error)),
    writeEvent('response.failed', JSON.stringify(failed)),
  ]);
}

/** `POST /responses` and what belongs to it. */
export const openaiResponses: Dialect = {
  answerMembers: ['output', 'input_tokens'],
  isAnswer: ({ members: { output, input_tokens: counted } }) => Array.isArray(output) || typeof counted === 'number',
  usageMembers: ['usage', 'object'],
  readUsage: ({ members }) =>
    members['object'] === 'response.input_tokens' ? {} : readResponsesUsage(members['usage']),
  outputMembers: ['output'],
  readOutput: ({ members }) => listOf(members['output']).map(outputOf).join(''),
  hasFailed: ({ members: { status, error } }) => status === 'failed' || Boolean(error),
  readEvent,
  errorEvent,
  keepalive: commentKeepalive,
};
