import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, nearestName } from '../../../src/shared/text/names.ts';

const models = ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet', 'demo'];

it.each([
  ['gpt-4o-mimi', 'gpt-4o-mini'],
  ['gtp-4o', 'gpt-4o'],
  ['GPT-4O', 'gpt-4o'],
  ['dem', 'demo'],
  ['dmeo', 'demo'],
  ['mdoe', null],
  ['cluade-sonnet', 'claude-sonnet'],
  ['llama', null],
  ['', null],
  ['x'.repeat(10_000), null],
])('takes %.20s for %s', (written, meant) => {
  expect(nearestName(written, models)).toBe(meant);
});

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
