import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/cli/run-cli.ts';
import { createKey } from '../../../src/identity/key-format.ts';
import { inFolder, runWords } from './make-context.ts';

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

  it('says which word comes first', async () => {
    const { err } = await runWords(['list', 'keys']);
    expect(err).toBe('There is no command list. Put keys first; see npx diglot keys --help.\n');
  });

  it.each([
    [['keys', 'ci', 'create'], '(see npx diglot keys --help)'],
    [['keys', 'create'], '(see npx diglot keys create --help)'],
    [['usage', '--bogus'], '(see npx diglot usage --help)'],
  ])('names the help of the command after an error: %j', async (words, hint) => {
    const { code, err } = await runWords(words);
    expect(code).toBe(1);
    expect(err.trim().split('\n').at(-1)).toBe(hint);
  });

  it.each([
    [
      ['help', 'keys', 'create'],
      ['keys', 'create', '--help'],
    ],
    [['help', 'help'], ['--help']],
    [['help'], ['--help']],
  ])('prints the same help for %j and %j', async (words, same) => {
    const { code, out } = await runWords(words);
    expect([code, out]).toEqual([0, (await runWords(same)).out]);
  });

  const secret = createKey().reveal();
  it.each([
    ['keys', 'revoke', secret],
    ['keys', 'list', '--search', secret],
    ['calls', 'list', `--key=${secret}`],
    ['credits', 'grant', 'acme', '1', '--reason', `for ${secret}`],
  ])('sends no secret of a key where an id or a text belongs: %s %s', async (...words) => {
    const environment = { DIGLOT_ADMIN_KEY: 'dg-admin-0123456789', DIGLOT_URL: 'http://127.0.0.1:9' };
    const { code, out, err } = await runWords(words, { environment });
    const visible = secret.slice(-4);
    expect([code, out, err.includes(secret)]).toEqual([1, '', false]);
    expect(err).toContain(
      `sk-dg-…${visible} is the secret of a key, and nothing was sent. Commands take the key's id: npx diglot keys list --search ${visible} shows it.`,
    );
  });

  it('invents no calls for a workspace whose id the gateway would refuse', async () => {
    const { code, err } = await inFolder({}, (data) =>
      runWords(['demo', 'seed', '-w', 'My Team', '--calls', '1', '--data', data]),
    );
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^--workspace must be 1 to 63 .*; you wrote "My Team"\.\n$/),
    ]);
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
