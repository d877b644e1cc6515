import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/errors/codes.ts';
import { classifyUpstreamError, paramOf, statusOfUpstreamError } from '../../../src/errors/classify-upstream-error.ts';
import {
  isUpstreamCode,
  statusOfUpstreamCode,
  upstreamCodes,
  type UpstreamCode,
} from '../../../src/errors/upstream-codes.ts';
import type { Json } from '../../../src/shared/json/json.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';

const codes = Object.keys(upstreamCodes) as UpstreamCode[];

/** Errors as vendors send them, by the code that they get. */
const reported: readonly (readonly [string, UpstreamCode, number | null, Json])[] = [
  [
    'OpenAI',
    'context_length_exceeded',
    400,
    { error: { code: 'context_length_exceeded', type: 'invalid_request_error' } },
  ],
  ['OpenAI, no code', 'upstream_error', 400, { error: { code: null, type: 'invalid_request_error', message: 'x' } }],
  [
    'OpenAI, no credit',
    'insufficient_quota',
    429,
    { error: { code: 'insufficient_quota', type: 'insufficient_quota' } },
  ],
  ['OpenAI, tokens', 'rate_limit_exceeded', 429, { error: { code: null, type: 'tokens' } }],
  [
    'OpenAI, our key',
    'upstream_unauthorized',
    401,
    { error: { code: 'invalid_api_key', type: 'invalid_request_error' } },
  ],
  ['OpenAI, image', 'invalid_image_url', 400, { error: { code: 'invalid_image_url' } }],
  ['OpenAI, a response', 'server_is_overloaded', null, { response: { error: { code: 'server_is_overloaded' } } }],
  ['OpenAI, an event', 'invalid_prompt', null, { type: 'error', code: 'invalid_prompt', message: 'x' }],
  ['Anthropic', 'server_is_overloaded', 529, { type: 'error', error: { type: 'overloaded_error', message: 'x' } }],
  ['Anthropic, limit', 'rate_limit_exceeded', 429, { type: 'error', error: { type: 'rate_limit_error' } }],
  ['Anthropic, credit', 'insufficient_quota', 400, { type: 'error', error: { type: 'billing_error' } }],
  ['Anthropic, key', 'upstream_unauthorized', 401, { type: 'error', error: { type: 'authentication_error' } }],
  ['Anthropic, model', 'not_found', 404, { type: 'error', error: { type: 'not_found_error' } }],
  ['Anthropic, fault', 'server_error', 500, { type: 'error', error: { type: 'api_error' } }],
  ['Anthropic, time', 'timeout', 504, { type: 'error', error: { type: 'timeout_error' } }],
  ['Anthropic, size', 'request_too_large', 413, { type: 'error', error: { type: 'request_too_large' } }],
  [
    'Anthropic, details',
    'compaction_unavailable',
    529,
    { type: 'error', error: { type: 'overloaded_error', details: { error_code: 'compaction_unavailable' } } },
  ],
  [
    'Anthropic, the account',
    'insufficient_quota',
    429,
    { type: 'error', error: { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } } },
  ],
  ['Databricks', 'invalid_value', 400, { error_code: 'INVALID_PARAMETER_VALUE', message: 'x' }],
  ['Azure', 'rate_limit_exceeded', 429, { error: { code: 'RateLimitReached', message: 'x' } }],
  ['Azure, deployment', 'model_not_found', 404, { error: { code: 'DeploymentNotFound' } }],
  ['Azure, filter', 'content_filter', 400, { error: { code: 'content_filter', status: 400 } }],
  ['Azure, a figure', 'not_found', 404, { error: { code: '404', message: 'Resource not found' } }],
  ['Google', 'rate_limit_exceeded', 429, [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }]],
  ['Google, value', 'invalid_value', 400, { error: { code: 400, status: 'INVALID_ARGUMENT' } }],
  ['Google, overloaded', 'server_is_overloaded', 503, { error: { code: 503, status: 'UNAVAILABLE' } }],
  ['xAI', 'invalid_value', 400, { code: 'Client specified an invalid argument', error: 'x' }],
  ['Groq', 'tool_use_failed', 400, { error: { code: 'tool_use_failed' } }],
  ['Mistral', 'model_not_found', 400, { object: 'error', type: 'invalid_model', code: '1500' }],
  ['DeepSeek', 'insufficient_quota', 402, { error: { code: 'invalid_request_error', type: 'unknown_error_x' } }],
  ['vLLM', 'not_found', 404, { object: 'error', type: 'NotFoundError', code: 404 }],
  ['llama.cpp', 'context_length_exceeded', 400, { error: { code: 400, type: 'exceed_context_size_error' } }],
  ['Bedrock', 'rate_limit_exceeded', 400, { type: 'ThrottlingException' }],
  ['OpenRouter, in a stream', 'rate_limit_exceeded', null, { error: { code: 429, message: 'x' } }],
  ['OpenRouter, in a choice', 'server_error', null, { choices: [{ error: { code: 502 } }] }],
  ['FastAPI', 'missing_required_parameter', 422, { detail: [{ type: 'missing', loc: ['body'] }] }],
  ['nothing', 'upstream_error', 418, null],
  ['a text', 'rate_limit_exceeded', 429, 'Too many'],
  ['something else', 'upstream_error', 400, { error: { code: 'CANARY', type: 'CANARY' } }],
];

describe('the code of an upstream’s error', () => {
  it.each(reported)('is known from what the vendor sends: %s is %s', (_name, code, status, body) => {
    expect(classifyUpstreamError(body, status)).toBe(code);
  });

  it.each(codes)('%s stays what it is where an upstream sends it', (code) => {
    expect(classifyUpstreamError({ error: { code } }, 400)).toBe(code);
    expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
    const { means, remedy } = upstreamCodes[code];
    expect([means.endsWith('.'), remedy.endsWith('.')]).toEqual([true, true]);
    expect(statusOfUpstreamCode(code)).toBeGreaterThanOrEqual(400);
  });

  it.each<readonly [string, number, Json]>([
    ['of the request, by its code', 400, { error: { code: 'context_length_exceeded' } }],
    ['of the model', 404, { error: { code: 'model_not_found', type: 'invalid_request_error' } }],
    ['of the request, by its kind', 400, { type: 'error', error: { type: 'invalid_request_error' } }],
    ['of a permission', 403, { type: 'error', error: { type: 'permission_error' } }],
    ['of vLLM', 400, { error: { type: 'BadRequestError', param: null, code: 400 } }],
    ['of Groq', 400, { error: { type: 'invalid_request_error', code: 'tool_use_failed', status_code: 400 } }],
    ['of OpenRouter', 403, { error: { code: 403, message: 'flagged' } }],
    ['of a host that writes numbers as text', 422, { error: { http_code: '422' } }],
    ['of a limit, with a status that the vendor gives it', 429, { error: { code: 'insufficient_quota', status: 429 } }],
    ['of the upstream', 502, { error: { message: 'Boom', code: 1001 } }],
    ['of an engine', 500, { error: { type: 'server_error' } }],
    ['of a burst', 503, { error: { code: 'slow_down' } }],
  ])('has a status where it came without one: %s', (_name, status, body) => {
    expect(statusOfUpstreamError(body, classifyUpstreamError(body, null))).toBe(status);
  });

  it('has the status that a specification has a name for, of those that mean the same', () => {
    const body = { error: { code: 503 } };
    expect([statusOfUpstreamError(body, 'server_is_overloaded')]).toEqual([503]);
    expect([statusOfUpstreamError(body, 'server_is_overloaded', (status) => status === 529)]).toEqual([529]);
  });

  it('never blames the caller’s key, and never says credits of the gateway’s', () => {
    expect([isUpstreamCode('invalid_api_key'), isUpstreamCode('insufficient_credits')]).toEqual([false, false]);
    expect(codes.filter((code) => code in errorCodes)).toEqual([
      ...['model_not_found', 'invalid_value', 'invalid_json', 'thread_not_found', 'file_expired', 'not_found'],
      ...['conflict', 'request_too_large', 'timeout'],
    ]);
  });

  it('has one meaning for each name and each status', () => {
    const rows = Object.values(upstreamCodes);
    const names = [...codes, ...rows.flatMap((row) => ('from' in row ? [...(row.from ?? [])] : []))];
    const statuses = rows.flatMap((row) => ('statuses' in row ? [...(row.statuses ?? [])] : []));
    expect([new Set(names).size, new Set(statuses).size]).toEqual([names.length, statuses.length]);
  });

  it('is on the list, whatever an upstream sends', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 400, max: 599 }), (value, status) => {
        for (const body of [value, { error: value }, { error: { code: value, type: value } }] as Json[])
          expect(isUpstreamCode(classifyUpstreamError(body, status))).toBe(true);
      }),
    );
    expect(classifyUpstreamError({ error: { code: '__proto__', type: 'constructor' } }, 400)).toBe('upstream_error');
  });

  it.skipIf(!hasCorpus)(`says what a real upstream said, word for word where the word is known${corpusNote}`, () => {
    const lost = new Set<string>();
    let kept = 0;
    for (const { status, response_body: body } of recordedPairs()) {
      const error = (body as { readonly error?: { readonly code?: unknown } } | null | undefined)?.error;
      if (status < 400 || typeof error?.code !== 'string') continue;
      const code = classifyUpstreamError(body as Json, status);
      if (code === error.code) kept += 1;
      else lost.add(`${error.code} ${code}`);
    }
    expect(kept).toBeGreaterThan(20);
    expect([...lost].toSorted()).toEqual([
      '401 upstream_unauthorized',
      '404 not_found',
      'Invalid input invalid_value',
      'invalid_api_key upstream_unauthorized',
      'invalid_request_error upstream_error',
      'test upstream_error',
    ]);
  });
});

describe('the param of an upstream’s error', () => {
  const sent = { model: 'm', messages: [{ role: 'user', content: [{ type: 'text', 'x-y': null }] }], 'a.b': 1 };

  it.each(['model', 'messages', 'messages[0]', 'messages[0].content[0].type', 'messages.0.content.0.x-y'])(
    'is one of the caller’s own body: %s',
    (param) => {
      expect(paramOf({ error: { param } }, sent)).toBe(param);
      expect(paramOf({ param, message: 'x' }, sent)).toBe(param);
    },
  );

  it.each<Json>([
    ...['messages[1]', 'input', 'messages[0].content[0].type.length', 'toString', 'messages.length', '__proto__', ''],
    ...['messages[0].CANARY', '/srv/CANARY', 'a b', 'model[', 'messages..0', 'x'.repeat(5_000), null, 7, ['model']],
  ])('is none where the caller sent no such field: %j', (param) => {
    expect(paramOf({ error: { param } }, sent)).toBeNull();
  });
});
