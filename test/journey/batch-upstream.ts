import type { SettledCall } from '../../src/metering/ledger-records.ts';
import type { Owned } from '../../src/objects/owned-object.ts';
import { bytes, head, json, type Script } from '../fakes/script.ts';
import type { TestGateway } from './start-gateway.ts';

export const specB = { 'anthropic-version': '2023-06-01' };

/** A batch of messages as a client knows it. */
export interface MadeBatch {
  readonly id: string;
  readonly requestId: string;
}

/** A line of results that has to be paid for. */
export const doneLine = (customId: string, model = 'test-model'): string => {
  const message = { type: 'message', model, content: [], usage: { input_tokens: 100, output_tokens: 20 } };
  return JSON.stringify({ custom_id: customId, result: { type: 'succeeded', message } });
};

/** A line of results that costs nothing. */
export const expiredLine = (customId: string): string =>
  JSON.stringify({ custom_id: customId, result: { type: 'expired' } });

/** A whole answer of these bytes. */
export const whole = (body: string, status = 200): Script => [
  head(status, { 'content-length': String(Buffer.byteLength(body)) }),
  bytes(body),
];

export const gone = json({ error: { message: 'not found' } }, { status: 404 });

let played = 0;

/** What the upstream says of a batch from now on; a batch made next is another one to it. */
export function playBatch({ upstream }: TestGateway, results: Script, status = 'ended'): void {
  const id = `up_${(played += 1)}`;
  tellBatch(upstream, { id, results, status });
}

/** The same of the batch that was made last. */
export const playAgain = ({ upstream }: TestGateway, results: Script, status = 'ended'): void =>
  tellBatch(upstream, { id: `up_${played}`, results, status });

function tellBatch(
  upstream: TestGateway['upstream'],
  { id, results, status }: { readonly id: string; readonly results: Script; readonly status: string },
): void {
  const record = { id, type: 'message_batch', created_at: '2026-11-20T10:00:00Z' };
  upstream.always(({ method, path }) => {
    if (path.endsWith('/results')) return results;
    return json({ ...record, processing_status: method === 'POST' ? 'in_progress' : status, results_url: 'x' });
  });
}

/** Makes a batch of one message for each model. */
export async function makeBatch(
  gateway: Pick<TestGateway, 'call'>,
  models: readonly string[] = ['test-model'],
  headers: Readonly<Record<string, string>> = {},
): Promise<MadeBatch> {
  const requests = models.map((model, index) => ({
    custom_id: `r${index}`,
    params: { model, max_tokens: 5, messages: [{ role: 'user', content: 'x' }] },
  }));
  const answer = await gateway.call('/v1/messages/batches', { body: { requests }, headers: { ...specB, ...headers } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return { id: (JSON.parse(text) as { id: string }).id, requestId: answer.headers.get('request-id') ?? '' };
}

/** What a batch has been charged so far, line by line. */
export async function chargedOf({ services }: Pick<TestGateway, 'services'>, { requestId }: MadeBatch) {
  const { items } = await services.store.ledger.calls({ workspaceId: 'acme', requestId, limit: 100 });
  return items.filter(({ productSku }: Pick<SettledCall, 'productSku'>) => productSku !== 'unbilled');
}

/** The batch as it is kept. */
export const keptBatch = async (
  { services }: TestGateway,
  { id }: Pick<MadeBatch, 'id'>,
): Promise<Owned<'batch'> | null> =>
  services.store.objects.find({ spec: id.startsWith('msg') ? 'b' : 'a', kind: 'batch', id, workspaceId: 'acme' });

interface FileBatch {
  /** What the provider says of the length of the results. */
  readonly bytes?: number;
  /** Of the batch that was made last. */
  readonly isSame?: boolean;
}

const noneDone = { request_counts: { total: 100, completed: 0, failed: 100 } };

/**
 * What the upstream says of files and of a batch of one from now on.
 *
 * @param results null: none of its lines has succeeded
 */
export function playFileBatch(
  { upstream }: TestGateway,
  results: Script | null,
  { bytes: size, isSame }: FileBatch = {},
): void {
  if (isSame !== true) played += 1;
  const id = `up-batch-${played}`;
  const output = `up-out-${played}`;
  let made = 0;
  upstream.always(({ method, path }) => {
    if (path.endsWith('/content')) return results ?? whole('');
    if (path.endsWith('/files')) return json({ id: `up-file-${played}-${(made += 1)}`, object: 'file' });
    if (path.includes('/files/'))
      return json({ id: output, object: 'file', ...(size !== undefined && { bytes: size }) });
    const base = {
      id: method === 'POST' ? `${id}-${(made += 1)}` : id,
      object: 'batch',
      endpoint: '/v1/chat/completions',
    };
    const ended = { status: 'completed', ...(results === null ? noneDone : { output_file_id: output }) };
    return json(method === 'POST' ? base : { ...base, ...ended });
  });
}
