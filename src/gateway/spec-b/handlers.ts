import { notYet } from '../not-yet.ts';
import type { GatewayServices } from '../services.ts';
import { countMessageTokens } from './count-message-tokens.ts';
import { createMessage } from './create-message.ts';
import { createTextCompletion } from './create-text-completion.ts';
import { getModel } from './get-model.ts';
import { listModels } from './list-models.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** Every operation of Spec B. One that is added to the document does not compile until it stands here. */
export const makeSpecBHandlers = ({ relay, router, modelLists }: GatewayServices): SpecBHandlers => ({
  createMessage: createMessage(relay),
  countMessageTokens: countMessageTokens(relay),
  listMessageBatches: notYet,
  createMessageBatch: notYet,
  getMessageBatch: notYet,
  deleteMessageBatch: notYet,
  cancelMessageBatch: notYet,
  getMessageBatchResults: notYet,
  createTextCompletion: createTextCompletion(relay),
  listModels: listModels(router, modelLists),
  getModel: getModel(router, modelLists),
  listFiles: notYet,
  createFile: notYet,
  getFile: notYet,
  deleteFile: notYet,
  getFileContent: notYet,
});
