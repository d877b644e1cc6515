import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { json, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from '../journey/start-gateway.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** One answer of a model: it calls a tool, or says something and stops for this reason. */
type Answer = (said: string, stop: 'tool_use' | 'end_turn' | 'pause_turn') => Script;

const message: Answer = (said, stop) => {
  const use = { type: 'tool_use', id: `toolu_${said}`, name: 'get_weather', input: { city: said } };
  const content = [stop === 'tool_use' ? use : { type: 'text', text: said }];
  const usage = { input_tokens: 1, output_tokens: 1 };
  return json({ id: `msg_${said}`, type: 'message', role: 'assistant', model: 'm', content, stop_reason: stop, usage });
};

const chat: Answer = (said, stop) => {
  const call = { name: 'get_weather', arguments: JSON.stringify({ city: said }) };
  const calls = { tool_calls: [{ id: `call_${said}`, type: 'function', function: call }] };
  const spoken = { role: 'assistant', content: null, ...(stop === 'tool_use' ? calls : { content: said }) };
  const choice = { index: 0, message: spoken, finish_reason: stop === 'tool_use' ? 'tool_calls' : 'stop' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return json({ id: said, object: 'chat.completion', created: 1, model: 'm', choices: [choice], usage });
};

const asked = { role: 'user' as const, content: 'The weather?' };

const weather = {
  type: 'custom' as const,
  name: 'get_weather',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } },
  run: () => 'Sunny',
  parse: (input: unknown) => input,
};

describe('message threads of the SDK', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  let client: Anthropic;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const chatHost = { ...makeProvider('up-a', 'a', upstream.url), wires: ['chat-completions'] as const };
    gateway = await startWith(
      makeConfig({
        providers: [chatHost, makeProvider('up-b', 'b', upstream.url)],
        models: [
          makeModel('native', ['up-b']),
          makeModel('without betas', ['up-b'], { betas: [] }),
          makeModel('translated', ['up-a']),
        ],
      }),
    );
    client = new Anthropic({ baseURL: gateway.url, apiKey: gateway.key, maxRetries: 0 });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  /** How many messages each request had. None had a thread. */
  const lengths = (): readonly number[] =>
    upstream.requests.map(({ body }) => {
      const sent = JSON.parse(body.toString()) as JsonObject;
      expect(sent).not.toHaveProperty('thread');
      return (sent['messages'] as readonly unknown[]).length;
    });

  describe.each([
    ['native', message],
    ['without betas', message],
    ['translated', chat],
  ] as const)('with a model that is %s', (model, answer) => {
    it('let its tool runner send the whole conversation', async () => {
      const calls = ['Oslo', 'Bergen', 'Narvik'].map((city) => answer(city, 'tool_use'));
      for (const script of [...calls, answer('Sunny everywhere', 'end_turn')]) upstream.next(script);
      const last = await client.beta.messages.toolRunner({
        model,
        max_tokens: 100,
        messages: [asked],
        tools: [weather],
      });
      expect(last.content).toMatchObject([{ type: 'text', text: 'Sunny everywhere' }]);
      expect(lengths()).toEqual([1, 3, 5, 7]);
    });

    it('send the whole conversation with each turn', async () => {
      const thread = client.beta.messages.thread({ model, max_tokens: 100 });
      for (const said of ['One', 'Two', 'Three']) {
        upstream.next(answer(said, 'end_turn'));
        expect((await thread.send(asked)).content).toMatchObject([{ type: 'text', text: said }]);
      }
      expect(lengths()).toEqual([1, 3, 5]);
      expect(thread.messages).toHaveLength(6);
    });
  });

  it('go on from an unfinished turn', async () => {
    upstream.next(message('Searching', 'pause_turn'));
    upstream.next(message('Found', 'end_turn'));
    const thread = client.beta.messages.thread({ model: 'native', max_tokens: 100 });
    await thread.send(asked);
    expect((await thread.send()).content).toMatchObject([{ type: 'text', text: 'Found' }]);
    expect(lengths()).toEqual([1, 2]);
  });
});

describe('message threads of the SDK with the demo', () => {
  let gateway: SdkGateway;
  beforeAll(async () => {
    gateway = await startSdkGateway();
  });
  afterAll(() => gateway.close());

  it('are charged for the whole conversation', async () => {
    const thread = new Anthropic(gateway.anthropic).beta.messages.thread({ model: 'demo', max_tokens: 100 });
    const first = await thread.send({ role: 'user', content: 'My name is Ada' });
    const second = await thread.send({ role: 'user', content: 'My name is Ada' });
    expect(second.usage.input_tokens).toBeGreaterThan(first.usage.input_tokens);
  });
});
