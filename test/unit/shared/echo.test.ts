import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo } from '../../../src/shared/text/names.ts';
import { formatDate, formatMinute } from '../../../src/shared/time/calendar.ts';

describe('a value repeated in a message', () => {
  it('is at most 64 characters, on one line, without marks that hide or reorder text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (value) => {
        const shown = echo(value);
        expect([...shown].length).toBeLessThanOrEqual(64);
        expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });

  it.each([
    ['gpt-4o-mimi', 'gpt-4o-mimi'],
    ['Größe 模型 🙂', 'Größe 模型 🙂'],
    ['a\r\nb\u0000\u202Ec', 'a??b??c'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), `${'x'.repeat(63)}…`],
  ])('%j is shown as %j', (value, shown) => {
    expect(echo(value)).toBe(shown);
  });
});

describe('a date for people', () => {
  it('is in UTC, with short English months', () => {
    expect(formatDate(Date.UTC(2026, 10, 18, 23, 59))).toBe('18 Nov 2026');
    expect(formatDate(Date.UTC(2026, 8, 1))).toBe('1 Sep 2026');
    expect(formatMinute(Date.UTC(2026, 10, 20, 14, 5, 59))).toBe('20 Nov 2026 14:05 UTC');
  });
});
