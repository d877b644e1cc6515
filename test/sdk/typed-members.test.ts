import Anthropic from '@anthropic-ai/sdk';
import type { BetaModelInfo } from '@anthropic-ai/sdk/resources/beta/models';
import OpenAI from 'openai';
import type { RealtimeSessionCreateResponse } from 'openai/resources/realtime/client-secrets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startWith } from '../journey/start-gateway.ts';
import { startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

/** The members that are always there according to a type of an SDK. */
type Always<Typed> = { readonly [Name in keyof Typed as object extends Pick<Typed, Name> ? never : Name]: true };

const message: Always<Anthropic.Message> = {
  ...{ id: true, type: true, role: true, model: true, content: true, container: true, diagnostics: true },
  ...{ stop_reason: true, stop_sequence: true, stop_details: true, usage: true },
};
const usage: Always<Anthropic.Usage> = {
  ...{ input_tokens: true, output_tokens: true, output_tokens_details: true, inference_geo: true, speed: true },
  ...{ cache_creation: true, cache_creation_input_tokens: true, cache_read_input_tokens: true },
  ...{ server_tool_use: true, service_tier: true },
};
const text: Always<Anthropic.TextBlock> = { type: true, text: true, citations: true };
const toolUse: Always<Anthropic.ToolUseBlock> = { type: true, id: true, caller: true, name: true, input: true };
const stop: Always<Anthropic.RawMessageDeltaEvent['delta']> = {
  ...{ container: true, stop_details: true, stop_reason: true, stop_sequence: true },
};
const model: Always<BetaModelInfo> = {
  ...{ id: true, type: true, display_name: true, created_at: true, capabilities: true, line: true, lifecycle: true },
  ...{ max_input_tokens: true, max_tokens: true, deprecated_at: true, retires_at: true, allowed_fallback_models: true },
};
const session: Always<RealtimeSessionCreateResponse> = { id: true, object: true, type: true };
const stored: Always<OpenAI.Chat.ChatCompletionStoreMessage> = { id: true, role: true, content: true, refusal: true };

const missing = (typed: object, answer: object | undefined): readonly string[] =>
  Object.keys(typed).filter((name) => answer === undefined || !Object.hasOwn(answer, name));

const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
const said = { role: 'assistant', content: 'One moment.', tool_calls: [{ index: 0, ...call }] };
const counted = { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } };
const whole = {
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm', ...counted },
  choices: [{ index: 0, message: said, finish_reason: 'tool_calls' }],
};
const chunk = {
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...counted },
  choices: [{ index: 0, delta: said, finish_reason: 'tool_calls' }],
};

describe('a translated message', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  let client: Anthropic;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [{ ...makeProvider('up-a', 'a', upstream.url), wires: ['chat-completions'] as const }];
    gateway = await startWith(makeConfig({ providers, models: [makeModel('gpt', ['up-a'])] }));
    client = new Anthropic({ baseURL: gateway.url, apiKey: gateway.key, maxRetries: 0 });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const asked = { model: 'gpt', max_tokens: 100, messages: [{ role: 'user' as const, content: 'How warm is Oslo?' }] };

  const blocksOf = ({ content }: Anthropic.Message) => [missing(text, content[0]), missing(toolUse, content[1])];

  it('has all members of its type, and may be sent back', async () => {
    upstream.next(json(whole));
    const answer = await client.messages.create(asked);
    expect([missing(message, answer), missing(usage, answer.usage), ...blocksOf(answer)]).toEqual([[], [], [], []]);
    const result = { type: 'tool_result' as const, tool_use_id: 'call_1', content: '4' };
    const turns = [
      { role: 'assistant' as const, content: answer.content },
      { role: 'user' as const, content: [result] },
    ];
    upstream.next(json(whole));
    const next = await client.messages.create({ ...asked, messages: [...asked.messages, ...turns] }).withResponse();
    expect(next.response.headers.get('x-diglot-dropped')).toBeNull();
  });

  it('has all members of its type in a stream', async () => {
    upstream.next(sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n']));
    const stream = client.messages.stream(asked);
    const found: (readonly string[])[] = [];
    stream.on('streamEvent', (event) => {
      if (event.type === 'message_start')
        found.push(missing(message, event.message), missing(usage, event.message.usage));
      if (event.type === 'message_delta') found.push(missing(stop, event.delta));
    });
    const answer = await stream.finalMessage();
    expect([...found, ...blocksOf(answer)]).toEqual([[], [], [], [], []]);
  });
});

describe('an answer of the gateway itself', () => {
  let gateway: SdkGateway;
  beforeAll(async () => {
    gateway = await startSdkGateway();
  });
  afterAll(() => gateway.close());

  it('has all members of a model', async () => {
    expect(missing(model, await new Anthropic(gateway.anthropic).beta.models.retrieve('demo'))).toEqual([]);
  });

  it.each([undefined, { type: 'realtime' as const, instructions: 'Be brief.' }])(
    'has all members of the session of a client secret: %j',
    async (settings) => {
      const { realtime } = new OpenAI(gateway.openai);
      const secret = await realtime.clientSecrets.create({ ...(settings && { session: settings }) });
      expect(missing(session, secret.session)).toEqual([]);
      expect(secret.session).toMatchObject({ ...settings, object: 'realtime.session', type: 'realtime' });
      expect(secret.session.id).toMatch(/^sess_\w{24}$/);
    },
  );

  it('has all members of a stored message', async () => {
    const { chat } = new OpenAI(gateway.openai);
    const messages = [{ role: 'user' as const, content: 'Hello!' }];
    const { id } = await chat.completions.create({ model: 'demo', messages, store: true });
    const { data } = await chat.completions.messages.list(id);
    expect(data.map((each) => missing(stored, each))).toEqual([[]]);
  });
});
