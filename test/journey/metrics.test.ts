import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json, sse } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const usage = {
  prompt_tokens: 30,
  completion_tokens: 5,
  prompt_tokens_details: { cached_tokens: 20 },
};
const answer = { ...chatCall.answer, usage };
const messages = [{ role: 'user', content: 'hi' }];

describe('the figures of calls', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      metrics: true,
      models: [makeModel('test-model', ['up-a']), makeModel('any-*', ['up-a'])],
    });
  });
  afterAll(() => gateway.close());

  const ask = async (model: string, more = {}) =>
    (await gateway.call('/v1/chat/completions', { body: { model, messages, ...more } })).text();
  const read = async () => (await fetch(gateway.app.metricsUrl ?? '')).text();
  /** The lines of a figure, without its buckets. */
  const linesOf = (text: string, name: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(name) && !line.includes('_bucket'))
      .toSorted();

  it('tell by model and provider how calls ended, what they used and cost, as the ledger does', async () => {
    gateway.upstream.next(json(answer));
    await ask('test-model');
    gateway.upstream.next(sse([`data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`, 'data: [DONE]\n\n']));
    await ask('test-model', { stream: true });
    gateway.upstream.next(json({ error: { message: 'no' } }, { status: 500 }));
    await ask('test-model');
    for (const status of [429, 400]) {
      gateway.upstream.next(json({ error: { message: 'no', code: 'context_length_exceeded' } }, { status }));
      await ask('test-model');
    }
    await ask('no such model');
    const text = await read();
    const who = 'model="test-model",provider="up-a"';
    const genAi = 'gen_ai_operation_name="chat",gen_ai_provider_name="up-a",gen_ai_request_model="test-model"';
    expect(linesOf(text, 'diglot_calls_total')).toEqual([
      `diglot_calls_total{operation="createChatCompletion",${who},outcome="completed"} 2`,
      `diglot_calls_total{operation="createChatCompletion",${who},outcome="failed"} 2`,
      `diglot_calls_total{operation="createChatCompletion",${who},outcome="refused"} 1`,
    ]);
    expect(linesOf(text, 'diglot_usage_units_total')).toEqual([
      `diglot_usage_units_total{${who},unit_kind="cached_input_tokens"} 40`,
      `diglot_usage_units_total{${who},unit_kind="input_tokens"} 20`,
      `diglot_usage_units_total{${who},unit_kind="output_tokens"} 10`,
      `diglot_usage_units_total{${who},unit_kind="requests"} 2`,
    ]);
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 10 });
    const charged = items.reduce((sum, { charge }) => sum + charge, 0n);
    expect(linesOf(text, 'diglot_charged')).toEqual([`diglot_charged_nanocredits_total{product="test"} ${charged}`]);
    expect(linesOf(text, 'diglot_first_byte_seconds_count')).toEqual([
      `diglot_first_byte_seconds_count{${who},stream="false"} 1`,
      `diglot_first_byte_seconds_count{${who},stream="true"} 1`,
    ]);
    expect(linesOf(text, 'gen_ai_client_operation_duration_seconds_count')).toEqual([
      `gen_ai_client_operation_duration_seconds_count{${genAi},error_type="failed"} 3`,
      `gen_ai_client_operation_duration_seconds_count{${genAi}} 2`,
    ]);
    expect(linesOf(text, 'gen_ai_client_token_usage_sum')).toEqual([
      `gen_ai_client_token_usage_sum{${genAi},gen_ai_token_type="input"} 60`,
      `gen_ai_client_token_usage_sum{${genAi},gen_ai_token_type="output"} 10`,
    ]);
  });

  it('do not grow with the names that callers think of', async () => {
    gateway.upstream.always(json(answer));
    for (let call = 0; call < 5; call += 1) await ask(`any-${call}`);
    const text = await read();
    expect(linesOf(text, 'diglot_calls_total{operation="createChatCompletion",model="any-')).toEqual([
      'diglot_calls_total{operation="createChatCompletion",model="any-*",provider="up-a",outcome="completed"} 5',
    ]);
    expect(text).not.toMatch(/any-\d|no such model/);
  });
});
