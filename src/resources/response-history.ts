import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { stringOf, type JsonObject } from '../shared/json.ts';
import type { FindOwned } from './find-owned.ts';
import { makeItemBudget } from './item-budget.ts';
import type { ObjectStore } from './object-store.ts';
import type { Owned } from './owned-object.ts';

/** Most responses that a chain may have. */
const longestChain = 1_000;

/** What is needed to look back. */
export interface HistoryRooms {
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
  { objects, findOwned, storedLimit }: HistoryRooms,
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
