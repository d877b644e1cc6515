import type { Secret } from '../shared/secret.ts';
import { isObject, objectOf, type Json, type JsonObject } from '../shared/json.ts';
import { isTidy } from '../upstream/tidy-message.ts';

/** Members of a stream's event, and of the error in it, that say nothing of the upstream's inside. */
const eventMembers: ReadonlySet<string> = new Set([
  ...['type', 'error', 'message', 'code', 'param', 'request_id', 'sequence_number', 'response'],
  ...['id', 'object', 'created', 'model', 'provider', 'choices', 'usage', 'system_fingerprint', 'service_tier'],
]);
const errorMembers: ReadonlySet<string> = new Set([
  ...['type', 'code', 'message', 'param', 'status', 'status_code', 'failed_generation'],
]);

/** The members that are an upstream's own words; all others are the caller's content, or figures. */
const words = ['type', 'code', 'message', 'param'] as const;

const holdsOnly = (holder: JsonObject, names: ReadonlySet<string>): boolean =>
  Object.keys(holder).every((name) => names.has(name));

/**
 * True when an event in which an upstream tells its failure may go out with its own bytes: nothing but known members,
 * and no word in them that must not be shown.
 *
 * @param data the event's data, parsed
 * @param credential what our side shows this upstream
 */
export function isShowable(data: Json | undefined, credential: Secret | null): boolean {
  const event = objectOf(data);
  const isTidyWord = (value: Json | undefined): boolean =>
    typeof value === 'string' ? isTidy(value, credential) : typeof value !== 'object' || value === null;
  const isTidyError = (error: Json | undefined): boolean =>
    isObject(error)
      ? holdsOnly(error, errorMembers) && words.every((name) => isTidyWord(error[name]))
      : isTidyWord(error);
  return (
    holdsOnly(event, eventMembers) &&
    words.every((name) => isTidyWord(event[name])) &&
    isTidyError(event['error']) &&
    isTidyError(objectOf(event['response'])['error'])
  );
}
