import type { ExitCode } from './exit-codes.ts';

/** One thing looked at. `skipped`: not asked for. */
export interface Examined {
  readonly subject: string;
  readonly state: 'ok' | 'bad' | 'skipped';
  readonly detail: string;
  /** What the shell is told when it is bad. */
  readonly exitCode?: ExitCode;
}
