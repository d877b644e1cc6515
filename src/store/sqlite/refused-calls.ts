import type { DatabaseSync } from 'node:sqlite';
import type { Mismatch } from '../../metering/ledger-records.ts';
import { query } from './query.ts';
import { readCalls } from './settle-row.ts';

interface RefusedRow {
  readonly instance_id: string;
  readonly settlements: string;
  readonly refusal: string;
}

/** Calls that were acknowledged and that the books then refused: their accounts stop until somebody has looked. */
export function makeRefusedCalls(database: DatabaseSync): () => readonly Mismatch[] {
  const refused = query<RefusedRow>(
    database,
    'select instance_id, settlements, refusal from daybook where refusal is not null order by seq',
  );
  return () =>
    refused.all().flatMap(({ instance_id, settlements, refusal }) =>
      readCalls(settlements, instance_id).map(({ id, workspaceId }) => {
        const message = `Call ${id} was acknowledged and cannot be posted: ${refusal}.`;
        return { workspaceId, invariant: 6, object: `call ${id}`, message };
      }),
    );
}
