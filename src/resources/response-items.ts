import { newId } from '../shared/ids.ts';
import { isObject, stringOf, type Json, type JsonObject } from '../shared/json.ts';
import type { ObjectItem } from './owned-object.ts';

/** `input` of a request as items: a text is one message of the user. */
export function inputItems(input: Json | undefined): readonly JsonObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? input.filter(isObject) : [];
}

/** What stands before the ids of items that came without one. */
const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  reasoning: 'rs',
  custom_tool_call: 'ctc',
};

const typeOf = (item: JsonObject): string => stringOf(item['type']) ?? 'message';

/** Items as they are kept: as they came, each under its own id, or a new one where it has none or one that stands twice. */
export function itemsToKeep(items: readonly JsonObject[], part: ObjectItem['part']): readonly ObjectItem[] {
  const taken = new Set<string>();
  return items.map((body) => {
    const own = stringOf(body['id']);
    const id = own === null || own === '' || taken.has(own) ? newId(prefixes[typeOf(body)] ?? 'item') : own;
    taken.add(id);
    return { id, part, body };
  });
}

/** What the vendor calls the parts of a message by who says it. */
const textTypeOf = (role: string | null): string => (role === 'assistant' ? 'output_text' : 'input_text');

const completed: JsonObject = { status: 'completed' };

/**
 * Members that a request may leave out or send as null and answers may not, with what answers have there instead; undefined:
 * nothing.
 */
const insteadOfNull: Readonly<Record<string, JsonObject>> = {
  message: completed,
  file_search_call: completed,
  web_search_call: completed,
  computer_call: completed,
  computer_call_output: { status: undefined, acknowledged_safety_checks: undefined },
  code_interpreter_call: completed,
  local_shell_call: completed,
  shell_call: completed,
  shell_call_output: { ...completed, max_output_length: null },
  program_output: completed,
  tool_search_call: { ...completed, execution: 'server', call_id: null },
  tool_search_output: { ...completed, execution: 'server', call_id: null },
  function_call_output: { status: undefined, call_id: undefined, name: undefined, namespace: undefined },
};

/** A kept item as lists show it: with its id and what answers require, and a message's text as a list of parts. */
export function shownItem({ id, body }: ObjectItem): JsonObject {
  const type = typeOf(body);
  const missing = Object.entries(insteadOfNull[type] ?? {}).filter(([member]) => (body[member] ?? null) === null);
  const item = { ...body, ...Object.fromEntries(missing), id };
  if (type !== 'message') return item;
  const { content } = body;
  const textType = textTypeOf(stringOf(body['role']));
  const parts = typeof content === 'string' ? [{ type: textType, text: content }] : (content ?? []);
  return { ...item, type, content: parts };
}

/**
 * True for an item that an upstream can understand which keeps nothing: thoughts that are there by their id alone are not,
 * and an upstream that is shown one refuses the whole call.
 */
export const isWhole = (item: JsonObject): boolean =>
  item['type'] !== 'reasoning' || hasText(item['encrypted_content']) || hasText(item['content']);

const hasText = (value: Json | undefined): boolean =>
  (typeof value === 'string' || Array.isArray(value)) && value.length > 0;
