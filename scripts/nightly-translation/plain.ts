import { isObject, parseJson, type Json, type JsonObject } from '../../src/shared/json/json.ts';

/**
 * What both gateways may write as they like, so that two bodies that mean the same are the same value:
 *
 * - the model's name, whether it streams, ids, times and fingerprints; ids of calls are numbered as they come;
 * - members that are null, empty lists and empty objects;
 * - one string for a list with one text, and `input_text` or `output_text` for `text`;
 * - adjacent messages of one role, which Messages, Converse and Gemini treat as one;
 * - JSON within a string, as the arguments of calls are;
 * - names with underscores, which Gemini accepts as well, and older names of a member;
 * - types that are the default: `message`, and `custom` of a tool.
 */

const ignored = new Set([
  ...['model', 'stream', 'stream_options', 'created', 'created_at', 'completed_at', 'system_fingerprint', 'object'],
  ...['modelVersion', 'responseId', 'modelId', 'output_text'],
]);
const olderNames: Readonly<Record<string, string>> = { max_completion_tokens: 'max_tokens' };
const callIds = new Set(['tool_call_id', 'tool_use_id', 'call_id', 'toolUseId']);
const textHolders = new Set(['content', 'system', 'output']);

class Plain {
  readonly #ids = new Map<string, string>();
  readonly #isGemini: boolean;

  constructor(isGemini: boolean) {
    this.#isGemini = isGemini;
  }

  #id(id: string): string {
    const known = this.#ids.get(id) ?? `call ${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }

  value(value: Json, name = ''): Json | undefined {
    if (value === null) return undefined;
    if (typeof value === 'string') return this.#text(value, name);
    if (Array.isArray(value)) return this.#list(value as readonly Json[], name);
    return isObject(value) ? this.#object(value, name) : value;
  }

  #text(text: string, name: string): Json | undefined {
    if (callIds.has(name)) return this.#id(text);
    if (name === 'arguments' || name === 'schema') return this.value(parseJson(text) ?? text, `text of ${name}`);
    if (textHolders.has(name)) return text === '' ? undefined : [{ type: 'text', text }];
    if (name === 'input') return [{ type: 'message', role: 'user', content: [{ type: 'text', text }] }];
    if (name === 'type') return text.replace(/^(?:input|output)_text$/, 'text');
    return text;
  }

  #nameOf(name: string, holder: string): string {
    if (!this.#isGemini || opaque.test(holder)) return olderNames[name] ?? name;
    return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  }

  #list(list: readonly Json[], name: string): Json | undefined {
    const plain = list.flatMap((each) => this.value(each) ?? []);
    const merged = name === 'messages' || name === 'contents' ? joined(plain) : plain;
    return merged.length === 0 ? undefined : merged;
  }

  #object(value: JsonObject, holder: string): Json | undefined {
    const { type } = value;
    const isCall = type === 'tool_use' || type === 'function' || /^function_?(?:call|response)$/i.test(holder);
    const members = Object.entries(value).flatMap(([name, each]): readonly [string, Json][] => {
      if (ignored.has(name) || each === undefined) return [];
      if (
        name === 'type' &&
        (('role' in value && type === 'message') || ('input_schema' in value && type === 'custom'))
      )
        return [];
      if (name === 'id') return isCall && typeof each === 'string' ? [[name, this.#id(each)]] : [];
      const plain = this.value(each, name);
      if (plain === undefined) return [];
      return name === 'output_format' ? [['output_config', { format: plain }]] : [[this.#nameOf(name, holder), plain]];
    });
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }
}

/** Merges adjacent messages of one role, if the format treats them as one. */
function joined(messages: readonly Json[]): readonly Json[] {
  const result: Json[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    const place = isObject(message) && 'parts' in message ? 'parts' : 'content';
    if (isObject(last) && isObject(message) && isJoinable(last, message, place))
      result[result.length - 1] = { ...last, [place]: [...listOf(last[place]), ...listOf(message[place])] };
    else result.push(message);
  }
  return result;
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

const isJoinable = (one: JsonObject, other: JsonObject, place: string): boolean =>
  one['role'] === 'user' && other['role'] === 'user' && Array.isArray(one[place]) && Array.isArray(other[place]);

/** A body as a value that can be compared. @param text JSON text; anything else is that text */
export const plainOf = (text: string, isGemini = false): Json =>
  new Plain(isGemini).value(parseJson(text) ?? { text }) ?? {};

/** Members whose content is the caller's own: one difference in it counts as much as many. */
const opaque =
  /(?:^|\.)(?:parameters|input_schema|parametersJsonSchema|schema|json|input|args|arguments|response|metadata|definition)$/;

/** What differs between two bodies: where, without numbers, and which side has it. */
export function differencesOf(ours: Json | undefined, theirs: Json | undefined, path = ''): readonly string[] {
  if (ours === undefined || theirs === undefined)
    return ours === theirs ? [] : [`${path}: only ${ours === undefined ? 'theirs' : 'ours'}`];
  if (JSON.stringify(sorted(ours)) === JSON.stringify(sorted(theirs))) return [];
  if (path !== 'input' && opaque.test(path)) return [`${path}: differs`];
  if (Array.isArray(ours) && Array.isArray(theirs)) return listDifferences(ours, theirs, path);
  if (!isObject(ours) || !isObject(theirs)) return [`${path}: differs`];
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  return names.flatMap((name) => differencesOf(ours[name], theirs[name], path === '' ? name : `${path}.${name}`));
}

/** Lists are compared item by item; items whose kind only one side has are not compared. */
function listDifferences(ours: readonly Json[], theirs: readonly Json[], path: string): readonly string[] {
  const rows = Array.from({ length: ours.length + 1 }, () => theirs.map(() => 0));
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  const isPair = (row: number, column: number): boolean => kindOf(ours[row] ?? null) === kindOf(theirs[column] ?? null);
  for (let row = ours.length - 1; row >= 0; row -= 1)
    for (let column = theirs.length - 1; column >= 0; column -= 1)
      (rows[row] as number[])[column] = isPair(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const found: string[] = [];
  let [row, column] = [0, 0];
  while (row < ours.length || column < theirs.length) {
    const isBoth = row < ours.length && column < theirs.length;
    if (isBoth && isPair(row, column)) found.push(...differencesOf(ours[row++], theirs[column++], `${path}[]`));
    else if (column >= theirs.length || (isBoth && at(row + 1, column) >= at(row, column + 1)))
      found.push(`${path}[]: only ours: ${kindOf(ours[row++] ?? null)}`);
    else found.push(`${path}[]: only theirs: ${kindOf(theirs[column++] ?? null)}`);
  }
  return found;
}

/** What a part, a message or a tool is: its type, speaker, or the one member that it has. */
function kindOf(value: Json): string {
  if (!isObject(value)) return typeof value;
  const { type, role } = value;
  if (typeof role === 'string') return role;
  if (typeof type === 'string') return type;
  const [name, ...more] = Object.keys(value);
  return name !== undefined && more.length === 0 ? name : '';
}

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
};
