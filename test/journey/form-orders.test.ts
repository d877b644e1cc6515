import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { formType, makeForm, type FormPart } from '../fakes/make-form.ts';
import { makeWav } from '../fakes/make-recording.ts';
import { rawClient, type RawResponse } from '../fakes/raw-client.ts';
import { bytes, head, json, sse, type Script } from '../fakes/script.ts';
import { callWith, makers } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const model: FormPart = { name: 'model', value: 'test-model' };
const prompt: FormPart = { name: 'prompt', value: 'a word' };
const stream: FormPart = { name: 'stream', value: 'true' };
const fileOf = (name: string): FormPart => ({ name, filename: 'a.wav', type: 'audio/wav', value: makeWav(1) });

const event = (type: string, more: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const usage = { type: 'tokens', input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const transcript = sse([
  event('transcript.text.delta', { delta: 'a' }),
  event('transcript.text.done', { text: 'a', usage }),
]);
const pictures = sse([event('image_edit.completed', { b64_json: 'AAAA', usage })]);
const images = json({ created: 1, data: [{ b64_json: 'AAAA' }] });
let things = 0;
const thing = (): Script => json({ id: `theirs-${(things += 1)}`, object: 'thing' });
const subtitles: Script = [head(200, { 'content-type': 'text/plain', 'content-length': '1' }), bytes('a')];

interface Operation {
  readonly path: string;
  readonly parts: readonly FormPart[];
  readonly answer: Script | (() => Script);
  readonly headers?: readonly string[];
}

const billed = ['x-product-sku: test'];

/** Every operation that takes a form, with the fields that decide how it is answered. */
const operations: readonly Operation[] = [
  { path: '/v1/audio/transcriptions', parts: [model, prompt, stream, fileOf('file')], answer: transcript },
  {
    path: '/v1/audio/translations',
    parts: [model, prompt, { name: 'response_format', value: 'srt' }, fileOf('file')],
    answer: subtitles,
    headers: billed,
  },
  { path: '/v1/images/edits', parts: [model, prompt, stream, fileOf('image')], answer: pictures },
  {
    path: '/v1/images/variations',
    parts: [model, { name: 'n', value: '1' }, { name: 'response_format', value: 'b64_json' }, fileOf('image')],
    answer: images,
  },
  {
    path: '/v1/files',
    parts: [{ name: 'purpose', value: 'user_data' }, { name: 'expires_after[seconds]', value: '3600' }, fileOf('file')],
    answer: thing,
  },
  {
    path: '/v1/files',
    parts: [{ name: 'purpose', value: 'user_data' }, fileOf('file')],
    answer: thing,
    headers: ['anthropic-version: 2023-06-01'],
  },
  {
    path: '/v1/audio/voice_consents',
    parts: [{ name: 'name', value: 'Me' }, { name: 'language', value: 'en' }, fileOf('recording')],
    answer: thing,
    headers: billed,
  },
  {
    path: '/v1/audio/voices',
    parts: [{ name: 'name', value: 'Me' }, { name: 'consent', value: '' }, fileOf('audio_sample')],
    answer: thing,
    headers: billed,
  },
];

/** All orders of a list. */
const ordersOf = <Item>(items: readonly Item[]): readonly (readonly Item[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

/** A form in the pieces that a slow client writes: each field by itself, heads apart from what follows them. */
function piecesOf(form: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = form.indexOf('\r\n\r\n'); at !== -1; at = form.indexOf('\r\n\r\n', from)) {
    pieces.push(form.subarray(from, at + 4));
    from = at + 4;
  }
  return [...pieces, form.subarray(from)];
}

describe('a form that comes piece by piece', () => {
  let gateway: TestGateway;
  const sockets: Socket[] = [];
  const learn = (message: unknown): void =>
    void sockets.push((message as { readonly request: IncomingMessage }).request.socket);
  beforeAll(async () => {
    gateway = await startGateway();
    subscribe('http.server.request.start', learn);
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(async () => {
    unsubscribe('http.server.request.start', learn);
    await gateway.close();
  });

  /** Sends each piece when the gateway has read those before it. */
  const trickle = async ({ path, headers = [] }: Operation, form: Buffer): Promise<RawResponse> => {
    const client = await rawClient(gateway.url);
    const known = sockets.length;
    const lines = [`POST ${path} HTTP/1.1`, 'host: x', `x-api-key: ${testKey}`, ...headers];
    let sent = `${lines.join('\r\n')}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`.length;
    client.send(`${lines.join('\r\n')}\r\ncontent-type: ${formType}\r\ncontent-length: ${form.length}\r\n\r\n`);
    await expect.poll(() => sockets.length).toBe(known + 1);
    for (const piece of piecesOf(form)) {
      client.send(piece);
      sent += piece.length;
      while ((sockets.at(-1)?.bytesRead ?? sent) < sent) await turn();
      for (let turns = 0; turns < 10; turns += 1) await turn();
    }
    const response = await client.response();
    client.socket.destroy();
    return response;
  };

  it.each(operations)('is answered alike in every order of its fields: $path $headers', async (operation) => {
    const { parts, answer } = operation;
    const consent = operation.path.endsWith('/voices')
      ? await (async () => {
          gateway.upstream.always(json({ id: 'consent-of-theirs' }));
          return makers['voice-consent'](callWith(gateway, testKey), 'a');
        })()
      : '';
    const filled = parts.map((part) => (part.name === 'consent' ? { ...part, value: consent } : part));
    for (const order of ordersOf(filled)) {
      gateway.upstream.forget();
      gateway.upstream.always(answer);
      const form = makeForm(order);
      const names = order.map(({ name }) => name).join(' ');
      const response = await trickle(operation, form);
      expect([names, response.status, response.body]).toEqual([names, 200, expect.any(String)]);
      const streams = order.includes(stream);
      expect([names, response.headers['content-type']]).toEqual([
        names,
        streams ? expect.stringContaining('text/event-stream') : expect.not.stringContaining('event-stream'),
      ]);
      const [request] = gateway.upstream.requests;
      const wanted =
        consent === '' ? form : Buffer.from(form.toString('latin1').replace(consent, 'consent-of-theirs'), 'latin1');
      expect([names, request?.body.equals(wanted)]).toEqual([names, true]);
    }
    expect(gateway.services.metering.openHolds()).toBe(0);
  });
});
