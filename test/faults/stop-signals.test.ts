import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startGateway, testKey } from '../../scripts/crash-test/start-gateway.ts';
import { rawClient, rawRequest } from '../fakes/raw-client.ts';
import { chunk as piece, sseHead, stall } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { goodEnvironment, goodFile } from '../unit/config/load-text.ts';

/** One that stays between npm and the server, as Debian's, and one that gives it its place. */
const shells = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell));

/** Who waits for the end of the grace waits longer than the test. */
const patient = { DIGLOT_SHUTDOWN_GRACE_SECONDS: '600' };

describe.skipIf(process.platform === 'win32')('npm start, asked to stop', { timeout: 90_000 }, () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diglot-npm-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts it in a process group of its own, as a terminal would. */
  const start = async (shell: string) => {
    const child = spawn('npm', ['start', '--', '--port', '0', '--data', folder], {
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        DIGLOT_METRICS_PORT: '0',
        npm_config_script_shell: shell,
        ...patient,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    // Each of them that is alive holds the pipe.
    const allGone = once(child.stdout, 'close');
    await expect.poll(() => said).toContain('Ready in');
    return { pid: child.pid ?? 0, url: /Address +(\S+)/.exec(said)?.[1] ?? '', said: () => said, allGone };
  };

  const stream = async (url: string): Promise<Response> => {
    const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
    const content = 'word '.repeat(60);
    return fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo', stream: true, messages: [{ role: 'user', content }] }),
    });
  };

  it.each(
    shells.flatMap((shell) => [
      { shell, who: 'npm alone', signal: 'SIGTERM' as const, sign: 1 },
      { shell, who: 'everybody', signal: 'SIGTERM' as const, sign: -1 },
      { shell, who: 'everybody', signal: 'SIGINT' as const, sign: -1 },
    ]),
  )('$signal to $who ($shell) lets the server finish what runs, and leaves nothing behind', async (how) => {
    const running = await start(how.shell);
    const response = await stream(running.url);
    process.kill(how.sign * running.pid, how.signal);
    expect(await response.text()).toMatch(/data: \[DONE\]\n\n$/);
    const gone = await Promise.race([running.allGone.then(() => true), wait(40_000, false)]);
    if (!gone) process.kill(-running.pid, 'SIGKILL');
    expect([gone, running.said()]).toEqual([true, expect.stringContaining('"Stopped."')]);
  });
});

describe.skipIf(process.platform === 'win32')('a second signal', () => {
  it('ends at once what the first one waits for, unless both are one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-signals-'));
    const upstream = await startScriptedUpstream();
    upstream.always([stall]);
    const gateway = await startGateway(folder, upstream.url);
    const answer = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: '{"model":"crash","max_completion_tokens":5,"messages":[{"role":"user","content":"x"}]}',
    }).catch(() => null);
    await upstream.request(1);
    // While it stands still, so that it gets both at one moment, however late this process is.
    for (const signal of ['SIGSTOP', 'SIGTERM', 'SIGINT', 'SIGCONT'] as const) gateway.signal(signal);
    expect(await Promise.race([gateway.ended, wait(1_500, 'runs')])).toBe('runs');
    // Of these, the first after a second counts as another.
    const asking = setInterval(() => gateway.signal('SIGTERM'), 400);
    expect(await gateway.ended).toBe(143);
    clearInterval(asking);
    expect(await answer).toBeNull();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(process.platform === 'win32')('a gateway whose log nobody reads', { timeout: 90_000 }, () => {
  it.each(['1', '2'])('stops when it is asked, with %s processes', async (count) => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-unread-'));
    const words = ['serve', '--data', folder, '--port', '0', '--metrics-port', '0', '--workers', count];
    const child = spawn(process.execPath, ['src/bin.js', ...words], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(async () => {
      if (child.kill('SIGKILL')) await once(child, 'exit');
      rmSync(folder, { recursive: true });
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await expect.poll(() => said).toContain('Ready in');
    const url = /Address +(\S+)/.exec(said)?.[1] ?? '';
    // Each is a line of the log, and all of them are more than a pipe takes.
    for (let at = 0; at < 100; at += 1)
      await Promise.all(Array.from({ length: 40 }, async () => (await fetch(`${url}/${'x'.repeat(200)}`)).text()));
    child.kill('SIGTERM');
    expect(await Promise.race([once(child, 'exit'), wait(20_000, 'runs')])).toEqual([0, null]);
    expect(existsSync(join(folder, 'server.json'))).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('SIGUSR1', () => {
  it('opens no inspector, through which every user of the machine could run code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-signals-'));
    const gateway = await startGateway(folder, 'http://127.0.0.1:9');
    gateway.signal('SIGUSR1');
    await wait(500);
    expect(gateway.printed()).not.toMatch(/debugger|inspector/i);
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(process.platform === 'win32')('an answer that may end with its connection', () => {
  it('is cut by a second signal, and does not look whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-signals-'));
    const upstream = await startScriptedUpstream();
    upstream.always([sseHead(), piece('data: {"choices":[{"index":0,"delta":{"content":"half"}}]}\n\n'), stall]);
    const gateway = await startGateway(folder, upstream.url);
    const client = await rawClient(gateway.url);
    const body = '{"model":"crash","stream":true,"max_completion_tokens":5,"messages":[{"role":"user","content":"x"}]}';
    const lines = [`x-api-key: ${testKey}`, 'content-type: application/json'];
    client.send(rawRequest('POST /v1/chat/completions', lines, body).replace('HTTP/1.1', 'HTTP/1.0'));
    await expect.poll(() => client.rest()).toContain('half');
    // Of these, the first after a second counts as another.
    const asking = setInterval(() => gateway.signal('SIGTERM'), 400);
    expect(await client.ending()).toBe('ECONNRESET');
    expect(await gateway.ended).toBe(143);
    clearInterval(asking);
    await upstream.close();
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(process.platform === 'win32')('SIGHUP', { timeout: 90_000 }, () => {
  it.each(['1', '2'])(
    'reads the configuration again with %s processes, and a file that is created is followed',
    async (count) => {
      const folder = mkdtempSync(join(tmpdir(), 'diglot-hangup-'));
      const words = ['serve', '--port', '0', '--metrics-port', '0', '--workers', count];
      const child = spawn(process.execPath, [join(process.cwd(), 'src/bin.js'), ...words], {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...goodEnvironment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(async () => {
        if (child.kill('SIGTERM')) await once(child, 'exit');
        rmSync(folder, { recursive: true });
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const times = (message: string): number => said.split(message).length - 1;
      await expect.poll(() => said + String(child.signalCode), { timeout: 60_000 }).toMatch(/Ready in|SIG/);
      child.kill('SIGHUP');
      await expect.poll(() => times('"The configuration is in force."'), { timeout: 20_000 }).toBe(Number(count));
      writeFileSync(join(folder, 'diglot.yaml'), goodFile);
      await expect
        .poll(() => times('"The changed configuration is in force."'), { timeout: 20_000 })
        .toBe(Number(count));
      expect(child.signalCode).toBeNull();
    },
  );

  /** A program in the first moments of a start: it asks whether the gateway that is named in its folder runs. */
  const startHeld = async (words: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-held-'));
    const asked = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => asked.resolve(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ url, pid: 1 }));
    const child = spawn(process.execPath, ['src/bin.js', ...words, '--data', folder], {
      env: { PATH: process.env['PATH'], DIGLOT_PORT: '0', DIGLOT_METRICS_PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(async () => {
      if (child.kill('SIGTERM')) await once(child, 'exit');
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true });
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const held = await asked.promise;
    return { child, said: () => said, goOn: () => held.writeHead(404).end() };
  };

  it.each([
    ['1', 'configuration is in force'],
    // No worker has read anything yet.
    ['2', 'Ready in'],
  ])('is obeyed after the start during which it came, with %s processes', async (count, words) => {
    const { child, said, goOn } = await startHeld(['serve', '--workers', count]);
    child.kill('SIGHUP');
    goOn();
    await expect.poll(() => said() + String(child.signalCode)).toContain(words);
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  });

  it('ends a command that is no gateway', async () => {
    const { child } = await startHeld(['keys', 'list']);
    child.kill('SIGHUP');
    expect((await once(child, 'exit'))[1]).toBe('SIGHUP');
  });
});
