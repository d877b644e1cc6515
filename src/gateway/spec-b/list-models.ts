import type { Handlers } from '../../../generated/spec-b/operations.ts';
import type { Model } from '../../catalog/catalog.ts';
import type { Router } from '../../routing/make-router.ts';
import { pageModels } from '../../routing/page-models.ts';
import type { Call } from '../call.ts';
import type { ModelLists } from '../model-lists.ts';
import { regionCodeOf } from '../route-request-of.ts';
import { replyJson } from '../../shared/reply.ts';

/** A model as Spec B shows it. */
export const modelInfo = ({ id, createdAt, displayName, maxInputTokens, maxOutputTokens }: Model): object => ({
  type: 'model',
  id,
  display_name: displayName,
  created_at: new Date(createdAt).toISOString(),
  max_input_tokens: maxInputTokens,
  max_tokens: maxOutputTokens,
  capabilities: null,
});

/** `GET /v1/models`: what this key may call, page by page. A 200 shows that the key works. */
export const listModels =
  (router: Router, lists: ModelLists): Handlers<Call>['listModels'] =>
  async (call) => {
    await lists.refresh(call);
    const { limit = null, after_id: afterId = null, before_id: beforeId = null } = call.query;
    const models = router.listModels(call.caller, 'b', regionCodeOf(call));
    const page = pageModels(models, { limit, afterId, beforeId });
    replyJson(call.reply, 200, {
      data: page.data.map(modelInfo),
      has_more: page.hasMore,
      first_id: page.firstId,
      last_id: page.lastId,
    });
  };
