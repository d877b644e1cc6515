import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import type { Log, LogLevels } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { unprintable } from '../shared/text/names.ts';

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
  /** Aborted when what reads standard output has gone away, as `head` does after its lines. A gateway goes on. */
  readonly readerGone: AbortSignal;
  /**
   * Runs an action at each SIGHUP from now on, and at once if one has come before. On a terminal, SIGHUP asks to stop instead: the
   * terminal was closed.
   */
  readonly onHangup: (action: () => void) => void;
  /** Lets SIGHUP end the process. */
  readonly endOnHangup: () => void;
  /** Keeps the process alive after uncaught errors from now on; resolves with the first one. */
  readonly takeFaults: () => Promise<Fault>;
  /** Opens the log of a long-running command. The levels are asked for each line. */
  readonly openLog: (levels: () => LogLevels) => Promise<Log>;
}

/** How the program was called. */
interface Invoked {
  readonly environment: Environment;
  /** Path of the script as it was called: a link in PATH, or the file itself. */
  readonly script: string;
  /** Folder of the package. */
  readonly home: string;
  readonly workingFolder: string;
}

/** Quotes a word for POSIX shells, if necessary. */
export const quoted = (text: string): string =>
  /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The program name to type in this folder: `npx diglot`, `diglot`, or `node` with the file. */
export function programName({ environment, script, home, workingFolder }: Invoked): string {
  // npm sets this variable for `npm start` and `npx`.
  if (environment['npm_command'] !== undefined || workingFolder === home) return 'npx diglot';
  return basename(script) === 'diglot' ? 'diglot' : `node ${quoted(script)}`;
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

/** A text for one line of a terminal, which would obey the control characters that names of others may contain. */
export const printableLine = (text: string): string => text.replaceAll(unprintable, '?');

/** A text for a terminal. Line feeds stay. */
export const printable = (text: string): string => text.split('\n').map(printableLine).join('\n');

/** Converts an action to one for commander. One that returns no exit code is done. */
export type Run = <Given extends readonly unknown[]>(
  action: (...given: Given) => Promise<ExitCode | void>,
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

/** Stops a running gateway. Running calls get this grace period, by default that of the settings. */
export type End = (graceMilliseconds?: number) => Promise<void>;

/** Grace period after a fault in milliseconds. It is short, because the state of the process is unknown. */
const faultGrace = 10_000;

/** Milliseconds for closing everything after the calls, above all the ledger, before the process exits anyway. */
const closingLimit = 5_000;

const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** Waits for a stop signal or an uncaught fault, then stops the gateway. Only the first fault is logged. */
export async function endWhenAsked(end: End, log: Log, { stop, takeFaults, clock }: CliContext): Promise<ExitCode> {
  let failed = false;
  const fault = takeFaults().then(({ cause }) => {
    failed = true;
    log.error('Stopping after an uncaught error. Running calls get 10 s to finish.', {}, cause);
  });
  await Promise.race([aborted(stop), fault]);
  if (!failed) log.info('Stopping. Running calls may finish first; a second signal stops at once.');
  const late = fault.then(() => new Promise<void>((resolve) => void clock.after(faultGrace + closingLimit, resolve)));
  const ended = end(failed ? faultGrace : undefined).catch((cause: unknown) => {
    failed = true;
    log.error('Not everything could be closed.', {}, cause);
  });
  await Promise.race([ended, late]);
  log.info('Stopped.');
  return failed ? exitCodes.failed : exitCodes.done;
}
