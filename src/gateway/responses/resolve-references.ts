import { noSuchObject } from '../../resources/find-owned.ts';
import { makeItemBudget } from '../../resources/item-budget.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import { stringOf, type JsonObject } from '../../shared/json.ts';
import type { Call } from '../call.ts';

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
