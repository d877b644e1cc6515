import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { responseCreated, responseDone, textDelta, type ReceivedSession } from '../fakes/realtime-upstream.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { recordedCalls, usageOf } from './recorded-calls.ts';
import { startRealtime, type RealtimeGateway } from './start-realtime.ts';

let gateway: RealtimeGateway;
let client: RealtimeClient;
let session: ReceivedSession;
beforeEach(async () => {
  gateway = await startRealtime();
  client = await gateway.connect();
  session = await gateway.upstream.session();
});
afterEach(() => gateway.close());

/** A text of so many tokens, as they are estimated. */
const words = (tokens: number): string => 'abc '.repeat(tokens);

/** A text of the caller, as an item. */
const message = (tokens: number) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text: words(tokens) }],
});
const item = (tokens: number) => ({ type: 'conversation.item.create', item: message(tokens) });
const settings = (tokens: number) => ({ type: 'session.update', session: { instructions: words(tokens) } });
const request = (response?: object) => ({ type: 'response.create', ...(response && { response }) });

/** Sends events of which the last requests a response. */
async function ask(...events: readonly object[]): Promise<void> {
  const before = session.texts.length;
  for (const event of events) client.send(event);
  await session.text(before + events.length);
}

/** A response ends, whose report has so many tokens. */
async function report(id: string, input: number, output: number): Promise<void> {
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  session.send(responseCreated(id));
  session.send(responseDone(id, { usage }));
  await client.event('response.done', Number(id));
}

/** The upstream breaks off a response. @returns the tokens of its input */
async function inputOfBroken(): Promise<number | undefined> {
  session.send(responseCreated('broken'));
  session.send(textDelta('broken', 'word'));
  await client.event('response.output_text.delta');
  session.socket.terminate();
  await client.ended;
  const call = (await recordedCalls(gateway)).find(({ usageSource }) => usageSource === 'estimate');
  return call && usageOf(call).input_tokens;
}

const tools = [{ type: 'function', name: 'look', description: words(40) }];
const toolTokens = Math.ceil(JSON.stringify(tools).length / 4);

describe('the estimate of a response whose upstream breaks counts as input', () => {
  it.each<[what: string, events: readonly object[], tokens: number]>([
    ['the items of the request, without the conversation', [item(300), request({ input: [message(20)] })], 20],
    ['nothing where the request clears it', [item(300), request({ input: [] })], 0],
    [
      'the conversation where one of the items refers to it',
      [item(300), request({ input: [{ type: 'item_reference', id: 'item_1' }, message(20)] })],
      320,
    ],
    [
      'a response beside the conversation, which reads it',
      [item(30), request({ conversation: 'none', instructions: words(7) })],
      37,
    ],
    ['the instructions of the session, as they were changed last', [settings(500), settings(50), request()], 50],
    ['those of the request in their place', [settings(50), request({ instructions: words(70) })], 70],
    ['none that were taken back', [settings(50), settings(0), request()], 0],
    ['those of before a change that follows the request', [settings(50), request(), settings(500)], 50],
    ['the tools of the session', [{ type: 'session.update', session: { tools } }, request()], toolTokens],
    [
      'the tools of the request beside instructions of the session',
      [settings(50), request({ tools })],
      50 + toolTokens,
    ],
    [
      'the variables of a stored prompt',
      [request({ prompt: { id: 'pmpt_1', variables: { name: words(25) } } })],
      Math.ceil(JSON.stringify({ name: words(25) }).length / 4),
    ],
    [
      'the arguments of a call of a function',
      [{ type: 'conversation.item.create', item: { type: 'function_call', arguments: words(33) } }, request()],
      33,
    ],
    [
      'the words of a sound that is not sent',
      [
        {
          type: 'conversation.item.create',
          item: { type: 'message', content: [{ type: 'output_audio', transcript: words(12) }] },
        },
        request(),
      ],
      12,
    ],
    [
      'an image',
      [
        {
          type: 'conversation.item.create',
          item: { type: 'message', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }] },
        },
        request(),
      ],
      765,
    ],
    ['at most what the hold was taken for', [request({ input: [message(5_000)] })], 1_000],
  ])('%s', async (_, events, tokens) => {
    await ask(...events);
    expect((await inputOfBroken()) ?? 0).toBe(tokens);
  });

  it('what was reported of the conversation, with other instructions, and what came after the request', async () => {
    await ask(settings(50), item(100), request());
    await ask(item(200));
    await report('1', 150, 10);
    await ask(settings(20), request());
    expect(await inputOfBroken()).toBe(20 + 100 + 10 + 200);
  });

  it('the conversation, whatever a response reported that did not read it', async () => {
    await ask(item(300), request({ conversation: 'none', input: [message(1)] }));
    await report('1', 1, 10);
    await ask(request({ input: [message(1)] }));
    await report('2', 1, 10);
    await ask(request());
    expect(await inputOfBroken()).toBe(300 + 10);
  });

  it('each request’s own, in their order', async () => {
    await ask(request({ input: [message(20)] }), request({ input: [message(70)] }));
    await report('1', 20, 1);
    expect(await inputOfBroken()).toBe(70);
  });

  it('what was sent before a response that ends without having begun, and without a report', async () => {
    await ask(item(100), request());
    session.send(responseDone('resp_1', { usage: null }));
    await client.event('response.done');
    const [call] = await recordedCalls(gateway);
    expect(call && usageOf(call)).toMatchObject({ input_tokens: 100 });
  });

  it('that of a request whose client leaves before the response has begun', async () => {
    await ask(request({ input: [message(20)] }));
    client.socket.terminate();
    await session.event('response.cancel');
    session.socket.terminate();
    await expect.poll(gateway.charges).toEqual([21n]);
  });
});

it('the instructions of a client secret are in the estimate of a response whose upstream breaks', async () => {
  const answer = await gateway.call('/v1/realtime/client_secrets', {
    body: { session: { type: 'realtime', model: 'test-model', instructions: words(60) } },
    headers: { authorization: `Bearer ${testKey}` },
  });
  const { value } = (await answer.json()) as { readonly value: string };
  client = await gateway.connect({ key: value });
  session = await gateway.upstream.session(2);
  await session.event('session.update');
  expect(await inputOfBroken()).toBe(60);
});
