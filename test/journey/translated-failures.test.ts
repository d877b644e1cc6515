import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeConfig, makeModel, makeProvider, upstreamKey } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded, recordedCalls } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';

const path = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Hi' }];
const event = (data: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const created = event({ type: 'response.created', response: { id: 'r', model: 'm', output: [] } });
const usage = { input_tokens: 1_500, output_tokens: 1, total_tokens: 1_501 };

/** Long deltas of `size` bytes in all, after a beginning: an answer that has no end. */
const endless = (begin: string, delta: string, size: number) =>
  sse([begin, ...Array.from({ length: Math.ceil(size / delta.length) }, () => delta)]);
const mebibyte = 'x'.repeat(1_048_576);

describe('a translated answer that fails', () => {
  let upstream: ScriptedUpstream;
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const providers = [
      { ...makeProvider('responses-host', 'a', upstream.url), wires: ['responses'] as const },
      { ...makeProvider('chat-host', 'a', upstream.url), wires: ['chat-completions'] as const },
    ];
    const models = [
      makeModel('gpt', ['responses-host']),
      makeModel('backed', ['responses-host'], { fallbacks: ['chat'] }),
      makeModel('chat', ['chat-host']),
    ];
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });
  beforeEach(() => upstream.forget());

  const ask = (body: object) => gateway.call(path, { body: { messages, ...body } });

  it.each([
    ['cancelled', { type: 'response.cancelled', message: `killed by /home/ops/secret with ${upstreamKey}` }],
    ['failed', { type: 'response.failed', response: { error: { message: `/home/ops/secret ${upstreamKey}` } } }],
  ])('in a stream that was %s shows nothing of its upstream', async (_, failure) => {
    upstream.always(sse([created, event(failure)]));
    const text = await (await ask({ model: 'gpt', stream: true })).text();
    expect(text).toContain('data: {"error":');
    expect([text.includes(upstreamKey), text.includes('/home/ops'), text.includes('[DONE]')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([null, { message: 'Out of order.' }])('as a whole is free, as its error says: %j', async (error) => {
    upstream.always(json({ id: 'r', object: 'response', status: 'failed', error, output: [], usage }));
    const answer = await ask({ model: 'gpt' });
    expect([answer.status, await answer.text()]).toEqual([502, expect.stringMatching(/"error"/)]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'failed', charge: 0n });
  });

  it('as a whole is charged once where another model answers', async () => {
    const before = (await recordedCalls(gateway)).length;
    const failed = { id: 'r', object: 'response', status: 'failed', error: { message: 'No.' }, output: [], usage };
    upstream.next(json(failed));
    upstream.always(json(chatCall.answer));
    const answer = await ask({ model: 'backed' });
    expect(answer.status).toBe(200);
    const calls = (await recordedCalls(gateway)).slice(before);
    expect(calls.map(({ outcome, charge }) => [outcome, charge > 0n])).toEqual([
      ['failed', false],
      ['completed', true],
    ]);
  });

  it.each([
    ['that is translated', 'gpt', {}, created, event({ type: 'response.output_text.delta', delta: mebibyte })],
    [
      'that is stored',
      'chat',
      { store: true },
      'data: {"id":"c","choices":[]}\n\n',
      `data: {"id":"c","choices":[{"index":0,"delta":{"content":"${mebibyte}"}}]}\n\n`,
    ],
  ])('is cut where a stream %s has no end', async (_, model, more, begin, delta) => {
    const opened =
      model === 'gpt' ? event({ type: 'response.output_item.added', output_index: 0, item: { type: 'message' } }) : '';
    upstream.always(endless(begin + opened, delta, 70 * mebibyte.length));
    const answer = await ask({ model, stream: true, ...more });
    let bytes = 0;
    let tail = '';
    for await (const piece of answer.body ?? []) {
      bytes += piece.length;
      tail = (tail + Buffer.from(piece).toString('latin1')).slice(-1_000);
    }
    expect(bytes).toBeGreaterThan(60 * mebibyte.length);
    expect(bytes).toBeLessThan(66 * mebibyte.length);
    expect(tail).toContain('data: {"error":');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut' });
  });

  const chunk = (content: string): string =>
    `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  it.each([
    ['reported', [chunk('a'), chunk('b'), 'data: {"error":{"message":"No."}}\n\n']],
    ['cut', [chunk('a'), chunk('b')]],
  ])('in a stream of a response is the next event of the same response where it was %s', async (_, events) => {
    upstream.always(sse(events));
    const body = { model: 'chat', input: 'Hi', stream: true };
    const text = await (await gateway.call('/v1/responses', { body })).text();
    const sent = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data = '']) => JSON.parse(data) as { sequence_number: number; response?: { id: string } },
    );
    expect(sent.map((each) => each.sequence_number)).toEqual(sent.map((_each, index) => index));
    expect(new Set(sent.flatMap(({ response }) => response?.id ?? [])).size).toBe(1);
    expect(text).toContain('event: response.failed\n');
  });
});
