import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, testKey } from '../fakes/make-config.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { bytes, chunk, head, note, sseHead, stall, until, type Script } from '../fakes/script.ts';
import { lastRecorded, recordedCalls, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('a client that leaves with output that is no streamed text', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ models: [makeModel('test-model', ['up-a', 'up-b'], { maxOutputTokens: 50_000 })] });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const settled = async (calls: number): Promise<void> => {
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(calls);
  };

  /** Reads an event stream until this text has come, then leaves. */
  const leaveAfter = async (path: string, body: object, last: string): Promise<void> => {
    const before = (await recordedCalls(gateway)).length;
    const abort = new AbortController();
    const response = await gateway.call(path, { body: { ...body, stream: true }, signal: abort.signal });
    const reader = response.body?.getReader();
    for (let text = ''; !text.includes(last);) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    abort.abort();
    await settled(before + 1);
  };

  const play = (events: readonly object[]): void =>
    gateway.upstream.next([sseHead(), ...events.map((event) => chunk(`data: ${JSON.stringify(event)}\n\n`)), stall]);

  it('pays what a long JSON answer reports at its end, also if it leaves before that', async () => {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const usage = { prompt_tokens: 7, completion_tokens: 9_000, total_tokens: 9_007 };
    const logprobs = { content: Array.from({ length: 60_000 }, () => ({ token: 'a', logprob: -0.5, bytes: [97] })) };
    const choice = { index: 0, message: { role: 'assistant', content: 'All of it.' }, logprobs, finish_reason: 'stop' };
    const text = JSON.stringify({ ...(chatCall.answer as object), choices: [choice], usage });
    const most = text.length - 2_000;
    const script: Script = [
      head(200, { 'content-type': 'application/json', 'content-length': String(text.length) }),
      bytes(text.slice(0, most)),
      note(send),
      until(left),
      bytes(text.slice(most)),
    ];
    gateway.upstream.next(script);
    const before = (await recordedCalls(gateway)).length;
    const client = await rawClient(gateway.url);
    const lines = ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json'];
    client.send(rawRequest(`POST ${chatCall.path}`, lines, JSON.stringify(chatCall.request)));
    await sent;
    const hasMost = (received: string): boolean => received.includes('All of it.') && received.length > 2_000_000;
    await expect.poll(() => hasMost(client.rest())).toBe(true);
    client.socket.resetAndDestroy();
    // What the gateway answers now, it answers after it has seen that.
    for (let call = 0; call < 3; call += 1) await (await gateway.call('/v1/models')).text();
    expect(gateway.services.metering.openHolds()).toBe(1);
    leave();
    await settled(before + 1);
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'client_left', status: 200 });
    expect(usageOf(call)).toEqual({ input_tokens: 7, output_tokens: 9_000 });
  });

  it('pays for sound of a chat, and what is said in it', async () => {
    const of = (delta: object) => ({ object: 'chat.completion.chunk', id: 'x', choices: [{ index: 0, delta }] });
    const second = Buffer.alloc(48_000).toString('base64');
    play([
      of({ role: 'assistant', audio: { id: 'audio_1', transcript: 'Sunny, with a light breeze.' } }),
      of({ audio: { data: second } }),
      of({ audio: { data: second } }),
      of({ audio: { expires_at: 1 } }),
    ]);
    const audio = { voice: 'alloy', format: 'pcm16' };
    await leaveAfter(chatCall.path, { ...chatCall.request, modalities: ['text', 'audio'], audio }, 'expires_at');
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'client_left', usageSource: 'estimate' });
    expect(usageOf(call)).toMatchObject({ output_audio_tokens: 40 });
    expect(usageOf(call).output_tokens).toBeGreaterThan(3);
  });

  it('pays for a picture of which it has previews', async () => {
    const preview = (index: number) => ({
      type: 'image_generation.partial_image',
      partial_image_index: index,
      b64_json: 'AAAA',
      size: '1024x1536',
      quality: 'high',
    });
    play([preview(0), preview(1), preview(2)]);
    const body = { model: 'test-model', prompt: 'A lighthouse', partial_images: 3 };
    await leaveAfter('/v1/images/generations', body, '"partial_image_index":2');
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'client_left', usageSource: 'estimate' });
    expect(usageOf(call)).toMatchObject({ images: 1, output_tokens: 6_540 });
  });

  it.each([
    [1, { images: 2, output_tokens: 744 }],
    [2, { images: 2, output_tokens: 744 }],
  ])('pays for each of two pictures of which it has previews when %d of them is complete', async (complete, used) => {
    const picture = { b64_json: 'AAAA', size: '1024x1024', quality: 'low' };
    const preview = { type: 'image_generation.partial_image', partial_image_index: 0, ...picture };
    const completed = { type: 'image_generation.completed', ...picture };
    play([preview, preview, ...Array.from({ length: complete }, () => completed), { type: 'end_of_test' }]);
    await leaveAfter('/v1/images/generations', { model: 'test-model', prompt: 'A lighthouse', n: 2 }, 'end_of_test');
    expect(usageOf(await lastRecorded(gateway))).toMatchObject(used);
  });

  it('pays for two pictures that a response shows when one of them is complete', async () => {
    const preview = (id: string) => ({
      type: 'response.image_generation_call.partial_image',
      item_id: id,
      partial_image_index: 0,
      partial_image_b64: 'AAAA',
    });
    const item = { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' };
    play([preview('ig_1'), preview('ig_2'), { type: 'response.output_item.done', output_index: 0, item }]);
    await leaveAfter('/v1/responses', { model: 'test-model', input: 'x', store: false }, 'output_item.done');
    expect(usageOf(await lastRecorded(gateway))).toMatchObject({ images: 2 });
  });

  it('pays for searches whose results it has', async () => {
    const result = { type: 'web_search_tool_result', tool_use_id: 'x', content: [] };
    const message = { type: 'message', role: 'assistant', content: [], usage: { input_tokens: 5, output_tokens: 1 } };
    const events = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: result },
      { type: 'content_block_stop', index: 0 },
    ];
    gateway.upstream.next([
      sseHead(),
      ...events.map((event) => chunk(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
      stall,
    ]);
    const body = { model: 'test-model', max_tokens: 9, messages: [{ role: 'user', content: 'x' }] };
    await leaveAfter('/v1/messages', body, 'content_block_stop');
    expect(usageOf(await lastRecorded(gateway))).toMatchObject({ input_tokens: 5, web_searches: 1 });
  });

  it('pays for nothing twice that is reported at the end', async () => {
    const completed = {
      type: 'image_generation.completed',
      b64_json: 'AAAA',
      usage: { input_tokens: 3, output_tokens: 300, total_tokens: 303 },
    };
    const preview = { type: 'image_generation.partial_image', partial_image_index: 0, b64_json: 'AAAA' };
    gateway.upstream.next([
      sseHead(),
      ...[preview, completed].map((event) => chunk(`data: ${JSON.stringify(event)}\n\n`)),
      bytes('0\r\n\r\n'),
    ]);
    const body = { model: 'test-model', prompt: 'A lighthouse', stream: true };
    await (await gateway.call('/v1/images/generations', { body })).text();
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'completed', usageSource: 'upstream' });
    expect(usageOf(call)).toEqual({ input_tokens: 3, output_tokens: 300, images: 1 });
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
  });
});
