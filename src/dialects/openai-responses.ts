import { isUpstreamCode } from '../errors/upstream-codes.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';
import { writeEvent } from '../shared/sse-frame.ts';
import { doubtsOf } from './billable.ts';
import type { Dialect, EventMeaning, StreamEvent, StreamFailure } from './dialect.ts';
import { commentKeepalive, textsOf } from './openai-stream.ts';
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
});

/** Event types that mean more than their bytes; those that end in `.delta` put out text, or sound. */
const meanings: Readonly<Record<string, (data: JsonObject) => EventMeaning>> = {
  'response.completed': (data) => ({ ...usageOf(data), end: 'last' }),
  'response.incomplete': (data) => ({ ...usageOf(data), end: 'last' }),
  'response.failed': failedResponse,
  error: (data) => ({
    end: 'failed',
    message: stringOf(data['message']) ?? stringOf(objectOf(data['error'])['message']) ?? '',
  }),
};

function readEvent(event: StreamEvent): EventMeaning {
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
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
    textsOf(item, ['arguments', 'input', 'code']) +
    listOf(objectOf(action)['commands'])
      .map((command) => stringOf(command) ?? '')
      .join('') +
    textsOf(operation, ['diff'])
  );
}

/** `event: error`, then `response.failed`, as the vendor ends a response that broke. */
function errorEvent({ message, code, sequence, requestId, answerId }: StreamFailure): Buffer {
  const error = { type: 'error', code, message, param: null, sequence_number: sequence };
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
export const openaiResponses: Dialect = {
  usageMembers: ['usage', 'object'],
  readUsage: ({ members }) =>
    members['object'] === 'response.input_tokens' ? {} : readResponsesUsage(members['usage']),
  outputMembers: ['output'],
  readOutput: ({ members }) => listOf(members['output']).map(outputOf).join(''),
  hasFailed: ({ members }) => members['status'] === 'failed',
  readEvent,
  errorEvent,
  keepalive: commentKeepalive,
};
