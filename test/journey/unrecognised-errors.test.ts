import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testKey, upstreamKey } from '../fakes/make-config.ts';
import { formType, makeForm } from '../fakes/make-form.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatStream, messageStream, responseStream, sampleCalls } from '../fakes/sample-calls.ts';
import { bytes, chunk, head, json, lastChunk, note, slices, sse, sseHead, until } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const model = 'test-model';
const messages = [{ role: 'user', content: 'Hi' }];

/** What an upstream says that has failed: its own credential, a path, and a host that only insiders reach. */
const secret = `Boom with ${upstreamKey} at /srv/CANARY/x.py on CANARY.corp.internal`;

/** An error in the shapes in which upstreams have been seen to send one with the status of a success. */
const shapes: Readonly<Record<string, object>> = {
  message: { message: secret, trace: 'CANARY' },
  detail: { detail: secret },
  'details in a list': { detail: [{ loc: ['body'], msg: secret, type: 'x' }] },
  errors: { errors: [{ message: secret }] },
  'an object that is an error': { object: 'error', message: secret, code: 500 },
  'an error beside an id': { id: 'chatcmpl-CANARY', object: 'x', error: { message: secret } },
  'an error beside empty lists': { error: { message: secret }, choices: [], content: [], data: [], results: [] },
  'an error that is text': { error: secret },
  'an error of the other format': { type: 'error', error: { type: 'api_error', message: secret } },
  'an error of a choice': { id: 'c', choices: [{ index: 0, error: { code: 502, message: secret } }] },
};

/** One of every operation that takes JSON and whose answer has a shape of its own. */
const operations: readonly { readonly path: string; readonly request: object }[] = [
  ...sampleCalls,
  { path: '/v1/responses', request: { model, input: 'Hi' } },
  { path: '/v1/responses/compact', request: { model, input: 'Hi' } },
  { path: '/v1/responses/input_tokens', request: { model, input: 'Hi' } },
  { path: '/v1/messages/count_tokens', request: { model, messages } },
  { path: '/v1/complete', request: { model, prompt: '\n\nHuman: Hi\n\nAssistant:', max_tokens_to_sample: 9 } },
  { path: '/v1/moderations', request: { model, input: 'Hi' } },
  { path: '/v1/images/generations', request: { model, prompt: 'Hi' } },
  { path: '/v1/audio/speech', request: { model, input: 'Hi', voice: 'alloy' } },
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => gateway.upstream.forget());
afterAll(() => gateway.close());

/** No word of the upstream's inside, and no credential. */
const expectTidy = (text: string): void => {
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain(upstreamKey);
};

describe.each(operations)('an error with the status of a success, from $path', ({ path, request }) => {
  it.each(Object.entries(shapes))('is 502, tidied and free: %s', async (_name, body) => {
    gateway.upstream.next(json(body));
    const response = await gateway.call(path, { body: request });
    const text = await response.text();
    expect([response.status, text.includes('Boom with [redacted] at [redacted] on [redacted]')]).toEqual([502, true]);
    expectTidy(text);
    expect(await lastRecorded(gateway)).toMatchObject({ status: 502, outcome: 'failed', charge: 0n });
  });

  it.each([{}, { id: 'CANARY' }, { ok: true, host: 'CANARY' }, { usage: { prompt_tokens: 9, completion_tokens: 9 } }])(
    'and so is anything that is not an answer: %j',
    async (body) => {
      gateway.upstream.next(json(body));
      const response = await gateway.call(path, { body: request });
      const text = await response.text();
      expect(response.status).toBe(502);
      expect(text).toContain('is not an answer of this operation. Nothing was charged.');
      expectTidy(text);
      expect(await lastRecorded(gateway)).toMatchObject({ status: 502, outcome: 'failed', charge: 0n });
    },
  );
});

describe('other answers that are none', () => {
  const [chat] = sampleCalls;
  const ask = async (script: Parameters<TestGateway['upstream']['next']>[0], request: object = {}) => {
    gateway.upstream.next(script);
    const response = await gateway.call(chat?.path ?? '', { body: { ...chat?.request, ...request } });
    return { status: response.status, text: await response.text() };
  };

  it('plain text is no answer of an operation that has none', async () => {
    const type = { 'content-type': 'text/plain', 'content-length': String(secret.length) };
    const { status, text } = await ask([head(200, type), bytes(secret)]);
    expect(status).toBe(502);
    expectTidy(text);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it('an error beside a true answer goes out tidied, and the answer with its own bytes', async () => {
    const answer = { ...chat?.answer, error: { message: secret } };
    const { status, text } = await ask(json(answer));
    expect([status, JSON.parse(text)]).toMatchObject([200, chat?.answer ?? {}]);
    expectTidy(text);
  });

  it.each([
    '"error":HERE,"error":null',
    '"choices":[{"error":HERE}],"choices":CHOICES',
    '"\\u0065rror":HERE,"error":""',
  ])('an error that hides behind a member of the same name is not passed on: %s', async (members) => {
    const { choices, ...rest } = (chat?.answer ?? {}) as { choices?: object };
    const written = members
      .replace('HERE', JSON.stringify({ message: secret }))
      .replace('CHOICES', JSON.stringify(choices));
    const others = JSON.stringify(members.includes('CHOICES') ? rest : chat?.answer).slice(1);
    const { status, text } = await ask(json(`{${written},${others}`));
    expect([status, JSON.parse(text)]).toMatchObject([200, chat?.answer ?? {}]);
    expectTidy(text);
  });

  it('a megabyte of one is not passed on either, wherever its error stands', async () => {
    const padding = 'x'.repeat(1_200_000);
    const before = await ask(json({ error: { message: secret }, padding }));
    expect(before.status).toBe(502);
    expectTidy(before.text);
    gateway.upstream.next(json({ padding, error: { message: secret } }));
    const behind = await gateway.call(chat?.path ?? '', { body: chat?.request });
    await expect(behind.text()).rejects.toThrow();
  });

  // Without the credential, at which every answer ends.
  const inside = secret.replace(upstreamKey, 'it');
  it.each([
    ['an error', `"error":{"message":${JSON.stringify(inside)}}`],
    ['an error behind an empty one', `"error" : [ ],"error":${JSON.stringify([inside])}`],
    ['an error before an empty one', `"err\\u006Fr":${JSON.stringify(inside)},"error":null`],
    ['a long error', `"error":{"pad":"${'y'.repeat(9 * 1_048_576)}","message":${JSON.stringify(inside)}}`],
  ])('of a long one no word goes out behind %s, however much follows', async (_, written) => {
    const text = JSON.stringify(chat?.answer).replace(/\}$/, `,"pad":"${'x'.repeat(1_200_000)}",${written},"rest":"`);
    const pieces = [...slices(text, 65_536), ...slices('z'.repeat(1_000_000), 65_536), Buffer.from('"}')];
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    gateway.upstream.next([head(200, headers), ...pieces.map(chunk), lastChunk]);
    const client = await rawClient(gateway.url);
    const lines = ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json'];
    client.send(rawRequest(`POST ${chat?.path ?? ''}`, lines, JSON.stringify(chat?.request)));
    await client.closed();
    expect(client.rest()).toContain('xxx');
    expectTidy(client.rest());
    expect(await lastRecorded(gateway)).toMatchObject({ status: 200, outcome: 'upstream_cut' });
  });

  it.each(['null', '""', '[ ]', 'false'])('a long one with %s for its error goes out whole', async (error) => {
    const text = JSON.stringify(chat?.answer).replace(
      /\}$/,
      `,"pad":"${'x'.repeat(1_200_000)}","error" : ${error} ,"rest":"`,
    );
    const whole = `${text}${'z'.repeat(1_000_000)}"}`;
    expect(await ask(json(whole))).toEqual({ status: 200, text: whole });
  });

  it('a long one is none with an error of a choice at its beginning', async () => {
    const choices = [{ index: 0, error: { message: secret } }];
    const { status, text } = await ask(json({ id: 'c', choices, pad: 'x'.repeat(1_200_000) }));
    expect([status, text.includes('Boom with [redacted]')]).toEqual([502, true]);
    expectTidy(text);
  });

  it('a long one is cut where a choice behind its beginning is an error', async () => {
    const failed = { index: 1, error: { message: inside } };
    const written = JSON.stringify({
      id: 'c',
      choices: [{ index: 0, message: { content: 'x'.repeat(1_200_000) } }, failed],
    });
    gateway.upstream.next(json(written));
    const answer = await gateway.call(chat?.path ?? '', { body: chat?.request });
    await expect(answer.text()).rejects.toThrow();
    expect(await lastRecorded(gateway)).toMatchObject({ status: 200, outcome: 'upstream_cut' });
  });

  it('a long one with the word among its content goes out whole', async () => {
    const message = { role: 'assistant', content: `"error" ${'x'.repeat(1_200_000)}` };
    const whole = JSON.stringify({ id: 'c', choices: [{ index: 0, error: null, finish_reason: 'error', message }] });
    expect(await ask(json(whole))).toEqual({ status: 200, text: whole });
  });

  it('a transcription is one only with its text', async () => {
    for (const body of Object.values(shapes)) {
      gateway.upstream.next(json(body));
      const form = makeForm([
        { name: 'model', value: model },
        { name: 'file', value: 'RIFF', filename: 'a.wav' },
      ]);
      const response = await gateway.call('/v1/audio/transcriptions', {
        body: form,
        headers: { 'content-type': formType },
      });
      expect(response.status).toBe(502);
      expectTidy(await response.text());
    }
  });
});

/** How each format streams, with an event that is good and one of an unknown type. */
const streams = [
  {
    name: 'chat',
    path: '/v1/chat/completions',
    request: { model, messages, stream: true },
    events: chatStream,
    native: /data: \{"error":\{"message":/,
  },
  {
    name: 'completions',
    path: '/v1/completions',
    request: { model, prompt: 'Hi', stream: true },
    events: ['data: {"choices":[{"index":0,"text":"Héllo"}]}\n\n', 'data: [DONE]\n\n'],
    native: /data: \{"error":\{"message":/,
  },
  {
    name: 'responses',
    path: '/v1/responses',
    request: { model, input: 'Hi', store: false, stream: true },
    events: responseStream,
    native: /event: error\ndata: \{"type":"error",.*"error":\{/,
  },
  {
    name: 'messages',
    path: '/v1/messages',
    request: { model, messages, max_tokens: 9, stream: true },
    events: messageStream,
    native: /event: error\ndata: \{"type":"error","error":\{/,
  },
  {
    name: 'images',
    path: '/v1/images/generations',
    request: { model, prompt: 'Hi', stream: true },
    events: [
      'event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"eA=="}\n\n',
      'event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"eA=="}\n\n',
    ],
    native: /data: \{"error":\{"message":/,
  },
  {
    name: 'speech',
    path: '/v1/audio/speech',
    request: { model, input: 'Hi', voice: 'alloy', stream_format: 'sse' },
    events: ['data: {"type":"speech.audio.delta","audio":"eA=="}\n\n', 'data: {"type":"speech.audio.done"}\n\n'],
    native: /data: \{"error":\{"message":/,
  },
] as const;

const named = Object.entries(shapes).flatMap(([name, body]) => [
  [`${name}, without a name`, `data: ${JSON.stringify(body)}\n\n`] as const,
  [`${name}, named error`, `event: error\ndata: ${JSON.stringify(body)}\n\n`] as const,
]);

describe.each(streams)('an error in a stream of $name', ({ path, request, events, native }) => {
  const ask = async (sent: readonly string[]): Promise<string> => {
    gateway.upstream.next(sse(sent));
    return (await gateway.call(path, { body: request })).text();
  };

  it.each([...named, ['text alone', `data: ${JSON.stringify(secret)}\n\n`] as const])(
    'is reported as every client of the format expects it, tidied, and ends the stream: %s',
    async (_name, event) => {
      // A comment is the least that can go out before: what comes first is an answer with a status.
      const text = await ask([':\n\n', event, ...events]);
      expect(text).toMatch(native);
      expect(text).toContain('Boom with [redacted] at [redacted] on [redacted]');
      expectTidy(text);
      expect(text).not.toContain(events.at(-1));
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut', charge: 0n });
    },
  );

  it('leaves what came before it as it was', async () => {
    const text = await ask([events[0], `data: ${JSON.stringify({ detail: secret })}\n\n`]);
    expect(text.startsWith(events[0])).toBe(true);
    expect(text.slice(events[0].length)).toMatch(native);
  });

  it('is not passed on where it hides behind a member of the same name', async () => {
    const hiding = events[0].replace('data: {', `data: {"error":${JSON.stringify({ message: secret })},"error":null,`);
    const text = await ask([events[0], hiding, ...events.slice(1)]);
    expectTidy(text);
    expect(text.startsWith(events[0] + events[0].replace('data: {', 'data: {"error":null,'))).toBe(true);
  });

  it('is no event of an unknown type', async () => {
    const unknown = 'event: new.kind\ndata: {"type":"new.kind","anything":"CANARY"}\n\n';
    expect(await ask([events[0], unknown, ...events.slice(1)])).toContain(unknown);
  });

  it.each([
    [`: ${secret}\n\n`, ':\n\n'],
    [': token abcdef123456\n', ':\n'],
    [`id: ${upstreamKey}\n`, ''],
    ['id: gpu-17.CANARY\n', ''],
    ['retry: CANARY\n', ''],
    ['x-host: CANARY\n', ''],
    ['CANARY\n', ''],
    ['event: failed on CANARY\n', ''],
  ])('does not hide in a line beside the data: %j', async (line, left) => {
    const text = await ask([line + events[0], ...events.slice(1)]);
    expect(text.startsWith(left + events[0])).toBe(true);
    expectTidy(text);
  });

  it.each([': OPENROUTER PROCESSING\n\n', ':\n\n', 'id: 7\n', 'retry: 3000\n'])(
    'is no line that says nothing: %j',
    async (line) => {
      expect((await ask([line + events[0], ...events.slice(1)])).startsWith(line + events[0])).toBe(true);
    },
  );

  it('is no comment, which goes out at once as a sign of life, without its words', async () => {
    let transcript = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      transcript = resolve;
    });
    gateway.upstream.next([
      sseHead(),
      chunk(`: ${secret}\n\n`),
      note(() => undefined),
      until(sent),
      ...events.map(chunk),
      lastChunk,
    ]);
    const response = await gateway.call(path, { body: request });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe(':\n\n');
    transcript();
    while (!(await reader?.read())?.done);
  });
});
