import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operations } from '../../generated/spec-a/operations.ts';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { formType, makeForm } from '../fakes/make-form.ts';
import { bytes, head, json, pause, type Script } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const voiceRoutes = Object.values(operations).filter(({ voice }) => voice);
const path = '/v1/audio/speech';
const request = { model: 'test-model', voice: 'alloy', input: 'Hello' };

/** Sound in a few pieces, with a pause before each of them. */
const sound = (milliseconds: number, pieces = 3): Script => [
  head(200, { 'content-type': 'audio/mpeg', 'content-length': String(pieces * 4) }),
  ...Array.from({ length: pieces }, () => [pause(milliseconds), bytes('beep')]).flat(),
];

const recording = (name: string) => ({ name, value: 'RIFF', filename: 'a.wav', type: 'audio/wav' });
const consent = [{ name: 'name', value: 'Me' }, { name: 'language', value: 'en' }, recording('recording')];

async function expectProductRequired(response: Response): Promise<void> {
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  expect([response.status, error.code]).toEqual([400, 'product_required']);
  expect(error.message).toMatch(/X-Product-Sku[\s\S]*product_sku/);
}

describe('voice routes', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('dear', ['up-a'], { product: 'dear' })],
      products: [makeProduct('test'), makeProduct('dear')],
      limits: { voiceRequestBytes: 65_536, jsonRequestBytes: 1_048_576 },
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it('are those under audio/, and no others', () => {
    const under = Object.values(operations).filter((operation) => operation.path.startsWith('/audio/'));
    expect(voiceRoutes.map(({ id }) => id)).toEqual(under.map(({ id }) => id));
    expect(voiceRoutes.filter(({ product }) => product === 'model').map(({ id }) => id)).toEqual([
      'createSpeech',
      'createTranscription',
    ]);
  });

  it.each([
    ['GET', '/v1/audio/voices', null],
    ['GET', '/v1/audio/voice_consents', null],
    ['POST', '/v1/audio/translations', [{ name: 'model', value: 'test-model' }, recording('file')]],
    ['POST', '/v1/audio/voice_consents', consent],
  ] as const)('%s %s wants a Product by name', async (method, target, form) => {
    const response = await gateway.call(target, {
      method,
      ...(form && { body: makeForm(form), headers: { 'content-type': formType } }),
    });
    await expectProductRequired(response);
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('so do those of one object, also of one’s own', async () => {
    const kept = { object: 'audio.voice_consent', id: 'theirs', name: 'Me', language: 'en', created_at: 1 };
    gateway.upstream.always(json(kept));
    const headers = { 'content-type': formType, 'X-Product-Sku': 'test' };
    const made = (await (
      await gateway.call('/v1/audio/voice_consents', { body: makeForm(consent), headers })
    ).json()) as { id: string };
    const place = `/v1/audio/voice_consents/${made.id}`;
    for (const method of ['GET', 'DELETE']) await expectProductRequired(await gateway.call(place, { method }));
    await expectProductRequired(await gateway.call(place, { body: { name: 'Other' } }));
    const voice = makeForm([
      { name: 'name', value: 'Me' },
      { name: 'consent', value: made.id },
      recording('audio_sample'),
    ]);
    await expectProductRequired(
      await gateway.call('/v1/audio/voices', { body: voice, headers: { 'content-type': formType } }),
    );
    expect((await gateway.call(`${place}?product_sku=test`)).status).toBe(200);
  });

  it('speech is billed to the model’s Product, whatever the header says', async () => {
    for (const headers of [{}, { 'X-Product-Sku': 'test' }, { 'X-Product-Sku': 'no-such-product' }]) {
      gateway.upstream.next(sound(0));
      const response = await gateway.call(path, { body: { ...request, model: 'dear' }, headers });
      expect([response.status, response.headers.get('x-diglot-product-sku')]).toEqual([200, 'dear']);
      expect(await response.text()).toBe('beepbeepbeep');
    }
    expect(await lastRecorded(gateway)).toMatchObject({ productSku: 'dear', operation: 'createSpeech' });
  });

  it('take exactly as many bytes as the limit says', async () => {
    const sized = (size: number): string => {
      const empty = JSON.stringify({ ...request, instructions: '', x: '' });
      return JSON.stringify({ ...request, instructions: '', x: 'x'.repeat(size - empty.length) });
    };
    for (const [size, status] of [
      [65_535, 200],
      [65_536, 200],
      [65_537, 413],
    ] as const) {
      gateway.upstream.forget();
      gateway.upstream.next(sound(0));
      const response = await gateway.call(path, { body: sized(size) });
      expect([size, response.status]).toEqual([size, status]);
      await response.arrayBuffer();
    }
  });

  it('are whole when they end in time', async () => {
    gateway.upstream.next(sound(20));
    const response = await gateway.call(path, { body: request });
    expect(await response.text()).toBe('beepbeepbeep');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed' });
  });
});

describe('voice routes whose time is over', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ limits: { voiceSeconds: 2 } });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  it('are 408 before the first byte', async () => {
    gateway.upstream.next([{ kind: 'stall' }]);
    const from = performance.now();
    const response = await gateway.call(path, { body: request });
    expect([response.status, await response.json()]).toMatchObject([408, { error: { type: 'timeout_error' } }]);
    expect(performance.now() - from).toBeGreaterThan(1_900);
    const { closed } = await gateway.upstream.request(1);
    await closed;
  });

  it('are cut while bytes still come, and pay for what came', async () => {
    gateway.upstream.next(sound(300, 60));
    const response = await gateway.call(path, { body: request });
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    const call = await lastRecorded(gateway);
    expect(call.outcome).toBe('timed_out');
    expect(call.charge).toBeGreaterThan(0n);
  });
});
