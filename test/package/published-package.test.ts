import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/** The surroundings of a shell, without what npm sets for the scripts of this repository. */
const shell = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local|command)/.test(name)),
);

describe('the published package, installed in an empty folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-package-'));
  const run = (command: string, words: readonly string[], cwd = folder): string =>
    execFileSync(command, words, { cwd, env: shell, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  let server: ChildProcess;
  let output = '';
  let address = '';

  const stop = (signal: NodeJS.Signals): void => {
    if (server.pid !== undefined && server.exitCode === null && server.signalCode === null)
      process.kill(-server.pid, signal);
  };

  beforeAll(async () => {
    run(process.execPath, ['scripts/build.ts'], process.cwd());
    const tarball = run('npm', ['pack', '--silent', '--pack-destination', folder], 'dist/package').trim();
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', join(folder, tarball)]);
    // A group of its own, so that a signal reaches the server behind npx as it does in a terminal.
    const words = ['diglot', 'serve', '--port', '0', '--data', 'data'];
    server = spawn('npx', words, { cwd: folder, env: shell, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitFor(() => expect(output).toContain('Ready in'), { timeout: 60_000, interval: 50 });
    address = /Address\s+(http:\S+)/.exec(output)?.[1] ?? '';
  }, 240_000);

  afterAll(() => {
    stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('has only what runs: no sources, no tests, no platform packages', () => {
    const manifest: unknown = JSON.parse(readFileSync('dist/package/package.json', 'utf8'));
    expect(manifest).not.toHaveProperty('optionalDependencies');
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('private');
    const files = run('npm', ['pack', '--dry-run', '--json', '--silent'], 'dist/package');
    expect(files).not.toMatch(/"path":\s*"[^"]*(\.ts|^test|\.test\.js)"/);
    // The scripts of the console contain packages whose licences ask to be passed on.
    expect(files).toMatch(/"path":\s*"dist\/console\/licenses\.md"/);
    expect(readFileSync('dist/package/dist/console/licenses.md', 'utf8')).toContain('## react ');
  });

  it('says its version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(run('npx', ['diglot', '--version']).trim()).toBe(version);
  });

  it('serves both specifications with the key it made', async () => {
    const key = readFileSync(join(folder, 'data/demo-key'), 'utf8').trim();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const question = { max_tokens: 16, messages: [{ role: 'user', content: 'Hello' }] };
    const models = (await (await fetch(`${address}/v1/models`, { headers })).json()) as {
      readonly data: readonly { readonly id: string }[];
    };
    const body = JSON.stringify({ ...question, model: models.data[0]?.id });
    const chat = await fetch(`${address}/v1/chat/completions`, { method: 'POST', headers, body });
    expect([chat.status, await chat.json()]).toMatchObject([200, { object: 'chat.completion' }]);
    const message = await fetch(`${address}/v1/messages`, { method: 'POST', headers, body });
    expect([message.status, await message.json()]).toMatchObject([200, { type: 'message' }]);
  });

  it('has used up the warning of a function that the validator calls for each request', () => {
    const script = `
      import { parse } from 'node:url';
      import { loadDocuments } from './node_modules/diglot/src/http/app.js';
      await loadDocuments().contracts.a('createChatCompletion').warm();
      process.on('warning', ({ code }) => console.log(code));
      parse('/');`;
    expect(run(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script])).toBe('');
  });

  it.each(['spec-a', 'spec-b', 'console'])('serves the reference of %s and its document', async (name) => {
    expect(await (await fetch(`${address}/docs/${name}`)).text()).toContain('<html');
    expect(await (await fetch(`${address}/openapi/${name}.json`)).json()).toHaveProperty('openapi', '3.1.0');
  });

  it.each(['/console/', '/console/keys', '/'])('serves the page at %s, and the script that it names', async (path) => {
    const page = await fetch(`${address}${path}`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' 'nonce-");
    const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    expect((await fetch(`${address}${script}`)).headers.get('content-type')).toContain('javascript');
  });

  it('ends on a signal', async () => {
    stop('SIGTERM');
    await vi.waitFor(() => expect(output).toContain('Stopped.'), { timeout: 60_000, interval: 50 });
    await expect(fetch(`${address}/livez`)).rejects.toThrow('fetch failed');
  });

  it('refuses an old Node in one line', () => {
    const pretend = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
    const bin = join(folder, 'node_modules/diglot/src/bin.js');
    const refused = spawn(process.execPath, ['--import', pretend, bin], { cwd: folder });
    return new Promise<void>((resolve, reject) => {
      let complaint = '';
      refused.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
      refused.on('error', reject);
      refused.on('close', (code) => {
        expect([code, complaint.trim().split('\n').length]).toEqual([1, 1]);
        expect(complaint).toContain('Diglot needs Node 24.18');
        resolve();
      });
    });
  });
});
