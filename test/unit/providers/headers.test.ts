import { describe, expect, it } from 'vitest';
import {
  pickAnswerHeaders,
  pickRateLimits,
  upstreamRequestId,
  hopsOf,
  idempotencyKeyFor,
  pickRequestHeaders,
} from '../../../src/providers/headers.ts';
import type { UpstreamAnswer } from '../../../src/providers/upstream.ts';
import { makeProvider } from '../../fakes/make-config.ts';

const provider = makeProvider('up', 'a', 'http://127.0.0.1:1');

/** Headers of a caller that the upstream must not get. */
const kept = [
  'authorization',
  'x-api-key',
  'cookie',
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'te',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-real-ip',
  'via',
  'origin',
  'referer',
  'user-agent',
  'accept-encoding',
  'accept-language',
  'openai-organization',
  'openai-project',
  'x-stainless-lang',
  'x-request-id',
  'x-product-sku',
  'x-region-code',
  'x-drive-store',
  'idempotency-key',
  'baggage',
  'tracestate',
  'proxy-authorization',
  '__proto__',
  'constructor',
  'range',
  'if-none-match',
];

describe('what goes along of a caller’s headers', () => {
  it('is what is named, and our count of gateways', () => {
    const incoming = {
      'content-type': 'application/json',
      accept: 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': ['a', 'b'],
      'openai-beta': 'x',
      ...Object.fromEntries(kept.map((name) => [name, 'CANARY'])),
    };
    expect(pickRequestHeaders(incoming, provider)).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'a, b',
      'openai-beta': 'x',
      'x-diglot-hop': '1',
    });
    expect(incoming['anthropic-beta']).toEqual(['a', 'b']);
  });

  it('is the trace where the provider takes part in it', () => {
    const incoming = { traceparent: '00-1-2-01' };
    expect(pickRequestHeaders(incoming, provider)).not.toHaveProperty('traceparent');
    expect(pickRequestHeaders(incoming, { ...provider, forwardTrace: true })['traceparent']).toBe('00-1-2-01');
  });

  it.each([
    ['vendor=a:b/c', 'vendor=a:b/c'],
    ['one=1, two@x=2 3', 'one=1, two@x=2 3'],
    [['one=1', 'two=2'], 'one=1, two=2'],
    ['one=1,,two=2', 'one=1,,two=2'],
    ['x'.repeat(20), undefined],
    ['one=1, é=2', undefined],
    ['One=1', undefined],
    ['one=1\ttwo', undefined],
    [`a=${'x'.repeat(257)}`, undefined],
    [Array.from({ length: 33 }, (_, number) => `a${number}=1`).join(), undefined],
  ])('has the state %j of that trace as %j', (tracestate, sent) => {
    const incoming = { traceparent: '00-1-2-01', tracestate };
    expect(pickRequestHeaders(incoming, provider)).not.toHaveProperty('tracestate');
    expect(pickRequestHeaders(incoming, { ...provider, forwardTrace: true })['tracestate']).toBe(sent);
    expect(pickRequestHeaders({ tracestate }, { ...provider, forwardTrace: true })).not.toHaveProperty('tracestate');
  });

  it.each([
    [undefined, 0],
    ['0', 0],
    ['2', 2],
    ['', 0],
    ['-1', 0],
    ['1.5', 0],
    ['x', 0],
    [['1', '2'], 0],
    ['Infinity', 0],
  ])('counts the gateways before us: %j are %i', (value, hops) => {
    expect(hopsOf({ 'x-diglot-hop': value })).toBe(hops);
    expect(pickRequestHeaders({ 'x-diglot-hop': value }, provider)['x-diglot-hop']).toBe(String(hops + 1));
  });
});

describe('an idempotency key', () => {
  it('is another one for another workspace and another model, and the same for the same', () => {
    const m = { upstreamModel: 'm' };
    const key = idempotencyKeyFor('order-1', 'w1', m);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(idempotencyKeyFor('order-1', 'w1', m)).toBe(key);
    const others = [
      idempotencyKeyFor('order-1', 'w2', m),
      idempotencyKeyFor('order-1', 'w1', { upstreamModel: 'n' }),
      idempotencyKeyFor('order-2', 'w1', m),
    ];
    expect(new Set([key, ...others]).size).toBe(4);
  });
});

describe('what an upstream says of its limits', () => {
  it('passes where it is short and plain', () => {
    const limits = {
      'x-ratelimit-limit-requests': '60',
      'x-ratelimit-reset-tokens': '6m0s',
      'anthropic-ratelimit-tokens-reset': '2026-11-22T04:00:00Z',
    };
    const others = { 'x-rate-limit': '1', 'x-ratelimit-note': 'é', 'x-ratelimit-long': 'x'.repeat(129) };
    expect(pickRateLimits(answerWith({ ...limits, ...others, 'x-ratelimit-twice': ['1', '2'] }))).toEqual({
      ...limits,
      'x-ratelimit-twice': '1',
    });
  });
});

const answerWith = (headers: UpstreamAnswer['headers']): UpstreamAnswer => ({
  status: 200,
  headers,
  read: async () => null,
  abort: () => undefined,
  secrets: () => [],
});

describe('what goes back of an upstream’s headers', () => {
  it('is what the bytes are, and nothing of who sent them', () => {
    const inside = [
      'server',
      'set-cookie',
      'x-powered-by',
      'openai-organization',
      'x-envoy-upstream-service-time',
      'content-length',
      'transfer-encoding',
      'connection',
      'x-ratelimit-limit',
      'x-request-id',
      'alt-svc',
      'strict-transport-security',
      'location',
      'content-encoding',
    ];
    expect(
      pickAnswerHeaders(
        answerWith({
          'content-type': ['audio/mpeg', 'text/html'],
          'content-disposition': 'attachment; filename="a.mp3"',
          ...Object.fromEntries(inside.map((name) => [name, 'CANARY'])),
        }),
      ),
    ).toEqual({ 'content-type': 'audio/mpeg', 'content-disposition': 'attachment; filename="a.mp3"' });
  });

  it('has no private details, and a file’s name only where the answer is a file', () => {
    const path = 'attachment; filename="/srv/llm/db01.prod.internal/out"';
    const pick = (type: string, disposition: string) =>
      pickAnswerHeaders(answerWith({ 'content-type': type, 'content-disposition': disposition }));
    const json = 'application/json; charset=utf-8';
    expect(pick(json, 'attachment; filename="out.json"')).toEqual({ 'content-type': json });
    expect(pick('application/json; host=db01.prod.internal', path)).toEqual({ 'content-type': 'application/json' });
    expect(pick('audio/pcm; rate=24000; channels=1', path)).toEqual({
      'content-type': 'audio/pcm; rate=24000; channels=1',
    });
    expect(pick('text/db01.prod.internal', path)).toEqual({});
  });

  it.each(['a\r\nx: y', 'text/plain\u0000', 'é', '', 'x'.repeat(513)])(
    'is left out where it is no header: %j',
    (value) => {
      expect(pickAnswerHeaders(answerWith({ 'content-type': value }))).toEqual({});
    },
  );

  it.each<[UpstreamAnswer['headers'], string | null]>([
    [{ 'x-request-id': 'req_1', 'request-id': 'req_2' }, 'req_1'],
    [{ 'request-id': 'req_2', 'cf-ray': 'r' }, 'req_2'],
    [{ 'cf-ray': 'r' }, 'r'],
    [{ 'x-request-id': 'a b', 'request-id': 'req_2' }, 'req_2'],
    [{ 'x-request-id': 'gate.corp.example:8000/req_1', 'request-id': '/srv/req_2' }, null],
    [{ 'x-request-id': 'x'.repeat(129) }, null],
    [{}, null],
  ])('names the call by the upstream’s own id: %j', (headers, id) => {
    expect(upstreamRequestId(answerWith(headers))).toBe(id);
  });
});
