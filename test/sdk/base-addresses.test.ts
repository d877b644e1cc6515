import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anthropicMajors, openaiMajors } from './sdk-clients.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** Calls a model through the base address; resolves with the text of the answer. */
type Call = (baseURL: string, apiKey: string) => Promise<string>;

const prompt = 'Hello, gateway!';
const messages = [{ role: 'user' as const, content: prompt }];

const openaiCalls = openaiMajors.map(([name, Client]): [string, Call] => [
  name,
  async (baseURL, apiKey) => {
    const client = new Client({ baseURL, apiKey, maxRetries: 0 });
    const { choices } = await client.chat.completions.create({ model: 'demo', messages });
    return choices[0]?.message.content ?? '';
  },
]);

const anthropicCalls = anthropicMajors.map(([name, Client]): [string, Call] => [
  name,
  async (baseURL, apiKey) => {
    const client = new Client({ baseURL, apiKey, maxRetries: 0 });
    const { content } = await client.messages.create({ model: 'demo', max_tokens: 64, messages });
    return content[0]?.type === 'text' ? content[0].text : '';
  },
]);

const vercelCall =
  (make: typeof createOpenAI | typeof createAnthropic): Call =>
  async (baseURL, apiKey) => {
    const model = make({ baseURL, apiKey })('demo');
    return (await generateText({ model, prompt, maxRetries: 0, maxOutputTokens: 64 })).text;
  };

/** Each client with whether it adds `/v1` to its base address itself. */
const clients: readonly (readonly [name: string, call: Call, addsVersion: boolean])[] = [
  ...openaiCalls.map(([name, call]) => [name, call, false] as const),
  ...anthropicCalls.map(([name, call]) => [name, call, true] as const),
  ['@ai-sdk/openai', vercelCall(createOpenAI), false],
  ['@ai-sdk/anthropic', vercelCall(createAnthropic), false],
];

const wrongAddresses = {
  adding: ['/v1', '/v1/v1', '/openai', '/openai/v1', '/anthropic/v1', '/api', '/v1/messages'],
  plain: ['', '/v1/v1', '/openai', '/anthropic', '/anthropic/messages', '/api', '/api/v1'],
} as const;

/** What the message names for a client that adds `/v1` itself, or does not. */
function namedAddress(message: string, addsVersion: boolean): string | undefined {
  const [, first, second, added] =
    /use (\S+?)(?:, or (\S+) if your client (adds|does not add) \/v1 itself)?\.(?:$|["\s])/.exec(message) ?? [];
  return second !== undefined && (added === 'adds') === addsVersion ? second : first;
}

describe('a wrong base address', () => {
  let gateway: SdkGateway;
  beforeAll(async () => {
    gateway = await startSdkGateway();
  });
  afterAll(() => gateway.close());

  it.each(
    clients.flatMap(([name, call, addsVersion]) =>
      (addsVersion ? wrongAddresses.adding : wrongAddresses.plain).map(
        (path) => [name, path, call, addsVersion] as const,
      ),
    ),
  )('%s at "%s": the address that the error names works', async (_name, path, call, addsVersion) => {
    const { origin, openai } = gateway;
    const error: unknown = await call(`${origin}${path}`, openai.apiKey).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Error);
    const named = namedAddress((error as Error).message, addsVersion);
    expect(named).toMatch(new RegExp(`^${origin}(/openai|/anthropic)?(/v1)?$`));
    expect(await call(named ?? '', openai.apiKey)).toBe(`You said: ${prompt}`);
  });
});
