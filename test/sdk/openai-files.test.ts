import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServed } from './is-served.ts';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

describe.runIf(isServed('createFile', 'createBatch')).each(openaiMajors)('%s, files and batches', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  const upload = async (text: string, purpose: OpenAI.FilePurpose = 'batch'): Promise<OpenAI.FileObject> =>
    client.files.create({ file: await toFile(Buffer.from(text), 'in.jsonl'), purpose });
  const line = (custom_id: string): string =>
    JSON.stringify({
      custom_id,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'demo', messages: [{ role: 'user', content: custom_id }] },
    });

  it('keeps a file and gives it back byte for byte', async () => {
    const made = await upload('{"ü": 1}\n', 'user_data');
    expect(made).toMatchObject({ object: 'file', filename: 'in.jsonl', purpose: 'user_data', bytes: 10 });
    expect(await (await client.files.content(made.id)).text()).toBe('{"ü": 1}\n');
    expect(await client.files.retrieve(made.id)).toMatchObject({ id: made.id });
    expect(await client.files.delete(made.id)).toMatchObject({ id: made.id, deleted: true });
    await expect(client.files.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
  });

  it('lists every file once, page by page, newest first', async () => {
    const made = [];
    for (const text of ['a', 'b', 'c']) made.push((await upload(text)).id);
    const ids: string[] = [];
    for await (const file of client.files.list({ limit: 2 })) ids.push(file.id);
    expect(ids).toEqual(made.toReversed());
    for (const id of made) await client.files.delete(id);
  });

  it('works through a batch', async () => {
    const input = await upload(`${line('one')}\n${line('two')}\n`);
    const started = await client.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      metadata: { a: 'b' },
    });
    expect(started).toMatchObject({ object: 'batch', input_file_id: input.id, metadata: { a: 'b' } });
    await expect
      .poll(async () => (await client.batches.retrieve(started.id)).status, { timeout: 8_000, interval: 200 })
      .toBe('completed');
    const done = await client.batches.retrieve(started.id);
    expect(done.request_counts).toMatchObject({ total: 2, completed: 2 });
    const output = await (await client.files.content(done.output_file_id ?? '')).text();
    expect(output).toContain('You said: one');
    const ids: string[] = [];
    for await (const batch of client.batches.list()) ids.push(batch.id);
    expect(ids).toContain(started.id);
  });

  it('cancels a batch', async () => {
    const input = await upload(`${line('one')}\n`);
    const started = await client.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    });
    expect((await client.batches.cancel(started.id)).status).toMatch(/^cancell(?:ing|ed)$/);
  });
});
