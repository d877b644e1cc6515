import type Anthropic from '@anthropic-ai/sdk';
import { toFile } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

describe.each(anthropicMajors)('%s, files and batches', (_name, Client) => {
  let gateway: SdkGateway;
  let client: Anthropic;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.anthropic);
  });
  afterAll(() => gateway.close());

  const upload = async (text: string) =>
    client.files.upload({ file: await toFile(Buffer.from(text), 'a.txt', { type: 'text/plain' }) });
  const request = (custom_id: string, content: string, model = 'demo') => ({
    custom_id,
    params: { model, max_tokens: 50, messages: [{ role: 'user' as const, content }] },
  });

  it.each(['general', 'beta'] as const)('uploads, reads, downloads and deletes a file: %s', async (surface) => {
    const files = surface === 'beta' ? client.beta.files : client.files;
    const file = await files.upload({ file: await toFile(Buffer.from('héllo'), 'a.txt', { type: 'text/plain' }) });
    expect(file).toMatchObject({ type: 'file', filename: 'a.txt', size_bytes: 6 });
    expect(file.id).toMatch(/^file_[0-9A-Za-z]{24}$/);
    expect(await files.retrieveMetadata(file.id)).toEqual(file);
    expect(await (await files.download(file.id)).text()).toBe('héllo');
    expect(await files.delete(file.id)).toEqual({ id: file.id, type: 'file_deleted' });
    await expect(files.retrieveMetadata(file.id)).rejects.toMatchObject({ status: 404 });
  });

  it.each(['general', 'beta'] as const)('lists files through all pages: %s', async (surface) => {
    const made: string[] = [];
    for (const text of ['1', '2', '3']) made.push((await upload(text)).id);
    const listed: string[] = [];
    const files = surface === 'beta' ? client.beta.files : client.files;
    for await (const file of files.list({ limit: 1 })) listed.push(file.id);
    expect(listed.slice(0, 3)).toEqual(made.toReversed());
  });

  it('runs a batch whose results are read from here', async () => {
    const made = await client.messages.batches.create({ requests: [request('one', 'Hello!'), request('two', 'Bye!')] });
    expect(made.id).toMatch(/^msgbatch_[0-9A-Za-z]{24}$/);
    let batch = made;
    while (batch.processing_status !== 'ended') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      batch = await client.messages.batches.retrieve(made.id);
    }
    expect(batch.results_url).toBe(`${gateway.origin}/v1/messages/batches/${made.id}/results`);
    const results = await Array.fromAsync(await client.messages.batches.results(made.id));
    expect(results).toMatchObject([
      { custom_id: 'one', result: { type: 'succeeded', message: { content: [{ text: 'You said: Hello!' }] } } },
      { custom_id: 'two', result: { type: 'succeeded' } },
    ]);
    const deleted = await client.messages.batches.delete(made.id);
    expect(deleted).toEqual({ id: made.id, type: 'message_batch_deleted' });
    await expect(client.messages.batches.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
  });

  it('cancels and lists batches', async () => {
    const made = [];
    for (const name of ['a', 'b', 'c']) {
      made.push(await client.messages.batches.create({ requests: [request(name, 'x')] }));
    }
    const cancelled = await client.messages.batches.cancel(made[0]?.id ?? '');
    expect(cancelled).toMatchObject({ id: made[0]?.id, processing_status: 'canceling' });
    const listed = await Array.fromAsync(client.messages.batches.list({ limit: 1 }), (batch) => batch.id);
    expect(listed.slice(0, 3)).toEqual(made.map(({ id }) => id).toReversed());
    const before = await client.messages.batches.list({ before_id: made[0]?.id ?? '', limit: 1 });
    expect(before.data.map(({ id }) => id)).toEqual([made[1]?.id]);
  });

  it('refuses a batch with a model that this key cannot call', async () => {
    const requests = [request('one', 'x'), request('two', 'x', 'no-such-model')];
    await expect(client.messages.batches.create({ requests })).rejects.toMatchObject({ status: 404 });
  });
});
