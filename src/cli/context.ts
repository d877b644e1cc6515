import type { Command } from 'commander';
import { noModel } from '../catalog/catalog.ts';
import type { Environment } from '../config/environment.ts';
import type { Log, LogLevels } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** An uncaught exception or unhandled rejection. */
export interface Fault {
  readonly cause: unknown;
}

/** The environment of a command. `main.ts` makes it from the process; tests make their own. */
export interface CliContext {
  readonly environment: Environment;
  /** The program name as the user types it: `npx diglot` in a clone, `diglot` if installed globally. */
  readonly program: string;
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Whether standard output is a terminal. */
  readonly terminal: boolean;
  /** Whether to use colours: a terminal without NO_COLOR. */
  readonly colour: boolean;
  readonly clock: Clock;
  /** Milliseconds since the process started. */
  readonly uptime: () => number;
  /** Aborted when the user or the system asks to stop. */
  readonly stop: AbortSignal;
  /**
   * Runs an action at each SIGHUP, and at once if one came before, which else would do nothing. On a terminal, SIGHUP asks to stop:
   * the terminal was closed.
   */
  readonly onHangup: (action: () => void) => void;
  /** Lets SIGHUP end the process. */
  readonly endOnHangup: () => void;
  /** Keeps the process alive after uncaught errors from now on; resolves with the first one. */
  readonly takeFaults: () => Promise<Fault>;
  /** Opens the log of a long-running command. The levels are asked for each line. */
  readonly openLog: (levels: () => LogLevels) => Promise<Log>;
}

/**
 * Writes what a gateway says besides its log: to standard output on a terminal, else to standard error, because standard output is
 * the log then, which programs read line by line as JSON.
 */
export const say = ({ terminal, out, err }: Pick<CliContext, 'terminal' | 'out' | 'err'>, text: string): void =>
  terminal ? out(text) : err(text);

/** Says a line, and logs it where standard output is the log: a program that started the gateway may wait for it there. */
export function sayAndLog(context: Parameters<typeof say>[0], log: Log, line: string): void {
  say(context, `${line}\n`);
  if (!context.terminal) log.info(line);
}

/** Converts an action that returns an exit code to a commander action. */
export type Run = <Given extends readonly unknown[]>(
  action: (...given: Given) => Promise<ExitCode>,
) => (...given: Given) => Promise<void>;

/** Adds options, arguments and action to a command. */
export type DefineCommand = (command: Command, context: CliContext, run: Run) => void;

/** A command that failed. `message` is for the user: what happened, why, and what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit codes, which scripts rely on. */
export const exitCodes = { done: 0, failed: 1, configuration: 2, upstream: 3, denied: 4, interrupted: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A column's heading and alignment. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** Control characters, which names and reasons may contain. */
const control = /\p{C}/gu;

const widthOf = (text: string): number => [...text].length;

/** Formats rows under headings, without trailing spaces. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replace(control, '?')));
  const widths = columns.map(({ title }, index) =>
    clean.reduce((width, row) => Math.max(width, widthOf(row[index] ?? '')), widthOf(title)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const text = cells[index] ?? '';
        const blanks = ' '.repeat((widths[index] ?? 0) - widthOf(text));
        return align === 'right' ? blanks + text : text + blanks;
      })
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...clean].map((cells) => `${line(cells)}\n`).join('');
}

/** The model of a call, for a table. */
export const modelCell = (model: string): string => (model === noModel ? '(no model)' : model);
