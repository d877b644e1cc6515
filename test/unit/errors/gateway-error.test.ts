import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../../src/errors/codes.ts';
import {
  anthropicTypeOf,
  errorShapes,
  fromUnknown,
  GatewayError,
  openaiTypeOf,
  type Surface,
  UpstreamError,
} from '../../../src/errors/gateway-error.ts';
import { specBTypes } from '../../fakes/spec-b-types.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];
const shape = (surface: Surface, error: GatewayError | UpstreamError) => errorShapes[surface](error, 'req_1');

describe('the table of errors', () => {
  it.each(codes)('%s has a status that is ours to give', (code) => {
    const { retry, title } = errorCodes[code];
    const status: number = errorCodes[code].status;
    expect([status >= 400 && status < 600, status !== 402 && status !== 429, title.length > 3]).toEqual([
      true,
      true,
      true,
    ]);
    expect(retry).toBe(['timeout', 'upstream_unreachable', 'overloaded'].includes(code));
  });

  it.each(codes)('%s has a type of Spec A that SDKs know', (code) => {
    const { status, openai } = errorCodes[code];
    const expected =
      status >= 500
        ? 'server_error'
        : status === 408
          ? 'timeout_error'
          : status === 403
            ? 'permission_error'
            : 'invalid_request_error';
    expect(openai).toBe(expected);
  });

  it('gives every status a type on both specs', () => {
    for (let status = 400; status < 600; status += 1) {
      expect(anthropicTypeOf(status)).toBe(specBTypes[status] ?? 'api_error');
      expect(openaiTypeOf(status)).toMatch(
        status < 500 ? /^(?:invalid_request|authentication|permission|timeout|rate_limit)_error$/ : /^server_error$/,
      );
    }
    expect([401, 403, 408, 429, 404, 500, 529].map(openaiTypeOf)).toEqual([
      'authentication_error',
      'permission_error',
      'timeout_error',
      'rate_limit_error',
      'invalid_request_error',
      'server_error',
      'server_error',
    ]);
  });
});

describe('an error of the gateway on the wire', () => {
  it.each(codes)('%s has exactly the members of each surface', (code) => {
    const { status, title, openai } = errorCodes[code];
    const error = new GatewayError(code, 'What happened.', { param: 'messages[0]', cause: new Error('CANARY') });
    expect(shape('a', error)).toEqual({
      contentType: 'application/json',
      body: { error: { message: 'What happened.', type: openai, param: 'messages[0]', code } },
    });
    expect(shape('b', error)).toEqual({
      contentType: 'application/json',
      body: {
        type: 'error',
        error: { type: specBTypes[status] ?? 'api_error', message: 'What happened.', details: { error_code: code } },
        request_id: 'req_1',
      },
    });
    expect(shape('console', error)).toEqual({
      contentType: 'application/problem+json',
      body: {
        type: `/errors/${code}`,
        title,
        status,
        detail: 'What happened.',
        instance: 'req_1',
        code,
        param: 'messages[0]',
      },
    });
    expect(JSON.stringify([shape('a', error), shape('b', error), shape('console', error)])).not.toContain('CANARY');
  });

  it('has no param where none is named', () => {
    const error = new GatewayError('not_found', 'Gone.');
    expect(shape('a', error).body).toMatchObject({ error: { param: null } });
    expect(shape('console', error).body).not.toHaveProperty('param');
  });
});

describe('an error of an upstream on the wire', () => {
  it.each([400, 401, 402, 404, 409, 418, 422, 429, 499, 500, 503, 529])(
    'keeps its status and says whose it is: %i',
    (status) => {
      const error = new UpstreamError(status, 'Theirs.', {});
      expect(shape('a', error).body).toEqual({
        error: { message: 'Theirs.', type: openaiTypeOf(status), param: null, code: 'upstream_error' },
      });
      expect(shape('b', error).body).toEqual({
        type: 'error',
        error: { type: anthropicTypeOf(status), message: 'Theirs.', details: { error_code: 'upstream_error' } },
        request_id: 'req_1',
      });
      expect(shape('console', error).body).toMatchObject({ status, title: 'Upstream error', code: 'upstream_error' });
    },
  );
});

describe('whatever else was thrown', () => {
  it.each([new TypeError('CANARY at /srv/x'), 'CANARY', { message: 'CANARY', status: 200 }, null, undefined, 7])(
    'is an internal error that reveals nothing: %s',
    (thrown) => {
      const error = fromUnknown(thrown, 'req_7');
      expect([error.status, error.source, error.cause]).toEqual([500, 'gateway', thrown]);
      expect(error.message).toContain('req_7');
      for (const surface of ['a', 'b', 'console'] as const)
        expect(JSON.stringify(shape(surface, error))).not.toContain('CANARY');
    },
  );

  it.each([new GatewayError('overloaded', 'x'), new UpstreamError(500, 'x', {})])(
    'is not touched where it may be shown: %s',
    (error) => {
      expect(fromUnknown(error, 'req_7')).toBe(error);
    },
  );
});
