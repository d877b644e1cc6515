import type { DatabaseSync } from 'node:sqlite';
import { makeSharedOperations } from '../operations/operations.ts';
import { run, type InstanceFacts } from '../shared/steps.ts';
import { makeBookCheckOperations } from './checks/book-check-operations.ts';
import { operationsOver, sqliteFacts } from './engine.ts';
import { makeJournal } from './journal.ts';
import type { SettleBatch } from './settle-batch.ts';

interface Parts extends InstanceFacts {
  readonly settleBatch: SettleBatch;
}

/**
 * Every operation of the database, by name. Each is synchronous and runs in the worker thread. Operations about calls and credits see
 * books in which every acknowledged call is posted; the others need not wait for that.
 */
export function makeOperations(database: DatabaseSync, { instanceId, isShared, settleBatch }: Parts) {
  const instance = { instanceId, isShared };
  const beat = `insert into instance (id, started_at, heartbeat_at) values ($1, $2, $2)
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`;
  const shared = makeSharedOperations(sqliteFacts, {
    ...instance,
    beat: (now) => run(beat, instanceId, now),
    // oxlint-disable-next-line require-yield -- statements of its own, run at once
    *settle(calls) {
      settleBatch(calls);
    },
  });
  const ledgerOperations = {
    ...operationsOver(database, shared.ledger),
    journal: makeJournal(database, instanceId),
    ...makeBookCheckOperations(database, instance),
  };
  return { ledgerOperations, others: operationsOver(database, shared.others) };
}

type Made = ReturnType<typeof makeOperations>;
export type Operations = Made['ledgerOperations'] & Made['others'];
