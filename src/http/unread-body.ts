import type { IncomingMessage } from 'node:http';
import type { Clock } from '../shared/time/clock.ts';
import { workOf } from './body-limits.ts';

/** Stops reading a body and its connection too, because one more packet may hold 10,000 tiny chunks. */
export function pauseBody(request: IncomingMessage): void {
  request.pause();
  request.socket.pause();
}

export function resumeBody(request: IncomingMessage): void {
  request.socket.resume();
  request.resume();
}

/** How much of an unwanted body is read, in bytes and milliseconds, so that the client can read the answer. */
const linger = { bytes: 96 * 1_048_576, milliseconds: 10_000 };

/**
 * Milliseconds between two turns to read discarded bodies, for all requests together: about 16 MiB a second. Each chunk is a separate
 * buffer, and every 20 to 60 MiB of them cause a garbage collection, which stops all calls.
 */
const betweenChunks = 4;
/** Bytes after which a turn of a request ends: one chunk of a fast client, or some small ones. Shorter bodies do not wait for a turn. */
const turnBytes = 65_536;

/** Requests that wait for their next turn, in order. */
const waiting = new Set<IncomingMessage>();
let isReading = false;

/** Queues a request for its turn. Discarded bodies are read one turn at a time, one request after another. */
function takeTurn(request: IncomingMessage): void {
  waiting.add(request);
  if (isReading) return;
  isReading = true;
  setImmediate(nextTurn);
}

function nextTurn(): void {
  const [next] = waiting;
  isReading = next !== undefined;
  if (next === undefined) return;
  waiting.delete(next);
  resumeBody(next);
  setTimeout(nextTurn, betweenChunks).unref();
}

/**
 * Reads and discards the rest of a body. Closing at once would reset the connection while the client still sends (RFC 9112,
 * section 9.6).
 *
 * @param onEnd called at the end of the body. The answer must not end before that, because its end may close the connection
 */
export function discardRest(request: IncomingMessage, clock: Clock, onEnd = (): void => undefined): void {
  let size = 0;
  let workOfTurn = 0;
  const waitForTurn = (): void => {
    workOfTurn = 0;
    pauseBody(request);
    takeTurn(request);
  };
  const cancel = clock.after(linger.milliseconds, () => request.destroy());
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > linger.bytes) return void request.destroy();
    workOfTurn += workOf(chunk);
    if (workOfTurn >= turnBytes) waitForTurn();
  });
  request.once('end', () => {
    cancel();
    onEnd();
  });
  request.once('close', () => {
    cancel();
    // The connection may have another request, which is not read while the connection is paused.
    if (waiting.delete(request)) request.socket.resume();
  });
  request.on('error', () => undefined);
  if (mayBeLong(request)) waitForTurn();
  else request.resume();
}

const mayBeLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= turnBytes;
