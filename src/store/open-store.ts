import { openSqliteStore } from './sqlite/sqlite-store.ts';
import { StoreError, type Store, type StoreSettings } from './store.ts';

/**
 * Opens the database, brings its tables up to date and reads the keys.
 *
 * @throws {StoreError} one line for people: another process has it open, it is damaged, the disk is full, SQLite is too old
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  if (/^postgres(?:ql)?:/.test(settings.database)) {
    const { openPostgresStore } = await import('./postgres/open-postgres-store.ts');
    return openPostgresStore(settings);
  }
  const [, path] = /^sqlite:(.+)$/.exec(settings.database) ?? [];
  if (path === undefined) {
    throw new StoreError(
      `storage.database must be sqlite:<path> or postgres://user@host/name; ${settings.database.split(':')[0]}: is neither.`,
    );
  }
  return openSqliteStore(path, settings);
}
