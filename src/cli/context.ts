import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** What was thrown, or rejected, where nothing caught it. */
export interface Fault {
  readonly cause: unknown;
}

/** The world as a command sees it; `main.ts` makes it from the process, tests make their own. */
export interface CliContext {
  readonly environment: Environment;
  /** What to type before a command here: `npx diglot` in a clone, `diglot` where it is installed globally. */
  readonly program: string;
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Whether a person reads standard output. */
  readonly terminal: boolean;
  /** Whether colours are welcome: a terminal, and no NO_COLOR. */
  readonly colour: boolean;
  readonly clock: Clock;
  /** Milliseconds since the process began. */
  readonly uptime: () => number;
  /** Aborted when the user or the system asks to stop. */
  readonly stop: AbortSignal;
  /** From now on the process outlives what nothing catches; resolves with the first of it. */
  readonly takeFaults: () => Promise<Fault>;
  /** Opens the log of a long-running command. */
  readonly openLog: () => Promise<Log>;
}

/** Makes a commander action of one that answers with an exit code. */
export type Run = <Given extends readonly unknown[]>(
  action: (...given: Given) => Promise<ExitCode>,
) => (...given: Given) => Promise<void>;

/** Adds options, arguments and action to a command. */
export type DefineCommand = (command: Command, context: CliContext, run: Run) => void;

/** A command that cannot be done. `message` is for the person at the keyboard: what happened, why, what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What the shell is told: scripts branch on these. */
export const exitCodes = { done: 0, failed: 1, configuration: 2, upstream: 3, denied: 4 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
