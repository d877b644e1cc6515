import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/run-cli.ts';
import { runWords } from './make-context.ts';

describe('the command line', () => {
  it('prints its version', async () => {
    expect(await runWords(['--version'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });

  it('prints its commands', async () => {
    const { code, out } = await runWords(['--help']);
    expect(code).toBe(0);
    for (const name of ['serve', 'try', 'env', 'check', 'doctor']) expect(out).toContain(`\n  ${name}`);
  });

  it('prints the options of a command both ways', async () => {
    const long = await runWords(['help', 'check']);
    expect(long.out).toContain('--json');
    expect((await runWords(['check', '--help'])).out).toBe(long.out);
  });

  it('prints what every command finds as JSON, too', async () => {
    const withoutJson: string[] = [];
    for (const [name] of Object.entries(commands).filter(([command]) => command !== 'serve')) {
      const { out } = await runWords([name, '--help']);
      const subcommands = [...out.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(([, word = '']) => word);
      for (const words of subcommands.length === 0 ? [[name]] : subcommands.map((word) => [name, word])) {
        const help = await runWords([...words, '--help']);
        if (!help.out.includes('--json')) withoutJson.push(words.join(' '));
      }
    }
    // They only write.
    expect(withoutJson).toEqual(['providers add', 'demo seed']);
  });

  it('suggests the command that was meant', async () => {
    expect(await runWords(['chekc'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no command chekc. Did you mean check?\n',
    });
  });

  it('suggests the option that was meant', async () => {
    const { code, err } = await runWords(['check', '--jsno']);
    expect(code).toBe(1);
    expect(err).toContain('Did you mean --json?');
  });

  it('starts nothing with a configuration that has problems', async () => {
    const { code, err } = await runWords(['env'], { environment: { DIGLOT_API_KEY: 'k', DIGLOT_PORT: 'x' } });
    expect(code).toBe(2);
    expect(err).toContain('environment DIGLOT_PORT');
  });

  it.each(['nonsense', 'localhost:8585', '127.0.0.1:8585', 'file:///x', ''])(
    'refuses the address %j in one line, as a flag and as a variable',
    async (text) => {
      const wanted = (source: string): string =>
        `${source} must be a URL that begins with http:// or https://, for example http://127.0.0.1:8585; you wrote "${text}".\n`;
      const environment = { DIGLOT_API_KEY: 'k', DIGLOT_ADMIN_KEY: 'dg-admin-0123456789' };
      for (const words of [['env'], ['try'], ['keys', 'list']]) {
        const flagged = await runWords([...words, '--url', text], { environment });
        expect(flagged).toEqual({ code: 1, out: '', err: wanted('--url') });
        if (text === '') continue;
        const named = await runWords(words, { environment: { ...environment, DIGLOT_URL: text } });
        expect(named).toEqual({ code: 1, out: '', err: wanted('DIGLOT_URL') });
      }
    },
  );

  it.each(['check', 'doctor', 'env'])('says in diglot %s what is wrong with the log level', async (command) => {
    const { code, out, err } = await runWords([command], {
      environment: { DIGLOT_API_KEY: 'k', DIGLOT_LOG_LEVEL: 'wran' },
    });
    expect(code).toBe(2);
    expect(out + err).toContain(
      'environment DIGLOT_LOG_LEVEL  log.level — must be debug, info, warn or error; you wrote "wran". Did you mean warn?',
    );
  });
});
