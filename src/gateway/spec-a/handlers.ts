import { notYet } from '../not-yet.ts';
import type { GatewayServices } from '../services.ts';
import { cancelResponse } from './cancel-response.ts';
import { compactResponse } from './compact-response.ts';
import { countResponseInputTokens } from './count-response-input-tokens.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createCompletion } from './create-completion.ts';
import { createConversationItems } from './create-conversation-items.ts';
import { createConversation } from './create-conversation.ts';
import { createEmbedding } from './create-embedding.ts';
import { createImage } from './create-image.ts';
import { createModeration } from './create-moderation.ts';
import { createResponse } from './create-response.ts';
import { createSpeech } from './create-speech.ts';
import { deleteChatCompletion } from './delete-chat-completion.ts';
import { deleteConversationItem } from './delete-conversation-item.ts';
import { deleteConversation } from './delete-conversation.ts';
import { deleteResponse } from './delete-response.ts';
import { getChatCompletion } from './get-chat-completion.ts';
import { getConversationItem } from './get-conversation-item.ts';
import { getConversation } from './get-conversation.ts';
import { getModel } from './get-model.ts';
import { getResponse } from './get-response.ts';
import { listChatCompletionMessages } from './list-chat-completion-messages.ts';
import { listChatCompletions } from './list-chat-completions.ts';
import { listConversationItems } from './list-conversation-items.ts';
import { listModels } from './list-models.ts';
import { listResponseInputItems } from './list-response-input-items.ts';
import { updateChatCompletion } from './update-chat-completion.ts';
import { updateConversation } from './update-conversation.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** Every operation of Spec A. One that is added to the document does not compile until it stands here. */
export function makeSpecAHandlers(services: GatewayServices): SpecAHandlers {
  const { relay, router, modelLists } = services;
  return {
    listChatCompletions: listChatCompletions(services),
    createChatCompletion: createChatCompletion(services),
    createResponse: createResponse(services),
    createEmbedding: createEmbedding(relay),
    listModels: listModels(router, modelLists),
    createCompletion: createCompletion(relay),
    createModeration: createModeration(relay),
    createImage: createImage(relay),
    createImageEdit: notYet,
    createImageVariation: notYet,
    createSpeech: createSpeech(relay),
    createTranscription: notYet,
    createTranslation: notYet,
    listVoices: notYet,
    createVoice: notYet,
    getVoice: notYet,
    deleteVoice: notYet,
    listVoiceConsents: notYet,
    createVoiceConsent: notYet,
    getVoiceConsent: notYet,
    updateVoiceConsent: notYet,
    deleteVoiceConsent: notYet,
    getModel: getModel(router, modelLists),
    getChatCompletion,
    updateChatCompletion: updateChatCompletion(services),
    deleteChatCompletion: deleteChatCompletion(services),
    listChatCompletionMessages: listChatCompletionMessages(services),
    countResponseInputTokens: countResponseInputTokens(services),
    compactResponse: compactResponse(services),
    getResponse: getResponse(services),
    deleteResponse: deleteResponse(services),
    cancelResponse,
    listResponseInputItems: listResponseInputItems(services),
    createConversation: createConversation(services),
    getConversation,
    updateConversation: updateConversation(services),
    deleteConversation: deleteConversation(services),
    listConversationItems: listConversationItems(services),
    createConversationItems: createConversationItems(services),
    getConversationItem: getConversationItem(services),
    deleteConversationItem: deleteConversationItem(services),
    listFiles: notYet,
    createFile: notYet,
    getFile: notYet,
    deleteFile: notYet,
    getFileContent: notYet,
    listBatches: notYet,
    createBatch: notYet,
    getBatch: notYet,
    cancelBatch: notYet,
    getDriveFile: notYet,
    getDriveFileContent: notYet,
  };
}
