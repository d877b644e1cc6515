import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The file of the Redocly command line; absent if only production dependencies are installed. */
export const redoclyCommand = join('node_modules', '@redocly', 'cli', 'bin', 'cli.js');

/**
 * Runs one Redocly command on the same Node, without telemetry or update notices.
 *
 * @returns what it printed on standard output
 * @throws {Error} with `stdout`, `stderr` and `code`, when the command fails
 */
export async function runRedocly(...words: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const { stdout } = await run(process.execPath, [redoclyCommand, ...words], { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
