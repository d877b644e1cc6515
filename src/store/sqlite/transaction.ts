import type { DatabaseSync } from 'node:sqlite';

/** Runs `action` whole or not at all. Inside another transaction it joins that one. */
export function transaction<Result>(database: DatabaseSync, action: () => Result): Result {
  if (database.isTransaction) return action();
  database.exec('begin immediate');
  try {
    const result = action();
    database.exec('commit');
    return result;
  } catch (cause) {
    // A full disk may have rolled back by itself.
    if (database.isTransaction) database.exec('rollback');
    throw cause;
  }
}
