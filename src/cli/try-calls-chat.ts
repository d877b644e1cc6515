import type { JsonObject } from '../shared/json.ts';
import type { TryRow } from './try-call.ts';
import {
  keepsId,
  readBytes,
  readChat,
  readEmbedding,
  readGone,
  readImageUrl,
  readList,
  readModels,
  readResponse,
} from './try-reads.ts';

const question = 'Say hello in one short sentence.';
const messages = [{ role: 'user', content: question }];

const chat = (model: string, more: JsonObject = {}) => ({
  operation: 'POST /v1/chat/completions',
  body: () => ({ model, messages, ...more }),
  converses: true,
});

/** Models, what is said and what is kept of it, vectors and an image. */
export const chatCalls = (model: string): readonly TryRow[] => [
  { operation: 'GET /v1/models', read: readModels },
  { ...chat(model), read: readChat },
  { ...chat(model, { stream: true, stream_options: { include_usage: true } }), note: 'streamed', read: readChat },

  { ...chat(model, { store: true }), note: 'stored', read: keepsId('completion', readChat) },
  { operation: 'GET /v1/chat/completions/{completion}', read: readChat },
  { operation: 'DELETE /v1/chat/completions/{completion}', read: readGone },

  {
    operation: 'POST /v1/responses',
    converses: true,
    body: () => ({ model, input: question }),
    read: keepsId('response', readResponse),
  },
  { operation: 'GET /v1/responses/{response}', read: readResponse },
  { operation: 'DELETE /v1/responses/{response}', read: readGone },

  {
    operation: 'POST /v1/conversations',
    body: () => ({ items: [{ type: 'message', ...messages[0] }] }),
    read: keepsId('conversation'),
  },
  {
    operation: 'POST /v1/responses',
    note: 'in the conversation',
    body: (take) => ({ model, input: question, conversation: take('conversation') }),
    read: keepsId('turn', readResponse),
  },
  { operation: 'GET /v1/conversations/{conversation}/items', read: readList },
  { operation: 'DELETE /v1/responses/{turn}', read: readGone },
  { operation: 'DELETE /v1/conversations/{conversation}', read: readGone },

  {
    operation: 'POST /v1/embeddings',
    model: 'demo-embedding',
    body: () => ({ model: 'demo-embedding', input: question }),
    read: readEmbedding,
  },
  {
    operation: 'POST /v1/images/generations',
    model: 'demo-image',
    body: () => ({ model: 'demo-image', prompt: 'A harbour in the rain', response_format: 'url' }),
    read: readImageUrl,
  },
  { operation: 'GET /v1/drive/files/{image}/content', onlyWith: 'image', read: readBytes() },
];
