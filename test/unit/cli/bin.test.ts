import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../../src/bin.js', import.meta.url));

/** The program as another version of Node would run it. */
function runAs(version: string | null, ...words: readonly string[]) {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const flags = version === null ? [] : ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, bin, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the program file', () => {
  it.each(['18.20.8', '20.20.2', '24.17.0'])('says in one line what to do on Node %s', (version) => {
    const { status, stdout, stderr } = runAs(version, '--version');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`Diglot needs Node 24.18 or newer and this is Node ${version}.`);
  });

  it.each(['24.18.0', '25.0.0', null])('runs on Node %s', (version) => {
    expect(runAs(version, '--version')).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    });
  });

  describe.skipIf(process.platform === 'win32')('and compiled code', () => {
    let home: string;
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), 'diglot-home-'));
    });
    afterEach(() => rmSync(home, { recursive: true }));

    /** The folder that is in use at the end, and the one that threads get. */
    const usedFolders = (): readonly (string | undefined)[] => {
      const tell = `import { getCompileCacheDir } from 'node:module';
        process.on('exit', () => console.log(JSON.stringify([getCompileCacheDir(), process.env.NODE_COMPILE_CACHE])));`;
      const words = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, bin, '--version'];
      const { NODE_COMPILE_CACHE: _none, ...environment } = process.env;
      const env = { ...environment, HOME: home, TMPDIR: home };
      const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
      return (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as (string | null)[]).map(
        (one) => one ?? undefined,
      );
    };

    it('keeps it in a folder of its own, where threads find it: they only look where the environment says', () => {
      const [used, named] = usedFolders();
      const folder = join(realpathSync(home), '.cache', 'diglot');
      expect([dirname(used ?? ''), named]).toEqual([folder, folder]);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    });

    const planted = (name: string, mode: number): void => {
      mkdirSync(join(home, name), { recursive: true });
      chmodSync(join(home, name), mode);
    };
    it.each<readonly [string, () => void]>([
      ['that others can write', () => planted('.cache/diglot', 0o777)],
      ['that a group can write', () => planted('.cache/diglot', 0o770)],
      ['whose parent others can write', () => planted('.cache', 0o777)],
      ['whose home others can write', () => planted('.', 0o1777)],
      [
        'that is a link',
        () => {
          planted('elsewhere', 0o700);
          planted('.cache', 0o700);
          symlinkSync(join(home, 'elsewhere'), join(home, '.cache', 'diglot'));
        },
      ],
      ['that is a file', () => writeFileSync(join(home, '.cache'), '')],
    ])('runs none from a folder %s', (_, plant) => {
      plant();
      expect(usedFolders()).toEqual([undefined, undefined]);
    });

    it.skipIf(process.getuid?.() !== 0)('runs none from a folder of another user', () => {
      planted('.cache/diglot', 0o700);
      chownSync(join(home, '.cache/diglot'), 65_534, 65_534);
      expect(usedFolders()).toEqual([undefined, undefined]);
    });
  });

  it('refuses a log level that is none, with those there are', () => {
    const data = join(tmpdir(), `diglot-never-made-${process.pid}`);
    const environment = { ...process.env, DIGLOT_LOG_LEVEL: 'wran' };
    const words = [bin, 'serve', '--data', data, '--port', '0'];
    const { status, stderr } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: environment,
      timeout: 60_000,
    });
    expect(stderr).toContain(
      'environment DIGLOT_LOG_LEVEL  log.level — must be debug, info, warn or error; you wrote "wran". Did you mean warn?',
    );
    expect(status).toBe(2);
    expect(existsSync(data)).toBe(false);
  });

  it('is not disturbed by a reader that has gone away', () => {
    const command = `"${process.execPath}" "${bin}" --help | head -n 1`;
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});
