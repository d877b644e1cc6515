import type { KeyRecord, WorkspaceRecord } from '../../identity/stores.ts';
import type { SettledCall } from '../../metering/ledger-records.ts';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { makeAuditOperations } from '../shared/audit-chain.ts';
import { makeItemReads, makeObjectReads } from '../shared/object-reads.ts';
import type { CheckSlice } from '../shared/book-sums.ts';
import type { ChangedArea, EngineFacts, Steps, Synchronous } from '../shared/repository.ts';
import { makeAccountOperations } from './accounts.ts';
import { makeAlertOperations, makeDeliveryOperations } from './alerts.ts';
import {
  makeAttemptOperations,
  makePasskeyOperations,
  makeSessionOperations,
  makeTicketOperations,
} from './sign-ins.ts';
import { makeCallOperations, makeRefusalOperations, makeUsageOperations } from './calls.ts';
import { credentialOperations, makeChangeOperations, makeKeyClientOperations, makeKeyOperations } from './keys.ts';
import { makeInstanceOperations, makeOpeningOperations, type OpeningFacts } from './opening.ts';
import { makeLeaseOperations, makeOwnLeases } from './leases.ts';
import { makeMemberOperations, makePersonOperations } from './people.ts';
import { makeClaims, makeObjectWrites, makeStagedWrites } from './object-writes.ts';
import { makeReservationOperations } from './reservations.ts';
import { makeWindowOperations } from './windows.ts';

type Write = (...given: never[]) => Steps<unknown>;

/** What a write does besides. */
interface Note<Operation extends Write> {
  /** Whether it changed anything; always where it is absent. */
  readonly changed?: (result: ReturnType<Operation> extends Steps<infer Result> ? Result : never) => boolean;
  /** Which record the change feed names. */
  readonly announces?: (subject: Parameters<Operation>[0]) => readonly [ChangedArea, string];
}

type Notes<Writes extends Readonly<Record<string, Write>>> = {
  readonly [Name in keyof Writes]?: Note<Writes[Name]>;
};

/** Writes of which those in `Names` are given an event of the audit log first; null: there is none. */
type Noted<Writes extends Readonly<Record<string, Write>>, Names> = {
  readonly [Name in keyof Writes]: Name extends Names
    ? (event: AuditEvent | null, ...given: Parameters<Writes[Name]>) => ReturnType<Writes[Name]>
    : Writes[Name];
};

/**
 * Lets writes take their event of the audit log and their number of the change feed along, in one transaction: either all of them are
 * stored, or none.
 */
const makeNoting =
  (engine: EngineFacts, audit: ReturnType<typeof makeAuditOperations>) =>
  <Writes extends Readonly<Record<string, Write>>, Given extends Notes<Writes>>(
    operations: Writes,
    notes: Given,
  ): Noted<Writes, keyof Given> => {
    const withNote = (operation: Write, { changed, announces }: Note<Write>) =>
      function* (event: AuditEvent | null, ...given: readonly never[]): Steps<unknown> {
        const result = yield* operation(...given);
        if (changed?.(result) === false) return result;
        if (event !== null) yield* audit.appendAudit(event);
        if (announces) yield* engine.announce(...announces(given[0] as never));
        return result;
      };
    const noted = Object.entries(operations).map(([name, operation]) => {
      const note: Note<Write> | undefined = notes[name];
      return [name, note ? withNote(operation, note) : operation];
    });
    return Object.fromEntries(noted) as Noted<Writes, keyof Given>;
  };

const isChanged = { changed: (changed: boolean): boolean => changed };
const ofKey = ({ id }: KeyRecord) => ['key', id] as const;
const ofWorkspace = ({ id }: WorkspaceRecord) => ['workspace', id] as const;

const makePeopleOperations = (engine: EngineFacts) => ({
  ...makeMemberOperations(engine),
  ...makePersonOperations(engine),
  ...makePasskeyOperations(engine),
  ...makeSessionOperations(engine),
  ...makeTicketOperations(),
  ...makeAttemptOperations(engine),
  ...makeAlertOperations(engine),
  ...makeDeliveryOperations(engine),
  ...credentialOperations,
});

/**
 * The operations that are written once for both engines. Those of the ledger see books in which every acknowledged call is posted; the
 * others need not wait for that.
 */
export function makeSharedOperations(engine: EngineFacts, facts: OpeningFacts) {
  const leases = makeOwnLeases(engine, facts);
  const audit = makeAuditOperations(engine);
  const noting = makeNoting(engine, audit);
  const ledger = {
    ...noting(makeAccountOperations(engine, leases.leaseFree), {
      freeze: { announces: (workspaceId) => ['account', workspaceId] },
      post: { changed: ({ created }) => created, announces: ({ workspaceId }) => ['account', workspaceId] },
    }),
    ...makeReservationOperations(engine, facts, leases.leaseFree),
    ...makeLeaseOperations(engine, facts),
    ...makeOpeningOperations(engine, facts, leases),
    ...makeInstanceOperations(facts),
    ...makeWindowOperations(engine),
    ...makeCallOperations(engine),
    ...makeUsageOperations(engine),
  };
  const others = {
    ...noting(makeKeyOperations(engine), {
      addKey: { ...isChanged, announces: ofKey },
      putKey: { ...isChanged, announces: ofKey },
      addWorkspace: { announces: ofWorkspace },
      putWorkspace: { ...isChanged, announces: ofWorkspace },
    }),
    ...makeChangeOperations(engine),
    ...noting(makePeopleOperations(engine), {
      addMember: isChanged,
      putMember: isChanged,
      removeMember: isChanged,
      addPerson: {},
      putPerson: { changed: (kept) => kept !== null },
      addPasskey: isChanged,
      removePasskey: {},
      endSession: isChanged,
      addAlert: isChanged,
      putAlert: isChanged,
      removeAlert: {},
      putCredential: isChanged,
      removeCredential: isChanged,
    }),
    ...makeKeyClientOperations(engine),
    ...audit,
    ...makeObjectReads(engine),
    ...makeItemReads(engine),
    ...makeObjectWrites(engine),
    ...makeStagedWrites(engine),
    ...makeClaims(engine, facts),
    ...makeRefusalOperations(engine),
  };
  return { ledger, others };
}

type SharedOperations = ReturnType<typeof makeSharedOperations>;

/** The operations that each engine writes in its own way. */
interface EngineOperations {
  /** @see Ledger.journal */
  readonly journal: (calls: readonly SettledCall[], now: number) => void;
  /** One slice of `Ledger.reconcile`. @param received how many checks the caller has received to their end */
  readonly reconcileSlice: (now: number, received: number) => CheckSlice;
  /** One slice of `Ledger.verify`. @param first starts from the beginning */
  readonly verifySlice: (first: boolean) => CheckSlice;
}

/** Every operation that is asked of a database by name, as an engine answers it at once. */
export type Operations = Synchronous<SharedOperations['ledger'] & SharedOperations['others']> & EngineOperations;

/** Reads of one statement, or of several that need not be of one moment. They run on any connection. */
export const reads: ReadonlySet<keyof Operations> = new Set([
  'account',
  'chargedBefore',
  'entries',
  'call',
  'callsSlice',
  'lastStart',
  'unsuccessful',
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
  'existingObjects',
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
