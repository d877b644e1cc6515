import { createOpenAI } from '@ai-sdk/openai';
import { generateText, jsonSchema, stepCountIs, tool, type ModelMessage } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** `ai` refers to what was said before by the ids of items, and expects the other side to remember them. */
describe('ai 7 with @ai-sdk/openai, several turns', () => {
  let gateway: SdkGateway;
  beforeAll(async () => {
    gateway = await startSdkGateway();
  });
  afterAll(() => gateway.close());

  it('is understood when it names earlier items by their ids', async () => {
    const sent: unknown[] = [];
    const watched: typeof fetch = (address, init) => {
      sent.push(init?.body);
      return fetch(address, init);
    };
    const model = createOpenAI({ ...gateway.openai, fetch: watched })('demo');
    const weather = tool({
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      execute: ({ city }) => `12 degrees in ${city}`,
    });
    const messages: ModelMessage[] = [{ role: 'user', content: 'What is the weather in Lima?' }];
    const plain = { model, tools: { weather }, stopWhen: stepCountIs(3), maxRetries: 0, maxOutputTokens: 1_024 };
    const first = await generateText({ ...plain, messages });
    expect(first.text).toContain('12 degrees in Lima');
    messages.push(...first.response.messages, { role: 'user', content: 'Thanks!' });
    const second = await generateText({ ...plain, messages });
    expect(sent.at(-1)).toContain('item_reference');
    expect(second.text).not.toBe('');
    expect(second.usage.inputTokens).toBeGreaterThan(first.steps[0]?.usage.inputTokens ?? 0);
  });
});
