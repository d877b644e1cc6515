import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { formType, makeForm, sizedForm, type FormPart } from '../fakes/make-form.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { bytes, head, json, pause, sseHead, chunk, stall } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const path = '/v1/audio/transcriptions';
const model: FormPart = { name: 'model', value: 'test-model' };
const file: FormPart = { name: 'file', filename: 'a.wav', value: 'RIFF' };

describe('the time of a voice call', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { voiceSeconds: 3, firstByteSeconds: 60 } });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const post = (form: Uint8Array): Promise<Response> =>
    gateway.call(path, { body: form, headers: { 'content-type': formType } });

  it('ends with 408 where the upstream does not answer', async () => {
    gateway.upstream.next([stall]);
    const response = await post(makeForm([model, file]));
    expect([response.status, await response.json()]).toMatchObject([408, { error: { code: 'timeout' } }]);
    expect(await lastRecorded(gateway)).toMatchObject({ charge: 0n });
  });

  it('counts from the first byte of the request, also where the form has to wait', async () => {
    gateway.upstream.next([pause(2_000), ...json({ text: 'late' })]);
    const form = makeForm([file, model]);
    const client = await rawClient(gateway.url);
    const headers = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, `content-length: ${form.length}`];
    client.send(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    client.send(form.subarray(0, 50));
    await wait(1_800);
    client.send(form.subarray(50));
    expect((await client.response()).status).toBe(408);
    client.socket.destroy();
  });

  it('ends a form that never becomes whole', async () => {
    const client = await rawClient(gateway.url);
    const form = makeForm([file, model]);
    const headers = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, `content-length: ${form.length}`];
    client.send(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    client.send(form.subarray(0, 50));
    expect((await client.response()).status).toBe(408);
    client.socket.destroy();
  });

  it('ends a stream with an error of its own', async () => {
    gateway.upstream.next([sseHead(), chunk('data: {"type":"transcript.text.delta","delta":"a"}\n\n'), stall]);
    const response = await post(makeForm([model, { name: 'stream', value: 'true' }, file]));
    expect(await response.text()).toMatch(/"delta":"a"[\s\S]*"code":"timeout"/);
  });

  it('cuts speech off, so that no client takes it for whole', async () => {
    gateway.upstream.next([head(200, { 'content-type': 'audio/mpeg', 'content-length': '99' }), bytes('some'), stall]);
    const response = await gateway.call('/v1/audio/speech', {
      body: { model: 'test-model', input: 'x', voice: 'alloy' },
    });
    await expect(response.text()).rejects.toThrow();
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'timed_out' });
  });
});

describe('other limits of uploads', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      limits: { voiceRequestBytes: 300_000, jsonRequestBytes: 200_000, fileRequestBytes: 400_000, firstByteSeconds: 4 },
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it('are the files’ for images', async () => {
    gateway.upstream.always(json({ created: 1, data: [] }));
    const prompt: FormPart = { name: 'prompt', value: 'x' };
    const renamed = (form: Buffer): Buffer =>
      Buffer.from(form.toString('latin1').replace('name="file"', 'name="image"'), 'latin1');
    const image = (size: number): Buffer => renamed(sizedForm(size - 1, [model, prompt]));
    for (const [size, status] of [
      [399_999, 200],
      [400_000, 200],
      [400_001, 413],
    ] as const) {
      const form = image(size);
      expect(form.length).toBe(size);
      const response = await gateway.call('/v1/images/edits', { body: form, headers: { 'content-type': formType } });
      expect(response.status).toBe(status);
      await response.text();
    }
    expect(await readdir(join(gateway.dataFolder, 'spool'))).toEqual([]);
  });

  it.each([true, false])(
    'are not the files’ for images in JSON, which is held in memory; chunked: %s',
    async (chunked) => {
      gateway.upstream.always(json({ created: 1, data: [] }));
      const edit = (size: number): string => {
        const written = (data: string) =>
          JSON.stringify({
            model: 'test-model',
            prompt: 'x',
            images: [{ image_url: `data:image/png;base64,${data}` }],
          });
        return written('A'.repeat(size - written('').length));
      };
      for (const [size, status] of [
        [200_000, 200],
        [200_001, 413],
        [400_000, 413],
      ] as const) {
        const body = edit(size);
        const client = await rawClient(gateway.url);
        const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${size}`;
        const headers = ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json', framing];
        client.send(`POST /v1/images/edits HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
        client.send(chunked ? `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body);
        expect((await client.response()).status).toBe(status);
        client.socket.destroy();
      }
    },
  );

  it('count the wait for an answer from the end of the upload', async () => {
    gateway.upstream.always(json({ text: 'hello' }));
    const form = sizedForm(200_000, [model]);
    const client = await rawClient(gateway.url);
    const headers = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, `content-length: ${form.length}`];
    client.send(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    for (let at = 0; at < form.length; at += 50_000) {
      client.send(form.subarray(at, at + 50_000));
      await wait(1_200);
    }
    expect((await client.response()).status).toBe(200);
    client.socket.destroy();
  });
});
