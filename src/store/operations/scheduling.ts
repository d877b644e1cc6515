import type { SettledCall } from '../../metering/ledger-records.ts';
import type { Operations } from '../sqlite/operations.ts';

/** Reads of one statement, or of several that need not be of one moment. They run on any connection. */
export const reads: ReadonlySet<keyof Operations> = new Set([
  'account',
  'chargedBefore',
  'entries',
  'call',
  'callsSlice',
  'unsuccessful',
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
  'changesSince',
] satisfies (keyof Operations)[]);

/** Reads whose rows must be of one moment. */
export const snapshots: ReadonlySet<keyof Operations> = new Set([
  'readBooks',
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

/** Says of a call whether its settlement must be in the database before a request. */
type Precedes = (call: Pick<SettledCall, 'workspaceId' | 'batchId'>) => boolean;

type PrecedingOf = { readonly [Name in keyof Operations]?: (...parameters: Parameters<Operations[Name]>) => Precedes };

const ofAny =
  (...workspaceIds: readonly string[]): Precedes =>
  ({ workspaceId }) =>
    workspaceIds.includes(workspaceId);
const none = (): Precedes => () => false;

/**
 * What goes one after the other, and for which settlements it waits, so that each answer is as new as the last of these that was
 * answered before it: what a lease or a reservation has left. An account that is locked keeps no other workspace from its requests.
 */
const precedingOf = {
  lease: (wishes) => ofAny(...wishes.map(({ workspaceId }) => workspaceId)),
  reserve: ({ workspaceId }) => ofAny(workspaceId),
  endReservation:
    (batch) =>
    ({ batchId }) =>
      batchId === batch,
  windows: ({ id }) => ofAny(id),
  account: (workspaceId) => ofAny(workspaceId),
  release: () => () => true,
  journal: none,
  open: none,
  readBooks: none,
  heartbeat: none,
  // In the order in which things were done.
  appendAudit: none,
} satisfies PrecedingOf;

/** The names of what goes one after the other. */
export const queued: ReadonlySet<string> = new Set(Object.keys(precedingOf));

/** Which settlements must be in the database before an operation runs. */
export const precedes = (name: keyof Operations, parameters: readonly unknown[]): Precedes =>
  (precedingOf as Readonly<Partial<Record<string, (...given: readonly unknown[]) => Precedes>>>)[name]?.(
    ...parameters,
  ) ?? none();
