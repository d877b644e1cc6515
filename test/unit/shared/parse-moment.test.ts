import { describe, expect, it } from 'vitest';
import { parseMoment } from '../../../src/shared/time/calendar.ts';

describe('a moment', () => {
  it.each([
    ['2026-11-20T14:05:00Z', Date.UTC(2026, 10, 20, 14, 5)],
    ['2026-11-20T14:05:00.250+02:00', Date.UTC(2026, 10, 20, 12, 5, 0, 250)],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['2026-12-31T23:59:59-11:00', Date.UTC(2027, 0, 1, 10, 59, 59)],
  ])('%s is read', (text, at) => {
    expect(parseMoment(text)).toBe(at);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T14:05:00',
    '2026-11-20T14:05',
    '2026-11-20',
    '2026-11-20Z',
    '2026-11-20T14:05:00 (noon) Z',
    '',
    'never',
  ])('%j is none', (text) => {
    expect(parseMoment(text)).toBeNull();
  });
});
