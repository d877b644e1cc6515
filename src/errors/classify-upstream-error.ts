import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { codesByName, codesByStatus, type UpstreamCode } from './upstream-codes.ts';

/** The code for a name in any spelling: `RateLimitError`, `RESOURCE_EXHAUSTED`, `Invalid input`. */
function named(name: string): UpstreamCode | undefined {
  const plain = name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_');
  return codesByName.get(plain) ?? codesByName.get(plain.replace(/_(?:error|exception)$/, ''));
}

/** Members that name an error, the most specific first. Google uses `status`. */
const nameMembers = ['code', 'type', 'status'] as const;

/** Every object in which an upstream may describe the error, the innermost first. */
function descriptionsOf(body: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(body)) return descriptionsOf(body[0] as Json | undefined);
  const { error, errors, response, choices, detail } = objectOf(body);
  const listed = [errors, detail].map((list) => (Array.isArray(list) ? (list[0] as Json | undefined) : list));
  const chosen = Array.isArray(choices) ? choices.map((choice: Json) => objectOf(choice)['error']) : [];
  return [error, objectOf(response)['error'], ...chosen, ...listed, body].map(objectOf);
}

/**
 * Returns the code of an upstream's error: by its code, then its type, then its status, which some send as a code.
 *
 * @param body the parsed error
 * @param status HTTP status; null if it says nothing about the failure
 */
export function classifyUpstreamError(body: Json | undefined, status: number | null): UpstreamCode {
  const reported = descriptionsOf(body).flatMap((error) => nameMembers.map((name) => error[name]));
  for (const name of reported) {
    const code = typeof name === 'string' ? named(name) : undefined;
    if (code) return code;
  }
  const numbers = reported.map((name) => (typeof name === 'string' || typeof name === 'number' ? Number(name) : 0));
  for (const number of [...numbers, status ?? 0]) {
    const code = codesByStatus.get(number) ?? (number >= 500 && number < 600 ? 'server_error' : undefined);
    if (code) return code;
  }
  return 'upstream_error';
}

/** Splits a path such as `messages[0].content` or `input.0.file_data`; null if the text is not a path. */
const membersOf = (path: string): readonly string[] | null =>
  /^\w[\w-]{0,63}(?:\.[\w-]{1,64}|\[\d{1,6}\]){0,31}$/.test(path) ? path.split(/[.[\]]+/).filter(Boolean) : null;

function memberOf(holder: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(holder)) return /^\d+$/.test(name) ? (holder[Number(name)] as Json | undefined) : undefined;
  return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/**
 * Returns the field that an upstream's error names, if the caller's body has it.
 *
 * @param body the parsed error
 * @param sent the caller's parsed body
 */
export function paramOf(body: Json | undefined, sent: Json): string | null {
  for (const { param } of descriptionsOf(body)) {
    const path = stringOf(param);
    const members = path === null ? null : membersOf(path);
    let place: Json | undefined = members === null ? undefined : sent;
    for (const member of members ?? []) place = memberOf(place, member);
    if (path !== null && place !== undefined) return path;
  }
  return null;
}
