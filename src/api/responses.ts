import { GatewayError } from '../errors/gateway-error.ts';
import type { CountRead, ObjectStore, ObjectWrite } from '../objects/object-store.ts';
import { newObjectId, newOwnObject, type Owned } from '../objects/owned-object.ts';
import { itemsToStore, makeItemNames } from '../objects/responses.ts';
import { type Call, countReads, wholeCall } from '../pipeline/call.ts';
import { type AnswerHook, plainHook } from '../pipeline/delivery.ts';
import { routeRequestOf } from '../routing/router.ts';
import { isObject, type JsonObject, objectOf, objectsOf, parseJson, stringOf } from '../shared/json/json.ts';
import { editsOf, spliceJson, spliceMember } from '../shared/json/raw-json.ts';
import { spliceEvent } from '../shared/json/sse.ts';
import { replyJson, replyStored } from '../shared/reply.ts';
import { listInputItems } from './conversations.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { countInput } from './messages.ts';
import { assertUpgrade } from './realtime.ts';
import { type JsonDraft, relayJson } from './relay-json.ts';
import { type ExpandedRequest, expandInput } from './response-input.ts';

/**
 * `POST /responses`. The preceding items are added from the store. The gateway stores the response unless `store` is false; the
 * upstream stores nothing.
 *
 * @throws {GatewayError} `invalid_value` for `background`; `not_found` for a previous response, a conversation or an item that is
 *   not this workspace's
 */
const createResponse =
  (services: ApiDeps): SpecAHandlers['createResponse'] =>
  async (sent) => {
    if (sent.body.background === true) throw noBackground();
    if (sent.body.conversation != null) await services.assertStorageLeft(sent);
    const model = modelWithPrompt(sent.body, services.router.defaultModel());
    const isStored = sent.body.store !== false;
    if (isStored || sent.body.conversation != null) services.assertStores();
    const call = isStored || sent.body.conversation != null ? wholeCall(sent) : sent;
    const expanded = await expandInput(call, services, isStored);
    // The answer names what precedes it, of which the upstream knows nothing.
    const isAlone = expanded.conversation === null && expanded.previousId === null;
    if (!isStored && isAlone) return relayJson(services, call, { ...expanded, ...model });
    const bytes = spliceJson(expanded.bytes, { store: 'false' });
    const hooks = () => [storeResponse({ ...expanded, call, isStored }, services)];
    return relayJson(services, call, { ...expanded, ...model, bytes, hooks });
  };

/**
 * Returns the default model for a request that names none. A stored prompt may name one, but only the provider knows it.
 *
 * @throws {GatewayError} `invalid_value` for a prompt without a model if the catalogue has no default
 */
function modelWithPrompt(
  { model, prompt }: { readonly model?: string | null | undefined; readonly prompt?: object | null | undefined },
  defaultModel: string | null,
): Pick<JsonDraft, 'defaultModel'> {
  if (model != null) return {};
  if (defaultModel !== null) return { defaultModel };
  if (prompt == null) return {};
  throw new GatewayError(
    'invalid_value',
    'model is required, because the gateway does not know the model of the prompt and has no default_model. ' +
      'GET /v1/models lists what this key may call.',
    { param: 'model' },
  );
}

const noBackground = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    'background is not supported. Omit it, and use stream to receive the response as it is generated.',
    { param: 'background' },
  );

/**
 * `GET /responses/{response_id}`. Returns everything that is stored, whatever `include[]` says. The contract refuses
 * `stream=true`.
 */
const getResponse =
  ({ objects }: ApiDeps): SpecAHandlers['getResponse'] =>
  async (call) => {
    await replyStored(call.reply, await showResponse(call.object, objects, countReads(call)));
  };

/** A stored response as it was delivered. */
async function showResponse(response: Owned<'response'>, objects: ObjectStore, count: CountRead): Promise<JsonObject> {
  const output = await objects.allItems(response, { part: 'output', count });
  return { ...objectOf(response.fields['response']), output: output.map(({ body }) => body) };
}

/** `DELETE /responses/{response_id}`. */
const deleteResponse =
  ({ objects }: ApiDeps): SpecAHandlers['deleteResponse'] =>
  async ({ reply, object }) => {
    await objects.delete(object);
    replyJson(reply, 200, { id: object.id, object: 'response', deleted: true });
  };

/**
 * `POST /responses/{response_id}/cancel`. Responses are stored when they have ended, so none can be cancelled.
 *
 * @throws {GatewayError} `conflict`
 */
const cancelResponse =
  (): SpecAHandlers['cancelResponse'] =>
  async ({ object }) => {
    const status = stringOf(objectOf(object.fields['response'])['status']) ?? 'completed';
    throw new GatewayError(
      'conflict',
      `This response has ended (${status}). Only a response that runs in the background can be cancelled.`,
    );
  };

/**
 * Refuses an operation that only a provider of the caller's own format can do.
 *
 * @throws {GatewayError} `model_not_found` where the model's provider has another format
 */
function refuseTranslation({ router }: Pick<ApiDeps, 'router'>, call: Call, model: string | null): void {
  if (model === null || router.route(routeRequestOf(call, model)).wires === undefined) return;
  const message = 'The provider of this model uses another wire format, which does not have this operation.';
  throw new GatewayError('model_not_found', message, { param: 'model' });
}

/** `POST /responses/compact`. The preceding items are added from the store. */
const compactResponse =
  (services: ApiDeps): SpecAHandlers['compactResponse'] =>
  async (call) => {
    refuseTranslation(services, call, call.body.model ?? null);
    return relayJson(services, call, await expandInput(call, services, false));
  };

/** `POST /responses/input_tokens`. The preceding items are added from the store. */
const countResponseInputTokens =
  (services: ApiDeps): SpecAHandlers['countResponseInputTokens'] =>
  async (call) => {
    const defaultModel = services.router.defaultModel();
    const expanded = await expandInput(call, services, false);
    return countInput(services, call, {
      ...expanded,
      ...(defaultModel !== null && { defaultModel }),
      conversation: 'responses',
      answer: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
    });
  };

/** `GET /responses`, a WebSocket. What it needs is loaded with the first one. */
const connectResponses =
  ({ checkRouteAndFunds, realtime }: ApiDeps): SpecAHandlers['connectResponses'] =>
  async (call) => {
    assertUpgrade(call);
    checkRouteAndFunds({ ...call, operation: { ...call.operation, billed: true } });
    const { serveResponses } = await import('../realtime/responses-socket.ts');
    await serveResponses(call, realtime);
  };

export const responseOperations = {
  connectResponses,
  createResponse,
  getResponse,
  deleteResponse,
  cancelResponse,
  listResponseInputItems: listInputItems,
  countResponseInputTokens,
  compactResponse,
};

/** Events that contain the final response. */
const finalEvents: ReadonlySet<string | null> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
]);

/** The request of a response to be stored. */
interface StoredRequest extends Pick<ExpandedRequest, 'input' | 'taken' | 'previousId' | 'conversation'> {
  /** False: only its turn in a conversation is stored, if it has one. */
  readonly isStored: boolean;
  readonly call: Call;
}

type StoringDeps = Pick<ApiDeps, 'objects' | 'clock' | 'responseRetention'>;

/**
 * Stores a response under an id of the gateway. The upstream stores nothing and knows no previous response, so these members of
 * its answer are corrected: `id`; `store`, `previous_response_id` and `conversation` if the answer has them or the request named
 * a previous response or a conversation. Items whose ids the conversation has for others get new ones. All other bytes are unchanged.
 */
function storeResponse(request: StoredRequest, deps: StoringDeps): AnswerHook {
  const id = newObjectId('response');
  const { isStored, previousId, conversation, taken } = request;
  const names = makeItemNames(taken);
  const members: JsonObject = {
    ...(isStored && { id, store: true }),
    previous_response_id: previousId,
    conversation: conversation === null ? null : { id: conversation.id },
  };
  const isNamed = (name: string): boolean =>
    name === 'id' || (name !== 'store' && members[name] !== undefined && members[name] !== null);
  const corrections = (response: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([name]) => isNamed(name) || response[name] !== undefined));
  const splice = (response: JsonObject) => (bytes: Buffer) =>
    names.inOutput(spliceJson(bytes, editsOf(corrections(response))), response);
  const isKept = isStored || conversation !== null;
  const store = async (response: JsonObject): Promise<void> => {
    const corrected = { ...response, ...corrections(response), ...names.ofOutput(response) };
    if (isKept) await deps.objects.keep(writesOf(corrected, { ...request, id, deps }));
  };
  let last: JsonObject | null = null;

  return {
    ...plainHook,
    ...(isStored && { answerId: id }),
    whole: async (body) => {
      const response = objectOf(parseJson(body));
      await store(response);
      return splice(response)(body);
    },
    events: (events) =>
      events.map((event) => {
        const { bytes, data } = event;
        const { response } = objectOf(data);
        if (!isObject(response))
          return names.areFree ? event : { ...event, bytes: names.ofEvent(bytes, objectOf(data)) };
        if (finalEvents.has(stringOf(objectOf(data)['type']))) last = response;
        return { ...event, bytes: spliceEvent(bytes, (json) => spliceMember(json, 'response', splice(response))) };
      }),
    end: async () => {
      if (last !== null) await store(last);
    },
  };
}

interface NewResponse extends StoredRequest {
  readonly id: string;
  readonly deps: StoringDeps;
}

/** The writes for the response with its input and output items, and for the turn in its conversation, as one transaction. */
function writesOf(response: JsonObject, request: NewResponse): readonly ObjectWrite[] {
  const { call, id, isStored, input, previousId, conversation, deps } = request;
  const output = objectsOf(response['output']);
  const now = deps.clock.now();
  const fields = { response: { ...response, output: [] }, previous: previousId };
  const expiresAt = now + deps.responseRetention();
  const object = newOwnObject({ id, kind: 'response', call, createdAt: now, expiresAt, fields });
  const items = [...itemsToStore(input, 'input'), ...itemsToStore(output, 'output')];
  const turn = conversation && { append: conversation, items: itemsToStore([...input, ...output], 'input') };
  return [...(isStored ? [{ add: object, items }] : []), ...(turn ? [turn] : [])];
}
