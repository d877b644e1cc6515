import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** A port of the loopback interface where a new connection is never answered, as behind a firewall that drops packets. */
export interface MuteHost {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens for one connection and then sleeps for ever, so that none is ever accepted. */
const listener = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** More than any system takes into a queue of one. */
const mostFillers = 32;

/** Starts one: a listener whose queue is full, so that the system drops new connections. */
export async function startMuteHost(): Promise<MuteHost> {
  const worker = new Worker(listener, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const fillers: Socket[] = [];
  const close = async (): Promise<void> => {
    for (const socket of fillers) socket.destroy();
    await worker.terminate();
  };
  for (;;) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    fillers.push(socket);
    const connected = await Promise.race([once(socket, 'connect').then(() => true), wait(500, false)]);
    if (!connected) return { port, close };
    if (fillers.length < mostFillers) continue;
    await close();
    throw new Error(`The system accepts ${mostFillers} connections into a queue of one.`);
  }
}

/** Starts one that accepts connections, and never says a word. */
export async function startDumbHost(): Promise<MuteHost> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as AddressInfo).port, close };
}
