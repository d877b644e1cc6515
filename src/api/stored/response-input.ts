import { GatewayError } from '../../errors/gateway-error.ts';
import { noSuchObject } from '../../objects/find-owned.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import type { Owned } from '../../objects/owned-object.ts';
import { inputItems, isWhole, makeItemBudget, readHistory } from '../../objects/responses.ts';
import type { Call } from '../../pipeline/call.ts';
import { objectOf, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { editsOf, spliceJson } from '../../shared/json/splice-json.ts';
import type { ApiDeps } from '../deps.ts';

/** A request whose references into the store have been replaced by what they stand for. */
interface ExpandedRequest {
  /** The request as it goes out; the caller's own bytes where nothing had to be replaced. */
  readonly bytes: Buffer;
  readonly body: JsonObject;
  /** The request's own items, without the history. */
  readonly input: readonly JsonObject[];
  readonly previousId: string | null;
  readonly conversation: Owned<'conversation'> | null;
}

type Deps = Pick<ApiDeps, 'objects' | 'findOwned' | 'storedLimit'>;

/** What a request says of the turns before it. */
interface Before {
  readonly previousId: string | null;
  readonly conversation: Owned<'conversation'> | null;
  readonly history: readonly JsonObject[];
}

/**
 * Puts what the store knows in the place of `previous_response_id`, `conversation` and item references, so that an upstream
 * needs to have kept nothing. Thoughts that an upstream would have to remember are left out.
 *
 * @param forgets the upstream is told to keep nothing
 * @throws {GatewayError} `not_found` for what is not this workspace's; `invalid_value` for both references at once;
 *   `request_too_large` when what they stand for is too much
 */
export async function expandInput(
  call: Call & { readonly body: unknown },
  deps: Deps,
  forgets: boolean,
): Promise<ExpandedRequest> {
  const body = objectOf(call.body);
  const before = await readBefore(call, body, deps);
  const sent = inputItems(body['input']);
  const input = await resolveReferences(sent, { call, list: 'input', ...deps });
  const { previousId, conversation, history } = before;
  const all = [...history, ...input];
  const kept = forgets || history.length > 0 ? all.filter(isWhole) : all;
  const isChanged = kept.length !== sent.length || kept.some((item, index) => item !== sent[index]);
  const changes: JsonObject = {
    ...(isChanged && { input: kept }),
    ...(previousId !== null && { previous_response_id: null }),
    ...(conversation !== null && { conversation: null }),
  };
  return {
    bytes: spliceJson(call.bytes, editsOf(changes)),
    body: { ...body, ...changes },
    input,
    previousId,
    conversation,
  };
}

async function readBefore({ caller }: Call, body: JsonObject, deps: Deps): Promise<Before> {
  const previousId = stringOf(body['previous_response_id']);
  const conversationId = stringOf(body['conversation']) ?? stringOf(objectOf(body['conversation'])['id']);
  if (previousId !== null && conversationId !== null) {
    const message = 'previous_response_id and conversation both say what came before. Send one of them.';
    throw new GatewayError('invalid_value', message, { param: 'previous_response_id' });
  }
  if (previousId !== null) {
    return { previousId, conversation: null, history: await readHistory(previousId, caller, deps) };
  }
  if (conversationId === null) return { previousId, conversation: null, history: [] };
  const wanted = { spec: 'a', kind: 'conversation', id: conversationId, caller, param: 'conversation' } as const;
  const conversation = await deps.findOwned(wanted);
  const items = await deps.objects.allItems(conversation);
  const budget = makeItemBudget(deps.storedLimit(), 'conversation');
  for (const { body: item } of items) budget.take(item);
  return { previousId, conversation, history: items.map(({ body: item }) => item) };
}

/** Where an item stands. */
interface Place {
  readonly call: Pick<Call, 'spec' | 'caller'>;
  /** Of the list that it stands in, for example `input`. */
  readonly list: string;
  readonly objects: Pick<ObjectStore, 'itemOfWorkspace'>;
  /** Bytes that the references may stand for together. */
  readonly storedLimit: () => number;
}

/**
 * Items with every reference (`item_reference`, or an id alone) replaced by the item of the workspace that it stands for.
 * None goes out as it came: the upstream would look it up among the items of all workspaces. One after another: the caller
 * decides how many there are, and the first that cannot be had ends it.
 *
 * @throws {GatewayError} `not_found`; `request_too_large` when they stand for too much
 */
export async function resolveReferences(items: readonly JsonObject[], place: Place): Promise<readonly JsonObject[]> {
  const { list, storedLimit } = place;
  const budget = makeItemBudget(storedLimit(), list);
  const known = new Map<string, JsonObject>();
  const resolved: JsonObject[] = [];
  for (const [index, item] of items.entries()) {
    if (!isReference(item)) {
      resolved.push(item);
      continue;
    }
    const id = stringOf(item['id']) ?? '';
    const found = known.get(id) ?? (await findItem(id, place));
    if (found === null) throw noSuchObject('item', `${list}[${index}].id`);
    budget.take(found);
    known.set(id, found);
    resolved.push(found);
  }
  return resolved;
}

async function findItem(id: string, { call, objects }: Place): Promise<JsonObject | null> {
  const { spec, caller } = call;
  const found = await objects.itemOfWorkspace({ spec, workspaceId: caller.workspaceId }, id);
  return found === null ? null : { ...found.body, id };
}

/** An item without a type is a message when it has a role, and else stands for a stored one by its id. */
const isReference = ({ type, role }: JsonObject): boolean =>
  type === 'item_reference' || ((type === undefined || type === null) && role === undefined);
