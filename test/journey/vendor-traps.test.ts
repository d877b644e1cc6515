import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, responseStream } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const piece = (delta: object, finish: string | null = null, more: object = {}): string =>
  data({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-5',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
const done = 'data: [DONE]\n\n';

describe('traps of vendors and hosts', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const chat = async (events: readonly string[], changes: object = {}): Promise<string> => {
    gateway.upstream.next(sse(events));
    return (await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true, ...changes } })).text();
  };
  const messages = async (events: readonly string[]): Promise<string> => {
    gateway.upstream.next(sse(events));
    const body = { model: 'only-a', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }], stream: true };
    return (await onlyA.call('/v1/messages', { body })).text();
  };
  // A model that Spec B reaches by translation alone.
  let onlyA: TestGateway;
  beforeAll(async () => {
    onlyA = await startGateway({
      providers: [makeProvider('up', 'a', gateway.upstream.url)],
      models: [makeModel('only-a', ['up'], { operations: ['chat'] })],
    });
  });
  afterAll(() => onlyA.close());

  const filtered = [
    data({ id: '', model: '', object: '', created: 0, choices: [], prompt_filter_results: [{ prompt_index: 0 }] }),
    piece({ role: 'assistant', content: '' }),
    piece({ content: 'Héllo' }),
    data({
      id: '',
      model: '',
      object: '',
      created: 0,
      choices: [
        { index: 0, finish_reason: null, content_filter_results: {}, content_filter_offsets: { check_offset: 1 } },
      ],
    }),
    piece({}, 'stop'),
    data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'gpt-5', choices: [], usage }),
    done,
  ];

  it('13: a first chunk without a choice, and chunks without a delta, go through as they are', async () => {
    expect(await chat(filtered, { stream_options: { include_usage: true } })).toBe(filtered.join(''));
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed', charge: 19n });
  });

  it('13: and do not disturb a translation', async () => {
    const text = await messages(filtered);
    expect(text).toContain('"text":"Héllo"');
    expect(text).toMatch(/"stop_reason":"end_turn"/);
    expect(text.match(/event: message_start/g)).toHaveLength(1);
    expect(text).toContain('event: message_stop');
  });

  it('13: a filter’s end without content is one, in both formats', async () => {
    const stopped = [piece({ role: 'assistant' }), piece({}, 'content_filter'), data({ choices: [], usage }), done];
    expect(await chat(stopped)).toContain('"finish_reason":"content_filter"');
    expect(await messages(stopped)).toMatch(/"stop_reason":"refusal"/);
  });

  it('14: an error after response.failed keeps its order and message', async () => {
    const failed = [
      responseStream[0],
      `event: response.failed\ndata: ${JSON.stringify({ type: 'response.failed', sequence_number: 1, response: { id: 'resp_1', object: 'response', status: 'failed', output: [], error: { code: 'server_error', message: 'It stopped.' } } })}\n\n`,
      `event: error\ndata: ${JSON.stringify({ type: 'error', sequence_number: 2, code: 'content_filter', message: 'The policy said no.', param: null })}\n\n`,
    ];
    gateway.upstream.next(sse(failed));
    const body = { model: 'test-model', input: 'Hi', store: false, stream: true };
    const text = await (await gateway.call('/v1/responses', { body })).text();
    expect(text.indexOf('response.failed')).toBeGreaterThan(-1);
    expect(text.indexOf('The policy said no.')).toBeGreaterThan(text.indexOf('It stopped.'));
  });

  it.each([
    ['an object', { error: { message: 'No model.', code: 404 } }],
    ['a text', { error: 'No model.' }],
    ['flat', { object: 'error', message: 'No model.', type: 'NotFoundError', code: 404 }],
    ['with empty choices', { id: 'x', choices: [], error: { message: 'No model.' } }],
    ['a list of one', { choices: [{ error: { message: 'No model.' } }] }],
  ])('15: an error under status 200 is no success, and free: %s', async (_, body) => {
    gateway.upstream.next(json(body));
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('No model.')]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it.each([
    ['a chunk of its own', data({ error: { message: 'Engine died.', code: 500 } })],
    [
      'with a choice',
      data({
        id: 'c1',
        choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        error: { code: 502, message: 'Engine died.' },
      }),
    ],
    ['19: in a field of the event', 'error: {"code":500,"message":"Engine died.","type":"server_error"}\n\n'],
  ])('15: an error within a stream is no end, although the host says that it is done: %s', async (_, event) => {
    const text = await chat([chatStream[0], chatStream[1], event, done]);
    expect(text).not.toContain('[DONE]');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it('16: reasoning that a host counts apart is charged', async () => {
    const apart = { ...usage, total_tokens: 118, completion_tokens_details: { reasoning_tokens: 100 } };
    gateway.upstream.next(json({ ...(chatCall.answer as object), usage: apart }));
    await gateway.call(chatCall.path, { body: chatCall.request });
    expect(await lastRecorded(gateway)).toMatchObject({ charge: 119n });
  });

  it('18: chunks that have reasoning alone are not dropped, whatever the host calls it', async () => {
    for (const name of ['reasoning', 'reasoning_content']) {
      const events = [
        piece({ role: 'assistant', [name]: 'Let me ' }),
        piece({ [name]: 'think.' }),
        piece({ content: 'Hi' }),
        piece({}, 'stop', { usage }),
        done,
      ];
      expect(await chat(events)).toBe(events.join(''));
      const text = await messages(events);
      expect(text).toContain('"thinking":"Let me "');
      expect(text).toContain('"thinking":"think."');
    }
  });

  it('22: an answer that reasoning used up passes, and is charged', async () => {
    const answer = {
      ...(chatCall.answer as { choices: readonly object[] }),
      choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'length' }],
      usage: { ...usage, completion_tokens_details: { reasoning_tokens: 7 } },
    };
    gateway.upstream.next(json(answer));
    const response = await gateway.call(chatCall.path, { body: chatCall.request });
    expect([response.status, await response.json()]).toEqual([200, answer]);
    expect([await lastRecorded(gateway), gateway.upstream.requests.length]).toMatchObject([{ charge: 19n }, 1]);
  });

  it.each([
    ['Groq', { x_groq: { id: 'req_1', usage } }],
    ['Moonshot', { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }],
  ])('usage where %s puts it is read', async (_, more) => {
    await chat([chatStream[0], chatStream[1], piece({}, 'stop', more), done]);
    expect(await lastRecorded(gateway)).toMatchObject({ charge: 19n, usageSource: 'upstream' });
  });
});
