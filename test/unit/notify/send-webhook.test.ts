import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, open, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendWebhook, type WebhookRules } from '../../../src/notify/send-webhook.ts';
import { makeCertificate } from '../../fakes/make-certificate.ts';
import { startNameServer } from '../../fakes/name-server.ts';

const name = 'hooks.example.test';
const certificate = makeCertificate({ host: name, by: null, authority: true });
const secret = `whsec_${Buffer.from('a secret of twenty four b').toString('base64')}`;
const here: WebhookRules = { isAllowed: () => true, authorities: certificate.cert };

/** A server that treats each connection in its own way once a request has come. Gives its port. */
async function startHook(treat: (socket: TLSSocket) => void): Promise<number> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => treat(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function startNames(known: Readonly<Record<string, readonly string[]>>) {
  const server = await startNameServer(known);
  onTestFinished(server.close);
  return server;
}

const send = (port: number, rules: Partial<WebhookRules>, host = name): Promise<void> =>
  sendWebhook(
    { url: `https://${host}:${port}/hook`, secret, id: 'dlv_1', at: 1_700_000_000_000, body: '{}' },
    { ...here, ...rules },
  );

const accept = (socket: TLSSocket): void => void socket.end('HTTP/1.1 204 No Content\r\n\r\n');

/** Keeps all threads of this process waiting, as name servers that do not answer do to those who ask the system. */
async function holdThreads(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-threads-'));
  const pipes = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, (_, at) =>
    join(folder, `pipe-${at}`),
  );
  execFileSync('mkfifo', pipes);
  // A pipe is not open for reading until a program opens it for writing.
  const opened = pipes.map(async (pipe) => closeSync(await promisify(open)(pipe, 'r')));
  onTestFinished(async () => {
    const ends = pipes.map((pipe) => openSync(pipe, constants.O_RDWR));
    await Promise.all(opened);
    ends.forEach((end) => closeSync(end));
    await rm(folder, { recursive: true });
  });
}

describe('a webhook', () => {
  it.each([
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', /101/],
    ['says that it switches them, but not to what', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', /101|broke/],
    ['hangs up', '', /broke/],
    ['speaks no HTTP', 'Hello.\r\n\r\n', /broke/],
  ])('has failed where it %s', async (_, answer, problem) => {
    const port = await startHook((socket) => void socket.end(answer));
    const { address } = await startNames({ [name]: ['127.0.0.1'] });
    await expect(send(port, { nameServers: [address] })).rejects.toThrow(problem);
  });

  it('is delivered while everything that asks the system for a name has to wait', async () => {
    const port = await startHook(accept);
    const { address } = await startNames({ [name]: ['127.0.0.1'] });
    await holdThreads();
    await send(port, { nameServers: [address] });
  });

  it('is given up where no name server answers', { timeout: 15_000 }, async () => {
    const { address, asked } = await startNames({});
    await expect(send(443, { nameServers: [address] })).rejects.toThrow(
      /no name server answers|not resolved within 5 s/,
    );
    expect(asked).toContain(name);
  });

  it('goes nowhere where one address of its name is inside', async () => {
    let connections = 0;
    const port = await startHook(() => (connections += 1));
    const { address } = await startNames({ [name]: ['203.0.114.7', '127.0.0.1'] });
    await expect(send(port, { nameServers: [address], isAllowed: () => false })).rejects.toThrow(/not public/);
    expect(connections).toBe(0);
  });

  it('goes to a name of /etc/hosts without asking a name server', async () => {
    const port = await startHook(accept);
    const { address, asked } = await startNames({});
    await expect(send(port, { nameServers: [address] }, 'localhost')).rejects.toThrow(/No connection could be made/);
    expect(asked).toEqual([]);
  });
});
