import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream, responseStream } from '../fakes/sample-calls.ts';
import {
  chunk,
  fin,
  head,
  lastChunk,
  pause,
  reset,
  slices,
  sse,
  sseHead,
  bytes,
  type Script,
} from '../fakes/script.ts';
import { lastRecorded, usageOf } from '../journey/recorded-calls.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

/** How each format says that a stream broke, and how it says that all is well. */
const formats = [
  {
    name: 'chat',
    path: chatCall.path,
    request: { ...chatCall.request, stream: true, stream_options: { include_usage: true } },
    events: chatStream,
    broke: /data: \{"error":/,
    whole: 'data: [DONE]',
  },
  {
    name: 'responses',
    path: '/v1/responses',
    request: { model: 'test-model', input: 'Hi', store: false, stream: true },
    events: responseStream,
    broke: /event: error\ndata: .*"type": ?"error"/,
    whole: 'response.completed',
  },
  {
    name: 'messages',
    path: messagesCall.path,
    request: { ...messagesCall.request, stream: true },
    events: messageStream,
    broke: /event: error\ndata: \{"type": ?"error", ?"error":/,
    whole: 'message_stop',
  },
] as const;

/** Ways to stop in the middle. */
const cuts: readonly (readonly [string, (sent: Script) => Script])[] = [
  ['a reset', (sent) => [sseHead(), ...sent, pause(20), reset]],
  ['the connection’s end', (sent) => [sseHead(), ...sent, fin]],
  ['a clean end of its chunks', (sent) => [sseHead(), ...sent, lastChunk]],
];

describe.each(formats)('a stream of $name that breaks', ({ path, request, events, broke, whole }) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const ask = async (script: Script, status = 200): Promise<string> => {
    gateway.upstream.next(script);
    const response = await gateway.call(path, { body: request });
    expect(response.status).toBe(status);
    return response.text();
  };

  it.each(cuts)('after any event, by %s, ends with an error and never with a clean end', async (_name, cut) => {
    const last = events.findIndex((event) => event.includes(whole));
    for (let count = 1; count <= last; count += 1) {
      const text = await ask(cut(events.slice(0, count).map(chunk)));
      if (path === chatCall.path && count > 2) continue;
      expect(text.startsWith(events.slice(0, count).join(''))).toBe(true);
      expect(text.slice(events.slice(0, count).join('').length)).toMatch(broke);
      expect(text).not.toContain(whole);
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
    }
    expect(gateway.upstream.requests).toHaveLength(last);
  });

  it('inside of an event, keeps the half one to itself', async () => {
    const [first, second] = events;
    const half = second.slice(0, Math.floor(second.length / 2));
    const text = await ask([sseHead(), chunk(first), chunk(half), pause(20), reset]);
    expect(text.startsWith(first)).toBe(true);
    expect(text.split(half)).toHaveLength(first.startsWith(half) ? 2 : 1);
    expect(text.slice(first.length)).toMatch(broke);
  });

  it('before its head or right after it, is reported as well', async () => {
    const refused = /^\{.*The upstream did not complete its answer/;
    expect(await ask([reset], 502)).toMatch(refused);
    expect(await ask([sseHead(), pause(20), reset], 502)).toMatch(refused);
    expect(await ask([sseHead(), lastChunk], 502)).toMatch(refused);
  });

  it('is whole without the last blank line', async () => {
    const text = events.join('').trimEnd();
    expect((await ask([head(200, { 'content-type': 'text/event-stream' }), bytes(text), fin])).trimEnd()).toBe(text);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed' });
  });

  it('survives an event of 2 MiB in small pieces', async () => {
    const big = events[1].replace('Héllo', 'x'.repeat(2_097_152));
    const all = [events[0], big, ...events.slice(2)].join('');
    expect(await ask(sse(slices(all, 16_384)))).toBe(all);
  });

  it('does not believe a cut event that has no end', async () => {
    const piece = 'x'.repeat(1_048_576);
    const endless = Array.from({ length: 34 }, () => chunk(piece));
    const text = await ask([sseHead(), chunk(events[0]), chunk('data: '), ...endless, lastChunk]);
    expect(text.length).toBeLessThan(5_000);
    expect(text.slice(events[0].length)).toMatch(broke);
  });

  it('does not take words of the model for the format’s own', async () => {
    const words = 'data: [DONE]\\n\\nevent: message_stop\\n\\n{\\"usage\\":{\\"output_tokens\\":999}}';
    const all = events.map((event) => event.replace('Héllo', words)).join('');
    expect(await ask(sse([all]))).toBe(all);
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 11, output_tokens: 7 });
  });
});

describe('a stream that has nothing but its end', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('other', ['up-b'])] });
  });
  afterAll(() => gateway.close());

  const done = 'data: [DONE]\n\n';
  const speech = { model: 'test-model', input: 'Hi', voice: 'alloy', stream_format: 'sse' };
  it.each<[string, string, object, string]>([
    ['chat', formats[0].path, formats[0].request, done],
    ['completions', '/v1/completions', { model: 'test-model', prompt: 'Hi', stream: true }, done],
    ['responses', formats[1].path, formats[1].request, done],
    ['messages', formats[2].path, formats[2].request, 'event: message_stop\ndata: {"type":"message_stop"}\n\n'],
    ['speech', '/v1/audio/speech', speech, 'data: {"type":"speech.audio.done"}\n\n'],
    [
      'messages for a caller of chat',
      formats[0].path,
      { ...formats[0].request, model: 'other' },
      'event: message_stop\ndata: {}\n\n',
    ],
  ])('is no answer of %s, and free', async (_, path, body, end) => {
    for (const script of [sse([end]), sse([end.trimEnd()])]) {
      gateway.upstream.next(script);
      const response = await gateway.call(path, { body });
      expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('upstream_invalid')]);
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
    }
  });
});

/** The failure that an upstream reports in the middle of a stream, in each format. */
const reported: Readonly<Record<(typeof formats)[number]['name'], string>> = {
  chat: 'data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n',
  responses:
    'event: error\ndata: {"type":"error","error":{"type":"server_error","code":"server_error","message":"Overloaded"}}\n\n',
  messages: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
};

/** The same as the first event, when the client has had nothing: a status, and the type that the specification has for it. */
const refusals = {
  chat: [500, 'server_error'],
  responses: [500, 'server_error'],
  messages: [529, 'overloaded_error'],
} as const;

describe('a failure that the upstream reports before it ends cleanly', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it.each(formats)(
    'is a broken stream of $name: charged for what went out, and for nothing when nothing did',
    async (format) => {
      const { path, request, events, whole, name } = format;
      const end = events.filter((event) => event.includes(whole));
      for (const before of [0, events.findIndex((event) => event.includes('Héllo')) + 1]) {
        gateway.upstream.next(sse([...events.slice(0, before), reported[name], ...end]));
        const response = await gateway.call(path, { body: request });
        const text = await response.text();
        const call = await lastRecorded(gateway);
        expect(call.charge > 0n).toBe(before > 0);
        if (before > 0) {
          expect(text).toBe([...events.slice(0, before), reported[name]].join(''));
          expect([name, call.outcome]).toEqual([name, 'upstream_cut']);
          continue;
        }
        const [status, type] = refusals[name];
        expect([response.status, JSON.parse(text)]).toMatchObject([status, { error: { type, message: 'Overloaded' } }]);
        expect([name, call.outcome]).toEqual([name, 'failed']);
      }
    },
  );

  const mistakes = {
    chat: 'data: {"error":{"message":"Too long","code":"context_length_exceeded"}}\n\n',
    responses: 'event: error\ndata: {"type":"error","code":"context_length_exceeded","message":"Too long"}\n\n',
    messages: 'event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"Too long"}}\n\n',
  };

  it.each(formats)('is the caller’s mistake where it names one, as the first event of $name', async (format) => {
    gateway.upstream.next(sse([mistakes[format.name]]));
    const response = await gateway.call(format.path, { body: format.request });
    const error = { type: 'invalid_request_error', message: 'Too long' };
    expect([response.status, await response.json()]).toMatchObject([400, { error }]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', status: 400, charge: 0n });
  });

  it('costs the input of messages too where their start did not count it', async () => {
    const events = messageStream.map((event) =>
      event.includes('message_start') ? event.replace(/"usage": ?\{[^}]*\}/, '"usage":null') : event,
    );
    gateway.upstream.next(sse(events));
    await (await gateway.call(messagesCall.path, { body: { ...messagesCall.request, stream: true } })).text();
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'completed', usageSource: 'partial' });
    expect(usageOf(call)['input_tokens']).toBeGreaterThan(0);
    expect(usageOf(call)['output_tokens']).toBe(7);
  });
});

describe('what comes together with an end', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const ask = async ({ path, request }: (typeof formats)[number], script: Script): Promise<string> => {
    gateway.upstream.next(script);
    return (await gateway.call(path, { body: request })).text();
  };

  it.each(formats)('does not go out after the last event of $name, whole or not', async (format) => {
    const text = format.events.join('');
    for (const after of ['data: {"error":"CANARY"}\n\n', format.events[1], ': CANARY\n\n', 'data: CANARY', '\n']) {
      expect(await ask(format, sse([text + after]))).toBe(text);
      expect(await ask(format, sse([text, after]))).toBe(text);
      expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed' });
    }
  });

  it.each(formats)(
    'goes out, and is charged, where it stands before an event of $name that is none',
    async (format) => {
      const { events, broke } = format;
      const words = events.find((event) => event.includes('Héllo')) ?? '';
      const good = [events[0], ...Array.from({ length: 99 }, () => words)].join('');
      for (const bad of ['data: <html>CANARY</html>\n\n', 'data: {"choices":[\n\n']) {
        const text = await ask(format, sse([good + bad + words]));
        expect(text.startsWith(good)).toBe(true);
        expect(text.slice(good.length)).toMatch(broke);
        expect(text).not.toContain('CANARY');
        const call = await lastRecorded(gateway);
        expect(call.outcome).toBe('upstream_cut');
        // A call of messages may use no more than it asks for.
        expect(usageOf(call).output_tokens).toBeGreaterThanOrEqual(50);
      }
    },
  );

  it.each(formats)('is not charged where nothing of $name went out before it', async (format) => {
    expect(await ask(format, sse([`data: <html>\n\n${format.events.join('')}`]))).toMatch(
      /^\{.*did not complete its answer/,
    );
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', status: 502, charge: 0n });
  });

  const calls: Readonly<Record<(typeof formats)[number]['name'], string>> = {
    chat: 'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"look","arguments":""}}]}}]}\n\n',
    responses:
      'event: response.output_item.added\ndata: {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"look","arguments":""}}\n\n',
    messages:
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  };
  it.each(formats)('is charged where a call of a tool without input was all of $name that went out', async (format) => {
    await ask(format, sse([format.events[0] + calls[format.name]]));
    const call = await lastRecorded(gateway);
    expect([call.outcome, call.charge > 0n]).toEqual(['upstream_cut', true]);
    expect(usageOf(call).output_tokens).toBeGreaterThan(0);
  });
});

describe('usage in a stream', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const chat = async (events: readonly string[]) => {
    gateway.upstream.next(sse(events));
    await (await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } })).text();
    const call = await lastRecorded(gateway);
    return { usage: usageOf(call), source: call.usageSource };
  };
  const chunkWith = (usage: unknown): string => `data: {"choices":[],"usage":${JSON.stringify(usage)}}\n\n`;
  const said = chatStream.slice(0, 3);

  it('counts the last report, not the sum', async () => {
    const first = chunkWith({ prompt_tokens: 11, completion_tokens: 3 });
    const second = chunkWith({ prompt_tokens: 11, completion_tokens: 7 });
    expect(await chat([...said, first, second, 'data: [DONE]\n\n'])).toEqual({
      usage: chatCall.usage,
      source: 'upstream',
    });
  });

  it('charges the total of the last report, which leaves out details that an earlier one had', async () => {
    const first = chunkWith({
      prompt_tokens: 11,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 6 },
      completion_tokens_details: { audio_tokens: 4 },
    });
    const second = chunkWith({ prompt_tokens: 11, completion_tokens: 7 });
    const { usage } = await chat([...said, first, second, 'data: [DONE]\n\n']);
    expect(usage).toEqual(chatCall.usage);
  });

  it.each([
    ['negative', { prompt_tokens: -1, completion_tokens: -1 }],
    ['a fraction', { prompt_tokens: 1.5, completion_tokens: 2.5 }],
    ['text', { prompt_tokens: '11', completion_tokens: '7' }],
    ['beyond reason', { prompt_tokens: 1e300, completion_tokens: 1e300 }],
    ['a list', []],
  ])('that is %s is not believed: an estimate stands in its place', async (_name, usage) => {
    const counted = await chat([...said, chunkWith(usage), 'data: [DONE]\n\n']);
    expect(counted.source).toBe('estimate');
    expect(counted.usage.input_tokens).toBeGreaterThan(0);
    expect(counted.usage.input_tokens).toBeLessThan(100);
  });

  it.each(formats)(
    'of $name that counts no output is completed by an estimate of it',
    async ({ path, request, events }) => {
      const uncounted = events.map((event) =>
        event
          .replace(/"(?:(?:completion|output)_tokens|total_tokens)":7(?:,"total_tokens":18)?,?/, '')
          .replace(',}', '}')
          .replace('"usage":{}', '"usage":{"input_tokens":11}'),
      );
      expect(uncounted.join('')).not.toMatch(/_tokens":(?:7|18)/);
      gateway.upstream.next(sse(uncounted));
      await (await gateway.call(path, { body: request })).text();
      const call = await lastRecorded(gateway);
      expect([call.outcome, call.usageSource, usageOf(call).input_tokens]).toEqual(['completed', 'partial', 11]);
      expect(usageOf(call).output_tokens).toBeGreaterThan(1);
    },
  );

  it('that never came is estimated and marked as such', async () => {
    expect(await chat([...said, 'data: [DONE]\n\n'])).toMatchObject({ source: 'estimate' });
  });

  it('does not count written tokens twice when only the first report lists their lifetimes', async () => {
    const first = { input_tokens: 11, cache_creation_input_tokens: 150, output_tokens: 1 };
    const parts = { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 50 };
    const [start, ...others] = messageStream;
    const events = [
      start.replace(
        '"usage":{"input_tokens":11,"output_tokens":1}',
        `"usage":${JSON.stringify({ ...first, cache_creation: parts })}`,
      ),
      ...others.map((event) => event.replace('"usage":{', '"usage":{"cache_creation_input_tokens":150,')),
    ];
    gateway.upstream.next(sse(events));
    await (await gateway.call(messagesCall.path, { body: { ...messagesCall.request, stream: true } })).text();
    const expected = { input_tokens: 11, cache_write_tokens: 100, cache_write_1h_tokens: 50, output_tokens: 7 };
    expect(usageOf(await lastRecorded(gateway))).toEqual(expected);
  });

  it('is taken when it comes after the end of the answer', async () => {
    expect(await chat([...said, chatStream[3]])).toEqual({ usage: chatCall.usage, source: 'upstream' });
  });
});
