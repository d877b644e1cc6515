import { newId } from '../../shared/ids.ts';
import type { Store, StoreSettings } from '../open-store.ts';
import { openConnection } from './connection.ts';
import { makeSqliteKeyStore } from './sqlite-key-store.ts';
import { makeSqliteLedger } from './sqlite-ledger.ts';
import { makeSqliteObjectStore } from './sqlite-object-store.ts';

/** Kept free beside the database for the calls that are under way when the disk fills up: room for 30,000 of them. */
const ballastBytes = 16 * 1024 * 1024;

/** @param path a file or `:memory:` */
export async function openSqliteStore(path: string, { clock, log }: StoreSettings): Promise<Store> {
  const instanceId = newId('inst');
  const settings = { path, instanceId, now: clock.now(), ballastBytes };
  const connection = await openConnection(settings, {
    now: clock.now,
    onHealth: ({ state, message }) => {
      if (state === 'ok') log.info('the database has room again');
      else log.error('the database is not well', { state, message });
    },
  });
  const { ask } = connection;
  return {
    keys: await makeSqliteKeyStore(connection),
    ledger: makeSqliteLedger({ connection, instanceId, now: clock.now }),
    audit: {
      append: (event) => ask('appendAudit', event),
      page: (query) => ask('auditPage', query),
      verify: () => ask('verifyAudit'),
    },
    objects: makeSqliteObjectStore(connection, clock.now),
    health: connection.health,
    close: connection.close,
  };
}
