import { isUpstreamCode } from '../../errors/upstream-codes.ts';
import { arrayOf, type Json, type JsonObject, memberOf, objectOf, stringOf } from '../../shared/json/json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import { type ReasoningPlace, type UnitKind, unitKinds, type Usage } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import { countOf, doubtsOf, failureOf, openaiBase, readResponsesUsage, textsOf } from '../read-usage.ts';
import { drawingModel } from '../steering-members.ts';
import type { Wire } from '../wire.ts';
import type { AnswerMeter, EventMeaning, SideUsage, StreamEvent, StreamFailure } from '../meter.ts';
import { openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { leastLimit, writeRequest } from './write-request.ts';

/** What one item of a response stands for that is neither a token nor a container. */
function runOfItem(item: Json | undefined): Usage {
  const { type, status, action } = objectOf(item);
  // Providers do not charge for tools that failed.
  if (status === 'failed' || status === 'in_progress') return {};
  // A search can open pages that it found: that is no search of its own.
  const did = stringOf(objectOf(action)['type']) ?? 'search';
  if (type === 'web_search_call') return did === 'search' ? { web_searches: 1 } : {};
  if (type === 'file_search_call') return { file_searches: 1 };
  return type === 'image_generation_call' ? { images: 1 } : {};
}

const containerOf = (item: Json): string | null => {
  const { container_id: id, environment } = objectOf(item);
  return stringOf(id) ?? stringOf(objectOf(environment)['container_id']);
};

/** Each kind as often as the list that has it most. */
const larger = (one: Usage, other: Usage): Usage =>
  Object.fromEntries(
    unitKinds.flatMap((kind) => {
      const count = Math.max(one[kind] ?? 0, other[kind] ?? 0);
      return count > 0 ? [[kind, count]] : [];
    }),
  );

/**
 * Runs that a whole response shows: in its items, and in the vendor's own count of them.
 *
 * @param response its top level
 */
function runsOfResponse({ output, tool_usage: counted }: Readonly<Record<string, Json | undefined>>): Usage {
  const runs: Partial<Record<UnitKind, number>> = {};
  const containers = new Set<string>();
  for (const item of arrayOf(output)) {
    const run = runOfItem(item);
    for (const kind of unitKinds) if (run[kind] !== undefined) runs[kind] = (runs[kind] ?? 0) + run[kind];
    const container = containerOf(item);
    if (container !== null) containers.add(container);
  }
  if (containers.size > 0) runs.code_sessions = containers.size;
  return larger(runs, { web_searches: countOf(objectOf(counted)['web_search'], 'num_requests') });
}

/** What a response's tool that draws used: tokens of an image model, which its totals do not have. */
function sideOfResponse({
  tool_usage: counted,
  tools,
}: Readonly<Record<string, Json | undefined>>): readonly SideUsage[] {
  const drawn = objectOf(counted)['image_gen'];
  const [input, output] = [countOf(drawn, 'input_tokens'), countOf(drawn, 'output_tokens')];
  if (input + output === 0) return [];
  const tool = arrayOf(tools).find((each) => objectOf(each)['type'] === 'image_generation');
  return [{ model: drawingModel(tool), usage: { input_tokens: input, output_tokens: output } }];
}

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

/** A picture of which a preview has come has been drawn for the most part. */
const begunPicture = ({ partial_image_index: index }: JsonObject): EventMeaning =>
  index === undefined || index === 0 ? { guess: { images: 1 }, isRepeatedGuess: index === undefined } : {};

/** Events that end a response, as it is in them. After `response.failed` the vendor may send an `error` with the reason. */
const ends: readonly unknown[] = ['response.completed', 'response.incomplete', 'response.cancelled'];

const failedResponse = (data: JsonObject, reasoning: ReasoningPlace | null): EventMeaning => ({
  ...usageOf(data, reasoning),
  end: 'failed',
  message: stringOf(objectOf(objectOf(data['response'])['error'])['message']) ?? '',
  isNative: data['type'] === 'response.failed',
  ...(ends.includes(data['type']) && { isFinal: true }),
});

/** Members of which an event has at least one, besides `type`. */
const envelope = ['response', 'item', 'part', 'delta', 'item_id', 'output_index', 'sequence_number'] as const;

/** Event types that mean more than their bytes; those that end in `.delta` put out text, or sound. */
const meanings: Readonly<Record<string, (data: JsonObject, reasoning: ReasoningPlace | null) => EventMeaning>> = {
  'response.output_item.added': begunItem,
  'response.output_item.done': endedItem,
  'response.image_generation_call.partial_image': begunPicture,
  'response.completed': (data, reasoning) => ({ ...usageOf(data, reasoning), end: 'last' }),
  'response.incomplete': (data, reasoning) => ({ ...usageOf(data, reasoning), end: 'last' }),
  'response.failed': failedResponse,
  'response.cancelled': failedResponse,
};

function readEvent(event: StreamEvent, reasoning: ReasoningPlace | null = null): EventMeaning {
  // Clients throw at an error that is nested, whatever the vendor's documents say: a flat one looks like an answer to some.
  const failure = failureOf(event, envelope);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  if (objectOf(data['response'])['error']) return failedResponse(data, reasoning);
  const meaning = memberOf(meanings, type);
  if (meaning) return meaning(data, reasoning);
  if (type.endsWith('audio.delta')) return { adds: {} };
  return type.endsWith('.delta') ? { output: textsOf(data, ['delta']) } : {};
}

const partsOf = (parts: Json | undefined): string =>
  arrayOf(parts)
    .map((part) => textsOf(part, ['text', 'refusal', 'transcript']))
    .join('');

/**
 * The output text of one item of `output`, of any type: reasoning, text, and tool arguments. A stream sends the same in events
 * that end in `.delta`.
 */
function outputOf(item: Json): string {
  const { summary, content, action, operation } = objectOf(item);
  return (
    partsOf(summary) +
    partsOf(content) +
    textsOf(item, ['name', 'arguments', 'input', 'code']) +
    arrayOf(objectOf(action)['commands'])
      .map((command) => stringOf(command) ?? '')
      .join('') +
    textsOf(operation, ['diff'])
  );
}

const responsesMeter: AnswerMeter = {
  answerMembers: ['output', 'input_tokens'],
  isAnswer: ({ members: { output, input_tokens: counted } }) => Array.isArray(output) || typeof counted === 'number',
  usageMembers: ['usage', 'object', 'tool_usage', 'tools', 'output'],
  readUsage: ({ members }, reasoning) =>
    members['object'] === 'response.input_tokens' ? {} : readTotals(members, reasoning),
  readSide: ({ members }) => sideOfResponse(members),
  outputMembers: ['output'],
  readOutput: ({ members }) => arrayOf(members['output']).map(outputOf).join(''),
  hasFailed: ({ members: { status, error } }) => status === 'failed' || Boolean(error),
  readEvent,
};

/**
 * `event: error`, then `response.failed`, as the vendor ends a response that broke. The error has its members twice: at the top,
 * as documented, and nested, as the vendor sends it and as every SDK expects it.
 */
function writeFault({ message, type, code, sequence, requestId, answerId }: StreamFailure): Buffer {
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
export const responses: Wire = {
  ...openaiBase,
  id: 'responses',
  facts: readFacts({ outputLimits: ['max_output_tokens'], conversation: { limitsUses: 'all', mayExceed: true } }),
  units: ['input_tokens', 'output_tokens'],
  meter: responsesMeter,
  leastLimit,
  mayExceedLimit: true,
  path: '/responses',
  writeFault,
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
