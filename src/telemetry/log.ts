import fs from 'node:fs';
import { pino, type DestinationStream } from 'pino';
import { isWritten, type Log, type LogFields, type LogLevel, type LogLevels } from '../shared/log.ts';

/** Lines are written together once they have this many characters, or after this many milliseconds. */
const batch = { characters: 32_768, milliseconds: 100 };

/** Most characters that wait to be written. Lines beyond them are dropped, so that what is not written does not fill the memory. */
export const mostPending = 16_777_216;

/** Milliseconds in which pending lines are written when the process ends. What no reader takes in that time is lost. */
export const lastMilliseconds = 1_000;

/** Most bytes of one write: a pipe with a reader takes them at once, so that little is unknown if the process ends before the write. */
const chunkBytes = 16_384;

/** Milliseconds between two attempts when the process ends. */
const attemptMilliseconds = 10;

const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Writes all of it, unless that fails or takes too long. */
function writeLast(descriptor: number, bytes: Buffer): void {
  const end = performance.now() + lastMilliseconds;
  for (let rest = bytes; rest.length > 0 && performance.now() < end;) {
    try {
      rest = rest.subarray(fs.writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      sleep(attemptMilliseconds);
    }
  }
}

/** Where a log is written in the background. */
interface BackgroundOutput extends DestinationStream {
  /** Begins no more writes, and waits for the one that runs: the rest is written when the process ends, whole and in order. */
  readonly settle: () => Promise<void>;
}

/**
 * Opens a file or descriptor that is written in the background, several lines at once, because a write costs more than its
 * line. What cannot be written, as to a full disk or a pipe that is not read, waits and is tried again; the gateway goes on.
 */
export function backgroundOutput(dest: string | number): BackgroundOutput {
  const descriptor = typeof dest === 'number' ? dest : fs.openSync(dest, 'a');
  let pending = '';
  /** What is written before `pending`. While `isWriting`, another thread writes its first `chunkBytes`. */
  let taken = Buffer.alloc(0);
  let isWriting = false;
  let hasFailed = false;
  let isPlanned = false;
  let isSettling = false;
  let settled: (() => void) | null = null;
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      begin();
    }, batch.milliseconds).unref();
  };
  const begin = (): void => {
    if (isWriting || isSettling) return;
    if (taken.length === 0) {
      taken = Buffer.from(pending);
      pending = '';
    }
    isWriting = taken.length > 0;
    if (isWriting) fs.write(descriptor, taken, 0, Math.min(taken.length, chunkBytes), done);
  };
  const done = (error: NodeJS.ErrnoException | null, bytes: number): void => {
    isWriting = false;
    hasFailed = error !== null;
    if (!error) taken = taken.subarray(bytes);
    settled?.();
    if (error) return plan();
    if (taken.length > 0 || pending.length >= batch.characters) begin();
    else if (pending !== '') plan();
  };
  process.once('exit', () => {
    // The other thread needs less than that if there is a reader. Whether it wrote all of its chunk is unknown.
    if (isWriting) sleep(attemptMilliseconds);
    writeLast(descriptor, Buffer.concat([taken.subarray(isWriting ? chunkBytes : 0), Buffer.from(pending)]));
  });
  return {
    write: (line) => {
      if (pending.length + line.length > mostPending) return;
      pending += line;
      if (pending.length >= batch.characters && !hasFailed) begin();
      else plan();
    },
    settle: () => {
      isSettling = true;
      return new Promise((resolve) => {
        settled = resolve;
        if (!isWriting) resolve();
      });
    },
  };
}

/**
 * Makes the member `time` of a line. It formats the date once a second, because that costs more than the rest of a line.
 *
 * @param now epoch milliseconds
 */
export function makeTimestamp(now: () => number = Date.now): () => string {
  let second = Number.NaN;
  let begun = '';
  return () => {
    const at = now();
    const own = Math.floor(at / 1000);
    if (own !== second) {
      second = own;
      begun = `,"time":"${new Date(own * 1000).toISOString().slice(0, -4)}`;
    }
    return `${begun}${String(at - own * 1000).padStart(3, '0')}Z"`;
  };
}

/**
 * Makes the structured log: one JSON object a line with `time` (ISO 8601), `level`, `message` and the fields.
 *
 * @param levels asked for each line, so that they may change
 * @param stream destination; default: standard output
 */
export function jsonLog(levels: () => LogLevels, stream: DestinationStream = backgroundOutput(1)): Log {
  const lines = pino(
    {
      level: 'debug',
      base: null,
      messageKey: 'message',
      timestamp: makeTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const line =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}, cause?: unknown): void => {
      if (!isWritten(levels(), level, fields)) return;
      lines[level](cause === undefined ? fields : { ...fields, cause: describeCause(cause) }, message);
    };
  const writesDebug = (fields: LogFields): boolean => isWritten(levels(), 'debug', fields);
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error'), writesDebug };
}

const colours: Readonly<Record<LogLevel, string>> = { debug: '90', info: '36', warn: '33', error: '31' };

/** Options of the log for terminals. */
interface PrettyOptions {
  /** Asked for each line, so that they may change. */
  readonly levels: () => LogLevels;
  readonly colour: boolean;
  readonly write: (text: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const shown = (fields: LogFields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === 'string' && /[\s"=]/.test(value) ? JSON.stringify(value) : value}`,
    )
    .join('');

/** Makes a log with one short line for each event, for a terminal. */
export function prettyLog({ levels, colour, write, now }: PrettyOptions): Log {
  const line =
    (own: LogLevel) =>
    (message: string, fields: LogFields = {}, cause?: unknown): void => {
      if (!isWritten(levels(), own, fields)) return;
      const time = new Date(now()).toISOString().slice(11, 19);
      const mark = colour ? `\u001B[${colours[own]}m${own.padEnd(5)}\u001B[0m` : own.padEnd(5);
      const behind = cause === undefined ? '' : `\n${describeCause(cause)}`;
      write(`${time} ${mark} ${message}${shown(fields)}${behind}\n`);
    };
  const writesDebug = (fields: LogFields): boolean => isWritten(levels(), 'debug', fields);
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error'), writesDebug };
}

/** Anything that looks like a key or a credential, as a library's error message may contain it. */
const credentials = /\b(sk-[A-Za-z]{0,4}|Bearer\s+|Basic\s+)[A-Za-z0-9_\-.+/=]{6,}/gi;

/** Replaces everything that looks like a credential. */
const redact = (text: string): string => text.replace(credentials, '$1[secret]');

/** Describes an error with its stack and its causes (five errors at most), without credentials. */
function describeCause(cause: unknown, depth = 0): string {
  if (!(cause instanceof Error)) return redact(String(cause));
  const own = redact(cause.stack ?? `${cause.name}: ${cause.message}`);
  if (cause.cause === undefined || depth >= 4) return own;
  return `${own}\ncaused by ${describeCause(cause.cause, depth + 1)}`;
}
