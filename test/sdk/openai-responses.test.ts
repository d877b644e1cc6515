import type OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

describe.each(openaiMajors)('%s, responses', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  afterAll(() => gateway.close());

  const weather = {
    type: 'function',
    name: 'get_weather',
    strict: null,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  } as const;

  it('answers whole', async () => {
    const answer = await client.responses.create({ model: 'demo', input: 'Hello, gateway!' });
    expect(answer.output_text).toBe('You said: Hello, gateway!');
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('streams every event in its order into ResponseStream', async () => {
    const stream = client.responses.stream({ model: 'demo', input: 'Hello, gateway!' });
    const events: string[] = [];
    const numbers: number[] = [];
    for await (const event of stream) {
      if (events.at(-1) !== event.type) events.push(event.type);
      numbers.push(event.sequence_number);
    }
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('You said: Hello, gateway!');
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(events).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  it.each([true, false])('goes the round of a tool call, streamed: %s', async (streamed) => {
    const ask = {
      model: 'demo',
      input: [{ role: 'user' as const, content: 'Call get_weather for Rome' }],
      tools: [weather],
    };
    const call = streamed
      ? await client.responses.stream(ask).finalResponse()
      : await client.responses.create({ ...ask, store: false });
    const item = call.output[0];
    expect(item).toMatchObject({ type: 'function_call', name: 'get_weather', arguments: '{"city":"Rome"}' });
    if (item?.type !== 'function_call') throw new Error('no call');
    const answer = await client.responses.create({
      ...ask,
      store: false,
      input: [...ask.input, item, { type: 'function_call_output', call_id: item.call_id, output: '30 degrees' }],
    });
    expect(answer.output_text).toContain('30 degrees');
  });

  it('calls a custom tool', async () => {
    const answer = await client.responses
      .stream({ model: 'demo', input: 'Use apply_patch on it', tools: [{ type: 'custom', name: 'apply_patch' }] })
      .finalResponse();
    expect(answer.output[0]).toMatchObject({ type: 'custom_tool_call', name: 'apply_patch', input: 'it' });
  });

  it('takes an image in', async () => {
    const image_url = `data:image/png;base64,${tinyPng.toString('base64')}`;
    const answer = await client.responses.create({
      model: 'demo',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'This?' },
            { type: 'input_image', image_url, detail: 'auto' },
          ],
        },
      ],
    });
    expect(answer.output_text).toContain('I can see an image.');
  });

  it('parses an answer by a schema', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const answer = await client.responses.parse({
      model: 'demo',
      input: 'Where is Oslo',
      text: { format: { type: 'json_schema', name: 'place', schema, strict: true } },
    });
    expect(JSON.parse(answer.output_text)).toEqual({ city: 'Oslo' });
  });

  it('hands on a refusal, and the end at a limit', async () => {
    const refused = await client.responses.stream({ model: 'demo-refusal', input: 'x' }).finalResponse();
    expect(refused.output[0]).toMatchObject({ content: [{ type: 'refusal' }] });
    const short = await client.responses.create({ model: 'demo-long', input: 'x', max_output_tokens: 16 });
    expect([short.status, short.incomplete_details?.reason]).toEqual(['incomplete', 'max_output_tokens']);
  });

  it('counts input tokens', async () => {
    const count = await client.responses.inputTokens.count({ model: 'demo', input: 'Hello, gateway!' });
    expect(count).toMatchObject({ object: 'response.input_tokens', input_tokens: 8 });
  });

  it('compacts', async () => {
    const compacted = await client.responses.compact({ model: 'demo', input: [{ role: 'user', content: 'Hello' }] });
    expect(compacted.output.map((item) => item.type)).toEqual(['message', 'compaction']);
  });
});
