import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

describe.each(openaiMajors)('%s, images as addresses', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  /** What stands behind an address: with the key, and without it. */
  const fetched = async (address: string | undefined): Promise<string> => {
    expect(address).toMatch(new RegExp(`^${gateway.origin}/v1/drive/files/drive_\\w{24}/content$`));
    expect((await fetch(address ?? '')).status).toBe(401);
    const response = await fetch(address ?? '', { headers: { authorization: `Bearer ${gateway.openai.apiKey}` } });
    return Buffer.from(await response.arrayBuffer()).toString('latin1', 1, 4);
  };
  const picture = (): Promise<File> => toFile(tinyPng, 'tiny.png', { type: 'image/png' });

  it('generates', async () => {
    const { data } = await client.images.generate({
      model: 'demo-image',
      prompt: 'a cat',
      n: 2,
      response_format: 'url',
    });
    expect(data).toHaveLength(2);
    for (const image of data ?? []) expect(await fetched(image.url)).toBe('PNG');
  });

  it('edits', async () => {
    const ask = { model: 'demo-image', prompt: 'a hat', image: await picture(), response_format: 'url' } as const;
    const { data } = await client.images.edit(ask);
    expect(await fetched(data?.[0]?.url)).toBe('PNG');
  });

  it('varies, with addresses where the request says nothing', async () => {
    const { data } = await client.images.createVariation({ model: 'demo-image', image: await picture() });
    expect(await fetched(data?.[0]?.url)).toBe('PNG');
  });

  it('keeps speech that is to be kept', async () => {
    const ask = { model: 'demo-speech', voice: 'alloy', input: 'one two', response_format: 'wav' } as const;
    const sound = await client.audio.speech.create(ask, { headers: { 'X-Drive-Store': 'true' } });
    const bytes = Buffer.from(await sound.arrayBuffer());
    const id = sound.headers.get('x-diglot-drive-file');
    const record = (await client.get(`/drive/files/${id}`)) as { readonly url: string; readonly bytes: number };
    expect(record).toMatchObject({ id, object: 'drive.file', bytes: bytes.length, content_type: 'audio/wav' });
    expect(await fetched(record.url)).toBe('IFF');
  });
});
