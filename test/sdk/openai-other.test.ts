import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

describe.each(openaiMajors)('%s, beside conversations', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());
  const picture = (): Promise<File> => toFile(tinyPng, 'tiny.png', { type: 'image/png' });

  it('lists the models and gets one', async () => {
    const ids = await Array.fromAsync(client.models.list(), (model) => model.id);
    expect(ids).toEqual(expect.arrayContaining(['demo', 'demo-embedding', 'scripted']));
    expect(await client.models.retrieve('demo')).toMatchObject({ id: 'demo', object: 'model' });
  });

  it('completes text, whole and streamed', async () => {
    const answer = await client.completions.create({ model: 'demo', prompt: 'Once upon a time' });
    expect(answer.choices[0]?.text).toBe('You said: Once upon a time');
    let text = '';
    for await (const chunk of await client.completions.create({ model: 'demo', prompt: 'Once', stream: true })) {
      text += chunk.choices[0]?.text ?? '';
    }
    expect(text).toBe('You said: Once');
  });

  it('embeds, in the base64 the SDK asks for by itself and as numbers', async () => {
    const coded = await client.embeddings.create({ model: 'demo-embedding', input: ['one', 'two'] });
    const plain = await client.embeddings.create({
      model: 'demo-embedding',
      input: ['one', 'two'],
      encoding_format: 'float',
    });
    expect(coded.data.map((row) => row.embedding.length)).toEqual([1_536, 1_536]);
    expect(coded.data.map((row) => [...row.embedding])).toEqual(plain.data.map((row) => row.embedding));
    expect(plain.usage.prompt_tokens).toBe(2);
  });

  it('moderates', async () => {
    const answer = await client.moderations.create({ model: 'demo-moderation', input: ['fine', 'kill'] });
    expect(answer.results.map((result) => result.flagged)).toEqual([false, true]);
  });

  it('generates an image, whole and with sketches on the way', async () => {
    const answer = await client.images.generate({ model: 'demo-image', prompt: 'a cat', response_format: 'b64_json' });
    expect(
      Buffer.from(answer.data?.[0]?.b64_json ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const events: string[] = [];
    const stream = await client.images.generate({
      model: 'demo-image',
      prompt: 'a cat',
      stream: true,
      partial_images: 2,
    });
    for await (const event of stream) events.push(event.type);
    expect(events).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
      'image_generation.completed',
    ]);
  });

  it('edits an image', async () => {
    const answer = await client.images.edit({ model: 'demo-image', prompt: 'a hat', image: await picture() });
    expect(answer.data?.[0]?.b64_json).toBeTruthy();
    expect(answer.usage?.input_tokens_details.image_tokens).toBe(85);
  });

  it('edits several images as a stream', async () => {
    const stream = await client.images.edit({
      model: 'demo-image',
      prompt: 'a hat',
      image: [await picture(), await picture()],
      stream: true,
      partial_images: 1,
    });
    const events = await Array.fromAsync(stream, (event) => event.type);
    expect(events).toEqual(['image_edit.partial_image', 'image_edit.completed']);
  });

  it('varies an image', async () => {
    const answer = await client.images.createVariation({
      model: 'demo-image',
      image: await picture(),
      n: 2,
      response_format: 'b64_json',
    });
    expect(answer.data).toHaveLength(2);
  });
});
