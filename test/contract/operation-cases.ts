import { operations as a, type OperationId as IdOfA } from '../../generated/spec-a/operations.ts';
import { operations as b, type OperationId as IdOfB } from '../../generated/spec-b/operations.ts';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Json } from '../../src/shared/json/json.ts';
import type { Changes } from './call-operation.ts';

/** Makes something through the gateway and gives its id. */
export type Make = (facts: OperationFacts, changes?: Changes) => Promise<string>;

/** How an operation is called beyond its document's own sample. */
export interface OperationCase {
  /** Whether the call leaves the gateway. */
  readonly upstream: boolean;
  /** False where the gateway answers by itself although it asks an upstream. */
  readonly relays?: false;
  /** True where a 404 of the upstream is no failure: what it has lost already is deleted here. */
  readonly forgives404?: true;
  /** The status that it ends with; the documented success where it is not named. */
  readonly status?: number;
  /** What must be there before, and how it is named in the call. */
  readonly changes?: (make: Make) => Promise<Changes>;
}

type Prepare = NonNullable<OperationCase['changes']>;

const sent: OperationCase = { upstream: true };
const own: OperationCase = { upstream: false };

const naming =
  (parameter: string, facts: OperationFacts, changes?: Changes): Prepare =>
  async (make) => ({ params: { [parameter]: await make(facts, changes) } });

const inBody =
  (member: string, facts: OperationFacts, changes?: Changes): Prepare =>
  async (make) => ({ body: { [member]: await make(facts, changes) } });

const message = { type: 'message', role: 'user', content: 'Hello' };
const response = naming('response_id', a.createResponse);
const completion = naming('completion_id', a.createChatCompletion, { body: { store: true } });
const conversation = naming('conversation_id', a.createConversation);
const file = naming('file_id', a.createFile);
const driveFile = naming('file_id', a.createSpeech, { headers: { 'x-drive-store': 'true' } });
const consent = naming('consent_id', a.createVoiceConsent);
/** A file without lines: no model is called. */
const noLines = new File([], 'requests.jsonl') as unknown as Json;
const batchInput = inBody('input_file_id', a.createFile, { body: { purpose: 'batch', file: noLines } });

const voice: Prepare = async (make) => ({
  params: { voice_id: await make(a.createVoice, { body: { consent: await make(a.createVoiceConsent) } }) },
});
const batch: Prepare = async (make) => ({ params: { batch_id: await make(a.createBatch, await batchInput(make)) } });
const item: Prepare = async (make) => {
  const { params = {} } = await conversation(make);
  return {
    params: { ...params, item_id: await make(a.createConversationItems, { params, body: { items: [message] } }) },
  };
};
const fileB = naming('file_id', b.createFile);
const batchB = naming('message_batch_id', b.createMessageBatch);

/** Every operation of Spec A: one that is added to the document does not compile until it has its case. */
export const casesA: Readonly<Record<IdOfA, OperationCase>> = {
  listChatCompletions: own,
  createChatCompletion: sent,
  createResponse: sent,
  createEmbedding: sent,
  listModels: { upstream: true, relays: false },
  getKey: own,
  createCompletion: sent,
  createModeration: sent,
  createImage: sent,
  createImageEdit: {
    upstream: true,
    changes: async (make) => ({ body: { images: [{ file_id: await make(a.createFile) }] } }),
  },
  createImageVariation: sent,
  createSpeech: sent,
  createTranscription: sent,
  createTranslation: sent,
  listVoices: own,
  createVoice: { upstream: true, changes: inBody('consent', a.createVoiceConsent) },
  getVoice: { upstream: false, changes: voice },
  deleteVoice: { upstream: true, forgives404: true, changes: voice },
  listVoiceConsents: own,
  createVoiceConsent: sent,
  getVoiceConsent: { upstream: false, changes: consent },
  updateVoiceConsent: { upstream: true, changes: consent },
  deleteVoiceConsent: { upstream: true, forgives404: true, changes: consent },
  // Without a WebSocket; with one: test/journey/realtime.test.ts.
  connectResponses: { upstream: false, status: 426 },
  connectRealtime: { upstream: false, status: 426 },
  createRealtimeClientSecret: {
    upstream: false,
    changes: async () => ({ body: { session: { type: 'realtime', model: 'test-model' } } }),
  },
  createRealtimeSession: { upstream: false, changes: async () => ({ body: { model: 'test-model' } }) },
  getModel: { upstream: false, changes: async () => ({ params: { model: 'test-model' } }) },
  getChatCompletion: { upstream: false, changes: completion },
  updateChatCompletion: { upstream: false, changes: completion },
  deleteChatCompletion: { upstream: false, changes: completion },
  listChatCompletionMessages: { upstream: false, changes: completion },
  countResponseInputTokens: sent,
  compactResponse: sent,
  getResponse: { upstream: false, changes: response },
  deleteResponse: { upstream: false, changes: response },
  // What is stored has ended, so there is nothing to cancel.
  cancelResponse: { upstream: false, status: 409, changes: response },
  listResponseInputItems: { upstream: false, changes: response },
  createConversation: own,
  getConversation: { upstream: false, changes: conversation },
  updateConversation: { upstream: false, changes: conversation },
  deleteConversation: { upstream: false, changes: conversation },
  listConversationItems: { upstream: false, changes: conversation },
  createConversationItems: { upstream: false, changes: conversation },
  getConversationItem: { upstream: false, changes: item },
  deleteConversationItem: { upstream: false, changes: item },
  listFiles: own,
  createFile: sent,
  getFile: { upstream: true, changes: file },
  deleteFile: { upstream: true, forgives404: true, changes: file },
  getFileContent: { upstream: true, changes: file },
  listBatches: own,
  createBatch: { upstream: true, changes: batchInput },
  getBatch: { upstream: true, changes: batch },
  cancelBatch: { upstream: true, changes: batch },
  getDriveFile: { upstream: false, changes: driveFile },
  getDriveFileContent: { upstream: false, changes: driveFile },
};

/** Every operation of Spec B. */
export const casesB: Readonly<Record<IdOfB, OperationCase>> = {
  createMessage: sent,
  countMessageTokens: sent,
  listMessageBatches: own,
  createMessageBatch: sent,
  getMessageBatch: { upstream: true, changes: batchB },
  deleteMessageBatch: { upstream: true, forgives404: true, changes: batchB },
  cancelMessageBatch: { upstream: true, changes: batchB },
  getMessageBatchResults: { upstream: true, changes: batchB },
  createTextCompletion: sent,
  listModels: { upstream: true, relays: false },
  getModel: { upstream: false, changes: async () => ({ params: { model_id: 'test-model' } }) },
  listFiles: own,
  createFile: sent,
  getFile: { upstream: true, changes: fileB },
  deleteFile: { upstream: true, forgives404: true, changes: fileB },
  getFileContent: { upstream: true, changes: fileB },
};
