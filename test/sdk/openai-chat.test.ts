import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

describe.each(openaiMajors)('%s, chat completions', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  const messages = [{ role: 'user', content: 'Hello, gateway!' }] as const;
  const weather = {
    type: 'function',
    function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  } as const;

  it('answers whole', async () => {
    const { data, response, request_id } = await client.chat.completions
      .create({ model: 'demo', messages: [...messages] })
      .withResponse();
    expect(data.choices[0]?.message.content).toBe('You said: Hello, gateway!');
    expect(data.usage?.total_tokens).toBeGreaterThan(0);
    expect(request_id).toBeTruthy();
    expect(response.headers.get('request-id')).toBe(request_id);
  });

  it('streams word by word into ChatCompletionStream', async () => {
    const stream = client.chat.completions.stream({ model: 'demo', messages: [...messages] });
    const words: string[] = [];
    stream.on('content', (delta) => words.push(delta));
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'You said: Hello, gateway!' },
    });
    expect(words).toEqual(['You ', 'said: ', 'Hello, ', 'gateway!']);
    expect(final.usage ?? null).toBeNull();
  });

  it('shows the usage chunk to a caller who asked for it', async () => {
    const stream = client.chat.completions.stream({
      model: 'demo',
      messages: [...messages],
      stream_options: { include_usage: true },
    });
    expect((await stream.finalChatCompletion()).usage?.total_tokens).toBeGreaterThan(0);
  });

  it.each([true, false])('goes the round of a tool call, streamed: %s', async (streamed) => {
    const ask = {
      model: 'demo',
      messages: [{ role: 'user', content: 'Call get_weather for Paris' }],
      tools: [weather],
    };
    const body = ask as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    const call = streamed
      ? await client.chat.completions.stream({ ...body, stream: true }).finalChatCompletion()
      : await client.chat.completions.create(body);
    expect(call.choices[0]?.finish_reason).toBe('tool_calls');
    const message = call.choices[0]?.message;
    const tool = message?.tool_calls?.[0];
    expect(tool).toMatchObject({ type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } });
    const answer = await client.chat.completions.create({
      ...body,
      messages: [
        ...body.messages,
        { role: 'assistant', content: null, tool_calls: message?.tool_calls ?? [] },
        { role: 'tool', tool_call_id: tool?.id ?? '', content: '22 degrees' },
      ],
    });
    expect(answer.choices[0]?.message.content).toContain('22 degrees');
  });

  it('honours tool_choice', async () => {
    const none = await client.chat.completions.create({
      model: 'demo',
      messages: [...messages],
      tools: [weather],
      tool_choice: 'none',
    });
    expect(none.choices[0]?.message.content).toBe('You said: Hello, gateway!');
  });

  it('takes images in, inline and by address', async () => {
    const answer = await client.chat.completions.create({
      model: 'demo',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${tinyPng.toString('base64')}` } },
            { type: 'image_url', image_url: { url: 'https://example.com/cat.png', detail: 'low' } },
          ],
        },
      ],
    });
    expect(answer.choices[0]?.message.content).toContain('I can see 2 images.');
  });

  it('hands on a refusal', async () => {
    const answer = await client.chat.completions.create({ model: 'demo-refusal', messages: [...messages] });
    expect(answer.choices[0]?.message).toMatchObject({ content: null, refusal: expect.stringContaining('sorry') });
  });

  it('streams a long answer to its last word', async () => {
    const stream = client.chat.completions.stream({ model: 'demo-long', messages: [...messages] });
    expect((await stream.finalContent())?.split(' ')).toHaveLength(2_000);
  });

  it('never takes a dropped connection for an end', async () => {
    const stream = client.chat.completions.stream({ model: 'demo-drop', messages: [...messages] });
    await expect(stream.finalChatCompletion()).rejects.toThrow();
    await expect(client.chat.completions.create({ model: 'demo-drop', messages: [...messages] })).rejects.toThrow();
  });
});
