import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** A newcomer's shell: the Node that npm runs on, and nothing of what npm sets for the scripts of this repository. */
const shell = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|INIT_CWD)/.test(name))),
  PATH: (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':'),
};

const notTracked = new Set(['node_modules', 'dist', 'coverage', '.git', '.diglot']);

/** What npm warns of that the person's own settings cause, not this repository. */
const isOwnWarning = (line: string): boolean => /warn/i.test(line) && !/Unknown \w+ config/.test(line);

describe('a fresh clone, without development packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-clone-'));
  const run = (line: string) => spawnSync('sh', ['-c', line], { cwd: folder, env: shell, encoding: 'utf8' });
  let installed: ReturnType<typeof run>;
  let server: ChildProcess;
  let output = '';
  let complaints = '';

  beforeAll(async () => {
    cpSync(process.cwd(), folder, { recursive: true, filter: (path) => !notTracked.has(basename(path)) });
    installed = run('npm ci --omit=dev --prefer-offline');
    server = spawn('npm', ['start', '--', '--port', '0', '--metrics-port', '0', '--data', 'my data'], {
      cwd: folder,
      env: shell,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      complaints += chunk.toString();
    });
    await vi.waitFor(() => expect(output).toContain('Ready in'), { timeout: 120_000, interval: 50 });
  }, 420_000);

  afterAll(() => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('installs and starts without a warning', () => {
    expect(installed.status).toBe(0);
    expect(`${installed.stdout}${installed.stderr}${complaints}`.split('\n').filter(isOwnWarning)).toEqual([]);
  });

  it('shows its help without a warning', () => {
    const { status, stdout, stderr } = run('npx diglot --help');
    expect([status, stdout]).toEqual([0, expect.stringContaining('Usage: diglot')]);
    expect(stderr.split('\n').filter(isOwnWarning)).toEqual([]);
  });

  it('runs the next command as the banner prints it, also with a data folder of its own', () => {
    const command = /Next: in another terminal, (.+)/.exec(output)?.[1] ?? '';
    expect(command).toBe("npx diglot try --data 'my data'");
    const { status, stdout, stderr } = run(command);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/calls, none failed/)]);
    expect(stderr.split('\n').filter(isOwnWarning)).toEqual([]);
    expect(stdout).toContain(`Next: eval "$(npx diglot env --data 'my data')"`);
  });

  it('has the console, built when it was installed', async () => {
    const address = /Address\s+(http:\S+)/.exec(output)?.[1] ?? '';
    const page = await (await fetch(`${address}/console/`, { headers: { accept: 'text/html' } })).text();
    expect(page).toMatch(/src="\/console\/assets\/[\w.-]+\.js"/);
  });

  it('has the whole reference, compressed', async () => {
    const address = /Address\s+(http:\S+)/.exec(output)?.[1] ?? '';
    for (const name of ['spec-a', 'spec-b', 'console']) {
      const answer = await fetch(`${address}/docs/${name}`, { headers: { 'accept-encoding': 'br' } });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
      expect(await answer.text()).toContain('<html');
    }
  });
});
