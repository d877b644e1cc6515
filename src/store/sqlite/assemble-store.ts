import type { Store } from '../store.ts';
import type { Connection } from './connection.ts';
import { makeSqliteAuditLog } from './sqlite-audit-log.ts';
import { makeSqliteKeyStore } from './sqlite-key-store.ts';
import { makeSqliteLedger } from './sqlite-ledger.ts';
import { makeSqliteMemberStore } from './sqlite-member-store.ts';
import { makeSqliteObjectStore } from './sqlite-object-store.ts';

/** Everything that is kept, over one connection. Reads the keys. */
export async function assembleStore(connection: Connection, now: () => number): Promise<Store> {
  return {
    keys: await makeSqliteKeyStore(connection),
    members: makeSqliteMemberStore(connection),
    ledger: makeSqliteLedger({ connection, now }),
    audit: makeSqliteAuditLog(connection),
    objects: makeSqliteObjectStore(connection, now),
    health: connection.health,
    close: connection.close,
  };
}
