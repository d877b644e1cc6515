import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const separate = { ...makeProvider('separate', 'a', upstream.url), reasoningInOutput: 'separate' as const };
  const providers = [
    makeProvider('up-b', 'b', upstream.url),
    { ...separate, wires: ['chat-completions'] as const },
    { ...separate, id: 'separate-responses', wires: ['responses'] as const },
  ];
  const models = [
    makeModel('claude-opus-5', ['up-b'], { maxOutputTokens: null }),
    makeModel('claude-sonnet-5', ['up-b'], { maxOutputTokens: 100_000 }),
    makeModel('claude-3-haiku', ['up-b'], { maxOutputTokens: null }),
    makeModel('chat', ['separate']),
    makeModel('response', ['separate-responses']),
  ];
  gateway = await startWith(makeConfig({ providers, models }));
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const limitSent = async (): Promise<number> => {
  const { body } = await upstream.request(upstream.requests.length);
  return (JSON.parse(body.toString()) as { max_tokens: number }).max_tokens;
};

it.each([
  ['claude-opus-5', 32_768],
  ['claude-sonnet-5', 100_000],
  ['claude-3-haiku', 4_096],
])('a request without a limit asks %s for no more output than credit is held for', async (model, most) => {
  const usage = { input_tokens: 5, output_tokens: most };
  upstream.next(json({ ...messagesCall.answer, model, usage }));
  const body = { model, messages: [{ role: 'user', content: 'Hi' }] };
  expect((await gateway.call('/v1/chat/completions', { body })).status).toBe(200);
  expect(await limitSent()).toBe(most);
  const { flags, charge, hold } = await lastRecorded(gateway);
  expect([flags, charge <= hold]).toEqual(['', true]);
});

const counts = { input_tokens: 10, output_tokens: 50, output_tokens_details: { reasoning_tokens: 40 } };
const response = { id: 'r', object: 'response', status: 'completed', output: [], usage: counts };
const usage = { prompt_tokens: 10, completion_tokens: 50, completion_tokens_details: { reasoning_tokens: 40 } };
const choice = { index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' };
const chunk = { id: 'c', choices: [{ ...choice, delta: choice.message }], usage };
it.each([
  ['chat', false, json({ id: 'c', choices: [choice], usage })],
  ['chat', true, sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n'])],
  ['response', false, json(response)],
  ['response', true, sse([`data: ${JSON.stringify({ type: 'response.completed', response })}\n\n`])],
])(
  'a host that counts reasoning separately is told as it is charged: %s, streamed %j',
  async (model, stream, script) => {
    upstream.next(script);
    const body = { model, stream, max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] };
    const text = await (await gateway.call('/v1/messages', { body })).text();
    expect(text.match(/"output_tokens":(\d+)/g)?.at(-1)).toBe('"output_tokens":90');
    expect(usageOf(await lastRecorded(gateway))).toEqual({ input_tokens: 10, output_tokens: 90 });
  },
);
