import type Anthropic from '@anthropic-ai/sdk';
import { toFile } from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isServed } from './is-served.ts';
import { anthropicMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

describe.runIf(isServed('uploadFile', 'createFile', 'createMessageBatch')).each(anthropicMajors)(
  '%s, files and batches',
  (_name, Client) => {
    let gateway: SdkGateway;
    let client: Anthropic;
    beforeAll(async () => {
      gateway = await startSdkGateway();
      client = new Client(gateway.anthropic);
    });
    afterAll(() => gateway.close());

    const upload = async (text: string): Promise<Anthropic.FileMetadata> =>
      client.files.upload({ file: await toFile(Buffer.from(text), 'note.txt', { type: 'text/plain' }) });
    const request = (custom_id: string) => ({
      custom_id,
      params: { model: 'demo', max_tokens: 50, messages: [{ role: 'user' as const, content: custom_id }] },
    });

    it('keeps a file and gives it back byte for byte', async () => {
      const made = await upload('grüße');
      expect(made).toMatchObject({ type: 'file', filename: 'note.txt', size_bytes: 7 });
      expect(await (await client.files.download(made.id)).text()).toBe('grüße');
      const ids: string[] = [];
      for await (const file of client.files.list()) ids.push(file.id);
      expect(ids).toEqual([made.id]);
      expect(await client.files.retrieveMetadata(made.id)).toMatchObject({ id: made.id });
      expect(await client.files.delete(made.id)).toMatchObject({ id: made.id });
      await expect(client.files.retrieveMetadata(made.id)).rejects.toMatchObject({ status: 404 });
    });

    it('works through a batch; its results come from here', async () => {
      const started = await client.messages.batches.create({ requests: [request('one'), request('two')] });
      expect(started).toMatchObject({ type: 'message_batch', processing_status: 'in_progress' });
      await expect
        .poll(async () => (await client.messages.batches.retrieve(started.id)).processing_status, {
          timeout: 8_000,
          interval: 200,
        })
        .toBe('ended');
      const done = await client.messages.batches.retrieve(started.id);
      expect(done.results_url?.startsWith(gateway.origin)).toBe(true);
      const texts: string[] = [];
      for await (const result of await client.messages.batches.results(started.id)) texts.push(JSON.stringify(result));
      expect(texts.join()).toContain('You said: one');
      expect(texts).toHaveLength(2);
      const ids: string[] = [];
      for await (const batch of client.messages.batches.list()) ids.push(batch.id);
      expect(ids).toEqual([started.id]);
      expect(await client.messages.batches.delete(started.id)).toMatchObject({ id: started.id });
    });

    it('cancels a batch', async () => {
      const started = await client.messages.batches.create({ requests: [request('one')] });
      expect((await client.messages.batches.cancel(started.id)).processing_status).toMatch(/^(?:canceling|ended)$/);
    });
  },
);
