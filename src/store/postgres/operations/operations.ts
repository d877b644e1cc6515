import { makeSharedOperations } from '../../operations/operations.ts';
import type { Operations } from '../../sqlite/operations.ts';
import { operationsIn, postgresFacts } from '../engine.ts';
import type { Session } from '../session.ts';
import { makeBookChecks } from './book-checks.ts';
import { makeJournal, openingFacts } from './books.ts';
import type { InstanceFacts } from './instances.ts';

/** What the store asks of an engine by name; here each is given the session in which it runs. */
type AsyncOperations = {
  readonly [Name in keyof Operations]: (
    session: Session,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
};

/** Everything that can be asked of the database by name, for one instance. */
export function makeOperations(own: InstanceFacts): AsyncOperations {
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
  'heartbeat',
  'release',
  'windows',
  'account',
  // In the order in which things were done.
  'appendAudit',
] satisfies (keyof Operations)[]);
