import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/run-cli.ts';
import { operatorSteps } from '../../../src/errors/next-steps.ts';
import { runWords } from './make-context.ts';

const inFolder = (folder: string): readonly string[] => readdirSync(folder).map((name) => `${folder}/${name}`);

const pages = ['README.md', 'deploy/README.md', 'SECURITY.md', ...['docs', 'specs/decisions'].flatMap(inFolder)];
const texts = pages.map((page) => readFileSync(page, 'utf8')).join('\n');

/** Every command that the pages ask a reader to type, in a line of its own or in quotes, without comments and quoted text. */
const reported = [...texts.matchAll(/(?:npx |`|^\$ |^)diglot ([^`\n)]*)/gm)]
  .map(([, line = '']) => line.replace(/ {2,}#.*$/, '').replaceAll(/"[^"]*"|'[^']*'/g, 'text'))
  .filter((line) => !line.startsWith('--'));

/** Every command that an error message asks a reader to type. */
const stepCommands = Object.values(operatorSteps).map(({ command }) => command.replace(/^diglot /, ''));

describe('the commands of README, the other pages and error messages', () => {
  it('are found', () => expect(reported.length).toBeGreaterThan(60));

  it('can be pasted: a shell reads from a file where a placeholder is `<id>`', () => {
    const blocks = [...texts.matchAll(/^```(?:sh|console)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
    expect(blocks.join('').match(/^.*\bdiglot [^#\n]*<.*$/gm)).toBeNull();
  });

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
