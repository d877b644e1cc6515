import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Call } from '../call.ts';
import { replyJson } from '../reply.ts';
import { modelEntry } from './list-models.ts';

/** `GET /models/{model}`. */
export const getModel =
  (router: Router): Handlers<Call>['getModel'] =>
  async (call) => {
    replyJson(call.reply, 200, modelEntry(await router.getModel(call.caller, call.params.model, 'a')));
  };
