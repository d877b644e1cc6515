import { execFileSync, spawnSync } from 'node:child_process';

/** Set if a script runs in its own network namespace. */
const insideVariable = 'DIGLOT_LOOPBACK_ONLY';

/** Whether this process was started by `enterNamespace`. */
export const isInside = process.env[insideVariable] !== undefined;

/**
 * Runs a script again in a namespace that has only the loopback network; its exit status becomes that of this process.
 *
 * @returns false if that is not permitted here, and nothing was run
 */
export function enterNamespace(script: string, args: readonly string[]): boolean {
  if (spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore' }).status !== 0) return false;
  const inside = 'ip link set lo up && exec "$0" "$@"';
  const env = { ...process.env, [insideVariable]: '1' };
  try {
    execFileSync('unshare', ['-rn', 'sh', '-c', inside, process.execPath, script, ...args], { stdio: 'inherit', env });
  } catch {
    process.exitCode = 1;
  }
  return true;
}
