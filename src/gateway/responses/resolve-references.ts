import { noSuchObject } from '../../resources/find-owned.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import { stringOf, type JsonObject } from '../../shared/json.ts';
import type { Call } from '../call.ts';

/** Where an item stands. */
interface Place {
  readonly call: Pick<Call, 'spec' | 'caller'>;
  /** Of the list that it stands in, for example `input`. */
  readonly list: string;
  readonly objects: Pick<ObjectStore, 'itemOfWorkspace'>;
}

/**
 * Items with every reference (`item_reference`, or an id alone) replaced by the item of the workspace that it stands for.
 * None goes out as it came: the upstream would look it up among the items of all workspaces.
 *
 * @throws {GatewayError} `not_found`
 */
export function resolveReferences(items: readonly JsonObject[], place: Place): Promise<readonly JsonObject[]> {
  return Promise.all(items.map((item, index) => resolve(item, index, place)));
}

async function resolve(item: JsonObject, index: number, { call, list, objects }: Place): Promise<JsonObject> {
  if (!isReference(item)) return item;
  const { spec, caller } = call;
  const id = stringOf(item['id']) ?? '';
  const found = await objects.itemOfWorkspace({ spec, workspaceId: caller.workspaceId }, id);
  if (found === null) throw noSuchObject('item', `${list}[${index}].id`);
  return { ...found.body, id };
}

/** An item without a type is a message when it has a role, and else stands for a stored one by its id. */
const isReference = ({ type, role }: JsonObject): boolean =>
  type === 'item_reference' || ((type === undefined || type === null) && role === undefined);
