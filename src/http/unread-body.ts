import type { IncomingMessage } from 'node:http';
import type { Clock } from '../shared/time/clock.ts';
import { workOf } from './body-limits.ts';

/** A body whose connection can be left unread for a while. */
export interface BodySource {
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Pauses the connection of a body, not its request: that would buffer the chunks of the current packet, which may be 10,000 of
 * one byte, and each costs several times what taking it does.
 */
export function bodySource({ socket }: IncomingMessage): BodySource {
  let isPaused = false;
  return {
    pause: () => {
      if (isPaused) return;
      isPaused = true;
      // Streams ask for more in the next ticks, which resumes the connection. After these, they do so only when more has come.
      process.nextTick(queueMicrotask, () => isPaused && socket.pause());
    },
    resume: () => {
      isPaused = false;
      socket.resume();
    },
  };
}

/** How much of an unwanted body is still read, in bytes and milliseconds, so that the client can read the answer. */
const linger = { bytes: 96 * 1_048_576, milliseconds: 10_000 };

/**
 * Milliseconds between two turns to read discarded bodies, of all requests together: about 16 MiB a second. Each chunk is a buffer of
 * its own, and a garbage collection stops all calls for every 20 to 60 MiB of them.
 */
const betweenChunks = 4;
/** Bytes after which a turn of a request ends: one chunk of a fast client, or some small ones. Shorter bodies wait for no turn. */
const turnBytes = 65_536;

/** Bodies that wait for their next turn, in order. */
const waiting = new Set<BodySource>();
let isReading = false;
/** Work since the last turn, in bytes. */
let work = 0;

/** Discarded bodies are read one turn at a time, one after another. */
function takeTurn(body: BodySource): void {
  body.pause();
  waiting.add(body);
  if (isReading) return;
  isReading = true;
  work = 0;
  setImmediate(nextTurn);
}

function nextTurn(): void {
  // A packet of tiny chunks is the work of many turns.
  const turns = Math.floor(work / turnBytes);
  work = 0;
  if (turns > 1) return void setTimeout(nextTurn, betweenChunks * (turns - 1)).unref();
  const [next] = waiting;
  isReading = next !== undefined;
  if (next === undefined) return;
  waiting.delete(next);
  next.resume();
  setTimeout(nextTurn, betweenChunks).unref();
}

function leaveTurns(body: BodySource): void {
  if (waiting.delete(body)) body.resume();
}

/**
 * Reads and discards the rest of a body. Closing at once would reset the connection while the client still sends (RFC 9112,
 * section 9.6).
 *
 * @param whole called at the end of the body. The answer must not end before that, because its end may close the connection
 */
export function discardRest(request: IncomingMessage, clock: Clock, whole = (): void => undefined): void {
  let size = 0;
  let inTurn = 0;
  const body = bodySource(request);
  const cancel = clock.after(linger.milliseconds, () => request.destroy());
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > linger.bytes) return void request.destroy();
    inTurn += workOf(chunk);
    work += workOf(chunk);
    if (inTurn < turnBytes) return;
    inTurn = 0;
    takeTurn(body);
  });
  request.once('end', () => {
    cancel();
    leaveTurns(body);
    whole();
  });
  request.once('close', () => {
    cancel();
    leaveTurns(body);
  });
  request.on('error', () => undefined);
  request.resume();
  if (mayBeLong(request)) takeTurn(body);
}

const mayBeLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= turnBytes;
