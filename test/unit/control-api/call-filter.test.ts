import { expect, it } from 'vitest';
import { readBound } from '../../../src/control-api/call-filter.ts';

it.each([
  ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-03-30T12:00:00+05:45', 'Europe/Berlin', '2026-03-30T06:15:00.000Z'],
])('a range from %s in %s begins at %s', (text, zone, instant) => {
  expect(new Date(readBound(text, 'from', zone)).toISOString()).toBe(instant);
});

it.each(['2026-02-30', '2026-03-30T12:00:00', '2026-03-30T'])('%s bounds no range', (text) => {
  expect(() => readBound(text, 'from', 'UTC')).toThrow(/^from must be a timestamp with an offset/);
});
