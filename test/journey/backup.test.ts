import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runWords } from '../unit/cli/make-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'diglot-backup-'));
let server: ChildProcess | null = null;

async function start(data: string): Promise<string> {
  server = spawn(process.execPath, ['src/bin.js', 'serve', '--port', '0', '--metrics-port', '0', '--data', data], {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 30_000 }).toContain('Ready in');
  return /Address +(\S+)/.exec(said)?.[1] ?? '';
}

async function stop(): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

const ask = (url: string, data: string): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${readFileSync(join(data, 'demo-key'), 'utf8').trim()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'Hello' }] }),
  });

const run = (line: string, url: string, data: string) =>
  runWords(line.split(' '), {
    environment: { DIGLOT_URL: url, DIGLOT_ADMIN_KEY: readFileSync(join(data, 'admin-key'), 'utf8').trim() },
  });

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  'a copy of the data folder is a backup: its ledger, keys and secrets work in another place',
  { timeout: 90_000 },
  async () => {
    const [original, copy] = [join(folder, 'original'), join(folder, 'copy')];
    const before = await start(original);
    expect((await ask(before, original)).status).toBe(200);
    await stop();
    cpSync(original, copy, { recursive: true });
    rmSync(original, { recursive: true });

    const after = await start(copy);
    expect((await run('ledger verify', after, copy)).out).toBe('Every row agrees.\n');
    expect((await run('calls list', after, copy)).out).toMatch(/ call_\w+ .* completed /);
    expect((await ask(after, copy)).status).toBe(200);
    expect((await run('ledger verify', after, copy)).out).toBe('Every row agrees.\n');
  },
);
