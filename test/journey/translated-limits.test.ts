import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const providers = [makeProvider('up-b', 'b', upstream.url)];
  const models = [
    makeModel('claude-opus-5', ['up-b'], { maxOutputTokens: null }),
    makeModel('claude-sonnet-5', ['up-b'], { maxOutputTokens: 100_000 }),
    makeModel('claude-3-haiku', ['up-b'], { maxOutputTokens: null }),
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
