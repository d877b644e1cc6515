import { expect, it } from 'vitest';
import { nearestName } from '../../../src/shared/text/names.ts';

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
