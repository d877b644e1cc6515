import type { SettledCall } from '../../../metering/ledger-records.ts';
import { makeSharedOperations } from '../../operations/operations.ts';
import type { OpeningFacts } from '../../operations/opening.ts';
import { toText } from '../../shared/open-call.ts';
import { writeCalls } from '../../shared/settle-row.ts';
import { all, run, type Steps } from '../../shared/steps.ts';
import type { Operations } from '../../sqlite/operations.ts';
import { operationsIn, postgresFacts } from '../engine.ts';
import type { Session } from '../session.ts';
import { makeBookChecks } from './book-checks.ts';
import type { InstanceRow } from './instances.ts';

/** A model is named as its caller writes it, and PostgreSQL has no NUL in texts. */
const storableCall = (call: SettledCall): SettledCall => ({
  ...call,
  model: call.model.replaceAll('\0', '\ufffd').toWellFormed(),
});

/**
 * Settles calls that one instance admitted, in one statement.
 * @returns one entry for each call: null, or the charge that was in the books already
 */
function* settle(calls: readonly SettledCall[], instanceId: string): Steps<readonly (bigint | null)[]> {
  const sql = 'select known from settle_calls($1::jsonb, $2) order by place';
  const { text } = writeCalls(calls.map(storableCall));
  return (yield* all<{ known: bigint | null }>(sql, text, instanceId)).map(({ known }) => known);
}

export const { settleCalls } = operationsIn({ settleCalls: settle });

/** Records the progress of running calls. A call that is in the books already is skipped. */
const makeJournal =
  (instanceId: string) =>
  async (session: Session, calls: readonly SettledCall[], now: number): Promise<void> => {
    await session.run(
      `insert into open_call (call_id, instance_id, settlement, journal_at)
        select noted.id, $3, noted.settlement, $4 from unnest($1::text[], $2::text[]) as noted (id, settlement)
          where not exists (select 1 from call where call.id = noted.id)
        on conflict (call_id) do update set settlement = excluded.settlement, journal_at = excluded.journal_at`,
      calls.map(({ id }) => id),
      calls.map((call) => toText({ ...storableCall(call), instanceId })),
      instanceId,
      now,
    );
  };

/** How an instance opens the books: it may have to rewrite its row, with its keys, if it did not reach the database for a day. */
const openingFacts = ({ instanceId, sealKeys }: InstanceRow): OpeningFacts => ({
  instanceId,
  isShared: true,
  settle,
  beat: (now) =>
    run(
      `insert into instance (id, started_at, heartbeat_at, seal_keys) values ($1, $2, $2, $3)
        on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
      instanceId,
      now,
      sealKeys?.join(' ') ?? null,
    ),
});

/** What the store asks of an engine by name; here each is given the session in which it runs. */
type AsyncOperations = {
  readonly [Name in keyof Operations]: (
    session: Session,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
};

/** Everything that can be asked of the database by name, for one instance. */
export function makeOperations(own: InstanceRow): AsyncOperations {
  const shared = makeSharedOperations(postgresFacts, openingFacts(own));
  return {
    ...operationsIn({ ...shared.ledger, ...shared.others }),
    journal: makeJournal(own.instanceId),
    ...makeBookChecks(),
  };
}

/** Reads that may take long, for people and for the checks of the books: what calls wait for has other connections. */
export const reports: ReadonlySet<keyof Operations> = new Set([
  'entries',
  'callsSlice',
  'usageSlice',
  'refusalSlice',
  'spent',
  'auditPage',
  'deliveries',
  'reconcileSlice',
  'verifySlice',
  'verifyAuditSlice',
] satisfies (keyof Operations)[]);

/**
 * What goes one after the other with what this instance settles, so that each answer is as new as the last settlement that
 * was answered before it: what a lease or a reservation has left, and what is open.
 */
export const queued: ReadonlySet<keyof Operations> = new Set([
  'journal',
  'lease',
  'reserve',
  'endReservation',
  'open',
  'readBooks',
  'heartbeat',
  'release',
  'windows',
  'account',
  // In the order in which things were done.
  'appendAudit',
] satisfies (keyof Operations)[]);
