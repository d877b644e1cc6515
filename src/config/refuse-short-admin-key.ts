import type { Secret } from '../shared/secret.ts';
import { ConfigError } from './problems.ts';

const shortest = 16;

/**
 * Refuses an administrator key that could be guessed.
 *
 * @param place the variable or file that it came from
 * @throws {ConfigError}
 */
export function refuseShortAdminKey(key: Secret, place: string): void {
  if (key.reveal().length >= shortest) return;
  const message = `must be at least ${shortest} characters: it opens everything`;
  throw new ConfigError([{ place, path: '', message, suggestion: null }]);
}
