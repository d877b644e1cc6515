import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { chunk, fin, json, sse, sseHead } from '../fakes/script.ts';
import { lastRecorded, recordedCalls, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const run = (type: string, input: number, output: number, model?: string) => ({
  type,
  input_tokens: input,
  output_tokens: output,
  ...(model && { model }),
});
const iterations = [
  run('compaction', 55_000, 321),
  run('message', 200, 28),
  run('advisor_message', 2_518, 22, 'adviser-20260101'),
];
const usage = { input_tokens: 200, output_tokens: 28, server_tool_use: { web_search_requests: 3 }, iterations };

/** Twice the price of the others. */
const dear = { ...makeProduct('dear'), prices: [{ from: 0, rates: { input_tokens: 2_000n, output_tokens: 2_000n } }] };

describe('what an answer used beside its totals', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('adviser', ['up-b'], { product: 'dear' })],
      products: [makeProduct('test'), dear],
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const verified = async (): Promise<void> => {
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  };

  it.each(['whole', 'streamed'] as const)('is charged, each model at its own price: %s', async (way) => {
    const streams = way === 'streamed';
    const last = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage };
    gateway.upstream.next(
      streams
        ? sse([
            ...messageStream.slice(0, 5),
            `event: message_delta\ndata: ${JSON.stringify(last)}\n\n`,
            messageStream[6],
          ])
        : json({ ...(messagesCall.answer as object), usage }),
    );
    const before = (await recordedCalls(gateway)).length;
    const response = await gateway.call(messagesCall.path, { body: { ...messagesCall.request, stream: streams } });
    expect(response.status).toBe(200);
    await response.text();
    const calls = (await recordedCalls(gateway)).slice(before).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const [main, side] = calls;
    expect(calls).toHaveLength(2);
    expect(main).toMatchObject({ model: 'test-model', productSku: 'test', usageSource: 'upstream' });
    expect(usageOf(main as never)).toEqual({ input_tokens: 55_200, output_tokens: 349, web_searches: 3 });
    expect(side).toMatchObject({ model: 'adviser', productSku: 'dear', requestId: main?.requestId, charge: 5_080n });
    expect(side?.flags).toContain('side_work');
    expect(usageOf(side as never)).toEqual({ input_tokens: 2_518, output_tokens: 22 });
    if (!streams) {
      const charged = Number(main?.charge) + Number(side?.charge);
      expect(response.headers.get('x-diglot-charge')).toBe(`0.${String(charged).padStart(9, '0')}`.replace(/0+$/, ''));
    }
    await verified();
  });

  it('is charged at the price of the call, and flagged, where the catalogue does not have the model', async () => {
    const unknown = { ...usage, iterations: [run('advisor_message', 2_518, 22, 'stranger')] };
    gateway.upstream.next(json({ ...(messagesCall.answer as object), usage: unknown }));
    await (await gateway.call(messagesCall.path, { body: messagesCall.request })).text();
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ model: 'test-model', flags: expect.stringContaining('unpriced_model') });
    expect(usageOf(call)).toEqual({ input_tokens: 2_718, output_tokens: 50, web_searches: 3 });
    await verified();
  });
});

describe('what a broken stream is charged', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  const words = 'A long answer of many words. '.repeat(60);
  const said =
    'data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"TEXT"}}]}\n\n';

  it('is the last count that came, not the larger of that and an estimate', async () => {
    const stream = [chatStream[0], said.replace('TEXT', words), chatStream[2], chatStream[3]];
    gateway.upstream.next([sseHead(), ...stream.map(chunk), { kind: 'reset' }]);
    const body = { ...chatCall.request, stream: true };
    await (await gateway.call(chatCall.path, { body })).text().catch(() => null);
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(1);
    const call = await lastRecorded(gateway);
    expect(usageOf(call)).toEqual({ input_tokens: 11, output_tokens: 7 });
  });

  it('is its input and the tool that was called, though with no input', async () => {
    const begun =
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look_outside","input":{}}}\n\n';
    const stop = 'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n';
    gateway.upstream.next([sseHead(), ...[messageStream[0], begun, stop].map(chunk), fin]);
    await (await gateway.call(messagesCall.path, { body: { ...messagesCall.request, stream: true } })).text();
    const call = await lastRecorded(gateway);
    expect(call).toMatchObject({ outcome: 'upstream_cut', usageSource: 'partial' });
    expect(usageOf(call)).toMatchObject({ input_tokens: 11 });
    expect(usageOf(call).output_tokens).toBeGreaterThan(0);
  });
});

describe('reasoning that a provider counts apart', () => {
  const counts = {
    prompt_tokens: 61,
    completion_tokens: 18,
    total_tokens: 79,
    completion_tokens_details: { reasoning_tokens: 137 },
  };

  it.each([
    ['separate', 155, ''],
    ['included', 18, ''],
    [undefined, 18, 'unclear:reasoning'],
  ] as const)('is charged as the catalogue says: %s', async (place, output, flags) => {
    const first = await startGateway();
    const provider = { ...makeProvider('up-a', 'a', first.upstream.url), ...(place && { reasoningInOutput: place }) };
    const gateway = await startGateway({ providers: [provider] });
    for (const stream of [false, true]) {
      const usageChunk = `data: ${JSON.stringify({ id: 'c1', choices: [], usage: counts })}\n\n`;
      first.upstream.next(
        stream
          ? sse([...chatStream.slice(0, 3), usageChunk, chatStream[4]])
          : json({ ...(chatCall.answer as object), usage: counts }),
      );
      await (await gateway.call(chatCall.path, { body: { ...chatCall.request, stream } })).text();
      const call = await lastRecorded(gateway);
      expect([usageOf(call), call.flags]).toEqual([{ input_tokens: 61, output_tokens: output }, flags]);
    }
    await gateway.close();
    await first.close();
  });
});

describe('a moderation', () => {
  const answer = {
    id: 'modr_1',
    model: 'test-model',
    results: [{ flagged: false, categories: {}, category_scores: {} }],
  };

  it.each([
    ['tokens that are not reported: an estimate', { input_tokens: 1_000n }, {}, 'partial', true],
    ['tokens that its host reports', { input_tokens: 1_000n }, { usage: { prompt_tokens: 40 } }, 'upstream', true],
    ['requests', { requests: 1_000n }, {}, 'upstream', true],
    ['nothing but output, of which it has none', { output_tokens: 1_000n }, {}, 'partial', false],
  ] as const)('is charged by %s', async (_, rates, more, usageSource, isCharged) => {
    const gateway = await startGateway({
      products: [{ ...makeProduct('test'), prices: [{ from: 0, rates }] }],
    });
    gateway.upstream.next(json({ ...answer, ...more }));
    const response = await gateway.call('/v1/moderations', { body: { model: 'test-model', input: 'Is this fine?' } });
    expect(response.status).toBe(200);
    await response.text();
    const call = await lastRecorded(gateway);
    expect([call.usageSource, call.charge > 0n]).toEqual([usageSource, isCharged]);
    await gateway.close();
  });
});
