import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';

const descriptors = 160;

/** A gateway with few file descriptors. */
async function start() {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-few-'));
  const words = `serve --data ${folder} --port 0 --metrics-port 0`;
  const child = spawn('sh', ['-c', `ulimit -n ${descriptors} && exec "${process.execPath}" src/bin.js ${words}`], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.kill('SIGKILL')) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toContain('Ready in');
  const [, metrics = ''] = /(http:\/\/\S+\/metrics)/.exec(said) ?? [];
  const { url } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { readonly url: string };
  return { url, metrics, key: readFileSync(join(folder, 'demo-key'), 'utf8').trim(), said: () => said };
}

describe.skipIf(!existsSync('/proc/self/limits'))('more connections than the process can have', () => {
  it('take neither the descriptors of calls that run nor those of the metrics, and are reported', async () => {
    const { url, metrics, key, said } = await start();
    const agent = new Agent({ connections: 1 });
    onTestFinished(() => agent.destroy());
    const call = async (): Promise<number> => {
      const { statusCode, body } = await request(`${url}/v1/chat/completions`, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'Hi' }] }),
      });
      await body.dump();
      return statusCode;
    };
    expect(await call()).toBe(200);
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (let count = 0; count < 2 * descriptors; count += 1) {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
      sockets.push(socket);
    }
    expect(await call()).toBe(200);
    const read = async (): Promise<string> => (await fetch(metrics)).text();
    // It may not have looked at all of them yet.
    await expect.poll(read).toMatch(/^diglot_overload_refusals_total\{reason="connections"\} [1-9]/m);
    expect(Number(/^diglot_process_open_fds (\d+)/m.exec(await read())?.[1])).toBeLessThan(descriptors - 16);
    // A probe whose connection was closed would have the gateway killed, and with it the calls that run.
    expect((await fetch(new URL('/livez', metrics))).status).toBe(200);
    expect(said().split('connections are refused').length - 1).toBe(1);
  });
});
