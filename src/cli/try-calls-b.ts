import { stringOf } from '../shared/json.ts';
import type { TryAnswer, TryRow } from './try-call.ts';
import { documentOf, keepsId, readBytes, readGone, readMessage, readSame, readText } from './try-reads.ts';

const messages = [{ role: 'user', content: 'Say hello in one short sentence.' }];
const note = 'A file that diglot try made.\n';

function noteForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob([note], { type: 'text/plain' }), 'diglot-try.txt');
  return form;
}

const hasEnded = (answer: TryAnswer): boolean => stringOf(documentOf(answer)['processing_status']) === 'ended';

/** Messages, a file, and a batch of one message. */
export const specBCalls = (model: string): readonly TryRow[] => [
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
    read: readMessage,
  },
  { operation: 'POST /v1/files', body: noteForm, read: keepsId('note') },
  { operation: 'GET /v1/files/{note}/content', read: readText(note) },
  { operation: 'DELETE /v1/files/{note}', read: readGone },
  {
    operation: 'POST /v1/messages/batches',
    body: () => ({ requests: [{ custom_id: 'one', params: { model, max_tokens: 128, messages } }] }),
    read: keepsId('messages'),
  },
  {
    operation: 'GET /v1/messages/batches/{messages}',
    until: hasEnded,
    read: (answer, take) => ({
      ...readSame('messages')(answer, take),
      keep: { [hasEnded(answer) ? 'ended' : 'working']: 'yes' },
    }),
  },
  { operation: 'POST /v1/messages/batches/{messages}/cancel', onlyWith: 'working', read: readSame('messages') },
  { operation: 'GET /v1/messages/batches/{messages}/results', onlyWith: 'ended', read: readBytes() },
  { operation: 'DELETE /v1/messages/batches/{messages}', onlyWith: 'ended', read: readGone },
];
