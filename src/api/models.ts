import type { Model } from '../catalog/catalog.ts';
import { invalidValue } from '../errors/gateway-error.ts';
import type { ListPage } from '../objects/object-store.ts';
import { regionCodeOf } from '../routing/router.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { replyJson } from '../shared/reply.ts';
import { echo } from '../shared/text/names.ts';
import { type ApiDeps, pageAnswer, type SpecAHandlers, type SpecBHandlers } from './deps.ts';

/** A model in Spec A's format. */
const modelEntry = ({ id, createdAt, ownedBy }: Model): object => ({
  id,
  object: 'model',
  created: Math.floor(createdAt / 1000),
  owned_by: ownedBy,
});

/** `GET /models`: the models that this key may call. */
const listModelsA =
  ({ router, modelLists: lists }: ApiDeps): SpecAHandlers['listModels'] =>
  async (call) => {
    await lists.refresh(call);
    const models = router.listModels(call.caller, 'a', regionCodeOf(call));
    replyJson(call.reply, 200, { object: 'list', data: models.map(modelEntry) });
  };

/** `GET /models/{model}`. */
const getModelA =
  ({ router, modelLists: lists }: ApiDeps): SpecAHandlers['getModel'] =>
  async (call) => {
    await lists.refresh(call);
    replyJson(
      call.reply,
      200,
      modelEntry(router.getModel(call.caller, { id: call.params.model, spec: 'a', regionCode: regionCodeOf(call) })),
    );
  };

/** The lifecycle state of every model that can be called. Retired models are not listed. */
const lifecycle = 'active';

/** A model in Spec B's format. */
const modelInfo = ({ id, createdAt, displayName, maxInputTokens, maxOutputTokens }: Model): JsonObject => ({
  type: 'model',
  id,
  display_name: displayName,
  created_at: new Date(createdAt).toISOString(),
  max_input_tokens: maxInputTokens,
  max_tokens: maxOutputTokens,
  capabilities: null,
  lifecycle,
  deprecated_at: null,
  retires_at: null,
  line: null,
  allowed_fallback_models: null,
});

/** `GET /v1/models`: the models that this key may call, in pages. */
const listModelsB =
  ({ router, modelLists: lists }: ApiDeps): SpecBHandlers['listModels'] =>
  async (call) => {
    await lists.refresh(call);
    const { limit = null, after_id: afterId = null, before_id: beforeId = null } = call.query;
    const states = [call.query['lifecycle[]'] ?? lifecycle].flat();
    const callable = router.listModels(call.caller, 'b', regionCodeOf(call));
    const models = states.includes(lifecycle) ? callable : [];
    replyJson(call.reply, 200, pageAnswer(pageModels(models, { limit, afterId, beforeId }), modelInfo));
  };

/** `GET /v1/models/{model_id}`. */
const getModelB =
  ({ router, modelLists: lists }: ApiDeps): SpecBHandlers['getModel'] =>
  async (call) => {
    await lists.refresh(call);
    replyJson(
      call.reply,
      200,
      modelInfo(router.getModel(call.caller, { id: call.params.model_id, spec: 'b', regionCode: regionCodeOf(call) })),
    );
  };

/** The page parameters of Spec B; null: not sent. */
interface PageRequest {
  readonly limit: number | null;
  readonly afterId: string | null;
  readonly beforeId: string | null;
}

const usualLimit = 20;
const largestLimit = 1000;

/**
 * Returns the first page, the page after `after_id`, or the page before `before_id`, in the order of the list.
 *
 * @throws {GatewayError} 400 `invalid_value` for a limit outside 1 to 1000, an id that is not in the list, or both ids
 */
export function pageModels(models: readonly Model[], { limit, afterId, beforeId }: PageRequest): ListPage<Model> {
  const size = limit ?? usualLimit;
  if (!Number.isInteger(size) || size < 1 || size > largestLimit) {
    throw invalidValue('limit', `limit must be an integer from 1 to ${largestLimit}; you sent ${size}.`);
  }
  if (afterId !== null && beforeId !== null) {
    throw invalidValue('before_id', 'Send after_id to page forward or before_id to page backward, not both.');
  }
  if (beforeId !== null) {
    const end = positionOf(beforeId, models, 'before_id');
    const start = Math.max(0, end - size);
    return { data: models.slice(start, end), hasMore: start > 0 };
  }
  const start = afterId === null ? 0 : positionOf(afterId, models, 'after_id') + 1;
  return { data: models.slice(start, start + size), hasMore: start + size < models.length };
}

function positionOf(id: string, models: readonly Model[], param: string): number {
  const position = models.findIndex((model) => model.id === id);
  if (position >= 0) return position;
  throw invalidValue(
    param,
    `${param} ${echo(id)} is not in this list. Send first_id or last_id of a page, or omit it to get the first page.`,
  );
}

export const modelOperations = {
  specA: { listModels: listModelsA, getModel: getModelA },
  specB: { listModels: listModelsB, getModel: getModelB },
};
