import { describe, expect, it } from 'vitest';
import { type BannerFacts, bannerLines } from '../../../src/cli/banner.ts';
import { programName } from '../../../src/cli/context.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { goodEnvironment, goodFile, loadText } from '../config/load-text.ts';

const key = 'sk-dg-0123456789abcdefk2Q9';

const [acme, beta] = [
  { id: 'acme', planId: null },
  { id: 'beta', planId: null },
];
const planless = { id: 'old', planId: 'gone' };

const facts = async (changes: Partial<BannerFacts> = {}): Promise<BannerFacts> => ({
  version: '1.2.3',
  url: 'http://127.0.0.1:8585',
  metricsUrl: 'http://127.0.0.1:8586/metrics',
  dataFolder: '.diglot',
  configFile: 'diglot.yaml',
  config: (await loadText(goodFile, { environment: goodEnvironment })).config,
  demoKey: new Secret(key),
  loginUrl: 'http://127.0.0.1:8585/console/sign-in#link=CANARYlink',
  newAdminKey: new Secret('dg-admin-0123456789abcdefghij'),
  notices: ['one', 'two'],
  terminal: true,
  program: 'npx diglot',
  workspaces: [{ id: 'acme', planId: null }],
  ...changes,
});

describe('the banner', () => {
  it('says where things are, who answers and what to type next', async () => {
    expect(bannerLines(await facts())).toEqual([
      'Diglot 1.2.3',
      '  Address    http://127.0.0.1:8585   Spec A base: http://127.0.0.1:8585/v1   Spec B base: http://127.0.0.1:8585',
      '  Data       .diglot',
      '  Config     diglot.yaml',
      '  Providers  openai (…6789)',
      `  Demo key   ${key}   stored in .diglot/demo-key`,
      '  Admin key  dg-admin-0123456789abcdefghij   stored in .diglot/admin-key',
      '  Metrics    http://127.0.0.1:8586/metrics',
      '  Reference  http://127.0.0.1:8585/docs',
      '  Console    http://127.0.0.1:8585/console/sign-in#link=CANARYlink   (once, for 15 minutes)',
      '  ! one',
      '  ! two',
      '  Next: in another terminal, npx diglot try',
    ]);
  });

  it.each([
    [{}, 'npx diglot try'],
    [{ program: 'diglot', dataFolder: '/var/lib/my data' }, "diglot try --data '/var/lib/my data'"],
    [{ demoKey: null }, 'npx diglot keys create first'],
    [{ demoKey: null, workspaces: [acme, beta] }, 'npx diglot keys create first --workspace acme'],
    [{ demoKey: null, workspaces: [planless] }, 'npx diglot workspaces update old --plan <id or none>'],
    [{ demoKey: null, workspaces: [planless, beta] }, 'npx diglot keys create first --workspace beta'],
    [{ demoKey: null, workspaces: [], dataFolder: '/d' }, 'npx diglot workspaces create main --data /d'],
  ])('names a command that runs as it is printed: %j', async (changes, command) => {
    expect(bannerLines(await facts(changes)).at(-1)).toBe(`  Next: in another terminal, ${command}`);
  });

  it('names the way into the console as it works for another folder', async () => {
    const text = bannerLines(await facts({ loginUrl: null, dataFolder: '/var/lib/my data' })).join('\n');
    expect(text).toContain("/console/   sign in once: npx diglot login-link --data '/var/lib/my data'\n");
  });

  it('has at most 15 lines, whatever there is to say', async () => {
    const lines = bannerLines(await facts({ notices: Array.from({ length: 40 }, (_, index) => `notice ${index}`) }));
    expect(lines).toHaveLength(15);
    expect(lines).toContain('  ! 37 more notices: npx diglot check');
  });

  it('keeps secrets out of what is not read by a person', async () => {
    const text = bannerLines(await facts({ terminal: false })).join('\n');
    expect(text).toContain('…k2Q9');
    expect(text).not.toContain('0123456789');
    expect(text).not.toContain('CANARYlink');
    expect(text).toContain('http://127.0.0.1:8585/console/   sign in once: npx diglot login-link');
  });
});

const home = '/src/diglot';
const started = (script: string, workingFolder: string, npmCommand?: string) =>
  programName({
    environment: npmCommand === undefined ? {} : { npm_command: npmCommand },
    script,
    home,
    workingFolder,
  });

it.each([
  ['npm start in a clone', started('/src/diglot/src/bin.js', home, 'run-script'), 'npx diglot'],
  ['npx diglot', started('/home/ada/.npm/_npx/1/node_modules/.bin/diglot', '/home/ada', 'exec'), 'npx diglot'],
  ['node src/bin.js in a clone', started('/src/diglot/src/bin.js', home), 'npx diglot'],
  ['diglot, installed globally', started('/usr/local/bin/diglot', '/home/ada'), 'diglot'],
  ['node by its path', started('/my tools/bin.js', '/home/ada'), "node '/my tools/bin.js'"],
])('after %s the next command is typed the same way', (_name, name, expected) => {
  expect(name).toBe(expected);
});
