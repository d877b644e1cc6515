import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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

  it('keeps compiled code where its threads find it: they only look where the environment says', () => {
    const tell = `import { getCompileCacheDir } from 'node:module';
      process.on('exit', () => console.log(JSON.stringify([getCompileCacheDir(), process.env.NODE_COMPILE_CACHE])));`;
    const words = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`, bin, '--version'];
    const { NODE_COMPILE_CACHE: _none, ...environment } = process.env;
    const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env: environment });
    const [used, named] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as readonly string[];
    expect(join(named ?? '', basename(used ?? ''))).toBe(used);
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
