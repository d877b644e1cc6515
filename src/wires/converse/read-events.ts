import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import { cutOff, faultOf } from '../translation/read-fault.ts';
import type { EventReader, StopReason, TurnEvent } from '../turn.ts';
import { BlockReader } from './block-reader.ts';
import { totalsOf } from './usage.ts';

/** The format names neither the answer nor the model. */
const start: TurnEvent = { type: 'start', upstreamId: null, model: null, createdAt: null };

/** Why an answer stopped. An unlisted reason is an ordinary end, because the vendor adds some. */
const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  tool_use: 'tool',
  max_tokens: 'limit',
  stop_sequence: 'sequence',
  model_context_window_exceeded: 'context',
  guardrail_intervened: 'refusal',
  content_filtered: 'refusal',
};

/** Reasons that mean that the model failed, so that its answer is not complete. */
const failures: readonly string[] = ['malformed_model_output', 'malformed_tool_use'];

/** How an answer ended: the reason and the end, or a failure of the model. */
function readStop(holder: JsonObject, hasCalls: boolean): readonly TurnEvent[] {
  const word = stringOf(holder['stopReason']) ?? '';
  if (failures.includes(word)) {
    const message = `The model failed: ${word}.`;
    return [{ type: 'fault', fault: { status: 502, code: 'upstream_error', message, path: null } }];
  }
  const known = Object.hasOwn(stopReasons, word) ? (stopReasons[word] ?? 'end') : 'end';
  const reason = known === 'end' && hasCalls ? 'tool' : known;
  const sequence = stringOf(objectOf(holder['additionalModelResponseFields'])['stop_sequence']);
  const explanation = reason === 'refusal' ? word : null;
  return [{ type: 'stop', reason, sequence, explanation }, { type: 'end' }];
}

/** Totals of a usage object; empty if there are none. */
function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  const totals = totalsOf(usage);
  return totals === null ? [] : [{ type: 'usage', usage: totals }];
}

/** How the answer was served. */
function readTier({ serviceTier }: JsonObject): readonly TurnEvent[] {
  const tier = stringOf(objectOf(serviceTier)['type']) ?? '';
  return ['default', 'flex', 'priority'].includes(tier) ? [{ type: 'tier', tier }] : [];
}

const indexOf = ({ contentBlockIndex: index }: JsonObject): number => (typeof index === 'number' ? index : 0);

/** Reads the events of a stream. The usage arrives after the end of the message, so the answer's end waits for it. */
export function openReader(): EventReader {
  const blocks = new BlockReader();
  let stopped: readonly TurnEvent[] | null = null;
  let isOver = false;
  const end = (events: readonly TurnEvent[]): readonly TurnEvent[] => {
    isOver = true;
    return events;
  };
  const readers: Readonly<Record<string, (data: JsonObject) => readonly TurnEvent[]>> = {
    messageStart: () => [start],
    contentBlockStart: (data) => blocks.start(indexOf(data), objectOf(data['start'])),
    contentBlockDelta: (data) => blocks.delta(indexOf(data), objectOf(data['delta'])),
    contentBlockStop: (data) => blocks.stop(indexOf(data)),
    messageStop: (data) => {
      const closed = blocks.closeAll();
      stopped = readStop(data, blocks.hasCalls);
      return closed;
    },
    metadata: (data) => {
      const read = [...readUsage(data['usage']), ...readTier(data)];
      return stopped === null ? read : end([...read, ...stopped]);
    },
    error: (data) => end([faultOf(data)]),
  };
  return {
    push: ({ name, data }) => {
      if (isOver || !isObject(data)) return [];
      const read = Object.hasOwn(readers, name ?? '') ? readers[name ?? ''] : undefined;
      return read?.(data) ?? [];
    },
    finish: () => (isOver ? [] : end(stopped ?? [cutOff])),
  };
}

/** The events of a whole answer. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { output, usage, stopReason } = body.value;
  if (stopReason === undefined) return [faultOf(body.value)];
  const blocks = new BlockReader();
  const parts = arrayOf(objectOf(objectOf(output)['message'])['content']).flatMap((block, index) =>
    blocks.whole(index, objectOf(block), body.slice(['output', 'message', 'content', index, 'toolUse', 'input'])),
  );
  return [start, ...parts, ...readUsage(usage), ...readTier(body.value), ...readStop(body.value, blocks.hasCalls)];
}
