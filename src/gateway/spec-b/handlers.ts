import type { GatewayServices } from '../services.ts';
import { cancelMessageBatch } from './cancel-message-batch.ts';
import { countMessageTokens } from './count-message-tokens.ts';
import { createFile } from './create-file.ts';
import { createMessage } from './create-message.ts';
import { createMessageBatch } from './create-message-batch.ts';
import { createTextCompletion } from './create-text-completion.ts';
import { deleteFile } from './delete-file.ts';
import { deleteMessageBatch } from './delete-message-batch.ts';
import { getFile } from './get-file.ts';
import { getFileContent } from './get-file-content.ts';
import { getMessageBatch } from './get-message-batch.ts';
import { getMessageBatchResults } from './get-message-batch-results.ts';
import { getModel } from './get-model.ts';
import { listFiles } from './list-files.ts';
import { listMessageBatches } from './list-message-batches.ts';
import { listModels } from './list-models.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** Every operation of Spec B. One that is added to the document does not compile until it stands here. */
export function makeSpecBHandlers(services: GatewayServices): SpecBHandlers {
  const { relay, router, modelLists } = services;
  return {
    createMessage: createMessage(services),
    countMessageTokens: countMessageTokens(services),
    listMessageBatches: listMessageBatches(services),
    createMessageBatch: createMessageBatch(services),
    getMessageBatch: getMessageBatch(services),
    deleteMessageBatch: deleteMessageBatch(services),
    cancelMessageBatch: cancelMessageBatch(services),
    getMessageBatchResults: getMessageBatchResults(services),
    createTextCompletion: createTextCompletion(relay),
    listModels: listModels(router, modelLists),
    getModel: getModel(router, modelLists),
    listFiles: listFiles(services),
    createFile: createFile(services),
    getFile: getFile(services),
    deleteFile: deleteFile(services),
    getFileContent: getFileContent(services),
  };
}
