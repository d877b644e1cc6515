import type { Handlers } from '../../../generated/spec-b/operations.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Call } from '../call.ts';
import type { ModelLists } from '../model-lists.ts';
import { replyJson } from '../../shared/reply.ts';
import { modelInfo } from './list-models.ts';

/** `GET /v1/models/{model_id}`. */
export const getModel =
  (router: Router, lists: ModelLists): Handlers<Call>['getModel'] =>
  async (call) => {
    await lists.refresh(call);
    replyJson(call.reply, 200, modelInfo(router.getModel(call.caller, call.params.model_id, 'b')));
  };
