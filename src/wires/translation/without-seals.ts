import { arrayOf, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { rawObject, type RawObject, type Step } from '../../shared/json/raw-json.ts';
import { isSeal } from '../../shared/seal.ts';
import { lossOf } from './losses.ts';
import type { Loss } from './parts.ts';

/** Members in which callers keep seals. */
const sealMembers = ['signature', 'data', 'encrypted_content', 'encrypted_stdout'] as const;

/** Lists of a message in which what is sealed may stand. */
const lists = ['content', 'reasoning_details'];

const isSealed = (value: Json): boolean => {
  const { type, content } = objectOf(value);
  const found = type === 'web_search_tool_result' ? arrayOf(content) : [value, content ?? null];
  return found.some((each) => sealMembers.some((name) => isSeal(stringOf(objectOf(each)[name]) ?? '')));
};

/** A request that is gone through, and what was cut out of it. */
interface Cut {
  readonly root: RawObject;
  readonly losses: Loss[];
}

/** The text of a list without what is sealed in it; null if nothing is. */
function openList({ root, losses }: Cut, path: readonly Step[], list: readonly Json[]): string | null {
  const sealed = list.filter(isSealed);
  // A run of the provider's own tool is two blocks: without its result no vendor takes its call.
  const runs = new Set(sealed.flatMap((each) => stringOf(objectOf(each)['tool_use_id']) ?? []));
  const isCut = (each: Json): boolean => isSealed(each) || runs.has(stringOf(objectOf(each)['id']) ?? '');
  const left = list.flatMap((each, index) => {
    if (!isCut(each)) return [root.slice([...path, index]) ?? ''];
    losses.push(lossOf('thought-sealed', pathOf([...path, index])));
    return [];
  });
  return left.length === list.length ? null : `[${left.join(',')}]`;
}

const pathOf = (steps: readonly Step[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

/** Members in which a message of the model says something next to its content. */
const nextToContent = ['tool_calls', 'function_call', 'refusal', 'audio'];

/** The text of a message without what is sealed in it; the empty text where nothing else is in it, null if nothing is sealed. */
function openMessage(cut: Cut, path: readonly Step[], message: JsonObject): string | null {
  const saysMore = nextToContent.some((name) => !['null', '[]'].includes(JSON.stringify(message[name] ?? null)));
  let isOpened = false;
  let isEmptied = false;
  const members = Object.keys(message).flatMap((name): readonly string[] => {
    const opened = lists.includes(name) ? openList(cut, [...path, name], arrayOf(message[name])) : null;
    isOpened ||= opened !== null;
    if (opened === '[]' && name !== 'content') return [];
    if (opened === '[]') isEmptied = true;
    if (opened === '[]' && saysMore) return ['"content":null'];
    return [`${JSON.stringify(name)}:${opened ?? cut.root.slice([...path, name]) ?? 'null'}`];
  });
  if (!isOpened) return null;
  return isEmptied && !saysMore ? '' : `{${members.join(',')}}`;
}

/** A request without seals. */
interface WithoutSeals {
  /** The new text of `messages` or `input`, by name; nothing where nothing is sealed. */
  readonly edits: { readonly [name: string]: string };
  /** What was cut out. */
  readonly losses: readonly Loss[];
}

/**
 * A request without what the gateway has sealed: another vendor's thoughts, which the model that it goes to cannot read. The list that
 * they stand in is written anew, of the caller's own texts.
 *
 * @param bytes a JSON object
 */
export function withoutSeals(bytes: Buffer): WithoutSeals {
  const text = bytes.toString('utf8');
  const value = objectOf(parseJson(text));
  const cut: Cut = { root: rawObject(text, value), losses: [] };
  const { losses } = cut;
  if (Array.isArray(value['input'])) {
    const opened = openList(cut, ['input'], arrayOf(value['input']));
    return { edits: opened === null ? {} : { input: opened }, losses };
  }
  const opened = arrayOf(value['messages']).map((message, index) =>
    openMessage(cut, ['messages', index], objectOf(message)),
  );
  if (opened.every((each) => each === null)) return { edits: {}, losses };
  const left = opened.map((each, index) => each ?? cut.root.slice(['messages', index]) ?? '');
  return { edits: { messages: `[${left.filter((each) => each !== '').join(',')}]` }, losses };
}
