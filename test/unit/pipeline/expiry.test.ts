import { describe, expect, it } from 'vitest';
import { expiryOf } from '../../../src/pipeline/upstream-objects.ts';

describe('when an object expires by its provider', () => {
  it.each([
    [1_700_000_000, 1_700_000_000_000],
    [1_700_000_000.1234, 1_700_000_000_123],
    ['2026-11-20T10:00:00Z', Date.UTC(2026, 10, 20, 10)],
  ])('is a whole number of milliseconds: %j', (expires_at, moment) => {
    expect(expiryOf({ expires_at })).toBe(moment);
  });

  it.each([null, 'soon', 0, -1, 1e300, {}])('is not known by what is no moment: %j', (expires_at) => {
    expect(expiryOf({ expires_at })).toBeNull();
  });
});
