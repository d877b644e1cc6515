import { exitCodes, type ExitCode } from './exit-codes.ts';

/** A command that cannot be done. `message` is for the person at the keyboard: what happened, why, what to do. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
