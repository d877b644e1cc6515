import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { testKey } from '../fakes/make-config.ts';
import { makeCertificate } from '../fakes/make-certificate.ts';
import { chatCall, sampleStreams } from '../fakes/sample-calls.ts';
import { chunk, json, lastChunk, sseHead, until } from '../fakes/script.ts';
import { onFreePort } from '../fakes/postgres-server.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';
import { startRealtime } from '../journey/start-realtime.ts';

const hasNginx = process.env['CI'] === 'true' || spawnSync('nginx', ['-v']).status === 0;
const host = 'api.example.com';

/** `deploy/nginx.conf` with another port, another certificate, and the instances of the test. */
async function startNginx(...instances: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-nginx-'));
  const { cert, key } = makeCertificate({ host, by: null });
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const file = join(folder, 'nginx.conf');
  let child: ChildProcess | undefined;
  const port = await onFreePort(async (tried) => {
    writeFileSync(file, configuration({ folder, port: tried, instances }));
    child = await runNginx(file, folder, tried);
  });
  const close = async (): Promise<void> => {
    child?.kill();
    if (child?.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  return { port, cert, plain: join(folder, 'plain.sock'), close };
}

interface Site {
  readonly folder: string;
  readonly port: number;
  readonly instances: readonly string[];
}

/** The text of a whole configuration file. */
function configuration({ folder, port, instances }: Site): string {
  const changes: readonly (readonly [string, string])[] = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen 80;', `listen unix:${join(folder, 'plain.sock')};`],
    ['server 127.0.0.1:8585;', instances.map((url) => `server ${new URL(url).host};`).join(' ')],
    ['/etc/ssl/certs/api.example.com.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/private/api.example.com.key', join(folder, 'key.pem')],
  ];
  let site = readFileSync('deploy/nginx.conf', 'utf8');
  for (const [from, to] of changes) {
    expect(site).toContain(from);
    site = site.replace(from, to);
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${site} }`;
}

/** Starts it; resolves when it listens. @throws with its words when it ends before, such as where the port is taken */
async function runNginx(file: string, folder: string, port: number): Promise<ChildProcess> {
  const child = spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (words: Buffer) => (said += words.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(said);
  });
  const listens = vi.waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
      if (child.exitCode !== null) throw new Error(said);
    },
    { timeout: 30_000 },
  );
  await Promise.race([listens, ended]);
  ended.catch(() => undefined);
  listens.catch(() => undefined);
  return child;
}

describe.runIf(hasNginx)('deploy/nginx.conf in front of a gateway', () => {
  let gateway: TestGateway;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let agent: Agent;
  beforeAll(async () => {
    gateway = await startGateway();
    nginx = await startNginx(gateway.url);
    agent = new Agent({ connect: { ca: nginx.cert, servername: host } });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(async () => {
    await agent.destroy();
    await nginx.close();
    await gateway.close();
  });

  const call = (path: string, body: object, to = { port: nginx.port, agent }) =>
    request(`https://127.0.0.1:${to.port}${path}`, {
      method: 'POST',
      dispatcher: to.agent,
      headers: { host, authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('passes each event of a stream on before the next one exists', async () => {
    const { path, request: wanted, stream } = sampleStreams[0];
    const seen = Promise.withResolvers<void>();
    const [first, ...rest] = stream;
    gateway.upstream.next([sseHead(), chunk(first), until(seen.promise), ...rest.map(chunk), lastChunk]);
    const { statusCode, body } = await call(path, wanted);
    expect(statusCode).toBe(200);
    let text = '';
    for await (const part of body) {
      text += String(part);
      if (text.length >= first.length) seen.resolve();
    }
    expect(text).toBe(stream.join(''));
  });

  it('has browsers use TLS from their first visit on, also after an error', async () => {
    for (const path of ['/console/', '/v1/none']) {
      const { headers, body } = await request(`https://127.0.0.1:${nginx.port}${path}`, {
        dispatcher: agent,
        headers: { host },
      });
      await body.dump();
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
    }
  });

  describe('without TLS', () => {
    const plainly = async (headers: Readonly<Record<string, string>>) => {
      const plain = new Agent({ connect: { socketPath: nginx.plain } });
      const answer = await request('http://localhost/console/keys?a=b', {
        dispatcher: plain,
        headers: { host, ...headers },
      });
      await answer.body.dump();
      await plain.destroy();
      return [answer.statusCode, answer.headers.location];
    };

    it('sends a browser to the same page with TLS', async () => {
      expect(await plainly({})).toEqual([301, `https://${host}/console/keys?a=b`]);
    });

    it.each(['authorization', 'x-api-key', 'sec-websocket-protocol'])(
      'refuses a key in %s, which has been on the way in the clear',
      async (name) => {
        const value =
          name === 'sec-websocket-protocol' ? `realtime, openai-insecure-api-key.${gateway.key}` : gateway.key;
        expect(await plainly({ [name]: value })).toEqual([403, undefined]);
      },
    );
  });

  it('accepts a body of several megabytes', async () => {
    const { path, request: wanted, answer } = chatCall;
    gateway.upstream.next(json(JSON.stringify(answer)));
    const messages = [{ role: 'user', content: 'x'.repeat(4_000_000) }];
    const { statusCode, body } = await call(path, { ...wanted, messages });
    expect([statusCode, await body.json()]).toEqual([200, answer]);
  });

  /** Makes calls through an nginx of their own, of which the first instance is not the gateway. @returns their statuses */
  const callBeside = async (instance: string, calls: number): Promise<readonly number[]> => {
    const front = await startNginx(instance, gateway.url);
    const own = new Agent({ connect: { ca: front.cert, servername: host } });
    const statuses: number[] = [];
    for (let made = 0; made < calls; made += 1) {
      const { path, request: wanted, answer } = chatCall;
      gateway.upstream.next(json(JSON.stringify(answer)));
      const { statusCode, body } = await call(path, wanted, { port: front.port, agent: own });
      await body.dump();
      statuses.push(statusCode);
    }
    await own.destroy();
    await front.close();
    return statuses;
  };

  it('lets no call fail because an instance restarts', async () => {
    let gone = '';
    await onFreePort((port) => Promise.resolve((gone = `http://127.0.0.1:${port}`)));
    expect(await callBeside(gone, 6)).toEqual(Array.from({ length: 6 }, () => 200));
  });

  it('sends no call twice', async () => {
    let cut = 0;
    const instance = createServer((socket) => {
      socket.once('data', () => {
        cut += 1;
        socket.resetAndDestroy();
      });
    }).listen(0, '127.0.0.1');
    await once(instance, 'listening');
    const statuses = await callBeside(`http://127.0.0.1:${(instance.address() as AddressInfo).port}`, 6);
    instance.close();
    expect(cut).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 502)).toHaveLength(cut);
  });

  it('passes a realtime session', async () => {
    const behind = await startRealtime();
    const front = await startNginx(behind.url);
    const headers = { host, authorization: `Bearer ${testKey}` };
    const options: ClientOptions & ConnectionOptions = { ca: front.cert, servername: host, headers };
    const socket = new WebSocket(`wss://127.0.0.1:${front.port}/v1/realtime?model=test-model`, options);
    await once(socket, 'open');
    const session = await behind.upstream.session();
    socket.send('{"type":"response.create"}');
    expect(JSON.parse(await session.text(1))).toEqual({
      type: 'response.create',
      event_id: expect.any(String) as string,
    });
    socket.close();
    await session.ended;
    await front.close();
    await behind.close();
  });
});
