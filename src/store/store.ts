import type { CredentialStore } from '../catalog/provider-overrides.ts';
import type { AuditLog, KeyRecord, KeyStore, MemberStore, WorkspaceRecord } from '../identity/stores.ts';
import type { KeyClientStore } from '../identity/key-uses.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { SessionStore } from '../identity/people/sessions.ts';
import type { RefusedCallStore } from '../identity/refused-calls.ts';
import type { AttemptStore } from '../identity/people/sign-in-delay.ts';
import type { Instances } from '../metering/instances.ts';
import type { AccountRecord, StoreHealth } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { AlertStore } from '../notify/alert-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** What has changed since an epoch: the records in their current state. */
export interface Changes {
  /** Every change up to this number is included, or was known before. */
  readonly epoch: number;
  /** What the epoch counts in, as a name. If it is another one, changes may be gone, and their numbers may have been given again. */
  readonly history: string;
  readonly keys: readonly KeyRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly accounts: readonly AccountRecord[];
}

/** Keeps an instance's memory up to date while others change what is stored. */
export interface ChangeFeed {
  readonly since: (epoch: number) => Promise<Changes>;
  /** Reads new changes and passes them to every listener; done when it resolves. */
  readonly refresh: () => Promise<void>;
  /**
   * Called with the changes of other instances, and with this one's own; with all records if the database may have lost changes. The
   * returned function unsubscribes.
   */
  readonly subscribe: (listener: (changes: Changes) => void) => () => void;
  /**
   * The epoch that this instance has read, and since when (monotonic milliseconds) it has known that nothing newer existed. Null: it
   * is alone and makes every change itself.
   */
  readonly confirmed: (() => { readonly epoch: number; readonly at: number }) | null;
}

/** The database engine. */
export type Engine = 'sqlite' | 'postgresql';

/** Everything that is stored. */
export interface Store {
  /** The time that all instances use: that of a shared database, however far apart their own clocks are. */
  readonly clock: Clock;
  readonly engine: Engine;
  readonly changes: ChangeFeed;
  readonly keys: KeyStore;
  readonly members: MemberStore;
  readonly people: PersonStore;
  readonly sessions: SessionStore;
  readonly attempts: AttemptStore;
  readonly keyClients: KeyClientStore;
  readonly refusedCalls: RefusedCallStore;
  readonly alerts: AlertStore;
  readonly credentials: CredentialStore;
  readonly ledger: Ledger;
  readonly instances: Instances;
  readonly audit: AuditLog;
  readonly objects: ObjectStore;
  readonly health: () => StoreHealth;
  /** Settled calls that wait on this instance's disk for an unreachable database. */
  readonly spooled: () => number;
  /** After `metering.stop()`. Writes that are under way finish first. */
  readonly close: () => Promise<void>;
}

export interface StoreSettings {
  /** `sqlite:path`, or `postgres://…`, which other instances may use too; `sqlite::memory:` keeps nothing (tests). */
  readonly database: string;
  /** Numbers of the seal keys, the one that seals first: instances that share a database must be able to open each other's seals. */
  readonly sealKeys?: readonly string[];
  /** How an instance continues without a shared database; absent: it does not. */
  readonly offline?: OfflineSettings;
  readonly clock: Clock;
  readonly log: Log;
}

/** How an instance continues while its database does not answer. */
export interface OfflineSettings {
  /** A folder that outlives the process, for settled calls; null: there is none, and no call continues. */
  readonly spoolFolder: string | null;
  /** Milliseconds for which new calls are admitted. */
  readonly milliseconds: number;
  /** Bytes of settled calls; absent: 64 MiB, about 150,000 calls. */
  readonly spoolBytes?: number;
}

/** Why the database cannot be used, as one line for people: what is wrong and what to do. Thrown at start only. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What its parent does for a worker process. */
export interface WorkerParent {
  /** Opens the database that the parent owns; null: the worker opens the configured one. */
  readonly openStore: ((settings: Pick<StoreSettings, 'clock' | 'log'>) => Promise<Store>) | null;
  /** The demo provider, which all workers use; null: there is none. */
  readonly demoUrl: string | null;
  /** Whether each worker listens on the port with a socket of its own. */
  readonly reusePort: boolean;
}
