import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countTokensIn } from '../../src/shared/tokens/count-tokens.ts';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { silentLog } from '../../src/shared/log.ts';
import { testKey } from '../fakes/make-config.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chatCall, chatStream, messagesCall, messageStream, sampleStreams } from '../fakes/sample-calls.ts';
import { bytes, chunk, head, json, sse, sseHead, stall } from '../fakes/script.ts';
import { lastRecorded, recordedCalls, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('a client that leaves', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    // The first estimate loads the tokenizer; the figures below are of calls.
    gateway.upstream.next(sse(chatStream.slice(0, 3)));
    await (await gateway.call(chatCall.path, { body: { ...chatCall.request, stream: true } })).text();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const stillServes = async (): Promise<void> => {
    gateway.upstream.next(json(chatCall.answer));
    expect((await gateway.call(chatCall.path, { body: chatCall.request })).status).toBe(200);
    expect(gateway.services.metering.openHolds()).toBe(0);
  };
  const settled = async (calls: number): Promise<void> => {
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(calls);
  };

  it.each(['abort', 'FIN', 'RST'] as const)(
    'before the head ends the call there and pays for its input: %s',
    async (way) => {
      const before = (await recordedCalls(gateway)).length;
      gateway.upstream.next([stall]);
      const client = await rawClient(gateway.url);
      const type = 'content-type: application/json';
      client.send(
        rawRequest(
          `POST ${chatCall.path}`,
          ['host: x', `x-api-key: ${testKey}`, type],
          JSON.stringify(chatCall.request),
        ),
      );
      const request = await gateway.upstream.request(1);
      const ways = {
        abort: () => client.socket.destroy(),
        FIN: () => client.socket.end(),
        RST: () => client.socket.resetAndDestroy(),
      };
      ways[way]();
      await request.closed;
      await settled(before + 1);
      const call = await lastRecorded(gateway);
      expect(call).toMatchObject({ outcome: 'client_left', usageSource: 'estimate', status: 499 });
      expect(usageOf(call)).toEqual({ input_tokens: await countTokensIn(chatCall.request as JsonObject) });
      expect(call.charge).toBeGreaterThan(0n);
      await stillServes();
      client.socket.destroy();
    },
  );

  it.each(sampleStreams)(
    'after any event ends the call there and pays for what came: $name',
    async ({ path, request, stream }) => {
      for (let events = 1; events < stream.length; events += 1) {
        gateway.upstream.forget();
        const before = (await recordedCalls(gateway)).length;
        gateway.upstream.next([sseHead(), ...stream.slice(0, events).map(chunk), stall]);
        const abort = new AbortController();
        const response = await gateway.call(path, { body: request, signal: abort.signal });
        const reader = response.body?.getReader();
        const wanted = stream.slice(0, events).join('').length;
        for (let got = 0; got < wanted;)
          got += Buffer.from((await reader?.read())?.value ?? []).toString().length || wanted;
        abort.abort();
        const { closed } = await gateway.upstream.request(1);
        await closed;
        await settled(before + 1);
        expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'client_left' });
      }
      await stillServes();
    },
  );

  it('pays for the input, and for the words that were put out', async () => {
    const before = (await recordedCalls(gateway)).length;
    gateway.upstream.next([sseHead(), ...messageStream.slice(0, 4).map(chunk), stall]);
    const abort = new AbortController();
    const body = { ...messagesCall.request, stream: true };
    const response = await gateway.call(messagesCall.path, { body, signal: abort.signal });
    const reader = response.body?.getReader();
    for (let text = ''; !text.includes('👋');) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    abort.abort();
    await settled(before + 1);
    const call = await lastRecorded(gateway);
    expect(usageOf(call)).toMatchObject({ input_tokens: 11 });
    expect(usageOf(call).output_tokens).toBeGreaterThan(0);
    expect(call).toMatchObject({ outcome: 'client_left', usageSource: 'partial' });
  });

  it('while a JSON answer is on its way ends the call too', async () => {
    gateway.upstream.next([
      head(200, { 'content-type': 'application/json', 'content-length': '9999' }),
      bytes('{"id":"x",'),
      stall,
    ]);
    const abort = new AbortController();
    const call = gateway.call(chatCall.path, { body: chatCall.request, signal: abort.signal }).catch(() => null);
    const request = await gateway.upstream.request(1);
    abort.abort();
    await call;
    await request.closed;
    await stillServes();
  });

  it('at any moment while the call is on its way out is no fault of the gateway', async () => {
    const errors: string[] = [];
    const log = { ...silentLog, error: (message: string) => void errors.push(message) };
    const watched = await startGateway({ log });
    watched.upstream.always([stall]);
    const request = rawRequest(
      `POST ${chatCall.path}`,
      ['host: x', `x-api-key: ${testKey}`, 'content-type: application/json'],
      JSON.stringify(chatCall.request),
    );
    for (let round = 0; round < 60; round += 1) {
      const client = await rawClient(watched.url);
      client.send(request);
      for (let turn = 0; turn < round % 12; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      client.socket.resetAndDestroy();
    }
    await Promise.all(watched.upstream.requests.map(({ closed }) => closed));
    await expect.poll(() => watched.services.metering.openHolds()).toBe(0);
    expect(errors).toEqual([]);
    const input = await countTokensIn(chatCall.request as JsonObject);
    for (const { outcome, lines } of await recordedCalls(watched)) {
      expect(outcome).toBe('client_left');
      // Its input, or nothing where it left before the request had gone out.
      expect([input, undefined]).toContain(lines.find(({ unitKind }) => unitKind === 'input_tokens')?.quantity);
    }
    await watched.close();
  });

  it('a hundred times at the same moment leaves nothing open', async () => {
    const before = (await recordedCalls(gateway)).length;
    gateway.upstream.always([sseHead(), chunk(chatStream[0]), stall]);
    const abort = new AbortController();
    const body = { ...chatCall.request, stream: true };
    const calls = Array.from({ length: 100 }, () => gateway.call(chatCall.path, { body, signal: abort.signal }));
    const responses = await Promise.all(calls);
    abort.abort();
    await Promise.allSettled(responses.map((response) => response.text()));
    await settled(before + 100);
    await Promise.all(gateway.upstream.requests.map((request) => request.closed));
    await stillServes();
  });
});
