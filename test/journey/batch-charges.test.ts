import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeBatchWatch } from '../../src/batches/watch-batches.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { silentLog } from '../../src/shared/log.ts';
import { makeModel } from '../fakes/make-config.ts';
import { bytes, head, json, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const specB = { 'anthropic-version': '2023-06-01' };
const usage = { input_tokens: 100, output_tokens: 20 };
const message = (model: string) => ({ type: 'message', model, content: [], usage });
const lines = [
  { custom_id: 'one', result: { type: 'succeeded', message: message('test-model') } },
  { custom_id: 'two', result: { type: 'succeeded', message: message('test-model-20260807') } },
  { custom_id: 'bad', result: { type: 'errored', error: {} } },
  { custom_id: 'late', result: { type: 'expired' } },
];
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const whole = (body: string): Script => [head(200, { 'content-length': String(body.length) }), bytes(body)];

describe('a batch that has ended', () => {
  let gateway: TestGateway;
  let played = 0;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [makeModel('test-model', ['up-a', 'up-b']), makeModel('adviser', ['up-b'])],
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const play = (results: Script): void => {
    const id = `up_${(played += 1)}`;
    const record = { id, type: 'message_batch', created_at: '2026-11-20T10:00:00Z' };
    gateway.upstream.always(({ method, path }) => {
      if (path.endsWith('/results')) return results;
      return json({ ...record, processing_status: method === 'POST' ? 'in_progress' : 'ended', results_url: 'x' });
    });
  };
  const create = async (): Promise<{ readonly id: string; readonly requestId: string }> => {
    const params = { model: 'test-model', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
    const requests = lines.map(({ custom_id }) => ({ custom_id, params }));
    const answer = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
    return { id: ((await answer.json()) as { id: string }).id, requestId: answer.headers.get('request-id') ?? '' };
  };
  const charged = async (requestId: string) => {
    const { ledger } = gateway.services.store;
    const { items } = await ledger.calls({ workspaceId: 'acme', requestId, limit: 100 });
    return items.filter(({ productSku }) => productSku !== 'unbilled');
  };
  const get = ({ id }: { readonly id: string }) => gateway.call(`/v1/messages/batches/${id}`, { headers: specB });

  /** A batch of a file that has ended with this output, read once. */
  const ofFile = async (output: string): Promise<Readonly<Record<'id' | 'requestId' | 'readId', string>>> => {
    const name = (played += 1);
    const base = { object: 'batch', endpoint: '/v1/chat/completions', created_at: 1, id: `up-batch-${name}` };
    gateway.upstream.always(({ method, path }) => {
      if (path.endsWith('/content')) return whole(output);
      if (path.endsWith('/files')) return json({ id: `up-file-${name}`, object: 'file' });
      return json(method === 'POST' ? base : { ...base, status: 'completed', output_file_id: `up-out-${name}` });
    });
    const form = new FormData();
    form.append('purpose', 'batch');
    const requests = output.split('\n').map(() => '{"body":{"model":"test-model"}}');
    form.append('file', new Blob([requests.join('\n')]), 'in.jsonl');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    const { id: input_file_id } = (await file.json()) as { id: string };
    const wish = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const answer = await gateway.call('/v1/batches', { body: wish });
    const { id } = (await answer.json()) as { id: string };
    const read = await gateway.call(`/v1/batches/${id}`);
    const [requestId, readId] = [answer, read].map(({ headers: sent }) => sent.get('x-request-id') ?? '');
    return { id, requestId: requestId ?? '', readId: readId ?? '' };
  };

  it('is charged line by line, once, however many look at it; what failed costs nothing', async () => {
    play(whole(text));
    const batch = await create();
    await Promise.all([get(batch), get(batch), get(batch)]);
    await get(batch);
    const calls = await charged(batch.requestId);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ model, operation }) => `${model} ${operation}`))).toEqual(
      new Set(['test-model createMessageBatch']),
    );
    expect(calls[0]?.lines.find(({ unitKind }) => unitKind === 'input_tokens')?.quantity).toBe(100);
    expect(calls.every(({ charge }) => charge > 0n)).toBe(true);
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('adds no call for what the gateway itself reads: usage and the last use of a key show what its owner did', async () => {
    const { ledger } = gateway.services.store;
    const skusOf = async (requestId: string) =>
      (await ledger.calls({ workspaceId: 'acme', requestId, limit: 100 })).items
        .map(({ productSku }) => productSku)
        .toSorted();
    play(whole(text));
    const batch = await create();
    const read = await get(batch);
    expect(await skusOf(batch.requestId)).toEqual(['test', 'test', 'unbilled']);
    expect(await skusOf(read.headers.get('request-id') ?? '')).toEqual(['unbilled']);
    const body = { model: 'test-model', usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } };
    const file = await ofFile(JSON.stringify({ custom_id: 'one', response: { status_code: 200, body } }));
    expect(await skusOf(file.requestId)).toEqual(['test', 'unbilled']);
    expect(await skusOf(file.readId)).toEqual(['unbilled']);
  });

  it('is charged for what ran next to a line’s totals, and for the words of a line that reports no usage', async () => {
    const iterations = [
      { type: 'compaction', ...usage },
      { type: 'advisor_message', model: 'adviser', input_tokens: 7, output_tokens: 1 },
    ];
    const done = (custom_id: string, changes: object) =>
      JSON.stringify({ custom_id, result: { type: 'succeeded', message: { ...message('test-model'), ...changes } } });
    const reported = done('one', { usage: { ...usage, iterations } });
    const silent = done('two', { usage: undefined, content: [{ type: 'text', text: 'Sunny, with a light breeze.' }] });
    play(whole(`${reported}\n${silent}\n`));
    const batch = await create();
    for (let look = 0; look < 2; look += 1) await get(batch);
    const calls = await charged(batch.requestId);
    const inputOf = ({ lines: charges }: (typeof calls)[number]) =>
      charges.find(({ unitKind }) => unitKind === 'input_tokens')?.quantity ?? 0;
    expect(calls.map((call) => [call.model, inputOf(call), call.usageSource].join(' ')).toSorted()).toEqual([
      'adviser 7 upstream',
      'test-model 0 estimate',
      'test-model 200 upstream',
    ]);
    expect(calls.every(({ charge }) => charge > 1n)).toBe(true);
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('is charged for every line, also where long ids of lines are the same or nearly so', async () => {
    const body = { model: 'test-model', usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } };
    const ids = [`${'x'.repeat(1_000)}1`, `${'x'.repeat(1_000)}2`, `${'x'.repeat(1_000)}1`];
    const done = ids.map((custom_id) => JSON.stringify({ custom_id, response: { status_code: 200, body } }));
    const { id, requestId } = await ofFile(done.join('\n'));
    expect(await charged(requestId)).toHaveLength(3);
    await gateway.call(`/v1/batches/${id}`);
    expect(await charged(requestId)).toHaveLength(3);
  });

  it('is charged for no more lines than it has requests, however many its results have', async () => {
    const done = ['one', 'two', 'bad', 'late', 'more', 'one', 'one'].map((custom_id) => ({ ...lines[0], custom_id }));
    play(whole(done.map((line) => JSON.stringify(line)).join('\n')));
    const batch = await create();
    for (let look = 0; look < 2; look += 1) await get(batch);
    expect(await charged(batch.requestId)).toHaveLength(lines.length);
  });

  it('is charged for the rest after a reading that broke in the middle, and for nothing twice', async () => {
    const part = text.slice(0, text.indexOf('\n') + 1);
    play([head(200, { 'content-length': String(text.length) }), bytes(part), { kind: 'reset' }]);
    const batch = await create();
    expect((await get(batch)).status).toBe(200);
    expect((await charged(batch.requestId)).length).toBeLessThan(2);
    played -= 1;
    play(whole(text));
    await get(batch);
    expect(await charged(batch.requestId)).toHaveLength(2);
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
    expect(await gateway.services.metering.reconcile()).toEqual([]);
  });

  it('is charged though no caller asks for it', async () => {
    play(whole(text));
    const batch = await create();
    const { objects } = gateway.services.store;
    await makeBatchWatch({ ...gateway.services, objects, clock: systemClock, log: silentLog })();
    expect(await charged(batch.requestId)).toHaveLength(2);
    expect((await objects.unchargedBatches(null, 10)).data).toEqual([]);
  });

  it('of Spec A is charged from its output file', async () => {
    const body = { model: 'test-model', usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } };
    const results = [
      { custom_id: 'a', response: { status_code: 200, body }, error: null },
      { custom_id: 'b', response: { status_code: 400, body: {} }, error: {} },
    ];
    const { requestId } = await ofFile(results.map((line) => JSON.stringify(line)).join('\n'));
    const calls = await charged(requestId);
    expect(calls.map(({ operation, model }) => `${operation} ${model}`)).toEqual(['createBatch test-model']);
  });

  it('is charged for the words of a line that counts its input alone', async () => {
    const choices = [{ index: 0, message: { content: 'Sunny, with a light breeze.' } }];
    const body = { model: 'test-model', choices, usage: { prompt_tokens: 7 } };
    const { requestId } = await ofFile(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body } }));
    const [call] = await charged(requestId);
    const counted = call?.lines.map(({ unitKind, quantity }) => `${quantity} ${unitKind}`);
    expect([call?.usageSource, counted]).toEqual(['partial', ['7 input_tokens', '7 output_tokens', '1 requests']]);
  });

  it('is charged for a line with more elements than a call may have, as log probabilities make them', async () => {
    const reported = { prompt_tokens: 7, completion_tokens: 10_000, total_tokens: 10_007 };
    const probabilities = `[${'0,'.repeat(2_100_000)}0]`;
    const long = JSON.stringify({
      custom_id: 'a',
      response: { status_code: 200, body: { model: 'test-model', logprobs: 'HERE', usage: reported } },
    }).replace('"HERE"', probabilities);
    const batch = await ofFile(long);
    const [call] = await charged(batch.requestId);
    expect(call?.lines.map(({ unitKind, quantity }) => `${quantity} ${unitKind}`)).toEqual([
      '7 input_tokens',
      '10000 output_tokens',
      '1 requests',
    ]);
    const kept = await gateway.services.store.objects.find({
      spec: 'a',
      kind: 'batch',
      id: batch.id,
      workspaceId: 'acme',
    });
    expect(kept?.fields).toMatchObject({ charged: true });
    expect(kept?.fields).not.toHaveProperty('uncharged');
  });
});
