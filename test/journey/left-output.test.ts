import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, testKey } from '../fakes/make-config.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { bytes, head, note, until, type Script } from '../fakes/script.ts';
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
    let received = '';
    client.socket.on('data', (piece: Buffer) => (received += piece.toString('latin1')));
    await expect.poll(() => received.includes('All of it.') && received.length > 2_000_000).toBe(true);
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
});
