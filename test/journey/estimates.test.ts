import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, sse, type Script } from '../fakes/script.ts';
import { makeModel } from '../fakes/make-config.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const completion = (content: string, usage?: object): object => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null },
  ],
  ...(usage && { usage }),
});

describe('an answer without usage', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const boundless = makeModel('test-model', ['up-a'], { maxOutputTokens: null });
    gateway = await startGateway({ models: [boundless, makeModel('small', ['up-a'], { maxOutputTokens: 5 })] });
  });
  afterAll(() => gateway.close());

  const booked = async (script: Script, changes: object = {}) => {
    gateway.upstream.next(script);
    const body = { model: 'test-model', messages, ...changes };
    const response = await gateway.call('/v1/chat/completions', { body });
    expect(response.status).toBe(200);
    await response.text();
    return lastRecorded(gateway);
  };

  it('is estimated by what it says, whole as in a stream', async () => {
    const whole = await booked(json(completion('hello')));
    const chunk = { id: 'c1', choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }] };
    const stream = await booked(sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n']), { stream: true });
    expect([whole.usageSource, stream.usageSource]).toEqual(['estimate', 'estimate']);
    expect(usageOf(whole)).toMatchObject({ output_tokens: 1 });
    expect(usageOf(stream)).toEqual(usageOf(whole));
  });

  it('is estimated by what it says where it is too long to be held', async () => {
    const words = await booked(json(completion('hello '.repeat(250_000))));
    expect(words.usageSource).toBe('estimate');
    expect(usageOf(words).output_tokens).toBeGreaterThan(240_000);
    expect(usageOf(words).output_tokens).toBeLessThan(260_000);
    const sound = await booked(json({ ...completion('hello'), more: 'QUJD'.repeat(300_000) }));
    expect(usageOf(sound)).toMatchObject({ output_tokens: 1 });
  });

  it('is estimated in its output alone where its usage counts the input alone, whole as in a stream', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: null };
    const chunk = { id: 'c1', choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }], usage };
    const whole = await booked(json(completion('hello', usage)));
    const long = await booked(json({ ...completion('hello', usage), more: 'QUJD'.repeat(300_000) }));
    const stream = await booked(sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n']), { stream: true });
    for (const call of [whole, long, stream])
      expect([call.usageSource, usageOf(call)]).toEqual(['partial', { input_tokens: 3, output_tokens: 1 }]);
  });

  it('is estimated in its output not at all where it has none', async () => {
    const call = await booked(json(completion('', { prompt_tokens: 3 })));
    expect([call.usageSource, usageOf(call)]).toEqual(['upstream', { input_tokens: 3 }]);
  });

  it.each([-1, 1.5, '7', 1e13])('is flagged where it has usage that cannot be believed: %j', async (count) => {
    const usage = { prompt_tokens: 3, completion_tokens: count, total_tokens: 4 };
    const chunk = { id: 'c1', choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }], usage };
    const whole = await booked(json(completion('hello', usage)));
    const stream = await booked(sse([`data: ${JSON.stringify(chunk)}\n\n`, 'data: [DONE]\n\n']), { stream: true });
    for (const call of [whole, stream]) {
      expect([call.usageSource, call.flags]).toEqual(['estimate', 'unbelieved:usage']);
      expect(usageOf(call)).toMatchObject({ output_tokens: 1 });
    }
  });

  it('is not flagged where its usage can be believed', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, prompt_tokens_details: null };
    expect((await booked(json(completion('hello', usage)))).flags).toBe('');
  });

  it('is not estimated above what was asked for', async () => {
    const { charge, hold, lines, flags } = await booked(json(completion('hello '.repeat(99))), { max_tokens: 7 });
    expect(lines.find(({ unitKind }) => unitKind === 'output_tokens')?.quantity).toBe(7);
    expect([charge <= hold, flags]).toEqual([true, '']);
  });

  it('is not estimated above what its model can put out', async () => {
    const { charge, hold, lines, flags } = await booked(json(completion('hello '.repeat(99))), { model: 'small' });
    expect(lines.find(({ unitKind }) => unitKind === 'output_tokens')?.quantity).toBe(5);
    expect([charge <= hold, flags]).toEqual([true, '']);
  });
});
