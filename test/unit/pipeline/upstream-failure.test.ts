import { describe, expect, it } from 'vitest';
import { GatewayError, UpstreamError } from '../../../src/errors/gateway-error.ts';
import { reportFailure } from '../../../src/pipeline/upstream-failure.ts';
import { BrokenUpstream, type Break } from '../../../src/providers/upstream.ts';

describe('what a client learns about a call that broke', () => {
  it.each<[Break, number, string]>([
    ['client_left', 500, 'internal'],
    ['upstream_cut', 502, 'upstream_invalid'],
    ['timed_out', 408, 'timeout'],
    ['unreachable', 502, 'upstream_unreachable'],
  ])('%s is a %i, and says nothing of its cause', (reason, status, code) => {
    const broken = new BrokenUpstream(reason, 'CANARY', { seconds: 300, cause: new Error('CANARY') });
    const reported = reportFailure(broken) as GatewayError;
    expect([reported.status, reported.code, reported.cause]).toEqual([status, code, broken]);
    expect(reported.message).not.toContain('CANARY');
    expect(reported.message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [300, '300 s'],
    [287.312, '287 s'],
    [0.06, '1 s'],
    [undefined, '1 s'],
  ])('has a figure that people can read: %s', (seconds, shown) => {
    const broken = new BrokenUpstream('timed_out', 'x', seconds === undefined ? {} : { seconds });
    expect((reportFailure(broken) as Error).message).toContain(`within ${shown}.`);
  });

  it.each([new GatewayError('invalid_value', 'x'), new UpstreamError(429, 'x', {}), new Error('x'), null])(
    'is what it was where it was reported already: %s',
    (error) => {
      expect(reportFailure(error)).toBe(error);
    },
  );

  it('is our own refusal where that broke the call', () => {
    const refusal = new GatewayError('request_too_large', 'Too large.');
    expect(reportFailure(new BrokenUpstream('upstream_cut', 'x', { cause: refusal }))).toBe(refusal);
  });
});
