import type { GatewayServices } from '../services.ts';
import { cancelBatch } from './cancel-batch.ts';
import { cancelResponse } from './cancel-response.ts';
import { compactResponse } from './compact-response.ts';
import { countResponseInputTokens } from './count-response-input-tokens.ts';
import { createBatch } from './create-batch.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createCompletion } from './create-completion.ts';
import { createConversation } from './create-conversation.ts';
import { createConversationItems } from './create-conversation-items.ts';
import { createEmbedding } from './create-embedding.ts';
import { createFile } from './create-file.ts';
import { createImage } from './create-image.ts';
import { createImageEdit } from './create-image-edit.ts';
import { createImageVariation } from './create-image-variation.ts';
import { createModeration } from './create-moderation.ts';
import { createResponse } from './create-response.ts';
import { createSpeech } from './create-speech.ts';
import { createTranscription } from './create-transcription.ts';
import { createTranslation } from './create-translation.ts';
import { createVoice } from './create-voice.ts';
import { createVoiceConsent } from './create-voice-consent.ts';
import { deleteChatCompletion } from './delete-chat-completion.ts';
import { deleteConversation } from './delete-conversation.ts';
import { deleteConversationItem } from './delete-conversation-item.ts';
import { deleteFile } from './delete-file.ts';
import { deleteResponse } from './delete-response.ts';
import { deleteVoice } from './delete-voice.ts';
import { deleteVoiceConsent } from './delete-voice-consent.ts';
import { getBatch } from './get-batch.ts';
import { getChatCompletion } from './get-chat-completion.ts';
import { getConversation } from './get-conversation.ts';
import { getConversationItem } from './get-conversation-item.ts';
import { getDriveFile } from './get-drive-file.ts';
import { getDriveFileContent } from './get-drive-file-content.ts';
import { getFile } from './get-file.ts';
import { getFileContent } from './get-file-content.ts';
import { getModel } from './get-model.ts';
import { getResponse } from './get-response.ts';
import { getVoice } from './get-voice.ts';
import { getVoiceConsent } from './get-voice-consent.ts';
import { listBatches } from './list-batches.ts';
import { listChatCompletionMessages } from './list-chat-completion-messages.ts';
import { listChatCompletions } from './list-chat-completions.ts';
import { listConversationItems } from './list-conversation-items.ts';
import { listFiles } from './list-files.ts';
import { listModels } from './list-models.ts';
import { listResponseInputItems } from './list-response-input-items.ts';
import { listVoiceConsents } from './list-voice-consents.ts';
import { listVoices } from './list-voices.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';
import { updateChatCompletion } from './update-chat-completion.ts';
import { updateConversation } from './update-conversation.ts';
import { updateVoiceConsent } from './update-voice-consent.ts';

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
    createImage: createImage(services),
    createImageEdit: createImageEdit(services),
    createImageVariation: createImageVariation(services),
    createSpeech: createSpeech(services),
    createTranscription: createTranscription(services),
    createTranslation: createTranslation(services),
    listVoices: listVoices(services),
    createVoice: createVoice(services),
    getVoice: getVoice(services),
    deleteVoice: deleteVoice(services),
    listVoiceConsents: listVoiceConsents(services),
    createVoiceConsent: createVoiceConsent(services),
    getVoiceConsent: getVoiceConsent(services),
    updateVoiceConsent: updateVoiceConsent(services),
    deleteVoiceConsent: deleteVoiceConsent(services),
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
    listFiles: listFiles(services),
    createFile: createFile(services),
    getFile: getFile(services),
    deleteFile: deleteFile(services),
    getFileContent: getFileContent(services),
    listBatches: listBatches(services),
    createBatch: createBatch(services),
    getBatch: getBatch(services),
    cancelBatch: cancelBatch(services),
    getDriveFile: getDriveFile(services),
    getDriveFileContent: getDriveFileContent(services),
  };
}
