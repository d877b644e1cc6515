import { describe, expect, it } from 'vitest';
import { loadText, problemsOf } from './load-text.ts';

const keyOf = (secret: string): string =>
  `bootstrap:\n  workspaces: [{ id: a }]\n  keys:\n    - { workspace: a, name: x, secret: '${secret}' }\n`;

describe('a reference that stands for nothing', () => {
  it.each([
    [
      'a default of a shell',
      keyOf('${KEY:-CANARY}'),
      'file:4:40  ${KEY:…} has a default as in a shell, which is not read. Write ${KEY} and set KEY, or write the value itself.',
    ],
    ['an end', keyOf('${CANARY-key'), 'file:4:40  has ${ without its }. Write ${NAME}, or $${ for the literal text.'],
    [
      'an end before the next one',
      keyOf('${CANARY and ${KEY}'),
      'file:4:40  has ${ without its }. Write ${NAME}, or $${ for the literal text.',
    ],
    ['a name', keyOf('${}'), 'file:4:40  ${} names no variable. Write ${NAME}, or $${} for the literal text.'],
  ])('that is wrong says what it has or lacks: %s', async (_, text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  it.each([
    ['$${KEY}-and-more', '${KEY}-and-more'],
    ['$${KEY-and-more', '${KEY-and-more'],
    ['${KEY:-x}', 'of-this-name'],
  ])('is none where the text is literal, or a variable has the name: %s', async (written, read) => {
    const { config } = await loadText(keyOf(written), { environment: { 'KEY:-x': 'of-this-name' } });
    expect(config.bootstrap.keys[0]?.secret.reveal()).toBe(read);
  });
});

describe('a merge key', () => {
  it('is refused with what to write instead, whatever it merges', async () => {
    const text = 'server: &here\n  port: 9000\nlimits:\n  <<: *here\n';
    expect(await problemsOf(text)).toEqual([
      'file:4:3  is << of YAML 1.1, which is not read. Write the members here, or repeat a whole value with * and its name.',
    ]);
  });
});
