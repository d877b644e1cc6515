import type { Log, LogFields } from '../shared/log.ts';
import { describeCause, type LogLevel } from './log.ts';

const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
const colours: Readonly<Record<LogLevel, string>> = { debug: '90', info: '36', warn: '33', error: '31' };

/** Options of the log for terminals. */
export interface PrettyOptions {
  readonly level: LogLevel;
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
export function prettyLog({ level, colour, write, now }: PrettyOptions): Log {
  const least = levels.indexOf(level);
  const line =
    (own: LogLevel) =>
    (message: string, fields: LogFields = {}, cause?: unknown): void => {
      if (levels.indexOf(own) < least) return;
      const time = new Date(now()).toISOString().slice(11, 19);
      const mark = colour ? `\u001B[${colours[own]}m${own.padEnd(5)}\u001B[0m` : own.padEnd(5);
      const behind = cause === undefined ? '' : `\n${describeCause(cause)}`;
      write(`${time} ${mark} ${message}${shown(fields)}${behind}\n`);
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
