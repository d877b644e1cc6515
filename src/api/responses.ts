import { GatewayError } from '../errors/gateway-error.ts';
import { shownItem } from '../objects/responses.ts';
import { countReads, wholeCall, type Call } from '../pipeline/call.ts';
import { routeRequestOf } from '../routing/router.ts';
import { objectOf, stringOf } from '../shared/json/json.ts';
import { spliceJson } from '../shared/json/splice-json.ts';
import { replyJson, replyStored } from '../shared/reply.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';
import { listAnswer } from './lists.ts';
import { countInput } from './count-input.ts';
import { assertUpgrade } from './realtime.ts';
import { relayJson, type JsonDraft } from './relay-json.ts';
import { expandInput } from './stored/response-input.ts';
import { showResponse, storeResponse } from './stored/response.ts';

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

/** `GET /responses/{response_id}/input_items`: the response's own input, without that of previous responses. */
const listResponseInputItems =
  ({ objects }: ApiDeps): SpecAHandlers['listResponseInputItems'] =>
  async (call) => {
    const { limit = 20, order = 'desc', after = null } = call.query;
    const page = await objects.items(call.object, { part: 'input', limit, order, after }, countReads(call));
    await replyStored(call.reply, listAnswer(page, shownItem));
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
  ({ checkHead, realtime }: ApiDeps): SpecAHandlers['connectResponses'] =>
  async (call) => {
    assertUpgrade(call);
    checkHead({ ...call, operation: { ...call.operation, billed: true } });
    const { serveResponses } = await import('../realtime/responses-socket.ts');
    await serveResponses(call, realtime);
  };

export const responseOperations = {
  connectResponses,
  createResponse,
  getResponse,
  deleteResponse,
  cancelResponse,
  listResponseInputItems,
  countResponseInputTokens,
  compactResponse,
};
