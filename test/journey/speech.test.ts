import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProduct, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { formType, makeForm, readForm, type FormPart } from '../fakes/make-form.ts';
import { makeMp3, makeWav } from '../fakes/make-recording.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { bytes, chunk, head, json, lastChunk, sse, until } from '../fakes/script.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const ask = { model: 'test-model', input: 'Grüß dich 👋', voice: 'alloy' };
const otherKey = 'sk-test other';
const product = { 'x-product-sku': 'test' };
const named: FormPart = { name: 'name', value: 'Me' };
const language: FormPart = { name: 'language', value: 'de' };
const recording: FormPart = { name: 'recording', filename: 'me.wav', value: 'RIFF' };
const sample: FormPart = { name: 'audio_sample', filename: 'me.wav', value: 'RIFF' };

/** Priced by tokens alone. */
const byTokens: Product = {
  ...makeProduct('tokens'),
  prices: [
    {
      from: 0,
      rates: {
        input_tokens: 1_000n,
        input_audio_tokens: 1_000n,
        output_tokens: 1_000n,
        output_audio_tokens: 20_000n,
      },
    },
  ],
};

const onlyBy = (kind: 'characters' | 'audio_seconds'): Product => ({
  ...makeProduct(kind),
  prices: [{ from: 0, rates: { [kind]: 1_000_000n } }],
});

/** Priced by the request and by seconds. */
const byRequest: Product = {
  ...makeProduct('requests'),
  prices: [{ from: 0, rates: { requests: 7_000n, audio_seconds: 1_000_000n } }],
};

const sound = (content: string | Buffer) => [
  head(200, { 'content-type': 'audio/mpeg', 'content-length': String(content.length) }),
  bytes(content),
];

const spoken = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'test-model',
  choices: [
    { index: 0, message: { role: 'assistant', content: null, audio: { data: 'UklG' } }, finish_reason: 'stop' },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

describe('speech', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a']),
        makeModel('by-tokens', ['up-a'], { product: 'tokens' }),
        makeModel('by-seconds', ['up-a'], { product: 'audio_seconds' }),
        makeModel('by-request', ['up-a'], { product: 'requests' }),
        makeModel('by-characters', ['up-a'], { product: 'characters' }),
      ],
      products: [makeProduct('test'), byTokens, onlyBy('audio_seconds'), onlyBy('characters'), byRequest],
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
          { workspace: 'other', name: 'ci', secret: new Secret(otherKey) },
        ],
      },
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const say = (changes: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    gateway.call('/v1/audio/speech', { body: { ...ask, ...changes }, headers });
  const chat = (voice: unknown, changes: object = {}, key = testKey): Promise<Response> =>
    gateway.call('/v1/chat/completions', {
      body: {
        model: 'test-model',
        modalities: ['text', 'audio'],
        audio: { voice, format: 'wav' },
        messages: [{ role: 'user', content: 'Hi' }],
        ...changes,
      },
      headers: { authorization: `Bearer ${key}` },
    });
  const made = async (path: string, parts: readonly FormPart[], upstreamId: string): Promise<string> => {
    gateway.upstream.next(json({ id: upstreamId, object: 'audio.voice', name: 'Me', created_at: 1 }));
    const headers = { 'content-type': formType, ...product };
    const response = await gateway.call(path, { body: makeForm(parts), headers });
    const { id } = (await response.json()) as { id: string };
    return id;
  };

  it('that breaks off never looks whole, also where the end of the connection is the end of the body', async () => {
    for (const version of ['1.0', '1.1']) {
      const { promise: received, resolve: goOn } = Promise.withResolvers<void>();
      const type = { 'content-type': 'audio/mpeg', 'transfer-encoding': 'chunked' };
      gateway.upstream.next([head(200, type), chunk('ID3 some sound'), until(received), { kind: 'reset' }]);
      const client = await rawClient(gateway.url);
      const ended = new Promise<string>((resolve) => {
        client.socket.once('error', ({ message }) => resolve(message));
        client.socket.once('end', () => resolve(client.rest()));
      });
      const lines = [`x-api-key: ${testKey}`, 'host: x', 'content-type: application/json'];
      client.send(
        rawRequest('POST /v1/audio/speech', lines, JSON.stringify(ask)).replace('HTTP/1.1', `HTTP/${version}`),
      );
      await expect.poll(client.rest).toContain('some soun');
      goOn();
      const end = await ended;
      if (version === '1.0') expect(end).toMatch(/ECONNRESET/);
      else expect(end.endsWith('0\r\n\r\n')).toBe(false);
      client.socket.destroy();
    }
  });

  it('goes out with its very bytes as they come, the first of them at once', async () => {
    let goOn = (): void => undefined;
    const first = makeMp3(1);
    const go = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    gateway.upstream.always([
      head(200, { 'content-type': 'audio/mpeg', 'transfer-encoding': 'chunked' }),
      chunk(first),
      until(go),
      chunk('rest'),
      lastChunk,
    ]);
    const response = await say();
    const reader = response.body?.getReader();
    let received = 0;
    while (received < first.length - 1) received += (await reader?.read())?.value?.length ?? first.length;
    goOn();
    const rest: number[] = [];
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest.push(...part.value);
    expect(received + rest.length).toBe(first.length + 4);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
  });

  it('is paid by its characters where the Product has a price for them, else by estimated tokens', async () => {
    gateway.upstream.always(sound(makeMp3(60)));
    await (await say()).arrayBuffer();
    const characters = await lastRecorded(gateway);
    expect([usageOf(characters), characters.usageSource]).toEqual([{ characters: 11 }, 'estimate']);
    await (await say({ model: 'by-tokens' })).arrayBuffer();
    const tokens = await lastRecorded(gateway);
    expect([usageOf(tokens), tokens.usageSource]).toEqual([
      { input_tokens: expect.any(Number), output_audio_tokens: 1_250 },
      'estimate',
    ]);
    expect(usageOf(tokens).input_tokens).toBeLessThan(12);
  });

  it.each([
    ['audio', sound(makeMp3(60))],
    [
      'sse',
      sse([
        `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: makeMp3(60).toString('base64') })}\n\n`,
        `data: {"type":"speech.audio.done","usage":{"input_tokens":14,"output_tokens":101,"total_tokens":115}}\n\n`,
      ]),
    ],
  ])('is paid by its seconds where nothing else has a price, as %s, and held for', async (format, answer) => {
    gateway.upstream.always(answer);
    await (await say({ model: 'by-seconds', stream_format: format })).arrayBuffer();
    const call = await lastRecorded(gateway);
    expect([usageOf(call).audio_seconds, call.charge]).toEqual([60, 60_000n]);
    expect(call.hold).toBeGreaterThanOrEqual(call.charge);
  });

  it('is paid by its seconds besides a price per request too, and held for', async () => {
    gateway.upstream.next(sound(makeMp3(60)));
    await (await say({ model: 'by-request' })).arrayBuffer();
    const call = await lastRecorded(gateway);
    expect(call.charge).toBe(60_007n);
    expect(call.hold).toBeGreaterThanOrEqual(call.charge);
  });

  it('that is transcribed is paid by the characters of its seconds where nothing else has a price, and held for', async () => {
    for (const usage of [undefined, { type: 'duration', seconds: 4 }]) {
      gateway.upstream.always(json({ text: 'hello', usage }));
      const file = { name: 'file', filename: 'a.wav', type: 'audio/wav', value: makeWav(4) };
      const body = makeForm([{ name: 'model', value: 'by-characters' }, file]);
      const headers = { 'content-type': formType };
      expect((await gateway.call('/v1/audio/transcriptions', { body, headers })).status).toBe(200);
      const call = await lastRecorded(gateway);
      expect([usageOf(call).characters, call.charge]).toEqual([60, 60_000n]);
      expect(call.hold).toBeGreaterThanOrEqual(call.charge);
    }
  });

  const transcript = 'hello there';
  const doneEvent = (type: string, usage?: object): string => `data: ${JSON.stringify({ type, usage })}\n\n`;
  const duration = { type: 'duration', seconds: 30 };
  const estimated = { input_audio_tokens: 300, output_tokens: 2 };
  it.each([
    ['its usage', json({ text: transcript, usage: duration }), {}, estimated],
    ['its duration', json({ text: transcript, duration: 30 }), {}, estimated],
    ['a stream', sse([doneEvent('transcript.text.done', duration)]), { stream: 'true' }, { input_audio_tokens: 300 }],
    [
      'usage in tokens too',
      json({ text: transcript, usage: { ...duration, input_tokens: 9, output_tokens: 4 } }),
      {},
      { input_tokens: 9, output_tokens: 4 },
    ],
  ])(
    'that is transcribed is paid by tokens if they alone have a price: seconds are in %s',
    async (_, answer, more, usage) => {
      gateway.upstream.next(answer);
      const file = { name: 'file', filename: 'a.wav', type: 'audio/wav', value: makeWav(30) };
      const fields = Object.entries({ model: 'by-tokens', ...more }).map(([name, value]) => ({ name, value }));
      const body = makeForm([...fields, file]);
      const response = await gateway.call('/v1/audio/transcriptions', { body, headers: { 'content-type': formType } });
      await response.text();
      const call = await lastRecorded(gateway);
      expect(usageOf(call)).toMatchObject(usage);
      expect(call.charge > 0n).toBe(true);
    },
  );

  it('whose seconds are reported is paid by tokens if they alone have a price', async () => {
    const delta = `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: makeMp3(60).toString('base64') })}\n\n`;
    gateway.upstream.next(sse([delta, doneEvent('speech.audio.done', duration)]));
    await (await say({ model: 'by-tokens', stream_format: 'sse' })).text();
    expect(usageOf(await lastRecorded(gateway)).output_audio_tokens).toBe(1_250);
  });

  it('as samples without a container is paid by what they take', async () => {
    gateway.upstream.next(sound(Buffer.alloc(480_000)));
    await (await say({ model: 'by-tokens', response_format: 'pcm' })).arrayBuffer();
    expect(usageOf(await lastRecorded(gateway)).output_audio_tokens).toBe(209);
  });

  it('as events is paid by what the last one says, as audio', async () => {
    const done = { type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } };
    const events = [`data: {"type":"speech.audio.delta","audio":"SUQz"}\n\n`, `data: ${JSON.stringify(done)}\n\n`];
    gateway.upstream.next(sse(events));
    const response = await say({ model: 'by-tokens', stream_format: 'sse' });
    expect(await response.text()).toBe(events.join(''));
    const call = await lastRecorded(gateway);
    expect([usageOf(call), call.charge]).toEqual([{ input_tokens: 14, output_audio_tokens: 101 }, 2_034n]);
  });

  it('as events that break off is paid by what was to be spoken, but only if some of it was', async () => {
    const delta = `data: {"type":"speech.audio.delta","audio":"SUQz"}\n\n`;
    gateway.upstream.next(sse([delta]));
    expect(await (await say({ stream_format: 'sse' })).text()).toMatch(/^data: \{"type".*\n\ndata: \{"error"/);
    const call = await lastRecorded(gateway);
    expect([call.outcome, usageOf(call)]).toEqual(['upstream_cut', { characters: 11 }]);
    gateway.upstream.next(sse([]));
    expect((await say({ stream_format: 'sse' })).status).toBe(502);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it.each(['text/plain', 'text/plain; charset=utf-8', 'text/vtt', 'application/x-jsonl'])(
    'is no text: an answer of %s is refused, and free',
    async (type) => {
      const text = 'service unavailable';
      gateway.upstream.next([head(200, { 'content-type': type, 'content-length': String(text.length) }), bytes(text)]);
      const response = await say({});
      expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('Nothing was charged')]);
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
    },
  );

  it('is spoken in a voice of the caller, by the provider’s name for it', async () => {
    const consent = await made('/v1/audio/voice_consents', [named, language, recording], 'cons_theirs');
    expect(consent).toMatch(/^cons_\w{24}$/);
    gateway.upstream.forget();
    const voice = await made('/v1/audio/voices', [sample, named, { name: 'consent', value: consent }], 'voice_theirs');
    expect(voice).toMatch(/^voice_\w{24}$/);
    const form = readForm(gateway.upstream.requests[0]?.body ?? Buffer.alloc(0));
    expect(form.find(({ name }) => name === 'consent')?.value).toBe('cons_theirs');
    expect(usageOf(await lastRecorded(gateway))).toEqual({});
    expect(await lastRecorded(gateway)).toMatchObject({ productSku: 'test', charge: 1n });

    gateway.upstream.always(sound('x'));
    for (const choice of [voice, { id: voice }]) {
      gateway.upstream.forget();
      gateway.upstream.always(sound('x'));
      expect((await say({ voice: choice })).status).toBe(200);
      const sent = JSON.parse(String(gateway.upstream.requests[0]?.body)) as { voice: unknown };
      expect(sent.voice).toEqual(typeof choice === 'string' ? 'voice_theirs' : { id: 'voice_theirs' });
    }
    const foreign = await say({ voice: { id: voice } }, { authorization: `Bearer ${otherKey}` });
    expect([foreign.status, await foreign.json()]).toMatchObject([
      403,
      { error: { code: 'not_voice_owner', type: 'permission_error', param: 'voice' } },
    ]);
    const seen = await gateway.call(`/v1/audio/voices/${voice}`, { headers: product });
    expect(await seen.json()).toEqual({ id: voice, object: 'audio.voice', name: 'Me', created_at: 1 });
    const headers = { ...product, authorization: `Bearer ${otherKey}` };
    expect((await gateway.call(`/v1/audio/voices/${voice}`, { headers })).status).toBe(404);
    expect(await (await gateway.call('/v1/audio/voices', { headers })).json()).toMatchObject({
      data: [],
      has_more: false,
    });
    const list = await gateway.call('/v1/audio/voices?limit=1', { headers: product });
    expect(await list.json()).toMatchObject({
      data: [{ id: voice }],
      first_id: voice,
      last_id: voice,
      has_more: false,
    });

    gateway.upstream.forget();
    gateway.upstream.next(json({ error: { message: 'No voice voice_theirs here.' } }, { status: 409 }));
    const refused = await gateway.call(`/v1/audio/voices/${voice}`, { method: 'DELETE', headers: product });
    expect(await refused.text()).toContain(`No voice ${voice} here.`);
    gateway.upstream.next(json({ id: 'voice_theirs', object: 'audio.voice.deleted', deleted: true }));
    const deleted = await gateway.call(`/v1/audio/voices/${voice}`, { method: 'DELETE', headers: product });
    expect(await deleted.json()).toEqual({ id: voice, object: 'audio.voice.deleted', deleted: true });
    expect(gateway.upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v1/audio/voices/voice_theirs',
      'DELETE /v1/audio/voices/voice_theirs',
    ]);
    expect((await say({ voice })).status).toBe(404);
  });

  it('may be a chat completion’s, whose voice has the same owner and the same name at the provider', async () => {
    const consent = await made('/v1/audio/voice_consents', [named, language, recording], 'cons_theirs');
    const voice = await made('/v1/audio/voices', [sample, named, { name: 'consent', value: consent }], 'voice_theirs');
    gateway.upstream.forget();
    for (const choice of [voice, { id: voice }, 'alloy'])
      for (const store of [false, true]) {
        gateway.upstream.next(json(spoken));
        expect((await chat(choice, { store })).status).toBe(200);
        const sent = JSON.parse(String(gateway.upstream.requests.at(-1)?.body)) as { audio: unknown };
        const expected = typeof choice === 'string' ? choice.replace(voice, 'voice_theirs') : { id: 'voice_theirs' };
        expect(sent).toMatchObject({ audio: { voice: expected, format: 'wav' }, messages: [{ content: 'Hi' }] });
      }
    const refusal = json({ error: { message: 'No voice voice_theirs here.' } }, { status: 409 });
    gateway.upstream.forget();
    gateway.upstream.always(refusal);
    for (const refused of [await chat(voice), await say({ voice })])
      expect(await refused.text()).toContain(`No voice ${voice} here.`);
    gateway.upstream.forget();
    const foreign = await chat({ id: voice }, {}, otherKey);
    const error = { code: 'not_voice_owner', param: 'audio.voice' };
    expect([foreign.status, await foreign.json()]).toMatchObject([403, { error }]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('knows no voice by an id that is not ours', async () => {
    for (const voice of ['voice_theirs', { id: 'voice_theirs' }, { id: 'alloy' }]) {
      const response = await say({ voice });
      expect([response.status, await response.json()]).toMatchObject([404, { error: { param: 'voice' } }]);
      const completion = await chat(voice);
      expect([completion.status, await completion.json()]).toMatchObject([404, { error: { param: 'audio.voice' } }]);
    }
    expect(gateway.upstream.requests).toEqual([]);
  });

  it.each([
    ['GET', '/v1/audio/voices'],
    ['GET', '/v1/audio/voice_consents'],
  ])('wants the Product named also where nothing is charged: %s %s', async (method, path) => {
    const response = await gateway.call(path, { method });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'product_required' } }]);
    expect((await gateway.call(`${path}?product_sku=test`, { method })).status).toBe(200);
  });
});
