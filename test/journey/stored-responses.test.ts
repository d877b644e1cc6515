import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { json, slices, sse, type Script } from '../fakes/script.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const day = 86_400_000;
const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18 };
const message = (text: string) => ({
  id: `msg_${text}`,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});
const answerOf = (text: string, more: JsonObject = {}) => ({
  id: 'resp_CANARY-theirs',
  object: 'response',
  status: 'completed',
  store: false,
  previous_response_id: null,
  model: 'test-model',
  output: [message(text)],
  usage,
  ...more,
});

/** A response with an id of the gateway. */
type Made = JsonObject & { readonly id: string };

describe('stored responses', () => {
  const clock = makeShiftedClock();
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ clock });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const post = (body: unknown) => gateway.call('/v1/responses', { body });
  const get = async (path: string, status = 200): Promise<JsonObject> => {
    const response = await gateway.call(path);
    expect(response.status).toBe(status);
    return (await response.json()) as JsonObject;
  };
  const sent = (): JsonObject => JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? '') as JsonObject;
  const make = async (body: JsonObject, answer: Script = json(answerOf('ok'))): Promise<Made> => {
    gateway.upstream.next(answer);
    const response = await post({ model: 'test-model', ...body });
    expect(response.status).toBe(200);
    return (await response.json()) as Made;
  };

  it('get an id of the gateway, and otherwise keep every byte but what the upstream cannot know', async () => {
    const text = `{ "x":1.50, "id" : "resp_CANARY-theirs" ,"output":[ ],"id2":"resp_CANARY-theirs", "store":false }`;
    gateway.upstream.next(json(text));
    const answer = await (await post({ model: 'test-model', input: 'Hi' })).text();
    const id = /"id" :"(resp_[0-9A-Za-z]{24})"/.exec(answer)?.[1] ?? '';
    expect(answer).toBe(text.replace(' "resp_CANARY-theirs" ', `"${id}"`).replace('"store":false ', '"store":true'));
    expect(await get(`/v1/responses/${id}`)).toMatchObject({ id, output: [], store: true });
  });

  it('are not kept by the upstream, whose request is otherwise as it was', async () => {
    gateway.upstream.next(json(answerOf('ok')));
    const text = '{ "model":"test-model" ,"input":"a\\u0041", "zz":1.0}';
    await post(text);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(`${text.slice(0, -1)},"store":false}`);
  });

  it('are not made with store: false, and then every byte goes through', async () => {
    const text = JSON.stringify(answerOf('ok'));
    gateway.upstream.next(json(text));
    const response = await post({ model: 'test-model', input: 'Hi', store: false });
    expect(await response.text()).toBe(text);
    await get('/v1/responses/resp_CANARY-theirs', 404);
  });

  it('are not made with store: false in a conversation either, which gets its turn all the same', async () => {
    const made = await gateway.call('/v1/conversations', { body: {} });
    const { id: conversation } = (await made.json()) as { readonly id: string };
    gateway.upstream.next(json(answerOf('unkept')));
    const response = await post({ model: 'test-model', input: 'Hi', store: false, conversation });
    const reported = { id: 'resp_CANARY-theirs', store: false, conversation: { id: conversation } };
    expect(await response.json()).toMatchObject(reported);
    expect(await get(`/v1/conversations/${conversation}/items?order=asc`)).toMatchObject({
      data: [{ role: 'user' }, { id: 'msg_unkept', role: 'assistant' }],
    });
  });

  it('name the response before them without being stored themselves', async () => {
    const before = await make({ input: 'Hi' });
    const rest = { input: 'And?', previous_response_id: before.id, store: false };
    gateway.upstream.next(json(answerOf('unkept')));
    const whole = await (await post({ model: 'test-model', ...rest })).json();
    expect(whole).toMatchObject({ id: 'resp_CANARY-theirs', store: false, previous_response_id: before.id });

    const types = ['response.created', 'response.completed'];
    const event = (type: string): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, response: answerOf('unkept') })}\n\n`;
    gateway.upstream.next(sse(types.map(event)));
    const text = await (await post({ model: 'test-model', ...rest, stream: true })).text();
    expect(text.split(`"previous_response_id":"${before.id}"`)).toHaveLength(types.length + 1);
    await get('/v1/responses/resp_CANARY-theirs', 404);

    const next = await post({ model: 'test-model', input: 'And?', previous_response_id: 'resp_CANARY-theirs' });
    const why =
      'This workspace has no such response. It does not exist, was not stored, was deleted, has expired, or belongs to another workspace.';
    expect([next.status, await next.json()]).toEqual([
      404,
      { error: { message: why, type: 'invalid_request_error', param: 'previous_response_id', code: 'not_found' } },
    ]);
    expect(gateway.upstream.requests.at(-1)?.body.toString()).not.toContain('resp_CANARY-theirs');
  });

  it('name the conversation that they belong to, and the response before them, though the upstream knows of neither', async () => {
    const created = await gateway.call('/v1/conversations', { body: {} });
    const { id } = (await created.json()) as { readonly id: string };
    const { previous_response_id: _, ...answer } = answerOf('ok');
    const whole = await make({ input: 'Hi', conversation: id }, json(answer));
    expect(whole).toMatchObject({ conversation: { id } });
    expect(await get(`/v1/responses/${whole.id}`)).toMatchObject({ conversation: { id } });

    const event = (type: string): string => `event: ${type}\ndata: ${JSON.stringify({ type, response: answer })}\n\n`;
    const types = ['response.created', 'response.in_progress', 'response.completed'];
    gateway.upstream.next(sse(types.map(event)));
    const text = await (await post({ model: 'test-model', input: 'Hi', conversation: { id }, stream: true })).text();
    expect(text.split(`"conversation":{"id":"${id}"}`)).toHaveLength(types.length + 1);
    const [streamed = ''] = /resp_[0-9A-Za-z]{24}/.exec(text) ?? [];
    expect(await get(`/v1/responses/${streamed}`)).toMatchObject({ conversation: { id } });

    const after = await make({ input: 'And?', previous_response_id: whole.id }, json(answer));
    expect(after).toMatchObject({ previous_response_id: whole.id });
    expect(after).not.toHaveProperty('conversation');
    expect(await get(`/v1/responses/${after.id}`)).toMatchObject({ previous_response_id: whole.id });
  });

  it.each([1, 7, 4_096])('have one id in the stream and in the store, cut into %i bytes', async (size) => {
    const events = [
      ['response.created', { ...answerOf(''), output: [], status: 'in_progress' }],
      ['response.completed', answerOf('Héllo 👋')],
    ] as const;
    const text = events
      .map(([type, response], sequence_number) => {
        return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, response })}\n\n`;
      })
      .join(': comment\n\n');
    gateway.upstream.next(sse(slices(text, size)));
    const answer = await (await post({ model: 'test-model', input: 'Hi', stream: true })).text();
    const [id = ''] = /resp_[0-9A-Za-z]{24}/.exec(answer) ?? [];
    expect(answer).toBe(text.replaceAll('resp_CANARY-theirs', id).replaceAll('"store":false', '"store":true'));
    expect(await get(`/v1/responses/${id}`)).toEqual({ ...answerOf('Héllo 👋'), id, store: true });
  });

  it('that failed before they put anything out are free, whole as in a stream, and say no more than they may', async () => {
    const error = { code: 'server_error', message: 'No room at /srv/CANARY/x.py' };
    const failed = { ...answerOf(''), status: 'failed', error, output: [], usage: null };
    gateway.upstream.next(json(failed));
    const response = await post({ model: 'test-model', input: 'Hi' });
    const reported = (await response.json()) as Record<string, unknown>;
    expect(reported).toEqual({
      ...failed,
      id: reported['id'],
      store: true,
      error: { ...error, message: 'No room at [redacted]' },
    });
    expect(response.headers.get('x-diglot-charge')).toBe('0');
    expect(await get(`/v1/responses/${String(reported['id'])}`)).toEqual(reported);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'upstream_cut', usageSource: 'none', charge: 0n });
  });

  it('that report a failure twice say it once, and no more than they may', async () => {
    const failed = { ...answerOf(''), status: 'failed', output: [], usage: null };
    const twice = `"error":{"code":"server_error","message":"No room at /srv/CANARY/x.py"},"error":{"code":"server_error","message":"No room."}}`;
    gateway.upstream.next(json(JSON.stringify({ ...failed, error: undefined }).replace(/\}$/, `,${twice}`)));
    const text = await (await post({ model: 'test-model', input: 'Hi' })).text();
    expect(text).not.toContain('CANARY');
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'server_error', message: 'No room.' } });
  });

  it('that failed later cost what they put out', async () => {
    gateway.upstream.next(json({ ...answerOf('Hello there'), status: 'failed', usage: null }));
    await (await post({ model: 'test-model', input: 'Hi' })).text();
    const call = await lastRecorded(gateway);
    expect([call.outcome, call.usageSource]).toEqual(['upstream_cut', 'estimate']);
    expect(usageOf(call).output_tokens).toBeGreaterThan(0);
  });

  it('that failed or broke have one id as well, and only what the upstream finished is kept', async () => {
    const failed = { type: 'response.failed', response: { ...answerOf(''), status: 'failed', output: [] } };
    gateway.upstream.next(sse([`event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`]));
    const reported = await (await post({ model: 'test-model', input: 'Hi', stream: true })).text();
    const [id = ''] = /resp_[0-9A-Za-z]{24}/.exec(reported) ?? [];
    expect((await get(`/v1/responses/${id}`))['status']).toBe('failed');
    const begun = { type: 'response.created', response: answerOf('') };
    gateway.upstream.next(sse([`event: response.created\ndata: ${JSON.stringify(begun)}\n\n`]));
    const broken = await (await post({ model: 'test-model', input: 'Hi', stream: true })).text();
    const ids = new Set(broken.match(/resp_[0-9A-Za-z]{24}/g));
    expect([ids.size, broken.includes('response.failed')]).toEqual([1, true]);
    await get(`/v1/responses/${[...ids][0] ?? ''}`, 404);
  });

  it('show their input, page by page, in both orders', async () => {
    const input = [
      { role: 'user', content: 'one' },
      { type: 'message', role: 'user', id: 'msg_own', content: [{ type: 'input_text', text: 'two' }] },
      { type: 'function_call_output', call_id: 'c', output: 'three' },
    ];
    const { id } = await make({ input });
    const all = await get(`/v1/responses/${id}/input_items?order=asc`);
    expect(all).toMatchObject({
      object: 'list',
      has_more: false,
      data: [
        { type: 'message', status: 'completed', role: 'user', content: [{ type: 'input_text', text: 'one' }] },
        { id: 'msg_own', content: [{ type: 'input_text', text: 'two' }] },
        { type: 'function_call_output', call_id: 'c', output: 'three' },
      ],
    });
    const newest = await get(`/v1/responses/${id}/input_items?limit=2`);
    expect(newest).toMatchObject({ has_more: true, last_id: 'msg_own' });
    const rest = await get(`/v1/responses/${id}/input_items?limit=2&after=msg_own`);
    expect(rest).toMatchObject({ has_more: false, first_id: all['first_id'] });
  });

  it('carry a chain of 100 turns, whole and without instructions', async () => {
    let previous_response_id: unknown = null;
    for (let turn = 0; turn < 100; turn += 1) {
      const more = { previous_response_id: previous_response_id as string, instructions: `only ${turn}` };
      const made = await make({ input: `question ${turn}`, ...more }, json(answerOf(`answer ${turn}`)));
      expect(made['previous_response_id']).toBe(previous_response_id);
      previous_response_id = made.id;
    }
    const input = sent()['input'] as readonly JsonObject[];
    expect(input).toHaveLength(199);
    expect(input[0]).toEqual({ role: 'user', content: 'question 0' });
    expect(input[197]).toEqual(message('answer 98'));
    expect(sent()).toMatchObject({ previous_response_id: null, instructions: 'only 99', store: false });
    const estimated = (await lastRecorded(gateway)).hold;
    expect(estimated).toBeGreaterThan(BigInt(gateway.upstream.requests.at(-1)?.body.length ?? 0));
  });

  it('cannot be built on once a link is gone', async () => {
    const one = await make({ input: 'one' });
    const two = await make({ input: 'two', previous_response_id: one.id });
    expect(await (await gateway.call(`/v1/responses/${one.id}`, { method: 'DELETE' })).json()).toEqual({
      id: one.id,
      object: 'response',
      deleted: true,
    });
    const response = await post({ model: 'test-model', input: 'x', previous_response_id: two.id });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { param: 'previous_response_id' } });
  });

  it('stand for their items where a request refers to them, and thoughts that were not stored are left out', async () => {
    const thought = { id: 'rs_1', type: 'reasoning', summary: [] };
    const whole = { id: 'rs_2', type: 'reasoning', summary: [], encrypted_content: 'x' };
    await make({ input: 'one' }, json(answerOf('said', { output: [thought, whole, message('said')] })));
    const references = ['rs_1', 'rs_2', 'msg_said'].map((id) => ({ type: 'item_reference', id }));
    await make({ input: [...references, { role: 'user', content: 'two' }] });
    expect(sent()['input']).toEqual([whole, message('said'), { role: 'user', content: 'two' }]);
    const body = { model: 'test-model', input: [{ type: 'item_reference', id: 'msg_none' }], store: false };
    const response = await post(body);
    expect([response.status, await response.json()]).toMatchObject([404, { error: { param: 'input[0].id' } }]);
  });

  it('are put in for counting and compacting too', async () => {
    const { id } = await make({ input: 'one' });
    for (const path of ['input_tokens', 'compact']) {
      gateway.upstream.next(json({ object: 'response.input_tokens', input_tokens: 3 }));
      await gateway.call(`/v1/responses/${path}`, {
        body: { model: 'test-model', input: 'two', previous_response_id: id },
      });
      expect(sent()['input']).toHaveLength(3);
    }
  });

  it('end after their days, to the millisecond', async () => {
    const { id } = await make({ input: 'x' });
    clock.shift(30 * day - 5_000);
    await get(`/v1/responses/${id}`);
    clock.shift(5_000);
    await get(`/v1/responses/${id}`, 404);
  });

  it.each([
    [{ input: 'x', background: true }, 400, 'background'],
    [{ input: 'x', previous_response_id: 'resp_a', conversation: 'conv_b' }, 400, 'previous_response_id'],
    [{ input: 'x', previous_response_id: 'resp_none' }, 404, 'previous_response_id'],
    [{ input: 'x', conversation: 'conv_none' }, 404, 'conversation'],
  ])('refuse %j', async (body, status, param) => {
    const response = await post({ model: 'test-model', ...body });
    expect([response.status, await response.json()]).toMatchObject([status, { error: { param } }]);
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('are stored as the caller got them where their failure had to be tidied', async () => {
    const error = { code: 'server_error', message: 'Boom at http://10.0.0.7:8000/internal' };
    const failed = { type: 'response.failed', response: { ...answerOf('CANARY'), status: 'failed', error } };
    gateway.upstream.next(sse([`event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`]));
    const text = await (await post({ model: 'test-model', input: 'x', stream: true })).text();
    const id = /resp_[0-9A-Za-z]{24}/.exec(text)?.[0] ?? '';
    const reported = text.split('\n').findLast((line) => line.startsWith('data: ')) ?? '';
    const kept = await get(`/v1/responses/${id}`);
    expect(kept).toMatchObject({ id, status: 'failed', output: [] });
    expect(kept).toMatchObject(
      (JSON.parse(reported.slice('data: '.length)) as { readonly response: JsonObject }).response,
    );
    expect(JSON.stringify(kept)).not.toMatch(/CANARY|10\.0\.0\.7/);
  });

  it('cannot be read as a stream or cancelled', async () => {
    const { id } = await make({ input: 'x' });
    for (const name of [id, 'resp_unknown'])
      expect(await get(`/v1/responses/${name}?stream=true`, 400)).toEqual({
        error: {
          message: 'A stored response cannot be resumed as a stream. Ask again without stream.',
          type: 'invalid_request_error',
          param: 'stream',
          code: 'invalid_value',
        },
      });
    await get(`/v1/responses/${id}?stream=false&include[]=reasoning.encrypted_content`);
    const cancelled = await gateway.call(`/v1/responses/${id}/cancel`, { method: 'POST' });
    expect([cancelled.status, cancelled.headers.get('x-should-retry')]).toEqual([409, 'false']);
  });

  it('of chats are filtered by as many entries as metadata has, each of which reads everything that is searched', async () => {
    const filters = (count: number): string => Array.from({ length: count }, () => 'metadata[a]=b').join('&');
    const [most, more] = [
      await gateway.call(`/v1/chat/completions?${filters(16)}`),
      await gateway.call(`/v1/chat/completions?${filters(17)}`),
    ];
    expect([most.status, await most.json()]).toMatchObject([200, { data: [] }]);
    expect([more.status, await more.json()]).toMatchObject([400, { error: { param: 'metadata' } }]);
  });
});
