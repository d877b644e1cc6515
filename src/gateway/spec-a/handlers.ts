import { notYet } from '../not-yet.ts';
import type { GatewayServices } from '../services.ts';
import { compactResponse } from './compact-response.ts';
import { countResponseInputTokens } from './count-response-input-tokens.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createCompletion } from './create-completion.ts';
import { createEmbedding } from './create-embedding.ts';
import { createImage } from './create-image.ts';
import { createModeration } from './create-moderation.ts';
import { createResponse } from './create-response.ts';
import { createSpeech } from './create-speech.ts';
import { getModel } from './get-model.ts';
import { listModels } from './list-models.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** Every operation of Spec A. One that is added to the document does not compile until it stands here. */
export const makeSpecAHandlers = ({ relay, router }: GatewayServices): SpecAHandlers => ({
  listChatCompletions: notYet,
  createChatCompletion: createChatCompletion(relay),
  createResponse: createResponse(relay),
  createEmbedding: createEmbedding(relay),
  listModels: listModels(router),
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
  getModel: getModel(router),
  getChatCompletion: notYet,
  updateChatCompletion: notYet,
  deleteChatCompletion: notYet,
  listChatCompletionMessages: notYet,
  countResponseInputTokens: countResponseInputTokens(relay),
  compactResponse: compactResponse(relay),
  getResponse: notYet,
  deleteResponse: notYet,
  cancelResponse: notYet,
  listResponseInputItems: notYet,
  createConversation: notYet,
  getConversation: notYet,
  updateConversation: notYet,
  deleteConversation: notYet,
  listConversationItems: notYet,
  createConversationItems: notYet,
  getConversationItem: notYet,
  deleteConversationItem: notYet,
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
});
