import type { KeyRecord, WorkspaceRecord } from '../../../identity/key-store.ts';
import type { NewEntry } from '../../../metering/ledger-records.ts';
import type { AuditEvent } from '../../../shared/audit-event.ts';
import type { Operations } from '../../sqlite/operations.ts';
import { makePeopleOperations } from '../../people/people-operations.ts';
import { makeAuditOperations } from '../../shared/audit-chain.ts';
import { makeItemReads, makeObjectReads } from '../../shared/object-reads.ts';
import { operationsIn, postgresFacts, type Session } from '../session.ts';
import { account, chargedBefore, entries, freeze, post } from './accounts.ts';
import { attempts } from './attempts.ts';
import { makeBookChecks } from './book-checks.ts';
import { makeJournal, makeOpening, spent, windows } from './books.ts';
import { batchCharge, call, callsSlice, keyUses, refusals, usageSlice } from './calls.ts';
import { changesSince, snapshot, announce } from './changes.ts';
import { deliveries } from './deliveries.ts';
import { makeKeyOperations } from '../../shared/key-operations.ts';
import { allKeys, allWorkspaces, keyClients } from './keys.ts';
import { makeInstances, type InstanceFacts } from './instances.ts';
import {
  endReservation,
  expireLeases,
  makeLeads,
  makeLease,
  makeReserve,
  reservation,
  reservations,
} from './leases.ts';
import { makeClaims, objectWrites } from './object-writes.ts';

/** What the store asks of an engine by name; here each is given the session in which it runs. */
export type AsyncOperations = {
  readonly [Name in keyof Operations]: (
    session: Session,
    ...parameters: Parameters<Operations[Name]>
  ) => Promise<ReturnType<Operations[Name]>>;
};

const audit = operationsIn(makeAuditOperations(postgresFacts));
const keys = operationsIn(makeKeyOperations(postgresFacts));

interface Noted<Given extends readonly unknown[], Result> {
  /** Whether it changed anything; always where it is absent. */
  readonly changed?: (result: Result) => boolean;
  /** Which record the change feed names. */
  readonly announces?: (subject: Given[0]) => readonly ['key' | 'workspace' | 'account', string];
}

/** Lets a write take its event of the audit log and its number of the change feed along, in one transaction. */
const noting =
  <Given extends readonly unknown[], Result>(
    write: (session: Session, ...given: Given) => Promise<Result>,
    { changed, announces }: Noted<Given, Result> = {},
  ) =>
  async (session: Session, event: AuditEvent | null, ...given: Given): Promise<Result> => {
    const result = await write(session, ...given);
    if (changed?.(result) === false) return result;
    if (event !== null) await audit.appendAudit(session, event);
    if (announces) await announce(session, ...announces(given[0]));
    return result;
  };

const ofKey = ({ id }: KeyRecord) => ['key', id] as const;
const ofWorkspace = ({ id }: WorkspaceRecord) => ['workspace', id] as const;
const isChanged = (changed: boolean): boolean => changed;

const people = operationsIn(makePeopleOperations(postgresFacts));

/** What has to do with people who sign in. */
const ofPeople = {
  ...people,
  addMember: noting(people.addMember, { changed: isChanged }),
  putMember: noting(people.putMember, { changed: isChanged }),
  removeMember: noting(people.removeMember),
  addPerson: noting(people.addPerson),
  putPerson: noting(people.putPerson, { changed: (kept) => kept !== null }),
  addPasskey: noting(people.addPasskey, { changed: isChanged }),
  removePasskey: noting(people.removePasskey),
  endSession: noting(people.endSession, { changed: isChanged }),
  addAlert: noting(people.addAlert, { changed: isChanged }),
  putAlert: noting(people.putAlert),
  removeAlert: noting(people.removeAlert),
  putCredential: noting(people.putCredential, { changed: isChanged }),
  removeCredential: noting(people.removeCredential, { changed: isChanged }),
  ...attempts,
  ...keyClients,
  ...deliveries,
};

/** Everything that can be asked of the database by name, for one instance. */
export const makeOperations = ({ instanceId, sealKeys }: InstanceFacts): AsyncOperations => ({
  account,
  chargedBefore,
  entries,
  call,
  callsSlice,
  batchCharge,
  keyUses,
  usageSlice,
  ...refusals,
  windows,
  spent,
  reservation,
  reservations,
  endReservation,
  expireLeases,
  freeze: noting(freeze, { announces: (workspaceId) => ['account', workspaceId] }),
  post: noting(post, {
    changed: ({ created }) => created,
    announces: ({ workspaceId }: NewEntry) => ['account', workspaceId],
  }),
  ...makeOpening({ instanceId, sealKeys }),
  reserve: makeReserve(instanceId),
  lease: makeLease(instanceId),
  leads: makeLeads(instanceId),
  ...makeInstances(instanceId),
  journal: makeJournal(instanceId),
  ...makeBookChecks(),
  allKeys,
  allWorkspaces,
  ...keys,
  addKey: noting(keys.addKey, { changed: isChanged, announces: ofKey }),
  putKey: noting(keys.putKey, { changed: isChanged, announces: ofKey }),
  addWorkspace: noting(keys.addWorkspace, { announces: ofWorkspace }),
  putWorkspace: noting(keys.putWorkspace, { changed: isChanged, announces: ofWorkspace }),
  snapshot,
  changesSince,
  ...ofPeople,
  ...audit,
  ...operationsIn({ ...makeObjectReads(postgresFacts), ...makeItemReads(postgresFacts) }),
  ...objectWrites,
  ...makeClaims(instanceId),
});

/** Reads of one statement, or of several that need not be of one moment. They run on any connection. */
export const reads: ReadonlySet<keyof Operations> = new Set([
  'account',
  'chargedBefore',
  'entries',
  'call',
  'callsSlice',
  'batchCharge',
  'keyUses',
  'usageSlice',
  'refusalSlice',
  'spent',
  'reservation',
  'reservations',
  'leads',
  'liveInstances',
  'deployment',
  'allKeys',
  'allWorkspaces',
  'key',
  'workspace',
  'members',
  'member',
  'people',
  'person',
  'personByEmail',
  'memberships',
  'passkeys',
  'passkeyByCredential',
  'openSession',
  'sessions',
  'keyClients',
  'alerts',
  'alertPage',
  'alert',
  'credentials',
  'deliveries',
  'lastDeliveries',
  'auditPage',
  'findObject',
  'idOfUpstream',
  'isShared',
  'lifeOfExpired',
  'objectExists',
  'storedBytes',
  'pageObjects',
  'searchObjects',
  'expiredObjects',
  'unchargedBatches',
  'allItems',
  'findItem',
  'findWorkspaceItem',
  'pageItems',
] satisfies (keyof Operations)[]);

/** Reads whose rows must be of one moment. */
export const snapshots: ReadonlySet<keyof Operations> = new Set([
  'windows',
  'snapshot',
  'reconcileSlice',
  'verifySlice',
  'verifyAuditSlice',
] satisfies (keyof Operations)[]);

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
