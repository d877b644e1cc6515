import { arrayOf, isObject, objectOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { TurnEvent } from '../turn.ts';
import { openReader } from './read-events.ts';

/** Calls of a whole message have no index, and may have no id. */
const indexed = (call: Json, index: number): Json => ({ ...objectOf(call), index });

/** A whole answer as the one chunk that it would be. */
function chunkOf(value: JsonObject): JsonObject {
  const choices = arrayOf(value['choices']).map((each): JsonObject => {
    const choice = objectOf(each);
    const message = objectOf(choice['message']);
    const calls = message['tool_calls'];
    const delta = Array.isArray(calls) ? { ...message, tool_calls: arrayOf(calls).map(indexed) } : message;
    return { ...choice, delta };
  });
  return { ...value, choices };
}

/** The events of a whole chat completion. */
export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { value } = body;
  const reader = openReader();
  const chunk = isObject(value['error']) ? value : chunkOf(value);
  return [
    ...reader.push({ name: null, text: '', data: chunk }),
    ...reader.push({ name: null, text: '[DONE]', data: undefined }),
  ];
}
