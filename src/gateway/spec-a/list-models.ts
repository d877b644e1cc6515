import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Model } from '../../catalog/catalog.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Call } from '../call.ts';
import type { ModelLists } from '../model-lists.ts';
import { regionCodeOf } from '../route-request-of.ts';
import { replyJson } from '../../shared/reply.ts';

/** A model as Spec A shows it. */
export const modelEntry = ({ id, createdAt, ownedBy }: Model): object => ({
  id,
  object: 'model',
  created: Math.floor(createdAt / 1000),
  owned_by: ownedBy,
});

/** `GET /models`: what this key may call. A 200 shows that the key works. */
export const listModels =
  (router: Router, lists: ModelLists): Handlers<Call>['listModels'] =>
  async (call) => {
    await lists.refresh(call);
    const models = router.listModels(call.caller, 'a', regionCodeOf(call));
    replyJson(call.reply, 200, { object: 'list', data: models.map(modelEntry) });
  };
