// Generated from specs/ by `npm run generate`. Do not edit.
import type { OperationFacts } from '../operation-facts.ts';
import type { operations as Types } from './types.ts';

/** Every operation of the document, by operationId, in the document's order. */
export const operations = {
  listChatCompletions: { id: 'listChatCompletions', method: 'get', path: '/chat/completions', family: 'chat', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createChatCompletion: { id: 'createChatCompletion', method: 'post', path: '/chat/completions', family: 'chat', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'chat-completions', object: 'none', streams: true },
  connectResponses: { id: 'connectResponses', method: 'get', path: '/responses', family: 'responses', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createResponse: { id: 'createResponse', method: 'post', path: '/responses', family: 'responses', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'responses', object: 'none', streams: true },
  createEmbedding: { id: 'createEmbedding', method: 'post', path: '/embeddings', family: 'embeddings', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'embeddings', object: 'none', streams: false },
  listModels: { id: 'listModels', method: 'get', path: '/models', family: 'models', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  getKey: { id: 'getKey', method: 'get', path: '/key', family: 'key', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createCompletion: { id: 'createCompletion', method: 'post', path: '/completions', family: 'completions', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'completions', object: 'none', streams: true },
  createModeration: { id: 'createModeration', method: 'post', path: '/moderations', family: 'moderations', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'moderations', object: 'none', streams: false },
  createImage: { id: 'createImage', method: 'post', path: '/images/generations', family: 'images', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'images', object: 'none', streams: true },
  createImageEdit: { id: 'createImageEdit', method: 'post', path: '/images/edits', family: 'images', billed: true, product: 'default', voice: false, body: 'json-or-multipart', limit: 'file', wire: 'images', object: 'none', streams: true },
  createImageVariation: { id: 'createImageVariation', method: 'post', path: '/images/variations', family: 'images', billed: true, product: 'default', voice: false, body: 'multipart', limit: 'file', wire: 'images', object: 'none', streams: false },
  createSpeech: { id: 'createSpeech', method: 'post', path: '/audio/speech', family: 'audio', billed: true, product: 'model', voice: true, body: 'json', limit: 'voice', wire: 'audio', object: 'none', streams: true },
  createTranscription: { id: 'createTranscription', method: 'post', path: '/audio/transcriptions', family: 'audio', billed: true, product: 'model', voice: true, body: 'multipart', limit: 'voice', wire: 'audio', object: 'none', streams: true },
  createTranslation: { id: 'createTranslation', method: 'post', path: '/audio/translations', family: 'audio', billed: true, product: 'required', voice: true, body: 'multipart', limit: 'voice', wire: 'audio', object: 'none', streams: false },
  listVoices: { id: 'listVoices', method: 'get', path: '/audio/voices', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'none', streams: false },
  createVoice: { id: 'createVoice', method: 'post', path: '/audio/voices', family: 'audio', billed: true, product: 'required', voice: true, body: 'multipart', limit: 'voice', wire: 'none', object: 'none', streams: false },
  getVoice: { id: 'getVoice', method: 'get', path: '/audio/voices/{voice_id}', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'voice', streams: false },
  deleteVoice: { id: 'deleteVoice', method: 'delete', path: '/audio/voices/{voice_id}', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'voice', streams: false },
  listVoiceConsents: { id: 'listVoiceConsents', method: 'get', path: '/audio/voice_consents', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'none', streams: false },
  createVoiceConsent: { id: 'createVoiceConsent', method: 'post', path: '/audio/voice_consents', family: 'audio', billed: true, product: 'required', voice: true, body: 'multipart', limit: 'voice', wire: 'none', object: 'none', streams: false },
  getVoiceConsent: { id: 'getVoiceConsent', method: 'get', path: '/audio/voice_consents/{consent_id}', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'voice-consent', streams: false },
  updateVoiceConsent: { id: 'updateVoiceConsent', method: 'post', path: '/audio/voice_consents/{consent_id}', family: 'audio', billed: false, product: 'required', voice: true, body: 'json', limit: 'voice', wire: 'none', object: 'voice-consent', streams: false },
  deleteVoiceConsent: { id: 'deleteVoiceConsent', method: 'delete', path: '/audio/voice_consents/{consent_id}', family: 'audio', billed: false, product: 'required', voice: true, body: 'none', limit: 'voice', wire: 'none', object: 'voice-consent', streams: false },
  connectRealtime: { id: 'connectRealtime', method: 'get', path: '/realtime', family: 'realtime', billed: true, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createRealtimeClientSecret: { id: 'createRealtimeClientSecret', method: 'post', path: '/realtime/client_secrets', family: 'realtime', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'none', streams: false },
  createRealtimeSession: { id: 'createRealtimeSession', method: 'post', path: '/realtime/sessions', family: 'realtime', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'none', streams: false },
  getModel: { id: 'getModel', method: 'get', path: '/models/{model}', family: 'models', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  getChatCompletion: { id: 'getChatCompletion', method: 'get', path: '/chat/completions/{completion_id}', family: 'chat', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'chat-completion', streams: false },
  updateChatCompletion: { id: 'updateChatCompletion', method: 'post', path: '/chat/completions/{completion_id}', family: 'chat', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'chat-completion', streams: false },
  deleteChatCompletion: { id: 'deleteChatCompletion', method: 'delete', path: '/chat/completions/{completion_id}', family: 'chat', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'chat-completion', streams: false },
  listChatCompletionMessages: { id: 'listChatCompletionMessages', method: 'get', path: '/chat/completions/{completion_id}/messages', family: 'chat', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'chat-completion', streams: false },
  countResponseInputTokens: { id: 'countResponseInputTokens', method: 'post', path: '/responses/input_tokens', family: 'responses', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'responses', object: 'none', streams: false },
  compactResponse: { id: 'compactResponse', method: 'post', path: '/responses/compact', family: 'responses', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'responses', object: 'none', streams: false },
  getResponse: { id: 'getResponse', method: 'get', path: '/responses/{response_id}', family: 'responses', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'response', streams: false },
  deleteResponse: { id: 'deleteResponse', method: 'delete', path: '/responses/{response_id}', family: 'responses', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'response', streams: false },
  cancelResponse: { id: 'cancelResponse', method: 'post', path: '/responses/{response_id}/cancel', family: 'responses', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'response', streams: false },
  listResponseInputItems: { id: 'listResponseInputItems', method: 'get', path: '/responses/{response_id}/input_items', family: 'responses', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'response', streams: false },
  createConversation: { id: 'createConversation', method: 'post', path: '/conversations', family: 'conversations', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'none', streams: false },
  getConversation: { id: 'getConversation', method: 'get', path: '/conversations/{conversation_id}', family: 'conversations', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  updateConversation: { id: 'updateConversation', method: 'post', path: '/conversations/{conversation_id}', family: 'conversations', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  deleteConversation: { id: 'deleteConversation', method: 'delete', path: '/conversations/{conversation_id}', family: 'conversations', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  listConversationItems: { id: 'listConversationItems', method: 'get', path: '/conversations/{conversation_id}/items', family: 'conversations', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  createConversationItems: { id: 'createConversationItems', method: 'post', path: '/conversations/{conversation_id}/items', family: 'conversations', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  getConversationItem: { id: 'getConversationItem', method: 'get', path: '/conversations/{conversation_id}/items/{item_id}', family: 'conversations', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  deleteConversationItem: { id: 'deleteConversationItem', method: 'delete', path: '/conversations/{conversation_id}/items/{item_id}', family: 'conversations', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'conversation', streams: false },
  listFiles: { id: 'listFiles', method: 'get', path: '/files', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createFile: { id: 'createFile', method: 'post', path: '/files', family: 'files', billed: false, product: 'default', voice: false, body: 'multipart', limit: 'file', wire: 'none', object: 'none', streams: false },
  getFile: { id: 'getFile', method: 'get', path: '/files/{file_id}', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'file', streams: false },
  deleteFile: { id: 'deleteFile', method: 'delete', path: '/files/{file_id}', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'file', streams: false },
  getFileContent: { id: 'getFileContent', method: 'get', path: '/files/{file_id}/content', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'file', streams: false },
  listBatches: { id: 'listBatches', method: 'get', path: '/batches', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createBatch: { id: 'createBatch', method: 'post', path: '/batches', family: 'batches', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'none', streams: false },
  getBatch: { id: 'getBatch', method: 'get', path: '/batches/{batch_id}', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  cancelBatch: { id: 'cancelBatch', method: 'post', path: '/batches/{batch_id}/cancel', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  getDriveFile: { id: 'getDriveFile', method: 'get', path: '/drive/files/{file_id}', family: 'drive', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'drive-file', streams: false },
  getDriveFileContent: { id: 'getDriveFileContent', method: 'get', path: '/drive/files/{file_id}/content', family: 'drive', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'drive-file', streams: false },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type OperationId = keyof typeof operations;

/** What a handler is given of a request that the contract has let through. */
export interface Requests {
  readonly listChatCompletions: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listChatCompletions']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createChatCompletion: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createChatCompletion']['parameters']['query']>;
    readonly body: NonNullable<Types['createChatCompletion']['requestBody']>['content']['application/json'];
  };
  readonly connectResponses: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['connectResponses']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createResponse: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createResponse']['parameters']['query']>;
    readonly body: NonNullable<Types['createResponse']['requestBody']>['content']['application/json'];
  };
  readonly createEmbedding: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createEmbedding']['parameters']['query']>;
    readonly body: NonNullable<Types['createEmbedding']['requestBody']>['content']['application/json'];
  };
  readonly listModels: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listModels']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getKey: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['getKey']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createCompletion: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createCompletion']['parameters']['query']>;
    readonly body: NonNullable<Types['createCompletion']['requestBody']>['content']['application/json'];
  };
  readonly createModeration: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createModeration']['parameters']['query']>;
    readonly body: NonNullable<Types['createModeration']['requestBody']>['content']['application/json'];
  };
  readonly createImage: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createImage']['parameters']['query']>;
    readonly body: NonNullable<Types['createImage']['requestBody']>['content']['application/json'];
  };
  readonly createImageEdit: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createImageEdit']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly createImageVariation: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createImageVariation']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly createSpeech: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createSpeech']['parameters']['query']>;
    readonly body: NonNullable<Types['createSpeech']['requestBody']>['content']['application/json'];
  };
  readonly createTranscription: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createTranscription']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly createTranslation: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createTranslation']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly listVoices: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listVoices']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createVoice: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createVoice']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly getVoice: {
    readonly params: NonNullable<Types['getVoice']['parameters']['path']>;
    readonly query: NonNullable<Types['getVoice']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly deleteVoice: {
    readonly params: NonNullable<Types['deleteVoice']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteVoice']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listVoiceConsents: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listVoiceConsents']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createVoiceConsent: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createVoiceConsent']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly getVoiceConsent: {
    readonly params: NonNullable<Types['getVoiceConsent']['parameters']['path']>;
    readonly query: NonNullable<Types['getVoiceConsent']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly updateVoiceConsent: {
    readonly params: NonNullable<Types['updateVoiceConsent']['parameters']['path']>;
    readonly query: NonNullable<Types['updateVoiceConsent']['parameters']['query']>;
    readonly body: NonNullable<Types['updateVoiceConsent']['requestBody']>['content']['application/json'];
  };
  readonly deleteVoiceConsent: {
    readonly params: NonNullable<Types['deleteVoiceConsent']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteVoiceConsent']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly connectRealtime: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['connectRealtime']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createRealtimeClientSecret: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createRealtimeClientSecret']['parameters']['query']>;
    readonly body: NonNullable<Types['createRealtimeClientSecret']['requestBody']>['content']['application/json'];
  };
  readonly createRealtimeSession: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createRealtimeSession']['parameters']['query']>;
    readonly body: NonNullable<Types['createRealtimeSession']['requestBody']>['content']['application/json'];
  };
  readonly getModel: {
    readonly params: NonNullable<Types['getModel']['parameters']['path']>;
    readonly query: NonNullable<Types['getModel']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getChatCompletion: {
    readonly params: NonNullable<Types['getChatCompletion']['parameters']['path']>;
    readonly query: NonNullable<Types['getChatCompletion']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly updateChatCompletion: {
    readonly params: NonNullable<Types['updateChatCompletion']['parameters']['path']>;
    readonly query: NonNullable<Types['updateChatCompletion']['parameters']['query']>;
    readonly body: NonNullable<Types['updateChatCompletion']['requestBody']>['content']['application/json'];
  };
  readonly deleteChatCompletion: {
    readonly params: NonNullable<Types['deleteChatCompletion']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteChatCompletion']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listChatCompletionMessages: {
    readonly params: NonNullable<Types['listChatCompletionMessages']['parameters']['path']>;
    readonly query: NonNullable<Types['listChatCompletionMessages']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly countResponseInputTokens: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['countResponseInputTokens']['parameters']['query']>;
    readonly body: NonNullable<Types['countResponseInputTokens']['requestBody']>['content']['application/json'];
  };
  readonly compactResponse: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['compactResponse']['parameters']['query']>;
    readonly body: NonNullable<Types['compactResponse']['requestBody']>['content']['application/json'];
  };
  readonly getResponse: {
    readonly params: NonNullable<Types['getResponse']['parameters']['path']>;
    readonly query: NonNullable<Types['getResponse']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly deleteResponse: {
    readonly params: NonNullable<Types['deleteResponse']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteResponse']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly cancelResponse: {
    readonly params: NonNullable<Types['cancelResponse']['parameters']['path']>;
    readonly query: NonNullable<Types['cancelResponse']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listResponseInputItems: {
    readonly params: NonNullable<Types['listResponseInputItems']['parameters']['path']>;
    readonly query: NonNullable<Types['listResponseInputItems']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createConversation: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createConversation']['parameters']['query']>;
    readonly body: NonNullable<Types['createConversation']['requestBody']>['content']['application/json'] | undefined;
  };
  readonly getConversation: {
    readonly params: NonNullable<Types['getConversation']['parameters']['path']>;
    readonly query: NonNullable<Types['getConversation']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly updateConversation: {
    readonly params: NonNullable<Types['updateConversation']['parameters']['path']>;
    readonly query: NonNullable<Types['updateConversation']['parameters']['query']>;
    readonly body: NonNullable<Types['updateConversation']['requestBody']>['content']['application/json'];
  };
  readonly deleteConversation: {
    readonly params: NonNullable<Types['deleteConversation']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteConversation']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listConversationItems: {
    readonly params: NonNullable<Types['listConversationItems']['parameters']['path']>;
    readonly query: NonNullable<Types['listConversationItems']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createConversationItems: {
    readonly params: NonNullable<Types['createConversationItems']['parameters']['path']>;
    readonly query: NonNullable<Types['createConversationItems']['parameters']['query']>;
    readonly body: NonNullable<Types['createConversationItems']['requestBody']>['content']['application/json'];
  };
  readonly getConversationItem: {
    readonly params: NonNullable<Types['getConversationItem']['parameters']['path']>;
    readonly query: NonNullable<Types['getConversationItem']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly deleteConversationItem: {
    readonly params: NonNullable<Types['deleteConversationItem']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteConversationItem']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listFiles: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listFiles']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createFile: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createFile']['parameters']['query']>;
    readonly body: unknown;
  };
  readonly getFile: {
    readonly params: NonNullable<Types['getFile']['parameters']['path']>;
    readonly query: NonNullable<Types['getFile']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly deleteFile: {
    readonly params: NonNullable<Types['deleteFile']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteFile']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getFileContent: {
    readonly params: NonNullable<Types['getFileContent']['parameters']['path']>;
    readonly query: NonNullable<Types['getFileContent']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listBatches: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listBatches']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createBatch: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createBatch']['parameters']['query']>;
    readonly body: NonNullable<Types['createBatch']['requestBody']>['content']['application/json'];
  };
  readonly getBatch: {
    readonly params: NonNullable<Types['getBatch']['parameters']['path']>;
    readonly query: NonNullable<Types['getBatch']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly cancelBatch: {
    readonly params: NonNullable<Types['cancelBatch']['parameters']['path']>;
    readonly query: NonNullable<Types['cancelBatch']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getDriveFile: {
    readonly params: NonNullable<Types['getDriveFile']['parameters']['path']>;
    readonly query: NonNullable<Types['getDriveFile']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getDriveFileContent: {
    readonly params: NonNullable<Types['getDriveFileContent']['parameters']['path']>;
    readonly query: NonNullable<Types['getDriveFileContent']['parameters']['query']>;
    readonly body: undefined;
  };
}

/** One handler for each operation: a map `satisfies` this, so an operation without a handler does not compile. */
export type Handlers<Context> = {
  readonly [Id in OperationId]: (call: Context & Requests[Id]) => Promise<void>;
};
