import { describe, expect, it } from 'vitest';
import { noteAttempt } from '../../../src/providers/egress.ts';
import { BrokenUpstream, type ProviderHealth } from '../../../src/providers/upstream.ts';

const fresh = (): ProviderHealth => ({ answeredAt: null, failedAt: null, failing: null });

describe('how a provider does', () => {
  it.each([200, 101, 400, 404, 422])('is well when it answers %i, which is about the request', (status) => {
    const health = fresh();
    noteAttempt(health, 5, { status: 503 });
    noteAttempt(health, 7, { status });
    expect(health).toEqual({ answeredAt: 7, failedAt: null, failing: null });
  });

  it.each([401, 402, 403, 429, 500, 503, 529])('is failing while it answers %i', (status) => {
    const health = fresh();
    noteAttempt(health, 5, { status });
    expect(health).toEqual({
      answeredAt: 5,
      failedAt: null,
      failing: { since: 5, attempts: 1, broke: null, status, code: null },
    });
  });

  it('counts the failures in a row, says when the first was, and tells of the last', () => {
    const health = fresh();
    noteAttempt(health, 5, { status: 401 });
    noteAttempt(health, 6, new BrokenUpstream('timed_out', 'no head in time', { seconds: 5 }));
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    noteAttempt(health, 9, new BrokenUpstream('unreachable', 'the connection failed', { cause }));
    expect(health).toEqual({
      answeredAt: 5,
      failedAt: 9,
      failing: { since: 5, attempts: 3, broke: 'unreachable', status: null, code: 'ECONNREFUSED' },
    });
  });

  it.each([['a sentence, not a code'], [7], ['x'.repeat(200)]])('repeats no code that is none: %j', (code) => {
    const health = fresh();
    noteAttempt(health, 5, new BrokenUpstream('unreachable', 'x', { cause: Object.assign(new Error('x'), { code }) }));
    expect(health.failing?.code).toBeNull();
  });
});
