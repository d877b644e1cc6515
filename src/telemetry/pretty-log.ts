import { isWritten, type Log, type LogFields, type LogLevel, type LogLevels } from '../shared/log.ts';
import { describeCause } from './log.ts';

const colours: Readonly<Record<LogLevel, string>> = { debug: '90', info: '36', warn: '33', error: '31' };

/** Options of the log for terminals. */
export interface PrettyOptions {
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
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
