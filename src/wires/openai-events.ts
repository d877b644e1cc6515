import { isObject, objectOf, stringOf, type Json } from '../shared/json/json.ts';
import { writeEvent } from '../shared/json/sse.ts';
import type { AnswerMeter, EventMeaning, StreamEvent, StreamFailure } from './wire.ts';

/** A comment line: the only thing that every client of Spec A passes over. */
export const commentKeepalive = Buffer.from(': keepalive\n\n');

export const doneMarker: EventMeaning = { end: 'last' };

/** An event that is not one of its format: a failure without a message of its own. */
export const foreignEvent: EventMeaning = { end: 'failed' };

/** The error that one of the choices carries: some upstreams report theirs there. Undefined where none does. */
export function choiceError(choices: Json | undefined): Json | undefined {
  if (!Array.isArray(choices)) return undefined;
  for (const choice of choices as readonly Json[]) {
    if (isObject(choice) && choice['error']) return choice['error'];
  }
  return undefined;
}

const messageIn = (error: Json): { readonly message?: string } => {
  const message = stringOf(objectOf(error)['message']) ?? stringOf(error);
  return message === null ? {} : { message };
};

/**
 * The failure that an event reports: by a truthy `error`, by the name or the type `error`, or because it has neither a `type`
 * nor any of the format's members. Null where it reports none.
 *
 * @param envelope members of which every event of the format has at least one
 */
export function failureOf({ name, data }: StreamEvent, envelope: readonly string[]): EventMeaning | null {
  if (!isObject(data)) return data === undefined ? null : foreignEvent;
  const { error, type, choices } = data;
  if (error) return { end: 'failed', ...messageIn(error), isNative: name === null || name === 'error' };
  const ofChoice = choiceError(choices);
  if (ofChoice !== undefined) return { end: 'failed', ...messageIn(ofChoice) };
  if (name === 'error' || type === 'error') return foreignEvent;
  return typeof type === 'string' || envelope.some((member) => data[member] !== undefined) ? null : foreignEvent;
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

/** Answers that say nothing about usage: each counts as one request. */
export const opaqueMeter: AnswerMeter = {
  answerMembers: ['id', 'data'],
  usageMembers: [],
  readUsage: () => ({}),
  outputMembers: [],
  readOutput: () => '',
  readEvent: (event) => failureOf(event, []) ?? {},
};
