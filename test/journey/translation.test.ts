import type { TextWire } from '../../src/catalog/catalog.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall, chatStream } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { upperWires } from '../fakes/upper-wire.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';
import type { Wires } from '../../src/wires/wire.ts';
import { wires } from '../../src/wires/wires.ts';

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Say hello' }];
const events = [
  'data: {"TEXT":"HEL"}\n\n',
  'data: {"TEXT":"LO"}\n\n',
  'data: {"END":true,"IN":11,"OUT":7}\n\n',
] as const;

describe('a call whose provider takes another wire format', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  const provider = (id: string, served: readonly TextWire[]) => ({
    ...makeProvider(id, 'a', upstream.url),
    wires: served,
  });
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      provider('upper', ['responses']),
      provider('both', ['responses', 'messages']),
      provider('own', ['responses', 'chat-completions']),
      { ...makeProvider('other-spec', 'b', upstream.url), wires: ['messages'] as const },
    ];
    const models = [
      ...providers.map(({ id }) => makeModel(`${id}-model`, [id])),
      makeModel('mixed-model', ['upper', 'own']),
      { ...makeModel('lenient-model', ['upper']), mayLose: true },
    ];
    gateway = await startWith(makeConfig({ providers, models }), { wires: upperWires });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const ask = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    gateway.call(path, { body: { model: 'upper-model', messages, ...body }, headers });
  const sent = (): unknown => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? 'null');

  it('is sent in that format, answered in its own, and charged by what the upstream counts', async () => {
    upstream.always(json({ TEXT: 'HELLO', IN: 11, OUT: 7 }));
    const answer = await ask({}, { 'openai-beta': 'assistants=v2, x' });
    expect(answer.headers.get('x-diglot-dropped')).toBe('openai-beta.assistants_v2, openai-beta.x');
    expect(await answer.json()).toMatchObject({
      id: expect.stringMatching(/^chatcmpl_\w{24}$/),
      object: 'chat.completion',
      model: 'upper-model',
      choices: [{ message: { role: 'assistant', content: 'hello' } }],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
    expect(upstream.requests[0]?.path).toBe('/v1/upper/responses');
    expect(upstream.requests[0]?.headers['openai-beta']).toBeUndefined();
    expect(sent()).toEqual({ MODEL: 'upper-model', SAY: ['SAY HELLO'], STREAM: false });
    expect(answer.headers.get('x-diglot-charge')).toBe('0.000000019');
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 11, output_tokens: 7 });
  });

  it('streams in its own format, event by event, and is in the ledger when it has ended', async () => {
    upstream.always(sse(events));
    const answer = await ask({ stream: true, stream_options: { include_usage: true } });
    const text = await answer.text();
    const contents = [...text.matchAll(/"delta":\{"content":"(\w+)"\}/g)].map(([, content]) => content);
    expect(contents).toEqual(['hel', 'lo']);
    expect(text).toContain('"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 11, output_tokens: 7 });
  });

  it.each([
    ['whole', false, json({ TEXT: 'HELLO', IN: 11, OUT: 7 })],
    ['streamed', true, sse(events)],
  ])('is stored as its caller got it: %s', async (_, stream, script) => {
    upstream.always(script);
    const text = await (await ask({ stream, store: true })).text();
    const [, id = ''] = /"id":"(chatcmpl_\w+)"/.exec(text) ?? [];
    const stored = await gateway.call(`${path}/${id}`);
    expect(await stored.json()).toMatchObject({ id, choices: [{ message: { content: 'hello' } }] });
  });

  it('never looks whole where its upstream stopped', async () => {
    upstream.always(sse(events.slice(0, 2)));
    const text = await (await ask({ stream: true })).text();
    expect(text).toContain('"content":"lo"');
    expect(text).toContain('data: {"error":');
    expect(text).not.toContain('[DONE]');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  it('gets a failure in its own format, whichever side reports it', async () => {
    upstream.always(sse([events[0], 'data: {"FAILED":"Too tired."}\n\n']));
    const text = await (await ask({ stream: true })).text();
    expect(text).toMatch(/data: \{"error":\{"message":"Too tired\."/);
    expect(text).not.toContain('FAILED');
    upstream.always(json({ error: { message: 'No such voice.' } }, { status: 400 }));
    const refused = await ask({});
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { message: 'No such voice.' } }]);
  });

  it('is refused for a loss of meaning, before anything is sent, and free', async () => {
    const answer = await ask({ stop: ['x'] });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_value', param: 'stop' } },
    ]);
    expect(upstream.requests).toEqual([]);
    expect(usageOf(await lastRecorded(gateway))).toEqual({});
    upstream.always(json({ TEXT: 'HELLO', IN: 11, OUT: 7 }));
    const warned = await ask({ stop: ['x'], user: 'u' }, { 'x-diglot-on-loss': 'warn' });
    expect([warned.status, warned.headers.get('x-diglot-dropped')]).toEqual([200, 'user, stop']);
  });

  it('loses what its model may lose, unless the caller says otherwise', async () => {
    upstream.always(json({ TEXT: 'HELLO', IN: 11, OUT: 7 }));
    const lenient = await ask({ model: 'lenient-model', stop: ['x'] });
    expect([lenient.status, lenient.headers.get('x-diglot-dropped')]).toEqual([200, 'stop']);
    expect((await ask({ model: 'lenient-model', stop: ['x'] }, { 'x-diglot-on-loss': 'error' })).status).toBe(400);
  });

  it('goes to the first format of its provider on which nothing of meaning is lost', async () => {
    upstream.always(json({ TEXT: 'HELLO', IN: 11, OUT: 7 }));
    await ask({ model: 'both-model' });
    await ask({ model: 'both-model', stop: ['x'] });
    expect(upstream.requests.map(({ path: at }) => at)).toEqual(['/v1/upper/responses', '/v1/upper/messages']);
  });

  it('reports losses in the head, and those of a stream in a comment before its last event', async () => {
    upstream.always(json({ TEXT: 'HELLO (WHISPERED)', IN: 11, OUT: 7 }));
    const answer = await ask({ user: 'u', temperature: 0.3 });
    expect(answer.headers.get('x-diglot-dropped')).toBe('user, whisper');
    expect(answer.headers.get('x-diglot-approximated')).toBe('temperature');
    upstream.always(sse([events[0], 'data: {"TEXT":"HI (WHISPERED)"}\n\n', events[2]]));
    const stream = await ask({ stream: true, user: 'u' });
    expect(stream.headers.get('x-diglot-dropped')).toBe('user');
    expect(await stream.text()).toMatch(/\n\n: x-diglot-dropped: whisper\n\ndata: \[DONE\]\n\n$/);
  });

  it('keeps its own format, and every byte, where the provider or another one of its model has it', async () => {
    upstream.always(json(chatCall.answer));
    for (const model of ['own-model', 'mixed-model']) {
      const body = JSON.stringify({ model, messages, user: 'u', temperature: 0.3, stop: ['x'] });
      const answer = await ask(JSON.parse(body) as object);
      expect(await answer.text()).toBe(JSON.stringify(chatCall.answer));
      expect(answer.headers.get('x-diglot-dropped')).toBeNull();
      expect(upstream.requests.at(-1)?.path).toBe(path);
    }
    upstream.always(sse(chatStream));
    const stream = await ask({ model: 'own-model', stream: true, stream_options: { include_usage: true } });
    expect(await stream.text()).toBe(chatStream.join(''));
  });

  it('reaches a provider of the other specification, whose model is in the list of this one', async () => {
    upstream.always(json({ TEXT: 'HELLO', IN: 11, OUT: 7 }));
    expect((await ask({ model: 'other-spec-model' })).status).toBe(200);
    expect(upstream.requests[0]).toMatchObject({ path: '/upper/messages' });
    const { data } = (await (await gateway.call('/v1/models')).json()) as { data: readonly { id: string }[] };
    expect(data.map(({ id }) => id)).toContain('other-spec-model');
  });
});

it('is 404 where the formats cannot be translated', async () => {
  const upstream = await startScriptedUpstream();
  const provider = { ...makeProvider('up', 'a', upstream.url), wires: ['responses'] as const };
  const untranslated = Object.fromEntries(
    Object.entries(wires).map(([id, wire]) => [id, { ...wire, turn: undefined }]),
  ) as unknown as Wires;
  const gateway = await startWith(makeConfig({ providers: [provider] }), { wires: untranslated });
  const answer = await gateway.call(path, { body: { model: 'test-model', messages } });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'model_not_found' } }]);
  expect(upstream.requests).toEqual([]);
  await gateway.close();
  await upstream.close();
});
