import { readdirSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokensOf } from '../../src/shared/tokens/text-tokens.ts';
import { makeModel, testKey } from '../fakes/make-config.ts';
import { formType, makeForm, readForm, sizedForm, type FormPart } from '../fakes/make-form.ts';
import { makeFlac, makeMp3, makeMp4, makeWav, makeWebm } from '../fakes/make-recording.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, stall } from '../fakes/script.ts';
import { lastRecorded, recordedCalls, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const path = '/v1/audio/transcriptions';
const limit = 29_360_128;
const model: FormPart = { name: 'model', value: 'test-model' };
const file: FormPart = { name: 'file', filename: 'a.wav', type: 'audio/wav', value: makeWav(3) };

describe('a form that is uploaded', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const renamed = makeModel('alias', ['up-a'], {
      targets: [{ provider: 'up-a', model: 'theirs', region: 'global', weight: 1 }],
    });
    gateway = await startGateway({ models: [makeModel('test-model', ['up-a']), renamed] });
    await mkdir(join(gateway.dataFolder, 'spool'));
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json({ text: 'hello' }));
  });
  afterAll(() => gateway.close());

  const spooled = (): Promise<readonly string[]> => readdir(join(gateway.dataFolder, 'spool'));
  const openHandles = (): number => readdirSync('/proc/self/fd').length;

  const post = (form: Uint8Array, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    gateway.call(path, { body: form, headers: { 'content-type': formType, ...headers } });

  /** Sends in pieces, with a length or in chunks. */
  const send = async (form: Buffer, chunked: boolean) => {
    const client = await rawClient(gateway.url);
    const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${form.length}`;
    client.send(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: ${formType}\r\n${framing}\r\n\r\n`,
    );
    const step = 1_048_576;
    for (let at = 0; at < form.length; at += step) {
      const piece = form.subarray(at, at + step);
      if (chunked) client.send(`${piece.length.toString(16)}\r\n`);
      client.send(piece);
      if (chunked) client.send('\r\n');
    }
    if (chunked) client.send('0\r\n\r\n');
    const response = await client.response();
    client.socket.destroy();
    return response;
  };

  it.each([
    ['before', [model, file]],
    ['behind', [file, model]],
    ['between', [{ name: 'language', value: 'en' }, file, { name: 'prompt', value: 'x' }, model]],
  ] as const)('reaches the upstream with its very bytes, the model %s the file', async (_, parts) => {
    const form = makeForm(parts);
    const response = await post(form);
    expect([response.status, await response.json()]).toEqual([200, { text: 'hello' }]);
    const [request] = gateway.upstream.requests;
    expect(request?.body.equals(form)).toBe(true);
    expect(request?.headers).toMatchObject({ 'content-type': formType, 'content-length': String(form.length) });
    expect(response.headers.get('x-diglot-product-sku')).toBe('test');
    expect(await spooled()).toEqual([]);
  });

  it.each([true, false])(
    'has the model’s name at the provider put in, wherever it stands: in front %s',
    async (front) => {
      const alias = { name: 'model', value: 'alias' };
      await post(makeForm(front ? [alias, file] : [file, alias]));
      const body = gateway.upstream.requests[0]?.body ?? Buffer.alloc(0);
      expect(readForm(body).find(({ name }) => name === 'model')?.value).toBe('theirs');
      expect(readForm(body).find(({ name }) => name === 'file')?.value.length).toBe(file.value.length);
    },
  );

  it('pays for the seconds of the recording where none are reported', async () => {
    await post(makeForm([model, file]));
    const call = await lastRecorded(gateway);
    expect([usageOf(call), call.usageSource]).toEqual([{ audio_seconds: 3 }, 'estimate']);
  });

  it.each([
    ['behind it', [model, file, { ...file, name: 'extra', value: makeWav(1) }], 3],
    ['in front of it', [{ ...file, name: 'extra', value: makeWav(9) }, model, file], 3],
    ['the model behind both', [file, { ...file, name: 'extra', value: makeWav(1) }, model], 3],
  ] as const)('pays for the recording, not for a file under another name: %s', async (_, parts, seconds) => {
    await post(makeForm(parts));
    expect(usageOf(await lastRecorded(gateway))).toEqual({ audio_seconds: seconds });
    gateway.upstream.next(json({ text: 'x', usage: { type: 'duration', seconds: 60 } }));
    await post(makeForm(parts));
    const call = await lastRecorded(gateway);
    expect([usageOf(call), call.usageSource]).toEqual([{ audio_seconds: 60 }, 'upstream']);
  });

  it('believes no report that the bytes cannot be', async () => {
    gateway.upstream.next(json({ text: 'x', usage: { type: 'duration', seconds: 1_000_000 } }));
    await post(makeForm([model, file]));
    const call = await lastRecorded(gateway);
    expect([usageOf(call), call.usageSource, call.flags]).toEqual([
      { audio_seconds: 3 },
      'estimate',
      'unbelieved:usage',
    ]);
    gateway.upstream.next(json({ text: 'x', usage: { type: 'duration', seconds: 5 } }));
    await post(makeForm([model, file]));
    expect(usageOf(await lastRecorded(gateway))).toEqual({ audio_seconds: 5 });
  });

  it.each([
    ['it is as long as its file says', 60, 60, 'upstream', ''],
    ['it is longer than its file says', 600, 9, 'estimate', 'unbelieved:usage'],
  ] as const)('is paid for where it is slower than speech: %s', async (_, seconds, charged, source, flags) => {
    const pauses = Buffer.concat([makeFlac(60).subarray(0, 42), Buffer.alloc(4_000)]);
    gateway.upstream.next(json({ text: 'x', usage: { type: 'duration', seconds } }));
    await post(makeForm([{ ...file, value: pauses }, model]));
    const call = await lastRecorded(gateway);
    expect([usageOf(call), call.usageSource, call.flags]).toEqual([{ audio_seconds: charged }, source, flags]);
  });

  it.each([
    ['MP4', makeMp4(1, 'front')],
    ['WebM', makeWebm(1)],
  ])('pays at least for what is said in a recording, however short its header says it is: %s', async (_, header) => {
    const recording = { ...file, value: Buffer.concat([header, Buffer.alloc(36_000)]) };
    const said = 'so we went down to the river and sat there for an hour '.repeat(18);
    const [tokens = 0] = await tokensOf([said], 'large');
    for (const [format, type, answer, seconds] of [
      ['json', 'application/json', JSON.stringify({ text: 'hello' }), 1],
      ['json', 'application/json', JSON.stringify({ text: said }), Math.ceil(tokens / 50)],
      ['text', 'text/plain', said, Math.ceil(tokens / 50)],
      ['vtt', 'text/vtt', said, Math.ceil(tokens / 200)],
      ['srt', 'application/x-subrip', said, Math.ceil(tokens / 200)],
    ] as const) {
      gateway.upstream.next(json(answer, { headers: { 'content-type': type } }));
      await (await post(makeForm([recording, model, { name: 'response_format', value: format }]))).text();
      const call = await lastRecorded(gateway);
      expect([format, usageOf(call)]).toEqual([format, { audio_seconds: seconds }]);
      expect(call.charge).toBeLessThanOrEqual(call.hold);
    }
    gateway.upstream.next(json({ text: said, usage: { type: 'duration', seconds: 2 } }));
    await post(makeForm([recording, model]));
    expect(usageOf(await lastRecorded(gateway))).toEqual({ audio_seconds: 2 });
  });

  it.each([true, false])(
    'holds credit for what it is, whatever its file says of itself: file first %s',
    async (front) => {
      const lying = { ...file, value: makeMp3(60, { counted: 1 }) };
      gateway.upstream.next(json({ text: 'x', usage: { type: 'tokens', input_tokens: 3_000, output_tokens: 9 } }));
      await post(makeForm(front ? [lying, model] : [model, lying]));
      const { charge, hold, flags } = await lastRecorded(gateway);
      expect([charge <= hold, flags]).toEqual([true, '']);
    },
  );

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('may have 28 MiB and no byte more; file first %s, chunked %s', async (fileFirst, chunked) => {
    for (const [bytes, status] of [
      [limit - 1, 200],
      [limit, 200],
      [limit + 1, 413],
    ] as const) {
      const response = await send(sizedForm(bytes, [model], fileFirst), chunked);
      expect([bytes, response.status]).toEqual([bytes, status]);
      if (status === 413) expect(response.body).toContain('larger than 28 MiB');
    }
    expect(await spooled()).toEqual([]);
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it.each([true, false])('is refused as too large while it is still being sent, chunked: %s', async (chunked) => {
    const response = await send(sizedForm(limit + 8_000_000, [model]), chunked);
    expect([response.status, JSON.parse(response.body)]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  });

  it('waits for 100 Continue where the client asks for it', async () => {
    const form = makeForm([model, file]);
    const client = await rawClient(gateway.url);
    const head = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, 'expect: 100-continue'];
    client.send(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\ncontent-length: ${form.length}\r\n\r\n`);
    expect((await client.response()).status).toBe(100);
    client.send(form);
    expect((await client.response()).status).toBe(200);
    client.socket.destroy();
  });

  it('is refused at once when it is no form, while it is still being sent', async () => {
    const bad: readonly (readonly [Buffer, string])[] = [
      [Buffer.from('nonsense'.repeat(10_000)), formType],
      [makeForm([model, file], 'another'), formType],
      [makeForm([model, file]), 'multipart/form-data'],
      [makeForm([{ ...model, name: '__proto__' }, file]), formType],
      [makeForm([...Array.from({ length: 1_001 }, () => ({ name: 'x[]', value: '1' })), model, file]), formType],
      [makeForm([model, { ...file, filename: 'x'.repeat(8_192) }]), formType],
      [makeForm([model]), formType],
      [makeForm([file]), formType],
      [makeForm([model, file, file]), formType],
      [makeForm([model, file]).subarray(0, -20), formType],
    ];
    for (const [form, type] of bad) {
      const response = await post(form, { 'content-type': type });
      expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid_value' } }]);
    }
    expect(await spooled()).toEqual([]);
    expect(gateway.services.metering.openHolds()).toBe(0);
    expect((await post(makeForm([model, file]))).status).toBe(200);
  });

  it.each(['in front', 'behind'])('leaves nothing when it breaks off at any byte, its model %s', async (place) => {
    const short = { ...file, value: 'RIFF' };
    const form = makeForm(place === 'in front' ? [model, short] : [short, model]);
    gateway.upstream.always([stall]);
    const handles = openHandles();
    const before = (await recordedCalls(gateway)).length;
    for (let bytes = 0; bytes < form.length; bytes += 1) {
      const client = await rawClient(gateway.url);
      client.send(
        `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`,
      );
      client.send(form.subarray(0, bytes));
      await new Promise((resolve) => setTimeout(resolve, 1));
      client.socket.destroy();
    }
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
    expect(await spooled()).toEqual([]);
    await expect.poll(openHandles).toBeLessThanOrEqual(handles + 5);
    for (const { charge } of (await recordedCalls(gateway)).slice(before)) expect(charge).toBe(0n);
    gateway.upstream.always(json({ text: 'hello' }));
    expect((await post(makeForm([model, file]))).status).toBe(200);
  });

  const ways = {
    abort: (socket: Socket) => void socket.destroy(),
    FIN: (socket: Socket) => void socket.end(),
    RST: (socket: Socket) => void socket.resetAndDestroy(),
  } as const;
  it.each([
    [path, 'abort'],
    [path, 'FIN'],
    [path, 'RST'],
    ['/v1/files', 'abort'],
    ['/v1/files', 'FIN'],
    ['/v1/files', 'RST'],
  ] as const)('is cut off at the upstream too when its client leaves in the middle: %s, %s', async (target, way) => {
    const form = sizedForm(3_000_000, [target === path ? model : { name: 'purpose', value: 'user_data' }]);
    const before = (await recordedCalls(gateway)).length;
    const client = await rawClient(gateway.url);
    client.send(
      `POST ${target} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`,
    );
    client.send(form.subarray(0, 1_000_000));
    await expect.poll(() => gateway.upstream.connections()).toBeGreaterThan(0);
    ways[way](client.socket);
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
    expect(gateway.upstream.requests).toEqual([]);
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(before + 1);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'client_left', status: 499, charge: 0n });
    client.socket.destroy();
  });

  it('is known to have been left behind another call of its connection, too', async () => {
    const before = (await recordedCalls(gateway)).length;
    gateway.upstream.always([stall]);
    const client = await rawClient(gateway.url);
    const chat = JSON.stringify(chatCall.request);
    client.send(
      rawRequest(`POST ${chatCall.path}`, ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json'], chat),
    );
    await gateway.upstream.request(1);
    const form = sizedForm(300_000, [model]);
    client.send(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`,
    );
    client.send(form.subarray(0, 100_000));
    await expect.poll(() => gateway.upstream.connections()).toBeGreaterThan(1);
    client.socket.destroy();
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(before + 2);
    for (const call of (await recordedCalls(gateway)).slice(before))
      expect(call).toMatchObject({ outcome: 'client_left', status: 499 });
  });

  it('gets the upstream’s refusal that came before its end', async () => {
    gateway.upstream.next(json({ error: { message: 'No such language.' } }, { status: 400 }));
    const response = await post(makeForm([model, file]));
    expect([response.status, await response.json()]).toMatchObject([400, { error: { message: 'No such language.' } }]);
  });
});
