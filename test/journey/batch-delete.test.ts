import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { chargedOf, doneLine, makeBatch, specB, whole } from './batch-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** A provider on which a batch ends by itself, and on which only an ended batch can be deleted. */
describe('a batch that ends while it is deleted', () => {
  let gateway: TestGateway;
  let status: 'in_progress' | 'ended';
  beforeEach(async () => {
    status = 'in_progress';
    const rates = { input_tokens: 1_000_000n, output_tokens: 2_000_000n };
    gateway = await startGateway({ products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }] });
    let isDeleted = false;
    gateway.upstream.always(({ method, path }) => {
      if (isDeleted) return json({ error: { message: 'gone' } }, { status: 404 });
      if (path.endsWith('/results')) return whole(doneLine('r0'));
      isDeleted = method === 'DELETE' && status === 'ended';
      const record = json({ id: 'up', type: 'message_batch', processing_status: status, results_url: 'x' });
      // It ends as soon as it has been asked for.
      if (method === 'GET') status = 'ended';
      return record;
    });
  });
  afterEach(() => gateway.close());

  const sent = () => gateway.upstream.requests.map(({ method, path }) => `${method} ${path.replace(/.*\//, '')}`);

  it('is not deleted while it runs, in the words of its vendor, and charged before it is', async () => {
    const batch = await makeBatch(gateway);
    const remove = () => gateway.call(`/v1/messages/batches/${batch.id}`, { method: 'DELETE', headers: specB });
    const refused = await remove();
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: expect.stringMatching(
            /^Message Batches can only be deleted once they've finished processing\./,
          ) as string,
        },
      },
    ]);
    expect(sent()).toEqual(['POST batches', 'GET up']);
    expect((await remove()).status).toBe(200);
    expect(sent()).toEqual(['POST batches', 'GET up', 'GET up', 'GET results', 'DELETE up']);
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
  });

  it('is charged before it is deleted, however many deletions wait for one another', async () => {
    const batch = await makeBatch(gateway);
    const path = `/v1/messages/batches/${batch.id}`;
    const removals = Array.from({ length: 30 }, () => gateway.call(path, { method: 'DELETE', headers: specB }));
    const statuses = (await Promise.all(removals)).map((answer) => answer.status);
    expect(statuses).toContain(400);
    expect(await chargedOf(gateway, batch)).toHaveLength(1);
    const order = sent();
    expect(order.indexOf('DELETE up')).toBeGreaterThan(order.indexOf('GET results'));
  });
});

/** Some hosts name the file of the results before they have written all of it. */
it('results of a batch of a file that still runs are not deleted', async () => {
  const gateway = await startGateway();
  let status = 'in_progress';
  gateway.upstream.always(({ method, path }) => {
    if (path.endsWith('/content')) return whole('{"custom_id":"one","response":{"status_code":400}}');
    if (path.endsWith('/files')) return json({ id: 'up-in', object: 'file' });
    if (path.includes('/files/')) return json({ id: 'up-out', object: 'file', deleted: method === 'DELETE' });
    return json({ id: 'up', object: 'batch', endpoint: '/v1/chat/completions', status, output_file_id: 'up-out' });
  });
  const form = new FormData();
  form.append('purpose', 'batch');
  const line = { custom_id: 'one', url: '/v1/chat/completions', body: { model: 'test-model', max_tokens: 1 } };
  form.append('file', new Blob([JSON.stringify(line)]), 'x');
  const headers = { authorization: `Bearer ${gateway.key}` };
  const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
  const { id: input_file_id } = (await file.json()) as { readonly id: string };
  const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
  const made = (await (await gateway.call('/v1/batches', { body })).json()) as { readonly output_file_id: string };
  const remove = () => gateway.call(`/v1/files/${made.output_file_id}`, { method: 'DELETE' });
  const refused = await remove();
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('has not ended')]);
  expect(gateway.upstream.requests.some(({ method }) => method === 'DELETE')).toBe(false);
  status = 'completed';
  expect((await remove()).status).toBe(200);
  await gateway.close();
});
