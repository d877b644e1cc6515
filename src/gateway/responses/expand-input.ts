import { GatewayError } from '../../errors/gateway-error.ts';
import type { Owned } from '../../resources/owned-object.ts';
import { makeItemBudget } from '../../resources/item-budget.ts';
import { readHistory } from '../../resources/response-history.ts';
import { inputItems, isWhole } from '../../resources/response-items.ts';
import { objectOf, stringOf, type JsonObject } from '../../shared/json.ts';
import { editsOf, spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';
import { resolveReferences } from './resolve-references.ts';

/** A request whose references into the store have been replaced by what they stand for. */
export interface ExpandedRequest {
  /** The request as it goes out; the caller's own bytes where nothing had to be replaced. */
  readonly bytes: Buffer;
  readonly body: JsonObject;
  /** The request's own items, without the history. */
  readonly input: readonly JsonObject[];
  readonly previousId: string | null;
  readonly conversation: Owned<'conversation'> | null;
}

type Rooms = Pick<GatewayServices, 'objects' | 'findOwned' | 'storedLimit'>;

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
  rooms: Rooms,
  forgets: boolean,
): Promise<ExpandedRequest> {
  const body = objectOf(call.body);
  const before = await readBefore(call, body, rooms);
  const sent = inputItems(body['input']);
  const input = await resolveReferences(sent, { call, list: 'input', ...rooms });
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

async function readBefore({ caller }: Call, body: JsonObject, rooms: Rooms): Promise<Before> {
  const previousId = stringOf(body['previous_response_id']);
  const conversationId = stringOf(body['conversation']) ?? stringOf(objectOf(body['conversation'])['id']);
  if (previousId !== null && conversationId !== null) {
    const message = 'previous_response_id and conversation both say what came before. Send one of them.';
    throw new GatewayError('invalid_value', message, { param: 'previous_response_id' });
  }
  if (previousId !== null) {
    return { previousId, conversation: null, history: await readHistory(previousId, caller, rooms) };
  }
  if (conversationId === null) return { previousId, conversation: null, history: [] };
  const wanted = { spec: 'a', kind: 'conversation', id: conversationId, caller, param: 'conversation' } as const;
  const conversation = await rooms.findOwned(wanted);
  const items = await rooms.objects.allItems(conversation);
  const budget = makeItemBudget(rooms.storedLimit(), 'conversation');
  for (const { body: item } of items) budget.take(item);
  return { previousId, conversation, history: items.map(({ body: item }) => item) };
}
