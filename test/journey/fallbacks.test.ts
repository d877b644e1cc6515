import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeModel, makeProduct, upstreamKey } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { fin, json, reset, sse, sseHead, stall, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const answer = {
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
};
const busy = json({ error: { message: 'Too many at once.' } }, { status: 429, headers: { 'retry-after': '7' } });
const refusal = { error: { message: 'The model failed.' } };
const broken = json({ error: { message: 'Out of order.' } }, { status: 503 });

const dear = { ...makeProduct('dear'), prices: [{ from: 0, rates: { input_tokens: 10n ** 18n } }] };

describe('a model with fallbacks', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      products: [makeProduct('test'), dear],
      models: [
        makeModel('first', ['up-a'], { fallbacks: ['second', 'third'] }),
        makeModel('second', ['up-a']),
        makeModel('third', ['up-a']),
        makeModel('lonely', ['up-a'], { fallbacks: ['elsewhere', 'precious'] }),
        makeModel('shy', ['up-a'], { fallbacks: ['elsewhere', 'precious', 'third'] }),
        makeModel('elsewhere', ['up-b'], { operations: ['embeddings'] }),
        makeModel('travelling', ['up-a'], { fallbacks: ['claude'] }),
        makeModel('arriving', ['up-b'], { fallbacks: ['second'] }),
        makeModel('claude', ['up-b']),
        makeModel('precious', ['up-a'], { product: 'dear' }),
      ],
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => gateway.upstream.forget());

  /** Calls a model whose upstream does what is scripted and then answers. */
  const ask = async (model: string, scripts: readonly Script[], more = {}) => {
    for (const script of scripts) gateway.upstream.next(script);
    gateway.upstream.always(json(answer));
    const response = await gateway.call('/v1/chat/completions', {
      body: { model, messages: [{ role: 'user', content: 'hi' }], ...more },
    });
    const text = await response.text();
    const requestId = response.headers.get('x-request-id') ?? '';
    const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', requestId, limit: 10 });
    return {
      status: response.status,
      attempts: response.headers.get('x-diglot-attempts'),
      retryAfter: response.headers.get('retry-after'),
      text,
      facts: gateway.upstream.requests.map(({ body }) => (JSON.parse(body.toString()) as { model: string }).model),
      booked: items
        .map(({ model: name, outcome, charge }) => [name, outcome, charge > 0n] as const)
        .toSorted(([one], [other]) => one.localeCompare(other)),
    };
  };

  it.each([
    ['a refusal for now', [busy], 'up-a;429, up-a;200', ['first', 'second']],
    ['a model that took too long', [json(refusal, { status: 408 })], 'up-a;408, up-a;200', ['first', 'second']],
    ['a model that failed', [json(refusal, { status: 424 })], 'up-a;424, up-a;200', ['first', 'second']],
    ['a fault of its own', [broken, busy], 'up-a;503, up-a;429, up-a;200', ['first', 'second', 'third']],
    ['a connection that breaks', [[reset]], 'up-a;502, up-a;200', ['first', 'second']],
  ])(
    'goes on in order after %s, reports it, and charges the one that answered',
    async (_, scripts, attempts, facts) => {
      const result = await ask('first', scripts);
      expect(result).toMatchObject({ status: 200, attempts, facts });
      expect(result.booked).toEqual(
        facts.map((name) => [name, name === facts.at(-1) ? 'completed' : 'failed', name === facts.at(-1)]),
      );
    },
  );

  it.each([
    ['a web page', json('<html>Be right back.', { headers: { 'content-type': 'text/html' } })],
    ['an encoding that was not requested', json('xx', { headers: { 'content-encoding': 'gzip' } })],
    ['a redirect', json('', { status: 302, headers: { location: '/elsewhere' } })],
    ['a stream that was not requested', sse(['data: [DONE]\n\n'])],
    ['what is not JSON', json('nope')],
    ['a list', json([])],
    ['JSON that is not an answer', json({ object: 'something' })],
  ])('goes on after %s in the place of an answer', async (_, script) => {
    const result = await ask('first', [script]);
    expect(result).toMatchObject({ status: 200, attempts: 'up-a;502, up-a;200', facts: ['first', 'second'] });
    expect(result.booked).toEqual([
      ['first', 'failed', false],
      ['second', 'completed', true],
    ]);
  });

  it('goes on where another vendor’s answer cannot be translated', async () => {
    const result = await ask('travelling', [busy, json('nope')]);
    expect(result).toMatchObject({ status: 502, attempts: 'up-a;429, up-b;502', facts: ['travelling', 'claude'] });
    const other = await ask('arriving', [json('nope')]);
    expect(other).toMatchObject({ status: 200, attempts: 'up-b;502, up-a;200' });
  });

  it.each([
    ['an answer', { ...answer, system_fingerprint: upstreamKey }, {}],
    ['an answer as a stream', null, { stream: true }],
  ])('is not asked after %s that holds the provider’s credential', async (_, repeated, more) => {
    const text = `data: {"id":"1","choices":[{"index":0,"delta":{"content":"${upstreamKey}"}}]}\n\n`;
    const result = await ask('first', [repeated === null ? sse([text]) : json(repeated)], more);
    expect(result).toMatchObject({ attempts: null, facts: ['first'] });
    expect(result.text).toContain('was blocked');
  });

  it('is not asked after an answer that is too deep to be translated: the next would be as deep', async () => {
    const result = await ask('arriving', [json(`{"content":${'['.repeat(300_000)}`)]);
    expect(result).toMatchObject({ status: 502, attempts: null, facts: ['arriving'] });
    expect(result.text).toContain('nests too deep');
  });

  it.each([
    ['is too deep', `data: {"choices":${'['.repeat(300_000)}`, 'nests too deep'],
    ['has no end', `data: {"choices":"${'x'.repeat(33 * 1_048_576)}`, 'longer than 32 MiB'],
  ])('is not asked after a stream whose first event %s: its provider has done the work', async (_, event, words) => {
    const result = await ask('first', [sse([event])], { stream: true });
    expect(result).toMatchObject({ status: 502, attempts: null, facts: ['first'] });
    expect(result.text).toContain(words);
    expect(result.booked).toEqual([['first', 'failed', false]]);
  });

  it('reports the failure of the last one when none is left, and all attempts', async () => {
    const result = await ask('first', [broken, broken, busy]);
    const attempts = 'up-a;503, up-a;503, up-a;429';
    expect(result).toMatchObject({ status: 429, attempts, retryAfter: '7', facts: ['first', 'second', 'third'] });
    expect(result.text).toContain('Too many at once.');
  });

  it('reports all attempts with a failure of the gateway’s own', async () => {
    const { status, attempts, text } = await ask('first', [busy, [reset], [reset]]);
    expect([status, attempts]).toEqual([502, 'up-a;429, up-a;502, up-a;502']);
    expect(text).toContain('upstream_invalid');
  });

  it('goes on at another vendor, in that one’s format', async () => {
    const result = await ask('travelling', [busy, json(messagesCall.answer)]);
    expect(result).toMatchObject({ status: 200, attempts: 'up-a;429, up-b;200', facts: ['travelling', 'claude'] });
    expect(JSON.parse(result.text)).toMatchObject({ object: 'chat.completion' });
    expect(gateway.upstream.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/messages']);
  });

  it('passes over those that the call may not use or cannot pay for', async () => {
    expect(await ask('shy', [busy])).toMatchObject({
      status: 200,
      attempts: 'up-a;429, up-a;200',
      facts: ['shy', 'third'],
    });
  });

  it('reports what became of the model that was asked for, when no other may be used', async () => {
    const result = await ask('lonely', [busy]);
    expect(result).toMatchObject({ status: 429, attempts: null, retryAfter: '7', facts: ['lonely'] });
    expect(result.text).toContain('Too many at once.');
    expect(result.booked).toEqual([['lonely', 'failed', false]]);
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it('is not asked again after a refusal that another model would have too', async () => {
    expect(await ask('first', [json({ error: { message: 'No.' } }, { status: 400 })])).toMatchObject({
      status: 400,
      facts: ['first'],
    });
  });

  it('is not asked after such a refusal as the first event of a stream', async () => {
    const mistake = 'data: {"error":{"message":"Too long","code":400,"type":"BadRequestError"}}\n\n';
    const result = await ask('first', [sse([mistake])], { stream: true });
    expect(result).toMatchObject({ status: 400, attempts: null, facts: ['first'] });
  });

  const said = 'data: {"error":{"message":"Overloaded","type":"overloaded_error"}}\n\n';
  const words = (text: string): string => `data: {"id":"1","choices":[{"index":0,"delta":{"content":"${text}"}}]}\n\n`;
  const whole = [words('x'), 'data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'];

  it.each([
    ['begins with a failure', sse([said]), 503],
    ['says nothing', sse([]), 502],
    ['breaks before its first event', [sseHead(), reset], 502],
    ['begins with what is no event of its format', sse(['data: <html>\n\n']), 502],
  ])('is asked where a stream %s, before the client has had anything', async (_, script, status) => {
    const answered = sse([...whole, 'data: [DONE]\n\n']);
    const result = await ask('first', [script, answered], { stream: true });
    expect(result).toMatchObject({ status: 200, attempts: `up-a;${status}, up-a;200`, facts: ['first', 'second'] });
    expect(result.text).toContain('"x"');
    expect(result.text).not.toContain('Overloaded');
    expect(result.booked).toEqual([
      ['first', 'failed', false],
      ['second', 'completed', true],
    ]);
  });

  const ping = 'event: ping\ndata: {"type":"ping"}\n\n';
  const overloaded =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';

  it.each([
    ['fails', sse([': waiting\n\n', ping, overloaded]), 503],
    ['ends', sse([': waiting\n\n', ping]), 502],
    ['breaks', [...sse([': waiting\n\n', ping]).slice(0, -1), reset], 502],
  ])('is asked where a stream of another format %s after signs of life alone', async (_, script, status) => {
    const answered = sse([...whole, 'data: [DONE]\n\n']);
    const result = await ask('arriving', [script, answered], { stream: true });
    expect(result).toMatchObject({ status: 200, attempts: `up-b;${status}, up-a;200`, facts: ['arriving', 'second'] });
    expect(result.text).toContain('"x"');
    expect(result.booked).toEqual([
      ['arriving', 'failed', false],
      ['second', 'completed', true],
    ]);
  });

  it('is not asked where an event went out before the failure', async () => {
    const result = await ask('first', [sse([words('x'), said])], { stream: true });
    expect(result).toMatchObject({ status: 200, attempts: null, facts: ['first'] });
    expect(result.text).toContain('Overloaded');
  });

  it('is not left any more once a byte of its answer has gone out', async () => {
    const piece = 'data: {"id":"1","choices":[{"index":0,"delta":{"content":"x"}}]}\n\n';
    const result = await ask('first', [[...sse([piece]).slice(0, -1), fin]], { stream: true });
    expect(result).toMatchObject({ status: 200, attempts: null, facts: ['first'] });
    expect(result.text).toContain('error');
  });
});

describe('a voice call with fallbacks', () => {
  it('tries none when its time is over', async () => {
    const models = [makeModel('first', ['up-a'], { fallbacks: ['second'] }), makeModel('second', ['up-a'])];
    const gateway = await startGateway({ models, limits: { voiceSeconds: 2 } });
    try {
      const body = { model: 'first', input: 'hello', voice: 'alloy' };
      // The first call of a gateway takes longer than others.
      gateway.upstream.always(json({ error: { message: 'No.' } }, { status: 400 }));
      await (await gateway.call('/v1/audio/speech', { body })).arrayBuffer();
      gateway.upstream.forget();
      gateway.upstream.always([stall]);
      const response = await gateway.call('/v1/audio/speech', { body });
      expect(response.status).toBe(408);
      const { items } = await gateway.services.store.ledger.calls({ workspaceId: 'acme', limit: 10 });
      expect(items.map(({ model }) => model)).toEqual(['first', 'first']);
      expect(gateway.upstream.requests).toHaveLength(1);
    } finally {
      await gateway.close();
    }
  });
});
