import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Key } from '../../../generated/console/types.ts';
import { bucketLabel, shortInstant } from '../../../src/console/components/days.ts';
import { abilityOf, changesOf, scopeWords, valuesOf } from '../../../src/console/pages/keys/key-values.ts';
import { readView } from '../../../src/console/pages/usage/usage-search.ts';
import { bucketsFor, bucketStarts, partOf, suitingBucket } from '../../../src/console/values/buckets.ts';
import { changeLines } from '../../../src/console/values/changed.ts';
import { keyNames } from '../../../src/console/values/key-names.ts';
import {
  approximate,
  formatDecimal,
  groupDigits,
  isAmount,
  parseDecimal,
  percentOf,
  roundDecimal,
  sumDecimals,
} from '../../../src/console/values/decimal.ts';
import { instantsOf, isRange, rangeBefore, rangeName, rangeOf, type Range } from '../../../src/console/values/range.ts';
import { coloursOf, groupRows, measure, sumRows } from '../../../src/console/values/series.ts';
import { addDays, dayIn, startOfDay } from '../../../src/console/values/zone.ts';
import { spanOf } from '../../../src/shared/time/calendar.ts';

const key: Key = {
  ...{ object: 'key', id: 'key_1', workspace_id: 'acme', name: 'ci', display: 'sk-…1234', summary: '' },
  scope: { models: [], operations: null, products: null, regions: null, networks: null, on_loss: null },
  limits: { day: '10', month: null, total: null },
  ...{ state: 'active', created_at: '2026-11-01T00:00:00Z', expires_at: null, owner: null, revoked_at: null },
  ...{ replaced_secret_state: null, replaced_secret_until: null, last_used: null },
} as unknown as Key;

describe('the form of a key', () => {
  const before = valuesOf(key);

  it('changes what was changed and nothing else: a list that allows nothing stays so', () => {
    expect(changesOf(before, before, 0)).toEqual({});
    expect(changesOf(before, { ...before, name: 'other' }, 0)).toEqual({ name: 'other' });
    expect(changesOf(before, { ...before, month: '5' }, 0)).toEqual({ limits: { month: '5' } });
    expect(changesOf(before, { ...before, models: null }, 0)).toEqual({ scope: { models: null } });
    expect(changesOf(before, { ...before, expires: 'never' }, 0)).toEqual({ expires_at: null });
  });

  it('says that an empty list allows nothing, and no list everything', () => {
    expect(abilityOf(before, null)).toBe('Nothing, because a list is empty: Models.');
    expect(abilityOf({ ...before, models: null }, null)).toContain('call every model');
    expect([scopeWords(key.scope), scopeWords({ ...key.scope, models: null })]).toEqual(['nothing', 'everything']);
  });
});

describe('keys with the same name', () => {
  it('are distinguished by the ends of their ids', () => {
    const rows = [
      { key_id: 'key_000001', key_name: 'ci' },
      { key_id: 'key_000002', key_name: 'ci' },
      { key_id: 'key_000001', key_name: 'ci' },
      { key_id: 'key_3', key_name: 'app' },
    ];
    expect([...keyNames(rows).values()]).toEqual(['ci (…000001)', 'ci (…000002)', 'app']);
  });
});

describe('amounts of credits', () => {
  it('are what they were after any way there and back', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 27n), 10n ** 27n), (value) => parseDecimal(formatDecimal(value)) === value),
    );
  });

  it('are summed to the last digit, where floating-point numbers are not', () => {
    expect(sumDecimals(['0.1', '0.2'])).toBe('0.3');
    expect(sumDecimals(['999999999999999.999999999', '0.000000001'])).toBe('1000000000000000');
  });

  it.each([
    ['4218.551', '4\u2009218.551'],
    ['-26.123456789', '\u221226.123456789'],
    ['1234567', '1\u2009234\u2009567'],
    ['0.5', '0.5'],
  ])('are written in groups: %s', (text, shown) => {
    expect(groupDigits(text)).toBe(shown);
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['85.518', 1, '85.5'],
  ])('are rounded for estimates: %s to %i places', (text, places, rounded) => {
    expect(roundDecimal(text, places)).toBe(rounded);
  });

  it('are shown on a scale with three places, and small ones with three digits', () => {
    const shown = [0, 0.00002475, 0.0005, -0.0412, 0.5, 1.5, 1234.5678, 1e-13].map(approximate);
    expect(shown).toEqual(['0', '0.0000248', '0.0005', '\u22120.0412', '0.5', '1.5', '1\u2009234.568', '0']);
  });

  it('refuse what is no decimal number', () => {
    for (const text of ['', '1e3', '1,5', '٣', '1.']) expect(() => parseDecimal(text), text).toThrow(RangeError);
    expect(['1', '0.000000001', '-1', '1.0000000001', 'x'].map(isAmount)).toEqual([true, true, false, false, false]);
  });

  it('have no share of nothing', () => {
    expect(percentOf('1', '0')).toBeNull();
    expect(percentOf('1', '3')).toBe(33.33);
  });
});

describe('days of a zone', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-01', '2026-10-31T18:15:00.000Z'],
    ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z'],
    // Midnight is skipped here; the day begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ])('begin in %s on %s at %s', (zone, day, start) => {
    expect(startOfDay(zone, day).toISOString()).toBe(start);
    expect(dayIn(zone, startOfDay(zone, day))).toBe(day);
  });

  it('have 23 or 25 hours where clocks change', () => {
    const hours = (day: string) => bucketStarts({ first: day, last: day }, 'hour', 'Europe/Berlin').length;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-11-01')]).toEqual([23, 25, 24]);
  });

  it.each(['2026-04-05', '2026-10-04'])(
    'have the hours of the gateway where clocks change by half of one: %s',
    (day) => {
      const zone = 'Australia/Lord_Howe';
      const starts: number[] = [];
      const end = startOfDay(zone, addDays(day, 1)).getTime();
      for (let at = startOfDay(zone, day).getTime(); at < end; at = spanOf('hour', zone, at).end) starts.push(at);
      const shown = bucketStarts({ first: day, last: day }, 'hour', zone);
      expect(shown).toEqual(starts.map((at) => new Date(at).toISOString()));
    },
  );
});

describe('ranges of an address', () => {
  const now = new Date('2026-11-22T08:00:00Z');

  it.each([
    ['today', '2026-11-22', '2026-11-22'],
    ['7d', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-01', '2026-11-22'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['2026-11-05_2026-11-03', '2026-11-03', '2026-11-05'],
  ])('mean days: %s', (name, first, last) => {
    expect(rangeOf(name, 'Europe/Berlin', now)).toEqual({ first, last });
  });

  it('are distinguished from misspelt ones', () => {
    expect(['30d', '2026-11-01_2026-11-02', '31d', '2026-11-01'].map(isRange)).toEqual([true, true, false, false]);
    expect(
      [
        '2026-11-01T23:00Z_2026-11-02T00:00Z',
        '2026-11-01T23:00Z_2026-11-01T23:00Z',
        '2026-11-01T25:00Z_2026-11-02T00:00Z',
      ].map(isRange),
    ).toEqual([true, false, false]);
  });

  it.each([
    '2026-13-01_2026-13-02',
    '2026-02-30_2026-03-01',
    '2026-03-01_2026-02-30',
    '2026-00-10_2026-01-10',
    '9999-12-31_9999-12-31',
    '0000-01-01_2026-01-01',
  ])('have days of the calendar: not %s', (name) => {
    expect(isRange(name)).toBe(false);
  });

  it('can be counted by, whatever days they have', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true });
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Santiago', 'Pacific/Apia');
    fc.assert(
      fc.property(day, day, zones, (one, other, zone) => {
        const name = [one, other].map((date) => date.toISOString().slice(0, 10)).join('_');
        expect(isRange(name)).toBe(true);
        const range = rangeOf(name, zone, now);
        const { from, to } = instantsOf(range, zone);
        expect(from < to).toBe(true);
        const before = instantsOf(rangeBefore({ rangeName: name, range, zone }, new Date('3000-01-02')), zone);
        expect(before.to).toBe(from);
        const part = instantsOf(rangeBefore({ rangeName: name, range, zone }, now), zone);
        expect([part.from, part.from < part.to, part.to <= from]).toEqual([before.from, true, true]);
      }),
    );
  });

  it.each([
    // Months are compared with months.
    ['last_month', '2026-11-22T08:00Z', '2026-08-31T22:00', '2026-09-30T22:00'],
    ['2026-09-01_2026-10-31', '2026-11-22T08:00Z', '2026-06-30T22:00', '2026-08-31T22:00'],
    // Of a range that is not over, what has passed of it, in quarters of an hour; clocks change on 25 October.
    ['month', '2026-11-22T08:05Z', '2026-09-30T22:00', '2026-10-22T07:15'],
    ['month', '2027-03-31T08:00Z', '2027-01-31T23:00', '2027-02-28T23:00'],
    ['today', '2026-11-22T01:00Z', '2026-11-20T23:00', '2026-11-21T01:00'],
    ['today', '2026-11-21T23:01Z', '2026-11-20T23:00', '2026-11-20T23:15'],
    ['7d', '2026-11-07T12:00Z', '2026-10-24T22:00', '2026-10-31T12:00'],
    ['2026-11-22T08:00Z_2026-11-22T09:00Z', '2026-11-22T08:20Z', '2026-11-22T07:00', '2026-11-22T07:30'],
    ['2026-11-16_2026-11-17', '2026-11-22T08:00Z', '2026-11-13T23:00', '2026-11-15T23:00'],
    ['2026-12-01_2026-12-02', '2026-11-22T08:00Z', '2026-11-28T23:00', '2026-11-30T23:00'],
  ])('are compared with a time like them: %s at %s', (name, at, from, to) => {
    const zone = 'Europe/Berlin';
    const range = rangeOf(name, zone, new Date(at));
    expect(instantsOf(rangeBefore({ rangeName: name, range, zone }, new Date(at)), zone)).toEqual({
      from: `${from}:00.000Z`,
      to: `${to}:00.000Z`,
    });
  });

  it('are cut into bars that suit them', () => {
    const days = (first: string, last: string) => suitingBucket({ first, last });
    expect([
      days('2026-11-22', '2026-11-22'),
      days('2026-11-01', '2026-11-30'),
      days('2026-01-01', '2026-12-31'),
    ]).toEqual(['hour', 'day', 'month']);
  });

  it.each([
    ['2026-10-01_2026-10-31', 'hour'],
    ['2026-10-01_2026-11-01', 'day'],
    ['2016-01-01_2026-11-22', 'month'],
  ])('have no more bars than can be drawn at once: %s', (range, bucket) => {
    expect(readView({ range, bucket: 'hour' }, 'UTC', now).bucket).toBe(bucket);
    const most = bucketsFor(rangeOf(range, 'UTC', now)).map(
      (name) => bucketStarts(rangeOf(range, 'UTC', now), name, 'UTC').length,
    );
    expect(Math.max(...most)).toBeLessThan(800);
  });

  it('have bars that lead to what they count and no more', () => {
    const [zone, range] = ['Europe/Berlin', { first: '2026-02-10', last: '2026-03-10' }];
    const leads = (bucket: 'hour' | 'day' | 'month', place: number, within: Range = range): string =>
      rangeName(partOf({ range: within, bucket, zone }, bucketStarts(within, bucket, zone)[place] ?? ''));
    expect([leads('month', 0), leads('month', 1)]).toEqual(['2026-02-10_2026-02-28', '2026-03-01_2026-03-10']);
    expect(leads('day', 3)).toBe('2026-02-13_2026-02-13');
    // Midnight in Berlin is 23:00 in UTC.
    expect([leads('hour', 0), leads('hour', 5)]).toEqual([
      '2026-02-09T23:00Z_2026-02-10T00:00Z',
      '2026-02-10T04:00Z_2026-02-10T05:00Z',
    ]);
    const hour = rangeOf(leads('hour', 5), zone, now);
    expect(hour).toMatchObject({ first: '2026-02-10', last: '2026-02-10' });
    expect(instantsOf(hour, zone)).toEqual({ from: '2026-02-10T04:00:00.000Z', to: '2026-02-10T05:00:00.000Z' });
    expect(bucketStarts(hour, 'hour', zone)).toEqual(['2026-02-10T04:00:00.000Z']);
    for (const bucket of ['hour', 'day', 'month'] as const) expect(leads(bucket, 0, hour)).toBe(rangeName(hour));
  });

  it('name the year of a day where they span two', () => {
    const label = (first: string) => bucketLabel('day', 'UTC', [first, '2026-11-20T00:00:00Z'])('2026-11-20T00:00:00Z');
    expect([label('2026-11-01T00:00:00Z'), label('2025-11-20T00:00:00Z')]).toEqual(['20 Nov', '20 Nov 2026']);
  });
});

describe('groups of usage', () => {
  const rows = [
    { model: 'a', calls: 1, units: { input_tokens: 10, characters: 5 }, charge: '0.1' },
    { model: 'b', calls: 2, units: { output_tokens: 7, audio_seconds: 3 }, charge: '0.7' },
    { model: 'a', calls: 1, units: { input_tokens: 1 }, charge: '0.2' },
  ];

  it('have the largest first, and sum up to what their rows do', () => {
    const groups = groupRows(rows, ({ model }) => model, 'credits');
    expect(groups.map(({ name, value }) => [name, formatDecimal(value)])).toEqual([
      ['b', '0.7'],
      ['a', '0.3'],
    ]);
    expect(sumRows(rows)).toMatchObject({ calls: 4, charge: '1', units: { input_tokens: 11, output_tokens: 7 } });
  });

  it('are measured in what was asked for', () => {
    const of = (metric: 'calls' | 'tokens' | 'characters' | 'seconds') => measure(sumRows(rows), metric);
    expect([of('calls'), of('tokens'), of('characters'), of('seconds')]).toEqual([4n, 18n, 5n, 3n]);
  });

  it('have colours of their own, whatever stands beside them in the list', () => {
    const names = ['gpt-5', 'gpt-5-mini', 'claude-sonnet-5', 'demo', 'one', 'two', 'three'];
    const colours = coloursOf(names);
    expect(new Set(colours.values()).size).toBe(6);
    expect(coloursOf(names.toReversed().slice(1)).size).toBe(6);
    expect(coloursOf(['demo']).get('demo')).toBe(coloursOf(['demo', 'x']).get('demo'));
  });

  it('have the same colour in every chart if the catalogue has six models or fewer', () => {
    const catalogue = ['gpt-5', 'gpt-5-mini', 'claude-sonnet-5', 'claude-haiku-5', 'demo', 'spare'];
    const all = coloursOf(catalogue, catalogue);
    expect(new Set(all.values()).size).toBe(6);
    for (const one of catalogue)
      for (const other of new Set([...catalogue, 'gone']).difference(new Set([one])))
        expect(coloursOf([other, one], catalogue).get(one)).toBe(all.get(one));
  });
});

describe('an instant in few words', () => {
  const now = new Date('2026-11-23T12:00:00Z');

  it('has its year where that is another one, in the zone of the workspace', () => {
    expect(shortInstant('2026-12-31T22:30:00Z', 'UTC', now)).toBe('31 Dec, 22:30');
    expect(shortInstant('2032-01-12T16:45:00Z', 'UTC', now)).toBe('12 Jan 2032, 16:45');
    expect(shortInstant('2026-12-31T23:30:00Z', 'Europe/Berlin', now)).toBe('1 Jan 2027, 00:30');
  });
});

describe('a change in the audit log', () => {
  const rate = (kind: string, credits: string) => ({ unit_kind: kind, credits, per: 1_000_000 });
  const list = (from: string, ...rates: readonly object[]) => ({ from, rates });
  const [first, second] = ['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];

  it('shows of price lists the rows that differ, in words', () => {
    const before = { name: 'Chat', prices: [list(first, rate('input_tokens', '0.25'), rate('output_tokens', '2'))] };
    const dearer = { name: 'Chat', prices: [list(first, rate('input_tokens', '0.25'), rate('output_tokens', '3'))] };
    expect(changeLines({ 'product:chat': { before, after: dearer } })).toEqual([
      {
        name: 'product:chat prices rates',
        words: 'unit kind output_tokens · credits 2 · per 1000000 → unit kind output_tokens · credits 3 · per 1000000',
      },
    ]);
    const later = { ...before, prices: [...before.prices, list(second, rate('requests', '1'))] };
    const row = `from ${second} · rates unit kind requests · credits 1 · per 1000000`;
    const shown = row.length > 80 ? `${row.slice(0, 80)}…` : row;
    expect(changeLines({ 'product:chat': { before, after: later } })).toEqual([
      { name: 'product:chat prices', words: `– → ${shown}` },
    ]);
    expect(changeLines({ 'product:chat': { before: later, after: before } })).toEqual([
      { name: 'product:chat prices', words: `${shown} → –` },
    ]);
  });

  it('shows single values, lists of names, and what an earlier version wrote', () => {
    const scope = { before: { models: ['a'], regions: null }, after: { models: ['a', 'b'], regions: null } };
    const old = { before: null, after: { prices: [{ from: 0, rates: { requests: '5' } }] } };
    expect(
      changeLines({ id: 'key_1', name: { before: 'a', after: 'b' }, scope, plan_id: 'team', 'plan:x': old }),
    ).toEqual([
      { name: 'name', words: 'a → b' },
      { name: 'scope models', words: 'a → a, b' },
      { name: 'plan id', words: 'team' },
      { name: 'plan:x', words: '– → prices from 0 · rates requests 5' },
    ]);
    expect(JSON.stringify(changeLines({ of: [{ a: { b: [{ c: 1 }] } }] }))).not.toContain('object Object');
    expect(changeLines('text')).toEqual([]);
  });
});
