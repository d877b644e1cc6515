import { GatewayError } from '../errors/gateway-error.ts';
import { type CountRead, noSuchObject, type ObjectStore } from '../objects/object-store.ts';
import { isReference, type ObjectItem, type Owned } from '../objects/owned-object.ts';
import {
  assertSame,
  inputItems,
  isWhole,
  itemsToStore,
  makeItemBudget,
  ownItemIds,
  readHistory,
} from '../objects/responses.ts';
import { type Call, countReads } from '../pipeline/call.ts';
import { storedItemId } from '../shared/ids.ts';
import { type JsonObject, objectOf, stringOf } from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/raw-json.ts';
import type { ApiDeps } from './deps.ts';

/** What a request continues: a response, a conversation, or neither. */
interface References {
  readonly previousId: string | null;
  readonly conversation: Owned<'conversation'> | null;
}

/** A request whose references to stored items have been replaced by the items. */
export interface ExpandedRequest extends References {
  /** The request as sent; the caller's bytes if nothing was replaced. */
  readonly bytes: Buffer;
  readonly body: JsonObject;
  /** The items of the request itself, without the history. */
  readonly input: readonly JsonObject[];
  /** The ids of the items that its conversation has, with those of the request. */
  readonly taken: ReadonlySet<string>;
}

type Deps = Pick<ApiDeps, 'objects' | 'findOwned' | 'storedLimit'>;

/** The preceding items of a request. */
interface Preceding extends References {
  readonly history: readonly JsonObject[];
  /** The items of its conversation by the ids under which it has them; none without a conversation. */
  readonly known: ReadonlyMap<string, ObjectItem>;
}

/**
 * Replaces `previous_response_id`, `conversation` and item references by stored items, so that the upstream need not store
 * anything. Reasoning that only the upstream could look up is omitted.
 *
 * @param isStateless true if the upstream must not store anything
 * @throws {GatewayError} `not_found` for what is not this workspace's; `invalid_value` for both references at once, and for an item
 *   whose id the conversation has for another; `request_too_large` if the stored items are too large
 */
export async function expandInput(
  call: Call & { readonly body: unknown },
  deps: Deps,
  isStateless: boolean,
): Promise<ExpandedRequest> {
  const body = objectOf(call.body);
  const preceding = await readPreceding(call, body, deps);
  const sent = inputItems(body['input']);
  const input = await resolveReferences(sent, { call, list: 'input', ...deps });
  const { previousId, conversation, history, known } = preceding;
  for (const [index, item] of (conversation === null ? [] : itemsToStore(input, 'input')).entries())
    assertSame(item, known.get(item.id), `input[${index}].id`);
  const all = [...history, ...input].filter((item) => !isOwnThought(item)).map(withPrefixOfType);
  const items = isStateless || history.length > 0 ? all.filter(isWhole) : all;
  const isChanged = items.length !== sent.length || items.some((item, index) => item !== sent[index]);
  const changes: JsonObject = {
    ...(isChanged && { input: items }),
    ...(previousId !== null && { previous_response_id: null }),
    ...(conversation !== null && { conversation: null }),
  };
  return {
    bytes: spliceJson(call.bytes, editsOf(changes)),
    body: { ...body, ...changes },
    input,
    taken: new Set(conversation === null ? [] : [...known.keys(), ...ownItemIds(input)]),
    previousId,
    conversation,
  };
}

/** Earlier answers of the gateway named the calls of all tools alike, which vendors refuse for those of tools that take text. */
function withPrefixOfType(item: JsonObject): JsonObject {
  const own =
    item['type'] === 'custom_tool_call' ? /^fc(_[0-9A-Za-z]{24}_\d+)$/.exec(stringOf(item['id']) ?? '') : null;
  return own ? { ...item, id: `ctc${own[1]}` } : item;
}

/** Thoughts of an earlier answer of the gateway that no vendor keeps: it refuses their id. */
const isOwnThought = (item: JsonObject): boolean =>
  !isWhole(item) && /^rs_[0-9A-Za-z]{24}_\d+$/.test(stringOf(item['id']) ?? '');

async function readPreceding(call: Call, body: JsonObject, deps: Deps): Promise<Preceding> {
  const { caller } = call;
  const count = countReads(call);
  const previousId = stringOf(body['previous_response_id']);
  const conversationId = stringOf(body['conversation']) ?? stringOf(objectOf(body['conversation'])['id']);
  if (previousId !== null && conversationId !== null) {
    const message = 'previous_response_id and conversation cannot be combined. Send one of them.';
    throw new GatewayError('invalid_value', message, { param: 'previous_response_id' });
  }
  if (previousId !== null) {
    const history = await readHistory(previousId, caller, { ...deps, count });
    return { previousId, conversation: null, history, known: new Map() };
  }
  if (conversationId === null) return { previousId, conversation: null, history: [], known: new Map() };
  const wanted = { spec: 'a', kind: 'conversation', id: conversationId, caller, param: 'conversation' } as const;
  const conversation = await deps.findOwned(wanted);
  const budget = makeItemBudget(deps.storedLimit(), 'conversation', count);
  const items = await deps.objects.allItems(conversation, { count: budget.reading });
  for (const { body: item } of items) budget.take(item);
  const history = items.map(({ body: item }) => item);
  return { previousId, conversation, history, known: new Map(items.map((item) => [item.id, item])) };
}

/** The list of items to resolve, and what that needs. */
interface ReferenceContext {
  readonly call: Pick<Call, 'spec' | 'caller' | 'memory' | 'reply'>;
  /** Name of the list, for example `input`. */
  readonly list: string;
  readonly objects: Pick<ObjectStore, 'itemOfWorkspace'>;
  /** Total bytes of the referenced items. */
  readonly storedLimit: () => number;
}

/**
 * Replaces every reference (`item_reference`, or only an id) by the item of the workspace. No reference is sent upstream, which
 * would look it up among the items of all workspaces. Sequential, because the caller decides how many there are, and the first
 * missing one ends the loop.
 *
 * @throws {GatewayError} `not_found`; `request_too_large` if the items are too large
 */
export async function resolveReferences(
  items: readonly JsonObject[],
  context: ReferenceContext,
): Promise<readonly JsonObject[]> {
  const { call, list, storedLimit } = context;
  const budget = makeItemBudget(storedLimit(), list, countReads(call));
  const known = new Map<string, JsonObject>();
  const resolved: JsonObject[] = [];
  for (const [index, item] of items.entries()) {
    if (!isReference(item)) {
      resolved.push(item);
      continue;
    }
    const id = stringOf(item['id']) ?? '';
    const found = known.get(id) ?? (await findItem(id, context, budget.reading));
    if (found === null) throw noSuchObject('item', `${list}[${index}].id`);
    budget.take(found);
    known.set(id, found);
    resolved.push(found);
  }
  return resolved;
}

/** The item as its sender or provider gave it; with the id of lists if that stands for no id of its own. */
async function findItem(id: string, { call, objects }: ReferenceContext, count: CountRead): Promise<JsonObject | null> {
  const { spec, caller } = call;
  const found = await objects.itemOfWorkspace({ spec, workspaceId: caller.workspaceId }, id, count);
  if (found === null) return null;
  const own = stringOf(found.body['id']);
  return own !== null && storedItemId(own) === found.id ? found.body : { ...found.body, id: found.id };
}
