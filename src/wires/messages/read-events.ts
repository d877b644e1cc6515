import { arrayOf, isObject, objectOf, stringOf, type JsonObject, type Json } from '../../shared/json/json.ts';
import { parseRaw, type RawObject } from '../../shared/json/raw-json.ts';
import type { EventReader, StopReason, TurnEvent, TurnUsage } from '../turn.ts';
import type { StreamEvent } from '../wire.ts';
import { cutOff, faultOf } from '../translation/read-fault.ts';
import { BlockReader } from './block-reader.ts';
import { countOf, hasCount } from '../meters.ts';

type Counts = { -readonly [Kind in keyof TurnUsage]?: number };

const members: readonly (readonly [member: string, kind: keyof TurnUsage])[] = [
  ['input_tokens', 'input'],
  ['cache_read_input_tokens', 'cached'],
  ['cache_creation_input_tokens', 'written'],
  ['output_tokens', 'output'],
];

/** Totals of a usage object; empty if there are none. */
function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  if (!isObject(usage)) return [];
  const counts: Counts = {};
  for (const [member, kind] of members) if (hasCount(usage, member)) counts[kind] = countOf(usage, member);
  const written = usage['cache_creation'];
  if (hasCount(written, 'ephemeral_1h_input_tokens'))
    counts.writtenHour = countOf(written, 'ephemeral_1h_input_tokens');
  const details = objectOf(usage['output_tokens_details']);
  if (hasCount(details, 'thinking_tokens')) counts.reasoning = countOf(details, 'thinking_tokens');
  const searches = countOf(usage['server_tool_use'], 'web_search_requests');
  if (searches > 0) counts.searches = searches;
  return [{ type: 'usage', usage: counts }];
}

const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'sequence',
  tool_use: 'tool',
  max_tokens: 'limit',
  model_context_window_exceeded: 'context',
  refusal: 'refusal',
  pause_turn: 'pause',
  compaction: 'compaction',
};

/** Why an answer stopped; undefined if it does not say. An unknown reason is read as an ordinary end. */
function readStop(holder: JsonObject): readonly TurnEvent[] {
  const word = stringOf(holder['stop_reason']);
  if (word === null) return [];
  const reason = Object.hasOwn(stopReasons, word) ? (stopReasons[word] ?? 'end') : 'end';
  const sequence = stringOf(holder['stop_sequence']);
  const explanation = stringOf(objectOf(holder['stop_details'])['explanation']);
  return [{ type: 'stop', reason, sequence, explanation }];
}

/** Capacities that the answer may have used. A batch is not a tier that a call can request. */
const tiers: Readonly<Record<string, string>> = { standard: 'default', priority: 'priority' };

function readTier(usage: Json | undefined): readonly TurnEvent[] {
  const word = stringOf(objectOf(usage)['service_tier']) ?? '';
  const tier = Object.hasOwn(tiers, word) ? tiers[word] : undefined;
  return tier === undefined ? [] : [{ type: 'tier', tier }];
}

function readStart(message: JsonObject): readonly TurnEvent[] {
  const start: TurnEvent = {
    type: 'start',
    upstreamId: stringOf(message['id']),
    model: stringOf(message['model']),
    createdAt: null,
  };
  return [...readTier(message['usage']), start, ...readUsage(message['usage'])];
}

const indexOf = ({ index }: JsonObject): number => (typeof index === 'number' ? index : 0);

/** Reads the events of a message. */
export function openReader(): EventReader {
  const blocks = new BlockReader();
  let isOver = false;
  const readers: Readonly<Record<string, (data: JsonObject, event: StreamEvent) => readonly TurnEvent[]>> = {
    message_start: (data) => readStart(objectOf(data['message'])),
    content_block_start: (data, { text }) => {
      const input = parseRaw(text)?.slice(['content_block', 'input']) ?? null;
      return blocks.start(indexOf(data), objectOf(data['content_block']), input);
    },
    content_block_delta: (data) => blocks.delta(indexOf(data), objectOf(data['delta'])),
    content_block_stop: (data) => blocks.stop(indexOf(data)),
    message_delta: (data) => [...readUsage(data['usage']), ...readStop(objectOf(data['delta']))],
    message_stop: () => {
      isOver = true;
      return [...blocks.closeAll(), { type: 'end' }];
    },
    ping: () => [{ type: 'idle' }],
    error: (data) => {
      isOver = true;
      return [faultOf(data)];
    },
  };
  return {
    push: (event) => {
      if (isOver || !isObject(event.data)) return [];
      const type = stringOf(event.data['type']) ?? event.name ?? '';
      const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
      return read?.(event.data, event) ?? [];
    },
    finish: () => (isOver ? [] : [cutOff]),
  };
}

/** The events of a whole message. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { value } = body;
  if (value['type'] === 'error') return [faultOf(value)];
  const blocks = new BlockReader();
  const events = arrayOf(value['content']).flatMap((block, index) => [
    ...blocks.start(index, objectOf(block), body.slice(['content', index, 'input'])),
    ...blocks.stop(index),
  ]);
  return [...readStart(value), ...events, ...blocks.closeAll(), ...readStop(value), { type: 'end' }];
}
