import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { newId } from '../shared/ids.ts';
import { isObject, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { FindOwned } from './find-owned.ts';
import type { ObjectStore } from './object-store.ts';
import type { ObjectItem, Owned } from './owned-object.ts';

/** Most responses that a chain may have. */
const longestChain = 1_000;

/** What is needed to look back. */
interface HistoryDeps {
  readonly objects: Pick<ObjectStore, 'allItems'>;
  readonly findOwned: FindOwned;
  /** Bytes that a history may have. */
  readonly storedLimit: () => number;
}

/**
 * Everything that was said up to and including a stored response, oldest first: each one's input and output. Instructions
 * belong to one response alone and are not carried over. The owner is checked at every link.
 *
 * @throws {GatewayError} `not_found` when the response or one before it is gone or foreign; `invalid_value` when the chain is too
 *   long; `request_too_large` when it holds too much
 */
export async function readHistory(
  responseId: string,
  caller: Pick<Caller, 'workspaceId'>,
  { objects, findOwned, storedLimit }: HistoryDeps,
): Promise<readonly JsonObject[]> {
  const param = 'previous_response_id';
  const links: Owned<'response'>[] = [];
  for (let id: string | null = responseId; id !== null;) {
    if (links.length === longestChain) {
      const message = `More than ${longestChain} responses stand before this one. Compact them, and begin a new chain.`;
      throw new GatewayError('invalid_value', message, { param });
    }
    const link: Owned<'response'> = await findOwned({ spec: 'a', kind: 'response', id, caller, param });
    links.unshift(link);
    id = stringOf(link.fields['previous']);
  }
  const budget = makeItemBudget(storedLimit(), param);
  const history: JsonObject[] = [];
  for (const link of links) {
    for (const { body } of await objects.allItems(link)) {
      budget.take(body);
      history.push(body);
    }
  }
  return history;
}

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

/** Counts what stored items add to one request. */
interface ItemBudget {
  /** @throws {GatewayError} `request_too_large` for the item that is too much */
  readonly take: (item: JsonObject) => void;
}

/**
 * A few bytes can stand for all that was ever stored: references may be repeated, and histories grow with every turn.
 *
 * @param limit bytes that the items may have together, as JSON
 * @param param the field that refers to them
 */
export function makeItemBudget(limit: number, param: string): ItemBudget {
  let size = 0;
  return {
    take: (item) => {
      size += Buffer.byteLength(JSON.stringify(item));
      if (size <= limit) return;
      throw new GatewayError(
        'request_too_large',
        `What the request refers to has more than ${limit.toLocaleString('en-US')} bytes. Refer to less, or begin anew from a summary.`,
        { param },
      );
    },
  };
}
