import { stringOf, type JsonObject } from '../../shared/json/json.ts';
import type { Take, TryAnswer, TryCall, TryRow } from './call.ts';
import {
  documentOf,
  keepsId,
  readBytes,
  readChat,
  readChatStream,
  readEmbedding,
  readGone,
  readImageUrl,
  readList,
  readListWith,
  readMessage,
  readMessageStream,
  readModels,
  readResponse,
  readSame,
  readSession,
  readText,
  readTranscript,
} from './reads.ts';

/** The header that selects Spec B for paths that both specs have. */
export const specBHeaders = { 'anthropic-version': '2023-06-01' } as const;

/** All calls in order. Created objects are deleted by later calls, except for images, which expire. */
export const tryCalls = (model: string): readonly TryCall[] => {
  const rows: readonly TryRow[] = [...chatCalls(model), realtimeCall(model), ...audioCalls, ...fileCalls(model)];
  return [
    ...rows.map((row): TryCall => ({ ...row, spec: 'a' })),
    ...specBCalls(model).map((row): TryCall => ({ ...row, spec: 'b', headers: () => specBHeaders })),
  ];
};

const question = 'Say hello in one short sentence.';
const messages = [{ role: 'user', content: question }];

/** One short session, which is skipped where the model has none. */
const realtimeCall = (model: string): TryRow => ({
  operation: `GET /v1/realtime?model=${encodeURIComponent(model)}`,
  events: [
    { type: 'session.update', session: { type: 'realtime', output_modalities: ['text'] } },
    {
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] },
    },
    { type: 'response.create' },
  ],
  read: readSession,
});

const speech = 'demo-speech';
const transcribe = 'demo-transcribe';
const product = (take: Take): Readonly<Record<string, string>> => ({ 'x-product-sku': take('product') });

/** A form with the recording that `audio/speech` returned. */
function audioForm(take: Take, field: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([Buffer.from(take('audio'), 'base64')], { type: 'audio/wav' }), 'hello.wav');
  return form;
}

/** Speech, its transcription, and a custom voice. */
const audioCalls: readonly TryRow[] = [
  {
    operation: 'POST /v1/audio/speech',
    model: speech,
    body: () => ({ model: speech, input: 'Hello from the gateway.', voice: 'alloy', response_format: 'wav' }),
    read: readBytes('audio'),
  },
  {
    operation: 'POST /v1/audio/transcriptions',
    model: transcribe,
    body: (take) => audioForm(take, 'file', { model: transcribe }),
    read: readTranscript,
  },
  {
    operation: 'POST /v1/audio/voice_consents',
    model: speech,
    headers: product,
    body: (take) => audioForm(take, 'recording', { name: 'diglot try', language: 'en' }),
    read: keepsId('consent'),
  },
  {
    operation: 'POST /v1/audio/voices',
    model: speech,
    headers: product,
    body: (take) => audioForm(take, 'audio_sample', { name: 'diglot try', consent: take('consent') }),
    read: keepsId('voice'),
  },
  { operation: 'GET /v1/audio/voices', model: speech, headers: product, read: readListWith('voice') },
  { operation: 'DELETE /v1/audio/voices/{voice}', model: speech, headers: product, read: readGone },
  { operation: 'DELETE /v1/audio/voice_consents/{consent}', model: speech, headers: product, read: readGone },
];

const note = 'A file created by diglot try.\n';

function noteForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob([note], { type: 'text/plain' }), 'diglot-try.txt');
  return form;
}

/** Work that has begun: it has to be cancelled until it is known to have ended, also if the command is stopped. */
const begun =
  (name: string): TryRow['read'] =>
  (answer) => ({ text: stringOf(documentOf(answer)['id']) ?? '', usage: null, keep: { [name]: 'yes' } });

const hasEnded = (answer: TryAnswer): boolean => stringOf(documentOf(answer)['processing_status']) === 'ended';

/** Messages, a file, and a batch of one message. */
const specBCalls = (model: string): readonly TryRow[] => [
  {
    operation: 'POST /v1/messages',
    converses: true,
    body: () => ({ model, max_tokens: 128, messages }),
    read: readMessage,
  },
  {
    operation: 'POST /v1/messages',
    note: 'streamed',
    body: () => ({ model, max_tokens: 128, messages, stream: true }),
    read: readMessageStream,
  },
  { operation: 'POST /v1/files', body: noteForm, read: keepsId('note') },
  { operation: 'GET /v1/files/{note}/content', read: readText(note) },
  { operation: 'DELETE /v1/files/{note}', read: readGone },
  {
    operation: 'POST /v1/messages/batches',
    body: () => ({ requests: [{ custom_id: 'one', params: { model, max_tokens: 128, messages } }] }),
    read: keepsId('messages', begun('working')),
  },
  {
    operation: 'GET /v1/messages/batches/{messages}',
    until: hasEnded,
    read: (answer, take) => ({
      ...readSame('messages')(answer, take),
      keep: hasEnded(answer) ? { ended: 'yes', working: '' } : { working: 'yes' },
    }),
  },
  { operation: 'POST /v1/messages/batches/{messages}/cancel', onlyWith: 'working', read: readSame('messages') },
  { operation: 'GET /v1/messages/batches/{messages}/results', onlyWith: 'ended', read: readBytes() },
  { operation: 'DELETE /v1/messages/batches/{messages}', onlyWith: 'ended', read: readGone },
];

const chat = (model: string, more: JsonObject = {}) => ({
  operation: 'POST /v1/chat/completions',
  body: () => ({ model, messages, ...more }),
  converses: true,
});

/** Models, chat completions, responses, conversations, embeddings and an image. */
const chatCalls = (model: string): readonly TryRow[] => [
  { operation: 'GET /v1/models', read: readModels },
  { ...chat(model), read: readChat },
  { ...chat(model, { stream: true, stream_options: { include_usage: true } }), note: 'streamed', read: readChatStream },

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

const ends = ['completed', 'failed', 'expired', 'cancelled', 'canceled'];
const fileBatchHasEnded = (answer: TryAnswer): boolean => ends.includes(stringOf(documentOf(answer)['status']) ?? '');

function batchLine(model: string): string {
  return `${JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body: { model, messages } })}\n`;
}

function batchForm(model: string): FormData {
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([batchLine(model)], { type: 'application/jsonl' }), 'diglot-try.jsonl');
  return form;
}

/** A batch. Its state decides the next calls. */
const readBatch: TryRow['read'] = (answer, take) => {
  const output = stringOf(documentOf(answer)['output_file_id']);
  const keep = { ...(output !== null && { output }), running: fileBatchHasEnded(answer) ? '' : 'yes' };
  return { ...readSame('batch')(answer, take), keep };
};

/** A file, and a batch with its one request. */
const fileCalls = (model: string): readonly TryRow[] => [
  { operation: 'POST /v1/files', body: () => batchForm(model), read: keepsId('file') },
  { operation: 'GET /v1/files/{file}/content', read: readText(batchLine(model)) },
  {
    operation: 'POST /v1/batches',
    body: (take) => ({
      input_file_id: take('file'),
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    }),
    read: keepsId('batch', begun('running')),
  },
  { operation: 'GET /v1/batches/{batch}', until: fileBatchHasEnded, read: readBatch },
  { operation: 'POST /v1/batches/{batch}/cancel', onlyWith: 'running', read: readSame('batch') },
  { operation: 'GET /v1/files/{output}/content', onlyWith: 'output', read: readBytes() },
  { operation: 'DELETE /v1/files/{output}', onlyWith: 'output', read: readGone },
  { operation: 'DELETE /v1/files/{file}', read: readGone },
];
