import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomBase62 } from '../../shared/ids.ts';
import { sameBytes } from '../../shared/secret.ts';
import type { Batch, BatchAnswer } from '../shared/batch-queue.ts';
import {
  makeFrameReader,
  readAnswer,
  readBatch,
  readGreeting,
  writeAnswer,
  writeBatch,
  writeGreeting,
} from './batch-frames.ts';

/** Where the thread that owns a database takes batches of workers, and what shows it that a connection is theirs. */
export interface LinePlace {
  readonly path: string;
  readonly token: string;
}

/** A worker's end of its line to the database. */
interface BatchLine {
  /** One batch is in flight at most. */
  readonly post: (batch: Batch) => void;
  /** Resolves when the other end has taken note. */
  readonly close: () => Promise<void>;
}

interface LineParts {
  readonly place: LinePlace;
  readonly instanceId: string;
  readonly onAnswer: (answer: BatchAnswer) => void;
  /** The line has ended without `close`: nothing more is answered. */
  readonly onEnd: () => void;
}

/**
 * Connects a worker process with the database thread of its parent, whose other threads never see a batch.
 *
 * @throws if the thread is gone, or does not take the worker
 */
export async function openBatchLine({ place, instanceId, onAnswer, onEnd }: LineParts): Promise<BatchLine> {
  const socket = connect(place.path);
  const taken = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let isTaken = false;
  let isClosing = false;
  let failure: Error | null = null;
  socket.on('error', (cause) => (failure = cause));
  socket.on('close', () => {
    taken.reject(failure ?? new Error('The database thread did not take this worker.'));
    closed.resolve();
    if (isTaken && !isClosing) onEnd();
  });
  socket.on(
    'data',
    makeFrameReader((content) => {
      if (isTaken) return onAnswer(readAnswer(content));
      isTaken = true;
      taken.resolve();
    }),
  );
  socket.write(writeGreeting({ token: place.token, instanceId }));
  await taken.promise;
  return {
    post: (batch) => void socket.write(writeBatch(batch)),
    close: async () => {
      isClosing = true;
      socket.end();
      await closed.promise;
    },
  };
}

/** A batch, and the instance that it comes from. */
export interface Posted {
  readonly from: string;
  readonly batch: Batch;
}

interface Waiting extends Posted {
  /** Null: the instance is gone, and this is its last batch. */
  readonly socket: Socket | null;
}

interface ServerParts {
  /** Answers what has arrived together. */
  readonly answer: (posted: readonly Posted[]) => readonly BatchAnswer[];
  /** The instance is gone. */
  readonly drop: (instanceId: string) => void;
}

/** The lines of all workers. */
export interface Lines {
  readonly place: LinePlace;
  /** Answers what has arrived, then ends all lines. */
  readonly close: () => Promise<void>;
}

/** Acts for a dead instance: others see at their next heartbeat that they may settle its open calls. */
const lastHeartbeat: Batch = { now: 0, settle: null, requests: [{ name: 'beat', parameters: [0] }] };

/** Another program that connects has no token: it is cut off. Its bytes, time and connections meanwhile. */
const unauthenticated = { bytes: 512, milliseconds: 30_000, most: 64 };

/** An answer to the greeting that has no content. */
const welcome = Buffer.alloc(4);

function newPath(): string {
  const name = `diglot-${randomBase62(24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // A name without a file: it takes no folder that can be written, and is gone with the process.
  if (process.platform === 'linux') return `\0${name}`;
  return join(mkdtempSync(join(tmpdir(), 'diglot-')), 'batches');
}

function removePath(path: string): void {
  if (process.platform !== 'win32' && !path.startsWith('\0')) rmSync(dirname(path), { recursive: true, force: true });
}

/** Gathers the batches that arrive in one turn of the event loop, so that all of them wait for the disk once. */
function gatherBatches({ answer, drop }: ServerParts) {
  let waiting: Waiting[] = [];
  const flush = (): void => {
    if (waiting.length === 0) return;
    const posted = waiting;
    waiting = [];
    const answers = answer(posted);
    posted.forEach(({ from, socket }, index) => {
      const given = answers[index];
      if (socket === null) drop(from);
      else if (given !== undefined && socket.writable) socket.write(writeAnswer(given));
    });
  };
  const add = (batch: Waiting): void => {
    waiting.push(batch);
    if (waiting.length === 1) setImmediate(flush);
  };
  return { add, flush };
}

/**
 * Takes batches of worker processes over sockets of their own. A worker greets with the token; when its line ends, it is gone.
 *
 * @throws if the system refuses the socket
 */
export async function serveLines(parts: ServerParts): Promise<Lines> {
  const place = { path: newPath(), token: randomBase62(43) };
  const { add, flush } = gatherBatches(parts);
  const sockets = new Set<Socket>();
  const unknown = new Set<Socket>();

  const accept = (socket: Socket): void => {
    if (unknown.size >= unauthenticated.most) return void socket.destroy();
    sockets.add(socket);
    unknown.add(socket);
    socket.setTimeout(unauthenticated.milliseconds, () => socket.destroy());
    let from: string | null = null;
    const greet = (content: Buffer): void => {
      const said = readGreeting(content);
      if (said === null || !sameBytes(Buffer.from(place.token), Buffer.from(said.token))) return void socket.destroy();
      from = said.instanceId;
      unknown.delete(socket);
      socket.setTimeout(0);
      socket.write(welcome);
    };
    const read = makeFrameReader((content) => {
      if (socket.destroyed) return;
      if (from === null) greet(content);
      else add({ from, batch: readBatch(content), socket });
    });
    const leave = (): void => {
      if (from !== null) add({ from, batch: lastHeartbeat, socket: null });
      from = null;
      sockets.delete(socket);
      unknown.delete(socket);
    };
    socket.on('data', (piece: Buffer) => {
      if (from === null && socket.bytesRead > unauthenticated.bytes) socket.destroy();
      else read(piece);
    });
    socket.on('error', () => undefined);
    socket.on('end', leave);
    socket.on('close', leave);
  };

  const server = createServer(accept);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.path, resolve);
  });
  return {
    place,
    close: async () => {
      server.close();
      // Of workers that have just ended, the end has arrived and is read in the next turn.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      flush();
      for (const socket of sockets) socket.destroy();
      removePath(place.path);
    },
  };
}
