import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, formatMinute, makeCalendar, parseMoment, spanOf } from '../../../src/shared/time/calendar.ts';

const at = (text: string): number => Date.parse(text);
const span = (...[unit, zone, time]: [unit: 'hour' | 'day' | 'month', zone: string, time: string]) => {
  const { start, end } = spanOf(unit, zone, at(time));
  return `${new Date(start).toISOString()} ${new Date(end).toISOString()}`;
};

describe('days and months of a zone', () => {
  it.each([
    ['day', 'UTC', '2026-11-20T12:00:00Z', '2026-11-20T00:00:00.000Z 2026-11-21T00:00:00.000Z'],
    ['day', 'UTC', '2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00.000Z 2026-11-21T00:00:00.000Z'],
    ['day', 'UTC', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z 2026-11-22T00:00:00.000Z'],
    ['day', 'Asia/Kathmandu', '2026-11-20T18:14:59Z', '2026-11-19T18:15:00.000Z 2026-11-20T18:15:00.000Z'],
    ['day', 'Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-20T18:15:00.000Z 2026-11-21T18:15:00.000Z'],
    ['day', 'Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-20T10:00:00.000Z 2026-11-21T10:00:00.000Z'],
    // 23 hours in spring, 25 in autumn.
    ['day', 'America/Los_Angeles', '2026-03-08T12:00:00Z', '2026-03-08T08:00:00.000Z 2026-03-09T07:00:00.000Z'],
    ['day', 'America/Los_Angeles', '2026-11-01T12:00:00Z', '2026-11-01T07:00:00.000Z 2026-11-02T08:00:00.000Z'],
    ['day', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z'],
    // Clocks go from 00:00 to 01:00: the day begins at one.
    ['day', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z 2026-04-24T21:00:00.000Z'],
    // Clocks go from 01:00 back to 00:00: the day begins at the first midnight.
    ['day', 'America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z'],
    ['month', 'UTC', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00.000Z 2027-01-01T00:00:00.000Z'],
    ['month', 'Europe/Berlin', '2026-03-31T21:59:59Z', '2026-02-28T23:00:00.000Z 2026-03-31T22:00:00.000Z'],
    ['month', 'Europe/Berlin', '2026-03-31T22:00:00Z', '2026-03-31T22:00:00.000Z 2026-04-30T22:00:00.000Z'],
    ['month', 'America/Los_Angeles', '2028-02-29T12:00:00Z', '2028-02-01T08:00:00.000Z 2028-03-01T08:00:00.000Z'],
    ['hour', 'Asia/Kathmandu', '2026-11-20T12:20:00Z', '2026-11-20T12:15:00.000Z 2026-11-20T13:15:00.000Z'],
    // Clocks go by half an hour: from 02:00 back to 01:30, and from 02:00 to 02:30.
    ['hour', 'Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-04T14:00:00.000Z 2026-04-04T15:00:00.000Z'],
    ['hour', 'Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-04T15:00:00.000Z 2026-04-04T15:30:00.000Z'],
    ['hour', 'Australia/Lord_Howe', '2026-10-03T15:29:59Z', '2026-10-03T14:30:00.000Z 2026-10-03T15:30:00.000Z'],
    ['hour', 'Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-03T15:30:00.000Z 2026-10-03T16:00:00.000Z'],
    ['day', 'Australia/Lord_Howe', '2026-04-04T15:15:00Z', '2026-04-04T13:00:00.000Z 2026-04-05T13:30:00.000Z'],
    ['day', 'Pacific/Chatham', '2026-09-26T12:00:00Z', '2026-09-26T11:15:00.000Z 2026-09-27T10:15:00.000Z'],
    ['day', 'America/St_Johns', '2026-03-08T12:00:00Z', '2026-03-08T03:30:00.000Z 2026-03-09T02:30:00.000Z'],
    ['hour', 'UTC', '2026-11-20T12:20:00Z', '2026-11-20T12:00:00.000Z 2026-11-20T13:00:00.000Z'],
  ] as const)('the %s in %s at %s is %s', (unit, zone, time, expected) => {
    expect(span(unit, zone, time)).toBe(expected);
  });

  it('follow one another without a gap, at every moment, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const time = fc.integer({ min: at('2024-01-01T00:00:00Z') / 1000, max: at('2032-01-01T00:00:00Z') / 1000 });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('hour' as const, 'day' as const, 'month' as const),
        time,
        (zone, unit, seconds) => {
          const { start, end } = spanOf(unit, zone, seconds * 1000);
          expect(start).toBeLessThanOrEqual(seconds * 1000);
          expect(end).toBeGreaterThan(seconds * 1000);
          expect(spanOf(unit, zone, end).start).toBe(end);
          expect(spanOf(unit, zone, start - 1).end).toBe(start);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has each hour of a day on which clocks change by half an hour once, in order', () => {
    for (const day of ['2026-04-04T13:00:00Z', '2026-10-03T13:30:00Z']) {
      let next = at(day);
      while (next < at(day) + 86_400_000) {
        for (let time = next; time < spanOf('hour', 'Australia/Lord_Howe', next).end; time += 300_000) {
          expect(spanOf('hour', 'Australia/Lord_Howe', time).start).toBe(next);
        }
        next = spanOf('hour', 'Australia/Lord_Howe', next).end;
      }
    }
  });

  it('are the same from a calendar that remembers, also when time jumps back', () => {
    const calendar = makeCalendar();
    for (const time of [
      '2026-11-20T12:00:00Z',
      '2026-11-21T00:00:00Z',
      '2026-11-20T23:59:59Z',
      '2026-11-21T00:00:01Z',
    ]) {
      expect(calendar('day', 'UTC', at(time))).toEqual(spanOf('day', 'UTC', at(time)));
    }
  });

  it('do not exist in an unknown zone', () => {
    expect(() => spanOf('day', 'Mars/Olympus', 0)).toThrow(RangeError);
  });
});

describe('a zone', () => {
  it('takes memory once, however it is spelt', () => {
    const usual = Intl.DateTimeFormat;
    let made = 0;
    const counting = function (...given: ConstructorParameters<typeof usual>) {
      made += 1;
      return new usual(...given);
    };
    Intl.DateTimeFormat = counting as unknown as typeof usual;
    try {
      const name = 'america/argentina/buenos_aires';
      const spans = [...name].map((letter, index) =>
        span('day', name.slice(0, index) + letter.toUpperCase() + name.slice(index + 1), '2026-11-20T12:00:00Z'),
      );
      expect(new Set(spans).size).toBe(1);
      expect(made).toBe(1);
    } finally {
      Intl.DateTimeFormat = usual;
    }
  });
});

describe('a moment', () => {
  it.each([
    ['2026-11-20T14:05:00Z', Date.UTC(2026, 10, 20, 14, 5)],
    ['2026-11-20T14:05:00.250+02:00', Date.UTC(2026, 10, 20, 12, 5, 0, 250)],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
    ['2026-12-31T23:59:59-11:00', Date.UTC(2027, 0, 1, 10, 59, 59)],
  ])('%s is read', (text, moment) => {
    expect(parseMoment(text)).toBe(moment);
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

describe('a date for people', () => {
  it('is in UTC, with short English months', () => {
    expect(formatDate(Date.UTC(2026, 10, 18, 23, 59))).toBe('18 Nov 2026');
    expect(formatDate(Date.UTC(2026, 8, 1))).toBe('1 Sep 2026');
    expect(formatMinute(Date.UTC(2026, 10, 20, 14, 5, 59))).toBe('20 Nov 2026 14:05 UTC');
  });
});
