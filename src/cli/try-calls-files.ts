import { stringOf } from '../shared/json.ts';
import type { TryAnswer, TryRow } from './try-call.ts';
import { documentOf, keepsId, readBytes, readGone, readSame, readText } from './try-reads.ts';

const ends = ['completed', 'failed', 'expired', 'cancelled'];
const hasEnded = (answer: TryAnswer): boolean => ends.includes(stringOf(documentOf(answer)['status']) ?? '');

function batchLine(model: string): string {
  const body = { model, messages: [{ role: 'user', content: 'Say hello in one short sentence.' }] };
  return `${JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/chat/completions', body })}\n`;
}

function batchForm(model: string): FormData {
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([batchLine(model)], { type: 'application/jsonl' }), 'diglot-try.jsonl');
  return form;
}

/** A batch: what it is now decides what becomes of it. */
const readBatch: TryRow['read'] = (answer, take) => {
  const output = stringOf(documentOf(answer)['output_file_id']);
  const keep = { ...(output !== null && { output }), ...(!hasEnded(answer) && { running: 'yes' }) };
  return { ...readSame('batch')(answer, take), keep };
};

/** A file, and a batch of one request that is made of it. */
export const fileCalls = (model: string): readonly TryRow[] => [
  { operation: 'POST /v1/files', body: () => batchForm(model), read: keepsId('file') },
  { operation: 'GET /v1/files/{file}/content', read: readText(batchLine(model)) },
  {
    operation: 'POST /v1/batches',
    body: (take) => ({
      input_file_id: take('file'),
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    }),
    read: keepsId('batch'),
  },
  { operation: 'GET /v1/batches/{batch}', until: hasEnded, read: readBatch },
  { operation: 'POST /v1/batches/{batch}/cancel', onlyWith: 'running', read: readSame('batch') },
  { operation: 'GET /v1/files/{output}/content', onlyWith: 'output', read: readBytes() },
  { operation: 'DELETE /v1/files/{output}', onlyWith: 'output', read: readGone },
  { operation: 'DELETE /v1/files/{file}', read: readGone },
];
