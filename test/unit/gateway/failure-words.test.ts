import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { UpstreamError } from '../../../src/errors/upstream-error.ts';
import { tellFailure } from '../../../src/gateway/failure-words.ts';
import { BrokenUpstream, type Break } from '../../../src/upstream/broken-upstream.ts';

describe('what a client is told of a call that broke', () => {
  it.each<[Break, number, string]>([
    ['client_left', 500, 'internal'],
    ['upstream_cut', 502, 'upstream_invalid'],
    ['timed_out', 408, 'timeout'],
    ['unreachable', 502, 'upstream_unreachable'],
  ])('%s is a %i, and says nothing of its cause', (reason, status, code) => {
    const broken = new BrokenUpstream(reason, 'CANARY', { seconds: 300, cause: new Error('CANARY') });
    const told = tellFailure(broken) as GatewayError;
    expect([told.status, told.code, told.cause]).toEqual([status, code, broken]);
    expect(told.message).not.toContain('CANARY');
    expect(told.message).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [300, '300 s'],
    [287.312, '287 s'],
    [0.06, '1 s'],
    [undefined, '1 s'],
  ])('has a figure that people can read: %s', (seconds, shown) => {
    const broken = new BrokenUpstream('timed_out', 'x', seconds === undefined ? {} : { seconds });
    expect((tellFailure(broken) as Error).message).toContain(`within ${shown}.`);
  });

  it.each([new GatewayError('invalid_value', 'x'), new UpstreamError(429, 'x', {}), new Error('x'), null])(
    'is what it was where it was told already: %s',
    (error) => {
      expect(tellFailure(error)).toBe(error);
    },
  );

  it('is our own refusal where that broke the call', () => {
    const refusal = new GatewayError('request_too_large', 'Too large.');
    expect(tellFailure(new BrokenUpstream('upstream_cut', 'x', { cause: refusal }))).toBe(refusal);
  });
});
