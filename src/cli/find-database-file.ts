import type { Config } from '../config/config.ts';

/** The file of the embedded database; null where the configuration names another kind, or one in memory. */
export function findDatabaseFile({ storage }: Config): string | null {
  const [, path] = /^sqlite:(.+)$/.exec(storage.database) ?? [];
  return path === undefined || path === ':memory:' ? null : path;
}
