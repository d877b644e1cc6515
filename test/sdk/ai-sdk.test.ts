import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { embed, generateText, jsonSchema, stepCountIs, streamText, tool, type LanguageModel } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';
import { tinyPng } from './tiny-png.ts';

/** The three wire formats that `ai` speaks. Its Anthropic provider wants the base address with `/v1`. */
const models: readonly (readonly [string, (gateway: SdkGateway) => LanguageModel])[] = [
  ['@ai-sdk/openai, responses', ({ openai }) => createOpenAI(openai)('demo')],
  ['@ai-sdk/openai, chat', ({ openai }) => createOpenAI(openai).chat('demo')],
  ['@ai-sdk/anthropic', ({ openai }) => createAnthropic({ ...openai })('demo')],
];

/** No second attempt, and a limit of our own instead of a guess and a warning. */
const plain = { maxRetries: 0, maxOutputTokens: 1_024 };

describe.each(models)('ai 7 with %s', (_name, make) => {
  let gateway: SdkGateway;
  let model: LanguageModel;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    model = make(gateway);
  });
  afterAll(() => gateway.close());

  const weather = tool({
    description: 'The weather in a city',
    inputSchema: jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    }),
    execute: ({ city }) => `12 degrees in ${city}`,
  });

  it('generates text', async () => {
    const { text, usage } = await generateText({ model, prompt: 'Hello, gateway!', ...plain });
    expect(text).toBe('You said: Hello, gateway!');
    expect(usage.inputTokens).toBeGreaterThan(0);
  });

  it('streams text', async () => {
    const result = streamText({ model, prompt: 'Hello, gateway!', ...plain });
    const parts = await Array.fromAsync(result.textStream);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe('You said: Hello, gateway!');
    expect((await result.usage).outputTokens).toBeGreaterThan(0);
  });

  it('runs a tool and sends its result', async () => {
    const { text, steps } = await generateText({
      model,
      prompt: 'What is the weather in Lima?',
      tools: { weather },
      stopWhen: stepCountIs(3),
      ...plain,
    });
    expect(steps).toHaveLength(2);
    expect(text).toContain('12 degrees in Lima');
  });

  it('takes an image in', async () => {
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'file' as const, data: tinyPng, mediaType: 'image/png' },
    ];
    const { text } = await generateText({ model, messages: [{ role: 'user', content }], ...plain });
    expect(text).toContain('I can see an image.');
  });
});

describe('ai 7, embeddings', () => {
  it('embeds a text', async () => {
    const gateway = await startSdkGateway();
    try {
      const model = createOpenAI(gateway.openai).embedding('demo-embedding');
      const { embedding } = await embed({ model, value: 'one', maxRetries: 0 });
      expect(embedding).toHaveLength(1_536);
    } finally {
      await gateway.close();
    }
  });
});
