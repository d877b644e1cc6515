import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { newId, storedItemId } from '../shared/ids.ts';
import { arrayOf, isObject, objectOf, objectsOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { editsOf, spliceElements, spliceJson, spliceMember } from '../shared/json/raw-json.ts';
import { spliceEvent } from '../shared/json/sse.ts';
import { echo } from '../shared/text/names.ts';
import type { ObjectItem, Owned } from './owned-object.ts';
import type { CountRead, FindOwned, ObjectStore } from './object-store.ts';

/** Most responses that a chain may have. */
const longestChain = 1_000;

interface HistoryDeps {
  readonly objects: Pick<ObjectStore, 'allItems'>;
  readonly findOwned: FindOwned;
  /** Size limit of a history in bytes. */
  readonly storedLimit: () => number;
  /** Counts what is read. */
  readonly count: CountRead;
}

/** Reads a link of a chain without its fields, of which only the id of the one before is kept. */
async function readLink(id: string, caller: Pick<Caller, 'workspaceId'>, { findOwned, count }: HistoryDeps) {
  let counted = 0;
  const wanted = { spec: 'a', kind: 'response', id, caller, param: 'previous_response_id' } as const;
  const found = await findOwned({
    ...wanted,
    count: (bytes) => {
      count(bytes);
      counted += bytes;
    },
  });
  if (counted > 0) count(-counted);
  return { link: { ...found, fields: {} }, previous: stringOf(found.fields['previous']) };
}

/**
 * Returns the input and output items of a stored response and of all responses before it, oldest first. Instructions are not
 * carried over. The owner of every response is checked.
 *
 * @throws {GatewayError} `not_found` if one of the responses does not exist or belongs to another workspace; `invalid_value` if
 *   the chain is too long; `request_too_large` if the items are too large
 */
export async function readHistory(
  responseId: string,
  caller: Pick<Caller, 'workspaceId'>,
  deps: HistoryDeps,
): Promise<readonly JsonObject[]> {
  const param = 'previous_response_id';
  const links: Owned<'response'>[] = [];
  for (let id: string | null = responseId; id !== null;) {
    if (links.length === longestChain) {
      const message = `More than ${longestChain} responses precede this one. Compact them and start a new chain.`;
      throw new GatewayError('invalid_value', message, { param });
    }
    const { link, previous }: Awaited<ReturnType<typeof readLink>> = await readLink(id, caller, deps);
    links.push(link);
    id = previous;
  }
  const budget = makeItemBudget(deps.storedLimit(), param, deps.count);
  const history: JsonObject[] = [];
  for (const link of links.toReversed()) {
    for (const { body } of await deps.objects.allItems(link, { count: budget.reading })) {
      budget.take(body);
      history.push(body);
    }
  }
  return history;
}

/** The `input` of a request as items. A string is one user message. */
export function inputItems(input: Json | undefined): readonly JsonObject[] {
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return objectsOf(input);
}

/** Id prefixes for items without an id, by type. The vendor of the format refuses others. */
const prefixes: Readonly<Record<string, string>> = {
  message: 'msg',
  function_call: 'fc',
  function_call_output: 'fco',
  reasoning: 'rs',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  web_search_call: 'ws',
  code_interpreter_call: 'ci',
  file_search_call: 'fs',
  image_generation_call: 'ig',
  computer_call: 'cu',
  mcp_call: 'mcp',
};

const typeOf = (item: JsonObject): string => stringOf(item['type']) ?? 'message';

/** An id for an item that has none of its own. */
const newItemId = (item: JsonObject): string => newId(prefixes[typeOf(item)] ?? 'item');

/** The ids under which items are stored that have some of their own. */
export const ownItemIds = (items: readonly JsonObject[]): readonly string[] =>
  items.flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [storedItemId(id)] : []));

/**
 * Items to be stored, unchanged. An item without an id, or with one that is taken, gets a new id; one whose id cannot be stored, the id
 * that stands for it.
 */
export function itemsToStore(items: readonly JsonObject[], part: ObjectItem['part']): readonly ObjectItem[] {
  const taken = new Set<string>();
  return items.map((body) => {
    const own = stringOf(body['id']);
    const wanted = own === null || own === '' ? null : storedItemId(own);
    const id = wanted === null || taken.has(wanted) ? newItemId(body) : wanted;
    taken.add(id);
    return { id, part, body };
  });
}

/**
 * Gives new ids to items of an answer whose own its conversation has for others: some hosts name the items of all answers alike, and
 * one of two items with one id would be lost. Items of one answer that have the same id get different ones, in their order.
 */
export function makeItemNames(taken: ReadonlySet<string>) {
  /** The new ids, by the place of an item among those with its id. */
  const given = new Map<string, string>();
  /** These places, by the `output_index` of an item of a stream and its id, and how many items have an id so far. */
  const turns = new Map<string, number>();
  const seen = new Map<string, number>();
  const isTaken = (id: Json | undefined): id is string =>
    ownItemIds([{ id: id ?? null }]).some((own) => taken.has(own));

  const nameOf = (id: string, turn: number, item: JsonObject): string => {
    const name = given.get(`${turn} ${id}`) ?? newItemId(item);
    given.set(`${turn} ${id}`, name);
    return name;
  };
  /** The new ids of the items of an output; undefined: an item keeps its own. */
  const newIds = (output: Json | undefined): readonly (string | undefined)[] => {
    const counts = new Map<string, number>();
    return arrayOf(taken.size === 0 ? [] : output).map((item) => {
      const { id } = objectOf(item);
      if (!isTaken(id)) return undefined;
      const turn = counts.get(id) ?? 0;
      counts.set(id, turn + 1);
      return nameOf(id, turn, objectOf(item));
    });
  };
  /** The new id of an item of a stream. Without an index, it is the last one that has its id. */
  const newIdAt = (id: Json | undefined, index: Json | undefined, item: JsonObject): string | undefined => {
    if (!isTaken(id)) return undefined;
    const count = seen.get(id) ?? 0;
    const place = `${JSON.stringify(index)} ${id}`;
    const turn = turns.get(place) ?? (index === undefined ? Math.max(0, count - 1) : count);
    if (index !== undefined) turns.set(place, turn);
    seen.set(id, Math.max(count, turn + 1));
    return nameOf(id, turn, item);
  };

  return {
    areFree: taken.size === 0,
    /** The output of a response, if it is changed. */
    ofOutput: ({ output }: JsonObject): JsonObject => {
      const ids = newIds(output);
      if (ids.every((id) => id === undefined)) return {};
      return {
        output: arrayOf(output).map((item, at) => (ids[at] === undefined ? item : { ...objectOf(item), id: ids[at] })),
      };
    },
    /** The bytes of a response, in which only ids are changed. */
    inOutput: (bytes: Buffer, { output }: JsonObject): Buffer => {
      const ids = newIds(output);
      if (ids.every((id) => id === undefined)) return bytes;
      return spliceMember(bytes, 'output', (items) =>
        spliceElements(items, (item, at) =>
          ids[at] === undefined ? item : spliceJson(item, editsOf({ id: ids[at] })),
        ),
      );
    },
    /** An event that is about one item. */
    ofEvent: (bytes: Buffer, { item, item_id: itemId, output_index: index }: JsonObject): Buffer => {
      const id = isObject(item) ? newIdAt(item['id'], index, item) : undefined;
      const named = newIdAt(itemId, index, objectOf(item));
      if (id === undefined && named === undefined) return bytes;
      return spliceEvent(bytes, (json) => {
        const inside =
          id === undefined ? json : spliceMember(json, 'item', (value) => spliceJson(value, editsOf({ id })));
        return named === undefined ? inside : spliceJson(inside, editsOf({ item_id: named }));
      });
    },
  };
}

/** The type of text parts, by the role of the message. */
const textTypeOf = (role: string | null): string => (role === 'assistant' ? 'output_text' : 'input_text');

const completed: JsonObject = { status: 'completed' };

/**
 * Members that a request may omit or send as null but an answer may not, with their value in answers; undefined: the member is
 * omitted.
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

/** A stored item as lists show it: with its id and required members, and a message's text as a list of parts. */
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
 * Refuses an item of a caller whose own id its conversation has for another one, as the vendor does. The same item once more, as it was
 * sent or as lists show it, is a repetition, and changes nothing.
 *
 * @param known the item that the conversation has under this id
 * @param param the id in the request
 * @throws {GatewayError} `invalid_value`
 */
export function assertSame(item: ObjectItem, known: ObjectItem | null | undefined, param: string): void {
  if (!known || isDeepStrictEqual(shownItem(known), shownItem(item))) return;
  const message = `The conversation has another item with the id ${echo(item.id)}. Omit the id, or choose another.`;
  throw new GatewayError('invalid_value', message, { param });
}

/**
 * True for an item that an upstream which stores nothing can use. Reasoning that is only an id is not, and an upstream rejects
 * the whole call because of it.
 */
export const isWhole = (item: JsonObject): boolean =>
  item['type'] !== 'reasoning' || hasText(item['encrypted_content']) || hasText(item['content']);

const hasText = (value: Json | undefined): boolean =>
  (typeof value === 'string' || Array.isArray(value)) && value.length > 0;

/** Limits the size of the stored items that one request refers to. */
interface ItemBudget {
  /** @throws {GatewayError} `request_too_large` if what is about to be read exceeds the limit; what `count` throws */
  readonly reading: CountRead;
  /** @throws {GatewayError} `request_too_large` if this item exceeds the limit; what `count` throws */
  readonly take: (item: JsonObject) => void;
}

/**
 * Makes an item budget. A small request can refer to much: references may be repeated, and histories grow with every turn.
 *
 * @param limit total bytes of the items as JSON
 * @param param field that refers to them
 * @param count gets the bytes of all of them, each once
 */
export function makeItemBudget(limit: number, param: string, count: CountRead): ItemBudget {
  let size = 0;
  /** Bytes that were counted before they were read. */
  let ahead = 0;
  const refuseBeyond = (bytes: number): void => {
    if (size + bytes <= limit) return;
    throw new GatewayError(
      'request_too_large',
      `The stored items that the request refers to exceed ${limit.toLocaleString('en-US')} bytes. Refer to fewer, or start again from a summary.`,
      { param },
    );
  };
  return {
    reading: (bytes) => {
      refuseBeyond(bytes);
      count(bytes);
      ahead += bytes;
    },
    take: (item) => {
      const bytes = Buffer.byteLength(JSON.stringify(item));
      refuseBeyond(bytes);
      size += bytes;
      if (ahead < bytes) count(bytes - ahead);
      ahead = Math.max(0, ahead - bytes);
    },
  };
}
