import type { Command } from 'commander';
import type { Environment } from '../config/environment.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { ExitCode } from './exit-codes.ts';

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
