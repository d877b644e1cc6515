import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../../../src/shared/time/calendar.ts';
import { writeZonedInstant } from '../../../src/control-api/usage.ts';

describe('an instant in a zone', () => {
  it.each([
    ['UTC', '2026-11-20T00:00:00+00:00'],
    ['Asia/Kathmandu', '2026-11-20T05:45:00+05:45'],
    ['America/Los_Angeles', '2026-11-19T16:00:00-08:00'],
    ['America/St_Johns', '2026-11-19T20:30:00-03:30'],
  ])('reads in %s as the clock there shows it', (zone, text) => {
    const at = Date.UTC(2026, 10, 20);
    expect(writeZonedInstant(at, zone)).toBe(text);
    expect(Date.parse(text)).toBe(at);
  });

  it('distinguishes the two equal hours of an autumn night', () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    expect(writeZonedInstant(first, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00');
    expect(writeZonedInstant(first + 3_600_000, 'Europe/Berlin')).toBe('2026-10-25T02:30:00+01:00');
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Etc/GMT+5'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });
  it.each(['', '+05:45', 'Mars/Olympus', '2026', 'Europe/Berlin; drop table'])('%j is none', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
