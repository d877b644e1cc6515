import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

const lines = (requests: readonly object[]): string => requests.map((request) => JSON.stringify(request)).join('\n');

const chat = (custom_id: string, content: string) => ({
  custom_id,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model: 'demo', messages: [{ role: 'user', content }] },
});

describe.each(openaiMajors)('%s, files and batches', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  const upload = async (text: string, purpose: OpenAI.FilePurpose = 'batch') =>
    client.files.create({ file: await toFile(Buffer.from(text), 'input.jsonl'), purpose });
  const filesOf = (query: OpenAI.FileListParams): Promise<readonly string[]> =>
    Array.fromAsync(client.files.list(query), (file) => file.id);

  it('uploads, reads, downloads and deletes a file', async () => {
    const text = 'héllo\n'.repeat(40_000);
    const file = await upload(text, 'user_data');
    expect(file).toMatchObject({ object: 'file', filename: 'input.jsonl', purpose: 'user_data' });
    expect(file.id).toMatch(/^file_[0-9A-Za-z]{24}$/);
    expect(file.bytes).toBe(Buffer.byteLength(text));
    expect(await client.files.retrieve(file.id)).toEqual(file);
    expect(await (await client.files.content(file.id)).text()).toBe(text);
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(client.files.retrieve(file.id)).rejects.toMatchObject({ status: 404 });
    await expect(client.files.content(file.id)).rejects.toMatchObject({ status: 404 });
  });

  it('lists files by purpose through all pages, in both orders', async () => {
    const made: string[] = [];
    for (const text of ['1', '2', '3']) made.push((await upload(text, 'evals')).id);
    await upload('4', 'vision');
    expect(await filesOf({ purpose: 'evals', limit: 2 })).toEqual(made.toReversed());
    expect(await filesOf({ purpose: 'evals', order: 'asc', limit: 1 })).toEqual(made);
  });

  it('refuses a form without a purpose, and a file id that is not ours', async () => {
    const file = await toFile(Buffer.from('x'), 'x.txt');
    await expect(client.files.create({ file } as OpenAI.FileCreateParams)).rejects.toMatchObject({
      status: 400,
      param: 'purpose',
    });
    const batch = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const;
    await expect(client.batches.create({ ...batch, input_file_id: 'file-theirs' })).rejects.toMatchObject({
      status: 404,
      param: 'input_file_id',
    });
  });

  it('runs a batch of an uploaded file, whose ids are ours both ways', async () => {
    const input = await upload(lines([chat('one', 'Hello!'), chat('two', 'Bye!')]));
    const made = await client.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      metadata: { team: 'x' },
    });
    expect(made).toMatchObject({ object: 'batch', input_file_id: input.id, metadata: { team: 'x' } });
    expect(made.id).toMatch(/^batch_[0-9A-Za-z]{24}$/);
    let batch = made;
    while (batch.status !== 'completed') {
      await new Promise((resolve) => setTimeout(resolve, 100));
      batch = await client.batches.retrieve(made.id);
    }
    expect(batch).toMatchObject({ id: made.id, input_file_id: input.id, request_counts: { total: 2, completed: 2 } });
    const output = batch.output_file_id ?? '';
    expect(output).toMatch(/^file_[0-9A-Za-z]{24}$/);
    expect((await client.batches.retrieve(made.id)).output_file_id).toBe(output);
    const results = (await (await client.files.content(output)).text()).trim().split('\n');
    expect(results.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { custom_id: 'one', response: { status_code: 200 } },
      { custom_id: 'two', response: { status_code: 200 } },
    ]);
    expect(await client.files.retrieve(output)).toMatchObject({ id: output, purpose: 'batch_output' });
    expect(await filesOf({ purpose: 'batch_output' })).toContain(output);
  });

  it('lets files go when they were asked to', async () => {
    const expires_after = { anchor: 'created_at', seconds: 7_200 } as const;
    const content = await toFile(Buffer.from(lines([chat('one', 'Hello!')])), 'input.jsonl');
    const input = await client.files.create({ file: content, purpose: 'batch', expires_after });
    expect(input.expires_at).toBe(input.created_at + 7_200);
    const made = await client.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      output_expires_after: expires_after,
    });
    await expect.poll(async () => (await client.batches.retrieve(made.id)).status).toBe('completed');
    const output = (await client.batches.retrieve(made.id)).output_file_id ?? '';
    const expiry = made.created_at + 7_200;
    expect((await client.files.list({ purpose: 'batch_output', limit: 1 })).data).toMatchObject([
      { expires_at: expiry },
    ]);
    expect(await client.files.retrieve(output)).toMatchObject({ id: output, expires_at: expiry });
  });

  it('cancels and lists batches', async () => {
    const input = await upload(lines([chat('one', 'Hello!')]));
    const ask = {
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    } as const;
    const made = [await client.batches.create(ask), await client.batches.create(ask)];
    const cancelled = await client.batches.cancel(made[0]?.id ?? '');
    expect(['cancelling', 'cancelled']).toContain(cancelled.status);
    const listed = await Array.fromAsync(client.batches.list({ limit: 1 }), (batch) => batch.id);
    expect(listed.slice(0, 2)).toEqual(made.map(({ id }) => id).toReversed());
    await expect(client.batches.cancel('batch_none')).rejects.toMatchObject({ status: 404 });
  });
});
