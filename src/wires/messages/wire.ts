import { arrayOf, isObject, type Json, type JsonObject, memberOf, objectOf, stringOf } from '../../shared/json/json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import type { Usage } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import { countOf, doubtsOf, failureOf, hasCount, textsOf, toolRunsOf } from '../read-usage.ts';
import type { Wire } from '../wire.ts';
import type { AnswerMeter, EventMeaning, SideUsage, StreamEvent, StreamFailure } from '../meter.ts';
import { lastUsage, openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { writeRequest } from './write-request.ts';

/** A count, as a member that is present only if the upstream reported a credible one: totals overwrite, they never reset. */
const reported = (usage: JsonObject, member: string, kind: keyof Usage): Usage =>
  hasCount(usage, member) ? { [kind]: countOf(usage, member) } : {};

const counts = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const;

/** Written tokens by lifetime; what the parts do not cover of the total counts as the five-minute kind. */
function writtenOf(usage: JsonObject): Usage {
  const parts = usage['cache_creation'];
  if (!isObject(parts)) return reported(usage, 'cache_creation_input_tokens', 'cache_write_tokens');
  const hour = countOf(parts, 'ephemeral_1h_input_tokens');
  const short = countOf(parts, 'ephemeral_5m_input_tokens');
  return {
    cache_write_tokens: Math.max(short, countOf(usage, 'cache_creation_input_tokens') - hour),
    cache_write_1h_tokens: hour,
  };
}

/**
 * Spec B's usage object. The input does not include cached and written tokens. Writes are separated by lifetime if the upstream does
 * so; otherwise they count as the five-minute kind.
 *
 * @returns null if there is no usage, or a count that may not be billed
 */
function readMessagesUsage(usage: Json | undefined): Usage | null {
  if (!isObject(usage) || !counts.some((member) => hasCount(usage, member))) return null;
  return {
    ...reported(usage, 'input_tokens', 'input_tokens'),
    ...reported(usage, 'cache_read_input_tokens', 'cached_input_tokens'),
    ...writtenOf(usage),
    ...reported(usage, 'output_tokens', 'output_tokens'),
    ...toolRunsOf(usage),
  };
}

/** Runs that the totals leave out, by type, and whether another model than the answer's made them. */
const sideRuns: Readonly<Record<string, 'own' | 'other'>> = { compaction: 'own', advisor_message: 'other' };

/** What the totals leave out: compactions, and the work of advisors with another model. They include all other runs. */
function sideOf(usage: Json | undefined): readonly SideUsage[] {
  return arrayOf(objectOf(usage)['iterations']).flatMap((run) => {
    const { type, model } = objectOf(run);
    const name = stringOf(type) ?? '';
    const kind = memberOf(sideRuns, name);
    const read = kind === undefined ? null : readMessagesUsage(run);
    return read === null ? [] : [{ model: kind === 'other' ? (stringOf(model) ?? name) : null, usage: read }];
  });
}

/** A container means that code ran; how often is not reported. */
const sessionOf = (container: Json | undefined): Usage => (isObject(container) ? { code_sessions: 1 } : {});

const withUsage = (usage: Json | undefined, container?: Json): EventMeaning => {
  const read = readMessagesUsage(usage);
  const side = sideOf(usage);
  return {
    ...(read && { usage: { ...read, ...sessionOf(container) } }),
    ...(side.length > 0 && { side }),
    ...doubtsOf(usage),
  };
};

const foretold = (usage: Json | undefined): EventMeaning => {
  const meaning = withUsage(usage);
  return meaning.usage ? { ...meaning, isForetold: true } : meaning;
};

/** Hosts leave out counts that have not changed. If an answer has a reason to stop, its totals are final; otherwise more may follow. */
const totals = (data: JsonObject): EventMeaning => {
  const delta = objectOf(data['delta']);
  const meaning = withUsage(data['usage'], delta['container']);
  if (!meaning.usage) return meaning;
  return { ...meaning, isUpdate: true, ...(!delta['stop_reason'] && { isInterim: true }) };
};

/** The end: Bedrock may report there what was read from a cache, and nothing else. */
const ended = ({ usage }: JsonObject): EventMeaning => {
  if (!isObject(usage)) return { end: 'last' };
  const meaning = withUsage(lastUsage(usage));
  return { ...meaning, ...(meaning.usage && { isUpdate: true }), end: 'last' };
};

/** Blocks with the findings of a provider's tool. Each is one run, which totals count later. */
const runs: Readonly<Record<string, Usage>> = {
  web_search_tool_result: { web_searches: 1 },
  web_fetch_tool_result: { web_fetches: 1 },
};

/** A block that begins: the name of a tool, with the input that some hosts send at once; or something without text that is output anyway. */
const begunBlock = (data: JsonObject): EventMeaning => {
  const block = objectOf(data['content_block']);
  const type = stringOf(block['type']) ?? '';
  const guess = memberOf(runs, type);
  if (guess) return { guess };
  const output = outputOf(block);
  if (output !== '') return { output };
  return block['type'] === 'text' || block['type'] === 'thinking' ? {} : { adds: {} };
};

const meanings: Readonly<Record<string, (data: JsonObject) => EventMeaning>> = {
  message_start: (data) => foretold(objectOf(data['message'])['usage']),
  content_block_start: begunBlock,
  content_block_delta: (data) => ({ output: textsOf(data['delta'], ['text', 'thinking', 'partial_json']) }),
  message_delta: totals,
  message_stop: ended,
};

/** Members of which an event has at least one, besides `type`. */
const envelope = ['content_block', 'delta', 'index'] as const;

/** An event without members means what its name says. */
const isBare = ({ name, data }: StreamEvent): boolean =>
  name !== null && name !== 'error' && isObject(data) && Object.keys(data).length === 0;

/** The failure that an event reports. Clients of this format recognise a failure by the event's name alone. */
export function messagesFailure(event: StreamEvent, members: readonly string[] = envelope): EventMeaning | null {
  const failure = isBare(event) ? null : failureOf(event, members);
  const isNative = event.name === 'error' && isObject(objectOf(event.data)['error']);
  return failure && { ...failure, isNative, ...(isNative && { isFinal: true }) };
}

function readEvent(event: StreamEvent): EventMeaning {
  const failure = messagesFailure(event);
  if (failure) return failure;
  const data = objectOf(event.data);
  const type = stringOf(data['type']) ?? event.name ?? '';
  return memberOf(meanings, type)?.(data) ?? {};
}

/** Members of a block that hold text at its beginning. */
const blockTexts = ['name', 'thinking', 'text'];

/**
 * The output of one block of `content`. A tool's input is written out here; a stream sends it as JSON, and an empty one not at all:
 * then its name is what the model output.
 */
function outputOf(block: Json): string {
  const { input } = objectOf(block);
  const isSent = isObject(input) && Object.keys(input).length > 0;
  return textsOf(block, blockTexts) + (isSent ? JSON.stringify(input) : '');
}

export const messagesMeter: AnswerMeter = {
  answerMembers: ['content'],
  isAnswer: ({ members }) => Array.isArray(members['content']),
  usageMembers: ['usage', 'container'],
  // A whole answer has both. If one is missing, the other cannot be trusted.
  readUsage: ({ members: { usage, container } }) => {
    const read = readMessagesUsage(usage);
    if (!read || !hasCount(usage, 'input_tokens') || !hasCount(usage, 'output_tokens')) return null;
    return { ...read, ...sessionOf(container) };
  },
  readSide: ({ members: { usage } }) => sideOf(usage),
  outputMembers: ['content'],
  readOutput: ({ members: { content } }) => arrayOf(content).map(outputOf).join(''),
  readEvent,
};

/** `event: error`, which the vendor may send at any moment of a stream. */
export function writeMessagesFault({ message, type, code, requestId }: StreamFailure): Buffer {
  const error = { type, message, details: { error_code: code } };
  return writeEvent('error', JSON.stringify({ type: 'error', error, request_id: requestId }));
}

/** The vendor's own keepalive. */
export const pingKeepalive = writeEvent('ping', '{"type": "ping"}');

/** `POST /v1/messages`. */
export const messages: Wire = {
  id: 'messages',
  facts: readFacts({
    outputLimits: ['max_tokens'],
    conversation: { limitsUses: 'each', mayExceed: false, keepsZero: true },
  }),
  units: ['input_tokens', 'output_tokens'],
  meter: messagesMeter,
  path: '/v1/messages',
  writeFault: writeMessagesFault,
  keepalive: pingKeepalive,
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
