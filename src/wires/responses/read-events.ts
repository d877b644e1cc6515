import { arrayOf, isObject, memberOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { ReasoningPlace } from '../../shared/usage.ts';
import { readResponsesTotals } from '../read-usage.ts';
import { cutOff, type EventReader, faultOf, type PartHead, type StopReason, type TurnEvent } from '../turn.ts';
import { readTier } from '../translation/read-openai.ts';
import { ItemReader } from './item-reader.ts';

const incompleteReasons: Readonly<Record<string, StopReason>> = {
  max_output_tokens: 'limit',
  content_filter: 'refusal',
};

function stopOf(response: JsonObject, hasCalls: boolean): TurnEvent {
  const reason = stringOf(objectOf(response['incomplete_details'])['reason']) ?? '';
  const cut = memberOf(incompleteReasons, reason);
  const isCut = response['status'] === 'incomplete' || cut !== undefined;
  return {
    type: 'stop',
    reason: isCut ? (cut ?? 'limit') : hasCalls ? 'tool' : 'end',
    sequence: null,
    explanation: null,
  };
}

/** Deltas by event type: the part that they belong to. */
const deltaKinds: Readonly<Record<string, PartHead>> = {
  'response.output_text.delta': { kind: 'text' },
  'response.refusal.delta': { kind: 'refusal' },
  'response.reasoning_summary_text.delta': { kind: 'reasoning', form: 'summary' },
  'response.reasoning_text.delta': { kind: 'reasoning', form: 'full' },
  'response.function_call_arguments.delta': { kind: 'call', id: '', name: '' },
  'response.custom_tool_call_input.delta': { kind: 'call', id: '', name: '', isCustom: true },
};

const indexOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

export function openReader(reasoning: ReasoningPlace | null = null): EventReader {
  const items = new ItemReader();
  let started = false;
  let over = false;

  const start = (): readonly TurnEvent[] => {
    if (started) return [];
    started = true;
    return [{ type: 'start' }];
  };
  const fail = (data: JsonObject): readonly TurnEvent[] => {
    over = true;
    return [...readResponsesTotals(objectOf(data['response'])['usage'], reasoning), faultOf(data)];
  };
  const conclude = (response: JsonObject): readonly TurnEvent[] => {
    over = true;
    const rest = items.rest(arrayOf(response['output']));
    return [
      ...start(),
      ...rest,
      ...items.closeAll(),
      ...readResponsesTotals(response['usage'], reasoning),
      ...readTier(response),
      stopOf(response, items.hasCalls),
      { type: 'end' },
    ];
  };
  const readers: Readonly<Record<string, (data: JsonObject) => readonly TurnEvent[]>> = {
    'response.created': start,
    'response.in_progress': start,
    'response.output_item.added': (data) => items.added(indexOf(data['output_index']), objectOf(data['item'])),
    'response.output_item.done': (data) => items.done(indexOf(data['output_index']), objectOf(data['item'])),
    'response.reasoning_summary_part.added': (data) => items.nextSummary(indexOf(data['output_index'])),
    'response.output_text.annotation.added': (data) =>
      items.cite(indexOf(data['output_index']), indexOf(data['content_index']), objectOf(data['annotation'])),
    'response.completed': (data) => conclude(objectOf(data['response'])),
    'response.incomplete': (data) => conclude({ status: 'incomplete', ...objectOf(data['response']) }),
    'response.failed': fail,
    'response.cancelled': fail,
    error: fail,
  };
  return {
    push: ({ data, name }) => {
      if (over || !isObject(data)) return [];
      const type = stringOf(data['type']) ?? name ?? '';
      if (data['error'] || objectOf(data['response'])['error']) return fail(data);
      const kind = memberOf(deltaKinds, type);
      if (kind) {
        const place = indexOf(data['content_index'] ?? data['summary_index']);
        return items.delta({ index: indexOf(data['output_index']), place }, kind, stringOf(data['delta']) ?? '');
      }
      return memberOf(readers, type)?.(data) ?? [];
    },
    finish: () => (over ? [] : [cutOff]),
  };
}

/** The last event, by status. An answer with any other status, such as one that is still queued, has not ended. */
const endings: Readonly<Record<string, string>> = {
  '': 'response.completed',
  completed: 'response.completed',
  incomplete: 'response.incomplete',
  failed: 'response.failed',
  cancelled: 'response.failed',
};

/** The events of a whole response: those of a stream with nothing before its last event. */
export function readAnswer(body: RawObject, reasoning: ReasoningPlace | null = null): readonly TurnEvent[] {
  const { value } = body;
  const status = typeof value['status'] === 'string' ? value['status'] : '';
  const type = memberOf(endings, status) ?? 'response.in_progress';
  const reader = openReader(reasoning);
  const data = value['error'] && !value['id'] ? value : { type, response: value };
  return [...reader.push({ name: null, text: '', data }), ...reader.finish()];
}
