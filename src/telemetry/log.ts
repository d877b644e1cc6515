import { destination, pino, stdTimeFunctions, type DestinationStream } from 'pino';
import type { Log, LogFields } from '../shared/log.ts';
import { describeCause } from './describe-cause.ts';

/** The least level that is written. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/**
 * The structured log: one JSON object a line with `time` (ISO 8601), `level`, `message`, and the fields.
 *
 * @param stream where the lines go; standard output, written in the background, when left out
 */
export function jsonLog(level: LogLevel, stream: DestinationStream = destination({ dest: 1, sync: false })): Log {
  const lines = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
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
