import { createHash } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import { echo } from '../../shared/text/names.ts';
import { Field } from './field.ts';
import type { Extra, Part, TurnMessage, UpstreamWireId } from './parts.ts';

/** A tool under the caller's name. */
export interface CallerTool {
  readonly name: string;
  /** Whether it accepts free text. */
  readonly isCustom: boolean;
  /** The namespace that it is in, on Responses; absent: none. */
  readonly namespace?: string;
}

/** The tools of a request, including each tool of a namespace. */
function* toolsOf(body: Field): Iterable<{ readonly tool: Field; readonly namespace: string | null }> {
  for (const tool of [...body.at('tools').items(), ...body.at('functions').items()]) {
    const namespace = tool.type === 'namespace' ? (tool.at('name').text ?? '') : null;
    for (const each of namespace === null ? [tool] : tool.at('tools').items()) yield { tool: each, namespace };
  }
}

/** The caller's tools, by the names that upstreams use. A name that is not among them stays unchanged. */
export function callerTools(request: RawObject): (name: string) => CallerTool {
  const tools = new Map<string, CallerTool>();
  const body = Field.of(request);
  const sentAs = sentNames(body).of;
  for (const { tool, namespace } of toolsOf(body)) {
    const holder = [tool.at('function'), tool.at('custom'), tool].find((each) => each.at('name').text !== null);
    const name = holder?.at('name').text ?? null;
    if (name === null) continue;
    const isCustom = tool.type === 'custom' && !tool.at('input_schema').isThere;
    const known = { name, isCustom, ...(namespace !== null && { namespace }) };
    const whole = sentAs(namespace, name);
    const written = [whole, nameFor('messages', whole), nameFor('responses', whole), nameFor('gemini', whole)];
    for (const each of isOwnName(whole) ? [...written, nameBeside(whole)] : written) tools.set(each, known);
  }
  return (name) => tools.get(name) ?? { name, isCustom: false };
}

/** The names that the caller's tools are sent under. */
export interface SentNames {
  /** @param namespace the tool's own; null: none */
  readonly of: (namespace: string | null, name: string) => string;
  /** @param tool as a choice names it, with its namespace if it says so. Returns null if several tools have that name */
  readonly ofTool: (tool: Field, namespace: string | null) => string | null;
  readonly ofNamespace: (namespace: string) => readonly string[];
}

export function sentNames(body: Field): SentNames {
  const outside = new Set<string>();
  const inside = new Map<string, string | null>();
  const namespaces = new Map<string, string[]>();
  const sentAs = namer(body);
  for (const { tool, namespace } of toolsOf(body)) {
    const name = tool.at('name').text ?? '';
    const sent = sentAs(namespace, name);
    if (namespace === null) outside.add(name);
    else {
      inside.set(name, inside.has(name) && inside.get(name) !== sent ? null : sent);
      const others = namespaces.get(namespace);
      if (others) others.push(sent);
      else namespaces.set(namespace, [sent]);
    }
  }
  return {
    of: sentAs,
    ofTool: (tool, namespace) => {
      const name = tool.at('name').text ?? '';
      if (namespace !== null) return sentAs(namespace, name);
      return outside.has(name) || !inside.has(name) ? name : (inside.get(name) ?? null);
    },
    ofNamespace: (namespace) => namespaces.get(namespace) ?? [],
  };
}

const legal = /^[a-zA-Z0-9_-]+$/;

/** Characters of an id that each format accepts. */
const longestId: Readonly<Record<UpstreamWireId, number>> = {
  'chat-completions': 40,
  responses: 64,
  messages: 128,
  gemini: 128,
  converse: 64,
};

/** Formats whose vendors want a letter or `_` at the beginning of a name. */
const strictNames: readonly UpstreamWireId[] = ['gemini'];

const longestName: Readonly<Record<UpstreamWireId, number>> = {
  'chat-completions': 64,
  responses: 64,
  messages: 128,
  gemini: 64,
  converse: 64,
};

/** Formats that accept only the characters of `legal` in an id. */
const strictIds: readonly UpstreamWireId[] = ['messages', 'converse'];

/** The prefix of an id whose characters were written as `_` and two hexadecimal digits. */
const escapedPrefix = 'dgx_';

/** A short text in place of a longer one. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

const escape = (id: string): string =>
  escapedPrefix +
  [...Buffer.from(id)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : hexOf(byte))).join('');

const isPlain = (byte: number): boolean => /[a-zA-Z0-9-]/.test(String.fromCharCode(byte)) && byte < 128;
const hexOf = (byte: number): string => `_${byte.toString(16).padStart(2, '0')}`;

/**
 * The id of a call as a format accepts it. An acceptable id stays; the others change in the same way everywhere, so that call and
 * result still match.
 */
export function idFor(wire: UpstreamWireId, id: string): string {
  const written = !strictIds.includes(wire) || legal.test(id) ? id : escape(id);
  return written.length <= longestId[wire] ? written : `call_${shortHash(id)}`;
}

/** The id that was given to `idFor`, if it can be recovered. */
export function originalId(id: string): string {
  if (!id.startsWith(escapedPrefix)) return id;
  const bytes = id
    .slice(escapedPrefix.length)
    .replace(/_([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The name of a tool as a format accepts it: one that is too long, or has other characters, ends in a hash of itself. */
export function nameFor(wire: UpstreamWireId, name: string): string {
  const isBegun = !strictNames.includes(wire) || /^[a-zA-Z_]/.test(name);
  if (isBegun && legal.test(name) && name.length <= longestName[wire]) return name;
  const begun = isBegun ? name : `_${name}`;
  return `${begun.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 39)}_${shortHash(name)}`;
}

/** The provider's own tools, by the names that Messages has for them. No other tool of a request may have that name. */
export const ownNames = { search: 'web_search', code: 'code_execution' } as const;

const isOwnName = (name: string): boolean => Object.values<string>(ownNames).includes(name);

/** The name of a tool of the caller where a tool of the provider has the same name. */
export const nameBeside = (name: string): string => `${name}_${shortHash(name)}`;

/** Names of tools for formats without namespaces: of those that would meet, all but the first or the one outside end in a hash. */
function namer(body: Field): SentNames['of'] {
  const join = (namespace: string | null, name: string): string =>
    namespace === null ? name : `${namespace}__${name}`;
  const owners = new Map<string, string | null>();
  for (const { tool, namespace } of toolsOf(body)) {
    const whole = join(namespace, tool.at('name').text ?? '');
    if (namespace === null || !owners.has(whole)) owners.set(whole, namespace);
  }
  return (namespace, name) => {
    const whole = join(namespace, name);
    const isFree = namespace === null || !owners.has(whole) || owners.get(whole) === namespace;
    return isFree ? whole : `${whole}_${shortHash(JSON.stringify([namespace, name]))}`;
  };
}

/** Calls and results that do not match. No model accepts such a request. */
export class CallsError extends GatewayError {
  constructor(path: string, message: string) {
    super('invalid_value', `${path}: ${message}`, { param: path });
  }
}

/**
 * Checks that every call is answered before the model continues, and that every result answers a call. No vendor accepts anything else,
 * and nothing is invented for what is missing.
 *
 * @throws {CallsError} 400 at the call, or at the result
 */
export function checkCalls(messages: readonly TurnMessage[]): void {
  let open = new Map<string, string>();
  for (const { role, parts } of messages) {
    if (role === 'assistant') {
      refuseUnanswered(open);
      open = new Map(parts.flatMap((part) => (part.type === 'call' ? [[part.id, part.path] as const] : [])));
    }
    for (const part of parts) {
      if (part.type !== 'result') continue;
      if (!open.delete(part.callId))
        throw new CallsError(
          part.path,
          `It answers the call ${JSON.stringify(echo(part.callId))}, which the messages before it do not have.`,
        );
    }
  }
  refuseUnanswered(open);
}

function refuseUnanswered(open: ReadonlyMap<string, string>): void {
  for (const [id, path] of open) throw new CallsError(path, `The call ${JSON.stringify(echo(id))} has no result.`);
}

/**
 * Makes one message of those of the model that follow one another, for formats in which they are one turn.
 *
 * @param isJoined whether messages that follow one another become one
 */
export function joinModelTurns(
  messages: readonly TurnMessage[],
  isJoined: (run: readonly TurnMessage[]) => boolean,
): readonly TurnMessage[] {
  const runs: TurnMessage[][] = [];
  for (const message of messages) {
    const last = runs.at(-1);
    if (message.role === 'assistant' && last?.[0]?.role === 'assistant') last.push(message);
    else runs.push([message]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    if (!first || run.length === 1 || !isJoined(run)) return run;
    const parts = run.flatMap((message) => message.parts);
    return [{ ...first, parts, extras: run.flatMap(({ extras = [] }) => extras), isString: false }];
  });
}

/**
 * Gives calls whose id an earlier turn used an id of their own, for formats that accept no id twice: some hosts number the calls of
 * each answer anew. Earlier turns stay as they are.
 */
export function distinctCalls(wire: UpstreamWireId, messages: readonly TurnMessage[]): readonly TurnMessage[] {
  if (!strictIds.includes(wire)) return messages;
  const used = new Map<string, number>();
  /** The ids of the last calls, by those that they had. */
  const given = new Map<string, string>();
  const idOf = (id: string): string => {
    let count = (used.get(id) ?? 0) + 1;
    let found = count === 1 ? id : `${id}#${count}`;
    for (; count > 1 && used.has(found); found = `${id}#${count}`) count += 1;
    used.set(id, count);
    if (found !== id) used.set(found, 1);
    given.set(id, found);
    return found;
  };
  const partOf = (part: Part): Part => {
    if (part.type === 'call') return { ...part, id: idOf(part.id) };
    return part.type === 'result' ? { ...part, callId: given.get(part.callId) ?? part.callId } : part;
  };
  return messages.map((message) => ({ ...message, parts: message.parts.map(partOf) }));
}

const isResult = ({ type }: Part): boolean => type === 'result';

/**
 * Puts results first in the message after their calls, in the order of the calls. Messages of the user with results are joined with
 * their neighbours.
 */
export function joinResults(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  const joined: { first: TurnMessage; results: Part[]; others: Part[]; extras: Extra[]; isString: boolean }[] = [];
  for (const message of messages) {
    const results = message.parts.filter(isResult);
    const others = message.parts.filter((part) => !isResult(part));
    const last = joined.at(-1);
    const areOfUser = last?.first.role === 'user' && message.role === 'user';
    if (last && areOfUser && (last.results.length > 0 || results.length > 0)) {
      for (const part of results) last.results.push(part);
      for (const part of others) last.others.push(part);
      for (const extra of message.extras ?? []) last.extras.push(extra);
      last.isString = false;
    } else
      joined.push({ first: message, results, others, extras: [...(message.extras ?? [])], isString: message.isString });
  }
  return joined.map(({ first, results, others, extras, isString }, index) => {
    const calls = results.length < 2 ? [] : (joined[index - 1]?.others ?? []);
    return { ...first, parts: [...inOrder(results, calls), ...others], ...(extras.length > 0 && { extras }), isString };
  });
}

/** Results in the order of their calls. */
function inOrder(results: readonly Part[], calls: readonly Part[]): readonly Part[] {
  const places = new Map(calls.flatMap((part, place) => (part.type === 'call' ? [[part.id, place] as const] : [])));
  const placeOf = (part: Part): number => (part.type === 'result' ? (places.get(part.callId) ?? calls.length) : 0);
  return results.toSorted((one, other) => placeOf(one) - placeOf(other));
}
