import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type OpenAI from 'openai';
import { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readForm } from '../fakes/make-form.ts';
import { json } from '../fakes/script.ts';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** Voice routes whose Product no model picks name it. */
const billed = { headers: { 'X-Product-Sku': 'test' } };

describe.each(openaiMajors)('%s, audio', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  let five: File;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
    const sound = await speak({ response_format: 'wav' });
    five = await toFile(Buffer.from(await sound.arrayBuffer()), 'five.wav', { type: 'audio/wav' });
  });
  afterAll(() => gateway.close());

  const speak = (changes: Partial<OpenAI.Audio.SpeechCreateParams> = {}): Promise<Response> =>
    client.audio.speech.create({ model: 'demo-speech', voice: 'alloy', input: 'one two three four five', ...changes });

  it.each([
    ['mp3', 'audio/mpeg', /^\xff\xfb/],
    ['wav', 'audio/wav', /^RIFF/],
    ['pcm', 'audio/pcm', /^/],
  ] as const)('speaks %s with its media type', async (response_format, type, start) => {
    const sound = await speak({ response_format });
    expect(sound.headers.get('content-type')).toBe(type);
    expect(Buffer.from(await sound.arrayBuffer()).toString('latin1')).toMatch(start);
    expect(sound.headers.get('x-diglot-product-sku')).toBe('test');
  });

  it('speaks piece by piece', async () => {
    const sound = await speak({ response_format: 'pcm' });
    const reader = sound.body?.getReader();
    const sizes: number[] = [];
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      sizes.push(part.value.length);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5 * 2_880 * 2);
  });

  it('speaks as events', async () => {
    const response = await speak({ response_format: 'pcm', stream_format: 'sse' });
    const events = (await response.text()).split('\n\n').filter(Boolean);
    expect(events).toHaveLength(6);
    expect(events.at(-1)).toContain('speech.audio.done');
  });

  it('transcribes in every format', async () => {
    const base = { file: five, model: 'demo-transcribe' } as const;
    expect((await client.audio.transcriptions.create(base)).text).toContain('five.wav');
    const verbose = await client.audio.transcriptions.create({
      ...base,
      response_format: 'verbose_json',
      timestamp_granularities: ['segment'],
    });
    expect(verbose.duration).toBe(0.6);
    expect(await client.audio.transcriptions.create({ ...base, response_format: 'text' })).toContain('five.wav');
    expect(await client.audio.transcriptions.create({ ...base, response_format: 'srt' })).toContain('-->');
    expect(await client.audio.transcriptions.create({ ...base, response_format: 'vtt' })).toMatch(/^WEBVTT/);
  });

  it('sends every field of a transcription, lists and objects too', async () => {
    gateway.upstream.next(json({ text: 'one', usage: { type: 'duration', seconds: 1 } }));
    await client.audio.transcriptions.create({
      file: five,
      model: 'scripted',
      language: 'en',
      prompt: 'x',
      response_format: 'verbose_json',
      temperature: 0,
      include: ['logprobs'],
      timestamp_granularities: ['word', 'segment'],
      chunking_strategy: { type: 'server_vad', threshold: 0.3, silence_duration_ms: 100 },
      known_speaker_names: ['Ann', 'Bob'],
      known_speaker_references: ['data:audio/wav;base64,UklGRg==', 'data:audio/wav;base64,UklGRg=='],
      stream: false,
    });
    const sent = gateway.upstream.requests.at(-1);
    const fields = readForm(
      sent?.body ?? Buffer.alloc(0),
      /boundary=(\S+)/.exec(sent?.headers['content-type'] ?? '')?.[1],
    );
    expect(fields.map(({ name }) => name).toSorted()).toEqual([
      'chunking_strategy[silence_duration_ms]',
      'chunking_strategy[threshold]',
      'chunking_strategy[type]',
      'file',
      'include[]',
      'known_speaker_names[]',
      'known_speaker_names[]',
      'known_speaker_references[]',
      'known_speaker_references[]',
      'language',
      'model',
      'prompt',
      'response_format',
      'stream',
      'temperature',
      'timestamp_granularities[]',
      'timestamp_granularities[]',
    ]);
  });

  it.each(['memory', 'a file on the disk'])('transcribes as a stream, from %s', async (source) => {
    const path = join(tmpdir(), `diglot-${process.pid}-five.wav`);
    await writeFile(path, Buffer.from(await five.arrayBuffer()));
    const file = source === 'memory' ? five : createReadStream(path);
    const stream = await client.audio.transcriptions.create({ file, model: 'demo-transcribe', stream: true });
    const events = await Array.fromAsync(stream, (event) => event.type);
    expect(events.at(0)).toBe('transcript.text.delta');
    expect(events.at(-1)).toBe('transcript.text.done');
    await rm(path);
  });

  it('translates to the Product that is named', async () => {
    const ask = { file: five, model: 'demo-transcribe' };
    expect((await client.audio.translations.create(ask, billed)).text).toContain('five.wav');
    await expect(client.audio.translations.create(ask)).rejects.toMatchObject({
      status: 400,
      code: 'product_required',
    });
  });

  it('says what is missing in a form', async () => {
    const form = { file: five, model: undefined as unknown as string };
    await expect(client.audio.transcriptions.create(form)).rejects.toMatchObject({ status: 400, param: 'model' });
  });
});

const [newest] = openaiMajors;

describe(`${newest?.[0]}, voices`, () => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new (newest as (typeof openaiMajors)[number])[1]({ ...gateway.openai, defaultHeaders: billed.headers });
  });
  afterAll(() => gateway.close());
  const sample = (): Promise<File> => toFile(Buffer.from('RIFF'), 'me.wav', { type: 'audio/wav' });

  it('keeps consents', async () => {
    const consent = await client.audio.voiceConsents.create({
      name: 'Me',
      language: 'en-US',
      recording: await sample(),
    });
    expect(await client.audio.voiceConsents.retrieve(consent.id)).toMatchObject({ id: consent.id, name: 'Me' });
    await client.audio.voiceConsents.update(consent.id, { name: 'Myself' });
    const ids = await Array.fromAsync(client.audio.voiceConsents.list(), (one) => `${one.id} ${one.name}`);
    expect(ids).toEqual([`${consent.id} Myself`]);
    expect(await client.audio.voiceConsents.delete(consent.id)).toMatchObject({ deleted: true });
    await expect(client.audio.voiceConsents.retrieve(consent.id)).rejects.toMatchObject({ status: 404 });
  });

  it('makes a voice, speaks with it and lets it go', async () => {
    const consent = await client.audio.voiceConsents.create({
      name: 'Me',
      language: 'en-US',
      recording: await sample(),
    });
    const voice = await client.audio.voices.create({ name: 'Mine', consent: consent.id, audio_sample: await sample() });
    expect(voice).toMatchObject({ object: 'audio.voice', name: 'Mine' });
    const ask = { model: 'demo-speech', voice: { id: voice.id }, input: 'hello', response_format: 'wav' } as const;
    expect((await client.audio.speech.create(ask)).status).toBe(200);
    expect(await client.audio.voices.delete(voice.id)).toMatchObject({ id: voice.id, deleted: true });
    await expect(client.audio.speech.create(ask)).rejects.toMatchObject({ status: 404 });
  });
});
