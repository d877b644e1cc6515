import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import type { Spec } from '../../../src/catalog/catalog.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import type { WireId } from '../../../src/wires/meter.ts';
import { estimateHold } from '../../../src/pipeline/hold-estimate.ts';
import { draftJson, readRequestFacts, writeRequest } from '../../../src/pipeline/upstream-draft.ts';
import { refuseLoop } from '../../../src/providers/headers.ts';
import type { Route } from '../../../src/routing/route.ts';
import { noCuts } from '../../../src/shared/json/skim.ts';
import { makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';

const chat = specA.createChatCompletion;

interface Draft {
  readonly spec?: Spec;
  readonly operation?: Call['operation'];
  readonly headers?: Call['headers'];
  readonly search?: string;
}

const callOf = (body: object, { spec = 'a', operation = chat, headers = {}, search = '' }: Draft = {}): Call =>
  ({
    spec,
    operation,
    headers,
    search,
    bytes: Buffer.from(JSON.stringify(body)),
    cuts: noCuts,
    upload: null,
    reply: makeRecordingReply(),
  }) as unknown as Call;

const routeTo = (upstreamModel: string, spec: Spec = 'a'): Route => ({
  requestedModel: 'm',
  model: makeModel('m', ['up']),
  upstreamModel,
  provider: makeProvider('up', spec, 'http://127.0.0.1:1'),
  region: 'global',
  product: makeProduct('test'),
  price: { from: 0, rates: {} },
});

const limits = { firstByte: 1, idle: 1, total: null, keepalive: 1 };

/** The members that change on the way, as JSON text. */
function splice(body: Readonly<Record<string, unknown>>, upstreamModel = 'm', draft: Draft = {}) {
  const call = callOf(body, draft);
  const parts = { call, upstreamDraft: draftJson(call, body), route: routeTo(upstreamModel, draft.spec), limits };
  const { body: sentBytes } = writeRequest(parts).request;
  const sent = JSON.parse(Buffer.from(sentBytes as Uint8Array).toString()) as object;
  const changed = Object.entries(sent).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(body[name]));
  return Object.fromEntries(changed.map(([name, value]) => [name, JSON.stringify(value)]));
}

describe('the changes to a request on its way', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string, Draft, object]>([
    ['none', { model: 'm' }, 'm', {}, {}],
    ['the model’s name', { model: 'm' }, 'theirs "1"', {}, { model: '"theirs \\"1\\""' }],
    ['usage', { model: 'm', stream: true }, 'm', {}, { stream_options: '{"include_usage":true}' }],
    [
      'usage beside other wishes',
      { model: 'm', stream: true, stream_options: { include_obfuscation: false } },
      'm',
      {},
      { stream_options: '{"include_obfuscation":false,"include_usage":true}' },
    ],
    [
      'usage that was not wanted',
      { model: 'm', stream: true, stream_options: { include_usage: false } },
      'm',
      {},
      { stream_options: '{"include_usage":true}' },
    ],
    [
      'usage where options are null',
      { model: 'm', stream: true, stream_options: null },
      'm',
      {},
      { stream_options: '{"include_usage":true}' },
    ],
    [
      'nothing where usage was wanted',
      { model: 'm', stream: true, stream_options: { include_usage: true } },
      'm',
      {},
      {},
    ],
    ['nothing where nothing flows', { model: 'm', stream: false }, 'm', {}, {}],
    [
      'nothing in formats that count anyway',
      { model: 'm', stream: true },
      'm',
      { operation: specA.createResponse },
      {},
    ],
    ['nothing in messages', { model: 'm', stream: true }, 'm', { spec: 'b', operation: specB.createMessage }, {}],
  ])('%s', (_, body, upstreamModel, draft, edits) => {
    expect(splice(body, upstreamModel, draft)).toEqual(edits);
  });

  it('are made in the caller’s own bytes', () => {
    const call = callOf({ model: 'm', constructor: 1, temperature: 0.5 });
    const bytes = draftJson(call, JSON.parse(call.bytes.toString())).body(routeTo('theirs'));
    expect(Buffer.from(bytes as Uint8Array).toString()).toBe('{"model":"theirs","constructor":1,"temperature":0.5}');
  });

  it('are refused where no model is named, unless there is a usual one', () => {
    expect(() => draftJson(callOf({}), {})).toThrow('model is required.');
    expect(draftJson(callOf({}), {}, 'usual').facts.model).toBe('usual');
    expect(() => draftJson(callOf({}), { model: 7 })).toThrow('model is required.');
  });
});

describe('what a call can use at most', () => {
  const hold = (body: object, model = makeModel('m', ['up']), wire: WireId = 'chat-completions') =>
    estimateHold(readRequestFacts(Buffer.alloc(500_000), body, wire), model, wire);
  const boundless = makeModel('m', ['up'], { maxInputTokens: null, maxOutputTokens: null });

  it.each<[string, object, number]>([
    ['the model’s limit', {}, 8_192],
    ['the request’s', { max_tokens: 100 }, 100],
    ['never more than the model’s', { max_completion_tokens: 1_000_000 }, 8_192],
    ['for every answer', { max_completion_tokens: 100, n: 3 }, 300],
    ['for every try', { max_tokens: 100, n: 2, best_of: 5 }, 500],
    ['the larger of two', { max_tokens: 9, max_completion_tokens: 100 }, 100],
    ['the larger of two, whichever', { max_tokens: 100, max_completion_tokens: 9 }, 100],
    ['not what another format calls so', { max_output_tokens: 1, max_tokens_to_sample: 1 }, 8_192],
    ['nothing that is no limit', { max_tokens: '9' }, 8_192],
    ['nothing negative', { max_tokens: -9, n: -1 }, 8_192],
    ['nothing broken', { max_tokens: 9.5, n: 0.5 }, 8_192],
    ['the model’s limit, because hosts may ignore one of 0', { max_tokens: 0 }, 8_192],
  ])('is, of output, %s: %j', (_, body, output) => {
    expect(hold(body).output_tokens).toBe(output);
  });

  it.each<[WireId, object, number]>([
    ['completions', { max_tokens: 9, max_completion_tokens: 1 }, 9],
    ['responses', { max_output_tokens: 9, max_tokens: 1 }, 9],
    ['messages', { max_tokens: 9, max_completion_tokens: 1 }, 9],
    ['text-completions', { max_tokens_to_sample: 9, max_tokens: 1 }, 9],
  ])('is, of output in %s, what its own limit says: %j', (wire, body, output) => {
    expect(hold(body, boundless, wire).output_tokens).toBe(output);
  });

  it.each<[string, unknown, number]>([
    ['one text', 'a', 20],
    ['texts', ['a', 'b', 'c'], 60],
    ['ids', [1, 2, 3], 20],
    ['lists of ids', [[1], [2, 3]], 40],
    ['none', [], 20],
  ])('is, of a completion, as much for each prompt: %s', (_, prompt, output) => {
    expect(hold({ prompt, max_tokens: 10, n: 2 }, boundless, 'completions').output_tokens).toBe(output);
    expect(hold({ prompt, max_tokens: 10, n: 2 }, boundless).output_tokens).toBe(20);
  });

  it('is, of input, its bytes, and no more than the model reads', () => {
    expect(hold({}).input_tokens).toBe(200_000);
    expect(hold({}, boundless).input_tokens).toBe(500_000);
    expect(hold({}, boundless).output_tokens).toBe(32_768);
    expect(hold({ max_tokens: 90_000 }, boundless).output_tokens).toBe(90_000);
  });

  it('is one request, and what its format can be counted in', () => {
    const body = { input: 'é👋', n: 2, max_tokens: 5 };
    const of = (wire: WireId) => hold(body, boundless, wire);
    const text = { requests: 1, input_tokens: 500_000, output_tokens: 10 };
    expect(of('chat-completions')).toEqual(text);
    const open = { ...text, output_tokens: 65_536 };
    expect(of('images')).toEqual({ ...open, images: 2 });
    expect(of('audio')).toEqual({ ...open, characters: 2, audio_seconds: 1_000 });
    expect(of('embeddings')).toEqual({ requests: 1, input_tokens: 500_000 });
    expect(of('count-tokens')).toEqual({ requests: 1 });
  });
});

describe('what goes to the upstream', () => {
  const write = (body: object, draft: Draft, spec: Spec = draft.spec ?? 'a') => {
    const call = callOf(body, draft);
    return writeRequest({ call, upstreamDraft: draftJson(call, body), route: routeTo('m', spec), limits }).request;
  };

  it.each([
    ['', '/chat/completions'],
    ['beta=true', '/chat/completions?beta=true'],
    ['product_sku=x', '/chat/completions'],
    ['product%5Fsku=x&a=1', '/chat/completions?a=1'],
    ['a=1&product_sku=x&b=%20', '/chat/completions?a=1&b=%20'],
    ['product_skus=x', '/chat/completions?product_skus=x'],
    ['&&', '/chat/completions'],
  ])('has the caller’s query without what is ours: %j', (search, path) => {
    expect(write({ model: 'm' }, { search }).path).toBe(path);
  });

  it('accepts events where the caller wants a stream', () => {
    expect(write({ model: 'm', stream: true }, { headers: { accept: '*/*' } }).headers['accept']).toBe(
      'text/event-stream',
    );
    expect(write({ model: 'm' }, { headers: { accept: '*/*' } }).headers['accept']).toBe('*/*');
  });

  it('is whole again for a translation, and counted in the memory of its call once', () => {
    const taken: number[] = [];
    const cuts = { ...noCuts, saved: 1_000, restore: (bytes: Buffer) => [bytes, Buffer.from('!')] };
    const call = { ...callOf({ model: 'm' }), cuts, memory: { take: (bytes: number) => taken.push(bytes) } };
    const { request } = draftJson(call as unknown as Call, { model: 'm' });
    expect([request?.().toString(), request?.().toString()]).toEqual(['{"model":"m"}!', '{"model":"m"}!']);
    expect(taken).toEqual([4_000]);
  });

  it('has passed three gateways at most', () => {
    const hops = (count: string) => () => refuseLoop(callOf({}, { headers: { 'x-diglot-hop': count } }));
    expect(hops('2')).not.toThrow();
    expect(hops('3')).toThrow('passed 3 Diglot gateways');
  });
});

describe('characters to speak', () => {
  it('are counted as a text is gone through, pair by pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom('\ud83d', '\udc4b', 'a', '👋')),
        (text, parts) => {
          for (const input of [text, parts.join('')]) {
            const body = { model: 'm', input };
            const { units } = readRequestFacts(Buffer.from(JSON.stringify(body)), body, 'audio');
            expect(units).toEqual({ characters: [...input].length });
          }
        },
      ),
    );
  });
});
