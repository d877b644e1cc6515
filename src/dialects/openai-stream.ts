import { isObject, objectOf, stringOf, type Json } from '../shared/json.ts';
import { writeEvent } from '../shared/sse-frame.ts';
import type { EventMeaning, StreamEvent, StreamFailure } from './dialect.ts';

/** A comment line: the only thing that every client of Spec A passes over. */
export const commentKeepalive = Buffer.from(': keepalive\n\n');

export const doneMarker: EventMeaning = { end: 'last' };

/** The upstream's own failure inside a stream: any event with a truthy top-level `error`. Null when it is none. */
export function failureOf(event: StreamEvent): EventMeaning | null {
  const { error } = objectOf(event.data);
  if (!error) return null;
  return { end: 'failed', message: stringOf(objectOf(error)['message']) ?? stringOf(error) ?? '' };
}

/** `data: {"error": …}`, after which the stream closes without `[DONE]`. */
export const openaiErrorEvent = ({ message, type, code }: StreamFailure): Buffer =>
  writeEvent(null, JSON.stringify({ error: { message, type, param: null, code } }));

/** The texts of a list's objects, under any of the names. */
export function textsOf(holder: Json | undefined, names: readonly string[]): string {
  if (!isObject(holder)) return '';
  let text = '';
  for (const name of names) text += stringOf(holder[name]) ?? '';
  return text;
}
