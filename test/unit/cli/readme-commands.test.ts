import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/run-cli.ts';
import { operatorSteps } from '../../../src/errors/operator-steps.ts';
import { runWords } from './make-context.ts';

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)];

/** Every command that README and the pages of docs/ ask a reader to type, without comments and quoted text. */
const reported = [
  ...pages
    .map((page) => readFileSync(page, 'utf8'))
    .join('\n')
    .matchAll(/npx diglot ([^`\n)]*)/g),
]
  .map(([, line = '']) => line.replace(/ {2,}#.*$/, '').replaceAll(/"[^"]*"|'[^']*'/g, 'text'))
  .filter((line) => !line.startsWith('--'));

/** Every command that an error message asks a reader to type. */
const stepCommands = Object.values(operatorSteps).map(({ command }) => command.replace(/^diglot /, ''));

describe('the commands of README, docs/ and error messages', () => {
  it('are found', () => expect(reported.length).toBeGreaterThan(25));

  it.each([...new Set([...reported, ...stepCommands])])('diglot %s: is a command, with these flags', async (line) => {
    const [first = '', second = '', ...rest] = line.trim().split(/\s+/);
    expect(Object.keys(commands)).toContain(first);
    const own = await runWords([first, '--help']);
    const hasSecond = own.out.includes(`\n  ${second} [options]`);
    const { out } = hasSecond ? await runWords([first, second, '--help']) : own;
    const flags = [second, ...rest].filter((word) => /^--?[a-z]/.test(word));
    expect(flags.filter((flag) => !new RegExp(`(^|[ ,])${flag}[ ,\n]`, 'm').test(out))).toEqual([]);
    expect(hasSecond || !own.out.includes('Commands:')).toBe(true);
  });
});
