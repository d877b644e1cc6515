import type Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

describe.each(anthropicMajors)('%s, messages', (_name, Client) => {
  let gateway: SdkGateway;
  let client: Anthropic;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.anthropic);
  });
  afterAll(() => gateway.close());

  const hello = { model: 'demo', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello, gateway!' }] };
  const weather: Anthropic.Tool = {
    name: 'get_weather',
    input_schema: { type: 'object', properties: { city: { type: 'string' } } },
  };

  it('answers whole', async () => {
    const { data, response, request_id } = await client.messages.create(hello).withResponse();
    expect(data.content).toEqual([expect.objectContaining({ type: 'text', text: 'You said: Hello, gateway!' })]);
    expect([data.stop_reason, data.usage.input_tokens]).toEqual(['end_turn', 8]);
    expect(request_id).toBeTruthy();
    expect(response.headers.get('x-request-id')).toBe(request_id);
  });

  it('streams word by word into MessageStream', async () => {
    const stream = client.messages.stream(hello);
    const words: string[] = [];
    stream.on('text', (delta) => words.push(delta));
    const final = await stream.finalMessage();
    expect(words).toEqual(['You ', 'said: ', 'Hello, ', 'gateway!']);
    expect(final).toMatchObject({ stop_reason: 'end_turn', usage: { input_tokens: 8, output_tokens: 8 } });
  });

  it('streams thinking with its signature', async () => {
    const thinking = { type: 'enabled', budget_tokens: 1_024 } as const;
    const final = await client.messages.stream({ ...hello, max_tokens: 2_048, thinking }).finalMessage();
    expect(final.content.map((block) => block.type)).toEqual(['thinking', 'text']);
    expect(final.content[0]).toHaveProperty('signature', expect.stringMatching(/.+/));
  });

  it.each([true, false])('goes the round of a tool use, streamed: %s', async (streamed) => {
    const ask = {
      ...hello,
      messages: [{ role: 'user' as const, content: 'Call get_weather for Oslo' }],
      tools: [weather],
    };
    const call = streamed ? await client.messages.stream(ask).finalMessage() : await client.messages.create(ask);
    expect(call.stop_reason).toBe('tool_use');
    const use = call.content[0];
    if (use?.type !== 'tool_use') throw new Error('no tool use');
    expect([use.name, use.input]).toEqual(['get_weather', { city: 'Oslo' }]);
    const answer = await client.messages.create({
      ...ask,
      messages: [
        ...ask.messages,
        { role: 'assistant', content: call.content },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: '4 degrees' }] },
      ],
    });
    expect(answer.content[0]).toHaveProperty('text', expect.stringContaining('4 degrees'));
  });

  it('honours tool_choice', async () => {
    const none = await client.messages.create({ ...hello, tools: [weather], tool_choice: { type: 'none' } });
    expect(none.stop_reason).toBe('end_turn');
    const named = await client.messages.create({
      ...hello,
      tools: [weather],
      tool_choice: { type: 'tool', name: 'get_weather' },
    });
    expect(named.stop_reason).toBe('tool_use');
  });

  it('takes images in, inline and by address', async () => {
    const data = tinyPng.toString('base64');
    const answer = await client.messages.create({
      ...hello,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/cat.png' } },
            { type: 'text', text: 'What are these?' },
          ],
        },
      ],
    });
    expect(answer.content[0]).toHaveProperty('text', expect.stringContaining('I can see 2 images.'));
  });

  it('hands on a refusal with its details', async () => {
    const answer = await client.messages.stream({ ...hello, model: 'demo-refusal' }).finalMessage();
    expect(answer.stop_reason).toBe('refusal');
    expect(answer.stop_details).toMatchObject({ type: 'refusal' });
  });

  it('counts tokens', async () => {
    const { max_tokens: _unused, ...counted } = hello;
    expect(await client.messages.countTokens(counted)).toEqual({ input_tokens: 8 });
  });

  it('calls the beta surface the way this major does', async () => {
    const answer = await client.beta.messages.create({ ...hello, betas: ['interleaved-thinking-2025-05-14'] });
    expect(answer.content[0]).toHaveProperty('text', 'You said: Hello, gateway!');
  });

  it('pages through the models', async () => {
    const first = await client.models.list({ limit: 3 });
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const ids = await Array.fromAsync(client.models.list({ limit: 3 }), (model) => model.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['demo', 'demo-long', 'scripted']));
    expect(await client.models.retrieve('demo')).toMatchObject({ id: 'demo', type: 'model' });
  });

  it('lists models by their lifecycle: all that can be called are active', async () => {
    const list = (...lifecycle: ('active' | 'deprecated' | 'retired')[]) =>
      Array.fromAsync(client.models.list({ lifecycle }), (model) => model);
    const all = await Array.fromAsync(client.models.list(), (model) => model);
    expect(new Set(all.map(({ lifecycle }) => lifecycle))).toEqual(new Set(['active']));
    expect(await list('retired', 'active')).toEqual(all);
    expect(await list('deprecated')).toEqual([]);
    const alone = { lifecycle: 'active', line: null, deprecated_at: null, retires_at: null };
    expect(await client.models.retrieve('demo')).toMatchObject(alone);
  });

  it('never takes a dropped connection for an end', async () => {
    await expect(client.messages.stream({ ...hello, model: 'demo-drop' }).finalMessage()).rejects.toThrow();
    await expect(client.messages.create({ ...hello, model: 'demo-drop' })).rejects.toThrow();
  });
});
