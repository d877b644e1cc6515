import { arrayOf, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { rawObject, type RawObject, type Step } from '../../shared/json/raw-json.ts';
import { isSeal } from '../../shared/seal.ts';

/** What every seal begins with, behind the quote of its text. */
const sealMark = Buffer.from('"dg1.');

/** Members in which callers keep seals. */
const sealMembers = ['signature', 'data', 'encrypted_content'] as const;

/** Lists of a message in which what is sealed may stand. */
const lists = ['content', 'reasoning_details'];

const isSealed = (value: Json): boolean => {
  const holder = objectOf(value);
  const found = holder['type'] === 'web_search_tool_result' ? arrayOf(holder['content']) : [value];
  return found.some((each) => sealMembers.some((name) => isSeal(stringOf(objectOf(each)[name]) ?? '')));
};

/** The text of a list without what is sealed in it; null where nothing is. */
function openList(root: RawObject, path: readonly Step[], list: readonly Json[]): string | null {
  const left = list.flatMap((each, index) => (isSealed(each) ? [] : [root.slice([...path, index]) ?? '']));
  return left.length === list.length ? null : `[${left.join(',')}]`;
}

/** The text of a message without what is sealed in it; the empty text where nothing else is in it, null where nothing is sealed. */
function openMessage(root: RawObject, path: readonly Step[], message: JsonObject): string | null {
  let isOpened = false;
  const members = Object.keys(message).flatMap((name): readonly string[] => {
    const opened = lists.includes(name) ? openList(root, [...path, name], arrayOf(message[name])) : null;
    isOpened ||= opened !== null;
    if (opened === '[]' && name !== 'content') return [];
    return [`${JSON.stringify(name)}:${opened ?? root.slice([...path, name]) ?? 'null'}`];
  });
  if (!isOpened) return null;
  return members.includes('"content":[]') ? '' : `{${members.join(',')}}`;
}

/**
 * A request without what the gateway has sealed: another vendor's thoughts, which the model that it goes to cannot read. The list that
 * they stand in is written anew, of the caller's own texts.
 *
 * @param bytes a JSON object
 * @returns the new text of `messages` or `input`, by name; nothing where nothing is sealed
 */
export function withoutSeals(bytes: Buffer): { readonly [name: string]: string } {
  if (!bytes.includes(sealMark)) return {};
  const text = bytes.toString('utf8');
  const value = objectOf(parseJson(text));
  const root = rawObject(text, value);
  if (Array.isArray(value['input'])) {
    const opened = openList(root, ['input'], arrayOf(value['input']));
    return opened === null ? {} : { input: opened };
  }
  const opened = arrayOf(value['messages']).map((message, index) =>
    openMessage(root, ['messages', index], objectOf(message)),
  );
  if (opened.every((each) => each === null)) return {};
  const left = opened.map((each, index) => each ?? root.slice(['messages', index]) ?? '');
  return { messages: `[${left.filter((each) => each !== '').join(',')}]` };
}
