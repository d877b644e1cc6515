import { createServer, type AddressInfo, type Socket } from 'node:net';
import { wireReader, type RequestHead } from './read-request.ts';
import { json, type Script, type Step } from './script.ts';

/** A request that reached the upstream. */
export interface ReceivedRequest extends RequestHead {
  readonly body: Buffer;
  /** Resolves when the connection that carried it is gone. */
  readonly closed: Promise<void>;
}

/** An upstream that does exactly what a test scripts, over real sockets, and remembers what it was asked. */
export interface ScriptedUpstream {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** In the order they came. */
  readonly requests: readonly ReceivedRequest[];
  /** Connections that were opened, requests or not. */
  readonly connections: () => number;
  /** What every request gets from now on, unless something was queued. */
  readonly always: (script: Script | ((request: ReceivedRequest) => Script)) => void;
  /** What the next request gets; calls queue up. */
  readonly next: (script: Script) => void;
  /** Resolves with the request of that number, counted from 1, as soon as it has come. */
  readonly request: (number: number) => Promise<ReceivedRequest>;
  /** Forgets requests, queue and standing answer. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

const unscripted = json({ error: { message: 'The test scripted no answer.', type: 'server_error' } }, { status: 500 });

/** Starts one on a free port of the loopback interface. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const requests: ReceivedRequest[] = [];
  const waiting: (() => void)[] = [];
  const queue: Script[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let standing: (request: ReceivedRequest) => Script = () => unscripted;
  const serve = async (socket: Socket): Promise<void> => {
    const reader = wireReader(socket);
    const gone = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    for (let head = await reader.head(); head; head = await reader.head()) {
      const body = await reader.body(head);
      const request = { ...head, body, closed: gone };
      requests.push(request);
      for (const wake of waiting.splice(0)) wake();
      for (const step of queue.shift() ?? standing(request)) await perform(step, { socket, gone });
    }
  };
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    always: (script) => {
      standing = typeof script === 'function' ? script : () => script;
    },
    next: (script) => void queue.push(script),
    request: async (number) => {
      while (requests.length < number) await new Promise<void>((resolve) => waiting.push(resolve));
      return requests[number - 1] as ReceivedRequest;
    },
    forget: () => {
      requests.length = 0;
      queue.length = 0;
      standing = () => unscripted;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

interface Connection {
  readonly socket: Socket;
  /** Resolves when it is over, whichever side ended it. */
  readonly gone: Promise<void>;
}

/** Resolves when the step is done; a step on a connection that is gone does nothing. */
async function perform(step: Step, { socket, gone }: Connection): Promise<void> {
  if (socket.destroyed) return;
  switch (step.kind) {
    case 'bytes':
      return Promise.race([gone, write(socket, step.bytes)]);
    case 'pause':
      return void (await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, step.milliseconds))]));
    case 'until':
      return void (await Promise.race([gone, step.event]));
    case 'note':
      return step.action();
    case 'reset':
      return void socket.resetAndDestroy();
    case 'fin':
      return void socket.end();
    case 'stall':
      return gone;
  }
}

/** One write, on the wire before the next step, so that steps arrive as they were cut. */
const write = (socket: Socket, content: Buffer): Promise<void> =>
  new Promise((resolve) => {
    socket.write(content, () => setImmediate(resolve));
  });
