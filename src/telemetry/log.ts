import { destination, pino, type DestinationStream } from 'pino';
import type { Log, LogFields } from '../shared/log.ts';
import { describeCause } from './describe-cause.ts';

/** The least level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Bytes of lines that are written together, and milliseconds after which fewer are. */
const together = { bytes: 4_096, milliseconds: 100 };

/**
 * A file or descriptor that lines are written to in the background, several at once: a write for each call costs more than
 * its line. What waits when the process ends is written then.
 */
export function backgroundOutput(dest: string | number): DestinationStream {
  const output = destination({ dest, sync: false, minLength: together.bytes });
  let flushing = false;
  const flush = (): void => {
    flushing = false;
    output.flush();
  };
  return {
    write: (line) => {
      output.write(line);
      if (flushing) return;
      flushing = true;
      setTimeout(flush, together.milliseconds).unref();
    },
  };
}

/**
 * The member `time` of a line. Lines of one second differ in their last digits alone: writing a date costs more than the rest of a
 * line.
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
 * The structured log: one JSON object a line with `time` (ISO 8601), `level`, `message`, and the fields.
 *
 * @param stream where the lines go; standard output when left out
 */
export function jsonLog(level: LogLevel, stream: DestinationStream = backgroundOutput(1)): Log {
  const lines = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: makeTimestamp(),
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  return {
    debug: (message, fields: LogFields = {}) => lines.debug(fields, message),
    info: (message, fields: LogFields = {}) => lines.info(fields, message),
    warn: (message, fields: LogFields = {}) => lines.warn(fields, message),
    error: (message, fields: LogFields = {}, cause) =>
      lines.error(cause === undefined ? fields : { ...fields, cause: describeCause(cause) }, message),
  };
}
