import { newId } from '../../shared/ids.ts';
import type { Store, StoreSettings } from '../store.ts';
import { assembleStore } from './assemble-store.ts';
import { openConnection } from './connection.ts';

/** Kept free beside the database for the calls that are under way when the disk fills up: room for 30,000 of them. */
const ballastBytes = 16 * 1024 * 1024;

/** @param path a file or `:memory:` */
export async function openSqliteStore(path: string, { clock, log }: StoreSettings): Promise<Store> {
  const settings = { path, instanceId: newId('inst'), now: clock.now(), ballastBytes };
  const connection = await openConnection(settings, {
    now: clock.now,
    onHealth: ({ state, message }) => {
      if (state === 'ok') log.info('the database has room again');
      else log.error('the database is not well', { state, message, file: path });
    },
  });
  return assembleStore(connection, clock.now);
}
