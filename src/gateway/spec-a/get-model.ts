import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Call } from '../call.ts';
import type { ModelLists } from '../model-lists.ts';
import { replyJson } from '../../shared/reply.ts';
import { modelEntry } from './list-models.ts';

/** `GET /models/{model}`. */
export const getModel =
  (router: Router, lists: ModelLists): Handlers<Call>['getModel'] =>
  async (call) => {
    await lists.refresh(call);
    replyJson(call.reply, 200, modelEntry(router.getModel(call.caller, call.params.model, 'a')));
  };
