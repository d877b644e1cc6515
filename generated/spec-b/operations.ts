// Generated from specs/ by `npm run generate`. Do not edit.
import type { OperationFacts } from '../operation-facts.ts';
import type { operations as Types } from './types.ts';

/** Every operation of the document, by operationId, in the document's order. */
export const operations = {
  createMessage: { id: 'createMessage', method: 'post', path: '/v1/messages', family: 'messages', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'messages', object: 'none', streams: true },
  countMessageTokens: { id: 'countMessageTokens', method: 'post', path: '/v1/messages/count_tokens', family: 'messages', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'count-tokens', object: 'none', streams: false },
  listMessageBatches: { id: 'listMessageBatches', method: 'get', path: '/v1/messages/batches', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createMessageBatch: { id: 'createMessageBatch', method: 'post', path: '/v1/messages/batches', family: 'batches', billed: false, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'none', object: 'none', streams: false },
  getMessageBatch: { id: 'getMessageBatch', method: 'get', path: '/v1/messages/batches/{message_batch_id}', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  deleteMessageBatch: { id: 'deleteMessageBatch', method: 'delete', path: '/v1/messages/batches/{message_batch_id}', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  cancelMessageBatch: { id: 'cancelMessageBatch', method: 'post', path: '/v1/messages/batches/{message_batch_id}/cancel', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  getMessageBatchResults: { id: 'getMessageBatchResults', method: 'get', path: '/v1/messages/batches/{message_batch_id}/results', family: 'batches', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'batch', streams: false },
  createTextCompletion: { id: 'createTextCompletion', method: 'post', path: '/v1/complete', family: 'completions', billed: true, product: 'default', voice: false, body: 'json', limit: 'json', wire: 'text-completions', object: 'none', streams: true },
  listModels: { id: 'listModels', method: 'get', path: '/v1/models', family: 'models', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  getModel: { id: 'getModel', method: 'get', path: '/v1/models/{model_id}', family: 'models', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  listFiles: { id: 'listFiles', method: 'get', path: '/v1/files', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'none', streams: false },
  createFile: { id: 'createFile', method: 'post', path: '/v1/files', family: 'files', billed: false, product: 'default', voice: false, body: 'multipart', limit: 'file', wire: 'none', object: 'none', streams: false },
  getFile: { id: 'getFile', method: 'get', path: '/v1/files/{file_id}', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'file', streams: false },
  deleteFile: { id: 'deleteFile', method: 'delete', path: '/v1/files/{file_id}', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'json', wire: 'none', object: 'file', streams: false },
  getFileContent: { id: 'getFileContent', method: 'get', path: '/v1/files/{file_id}/content', family: 'files', billed: false, product: 'default', voice: false, body: 'none', limit: 'file', wire: 'none', object: 'file', streams: false },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type OperationId = keyof typeof operations;

/** What a handler is given of a request that the contract has let through. */
export interface Requests {
  readonly createMessage: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createMessage']['parameters']['query']>;
    readonly body: NonNullable<Types['createMessage']['requestBody']>['content']['application/json'];
  };
  readonly countMessageTokens: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['countMessageTokens']['parameters']['query']>;
    readonly body: NonNullable<Types['countMessageTokens']['requestBody']>['content']['application/json'];
  };
  readonly listMessageBatches: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listMessageBatches']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createMessageBatch: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createMessageBatch']['parameters']['query']>;
    readonly body: NonNullable<Types['createMessageBatch']['requestBody']>['content']['application/json'];
  };
  readonly getMessageBatch: {
    readonly params: NonNullable<Types['getMessageBatch']['parameters']['path']>;
    readonly query: NonNullable<Types['getMessageBatch']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly deleteMessageBatch: {
    readonly params: NonNullable<Types['deleteMessageBatch']['parameters']['path']>;
    readonly query: NonNullable<Types['deleteMessageBatch']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly cancelMessageBatch: {
    readonly params: NonNullable<Types['cancelMessageBatch']['parameters']['path']>;
    readonly query: NonNullable<Types['cancelMessageBatch']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getMessageBatchResults: {
    readonly params: NonNullable<Types['getMessageBatchResults']['parameters']['path']>;
    readonly query: NonNullable<Types['getMessageBatchResults']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createTextCompletion: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['createTextCompletion']['parameters']['query']>;
    readonly body: NonNullable<Types['createTextCompletion']['requestBody']>['content']['application/json'];
  };
  readonly listModels: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listModels']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getModel: {
    readonly params: NonNullable<Types['getModel']['parameters']['path']>;
    readonly query: NonNullable<Types['getModel']['parameters']['query']>;
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
}

/** One handler for each operation: a map `satisfies` this, so an operation without a handler does not compile. */
export type Handlers<Context> = {
  readonly [Id in OperationId]: (call: Context & Requests[Id]) => Promise<void>;
};
