import type { DatabaseSync } from 'node:sqlite';
import type { SettledCall } from '../../metering/ledger-records.ts';
import { isOfOneRow, query, transaction } from './query.ts';
import type { SettleBatch } from './settle-batch.ts';
import { toText } from '../shared/open-call.ts';
import { readCalls, writeCalls, type Settlement, type SettlementText } from '../shared/settle-row.ts';

/** Records the progress of running calls. A call that is in the books already is skipped. */
export function makeJournal(database: DatabaseSync, instanceId: string) {
  const note = database.prepare(`insert into open_call (call_id, instance_id, settlement, journal_at)
    select ?1, ?2, ?3, ?4 where not exists (select 1 from call where id = ?1)
    on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`);
  return (calls: readonly SettledCall[], now: number): void =>
    transaction(database, () => {
      for (const call of calls) note.run(call.id, instanceId, toText({ ...call, instanceId }), now);
    });
}

/**
 * Calls of all instances are journalled here before they are posted to the books: one row for each commit. An answer then waits for
 * two pages, not for the dozen that a call touches, and calls that are posted together share those.
 */
export interface SettlementJournal {
  /**
   * Journals calls of an instance, so that they may be acknowledged. Returns false, and does nothing, if the books must be asked first,
   * because one of the calls is known, or has a figure that the books would refuse.
   */
  readonly enter: (calls: SettlementText, instanceId: string) => boolean;
  /** Posts all journalled calls, of any process, in one transaction. A call that the books refuse stays, with the reason. */
  readonly post: () => void;
  /** The number of calls that wait to be posted. */
  readonly waiting: () => number;
}

interface Row {
  readonly seq: bigint;
  readonly instance_id: string;
  readonly settlements: string;
}

export function makeSettlementJournal(database: DatabaseSync, settleBatch: SettleBatch): SettlementJournal {
  const known = query<object>(database, 'select 1 from call where id = ?');
  const insert = database.prepare('insert into daybook (instance_id, settlements, refusal) values (?, ?, ?)');
  const rows = query<Row>(
    database,
    'select seq, instance_id, settlements from daybook where refusal is null order by seq',
  );
  const remove = database.prepare('delete from daybook where seq = ?');
  const waiting = new Set<string>();

  const callsOf = ({ settlements, instance_id }: Row): readonly Settlement[] => readCalls(settlements, instance_id);

  const postTogether = (written: readonly Row[]): void =>
    transaction(database, () => {
      settleBatch(written.flatMap(callsOf));
      for (const { seq } of written) remove.run(seq);
    });

  /** One refused call must not stop the others, and posting a call twice changes nothing. */
  const postOneByOne = (row: Row): void => {
    const refused = callsOf(row).flatMap((call) => {
      try {
        transaction(database, () => settleBatch([call]));
        return [];
      } catch (cause) {
        if (!isOfOneRow(cause)) throw cause;
        return [{ call, reason: String(cause) }];
      }
    });
    transaction(database, () => {
      for (const { call, reason } of refused) insert.run(call.instanceId, writeCalls([call]).text, reason);
      remove.run(row.seq);
    });
  };

  const isNew = (id: string): boolean => !waiting.has(id) && known.get(id) === undefined;

  return {
    enter: ({ text, ids, fit }, instanceId) => {
      if (!fit || new Set(ids).size < ids.length || !ids.every(isNew)) return false;
      insert.run(instanceId, text, null);
      for (const id of ids) waiting.add(id);
      return true;
    },
    post: () => {
      const written = rows.all();
      if (written.length === 0) return;
      try {
        postTogether(written);
      } catch (cause) {
        if (!isOfOneRow(cause)) throw cause;
        written.forEach(postOneByOne);
      }
      waiting.clear();
    },
    waiting: () => waiting.size,
  };
}
