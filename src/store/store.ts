import type { CredentialStore } from '../catalog/credential-store.ts';
import type { AuditLog } from '../identity/audit-log.ts';
import type { KeyClientStore } from '../identity/key-clients.ts';
import type { KeyRecord, KeyStore, WorkspaceRecord } from '../identity/key-store.ts';
import type { MemberStore } from '../identity/member-store.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { SessionStore } from '../identity/people/session-store.ts';
import type { RefusedCallStore } from '../identity/refused-calls.ts';
import type { AttemptStore } from '../identity/people/sign-in-delay.ts';
import type { Instances } from '../metering/instances.ts';
import type { AccountRecord, StoreHealth } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { AlertStore } from '../notify/alert-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** What has changed since an epoch: records as they are now. */
export interface Changes {
  /** Everything up to this number is among them, or was before. */
  readonly epoch: number;
  readonly keys: readonly KeyRecord[];
  readonly workspaces: readonly WorkspaceRecord[];
  readonly accounts: readonly AccountRecord[];
}

/** Keeps what an instance has in memory true while others change it. */
export interface ChangeFeed {
  readonly since: (epoch: number) => Promise<Changes>;
  /** Reads what is new and hands it to every listener; done when it resolves. */
  readonly refresh: () => Promise<void>;
  /** Called with what other instances changed, and with what this one did. Returns the way to stop listening. */
  readonly subscribe: (listener: (changes: Changes) => void) => () => void;
  /** What this instance goes by, and since when (monotonic milliseconds) it has known that it is true. */
  readonly confirmed: () => { readonly epoch: number; readonly at: number };
}

/** What keeps it. */
export type Engine = 'sqlite' | 'postgresql';

/** Everything that is kept. */
export interface Store {
  /** The time that all instances go by: the database's where they share one, however far apart their own clocks are. */
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
  /** Settled calls that wait on a disk of this instance for a database that is away. */
  readonly spooled: () => number;
  /** After `metering.stop()`. Writes that are under way finish first. */
  readonly close: () => Promise<void>;
}

export interface StoreSettings {
  /** `sqlite:path`, or `postgres://…`, which other instances may use too; `sqlite::memory:` keeps nothing (tests). */
  readonly database: string;
  /** Numbers of the seal keys, the one that seals first: instances that share a database must be able to open each other's seals. */
  readonly sealKeys?: readonly string[];
  /** How an instance goes on without a database that it shares; absent: not at all. */
  readonly offline?: OfflineSettings;
  readonly clock: Clock;
  readonly log: Log;
}

/** How an instance goes on while its database does not answer. */
export interface OfflineSettings {
  /** A folder that outlives the process, for settled calls; null: there is none, and no call goes on. */
  readonly spoolFolder: string | null;
  /** Milliseconds that new calls are admitted. */
  readonly milliseconds: number;
  /** Bytes of settled calls; absent: 64 MiB, about 150,000 calls. */
  readonly spoolBytes?: number;
}

/** Why the database cannot be used, as one line for people: what is wrong and what to do. Thrown at start only. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What the parent of a worker process does for it. */
export interface WorkerParent {
  /** Opens the database that the parent owns; null: the worker opens the configured one. */
  readonly openStore: ((settings: Pick<StoreSettings, 'clock' | 'log'>) => Promise<Store>) | null;
  /** The demo provider, which all workers use; null: there is none. */
  readonly demoUrl: string | null;
  /** Whether each worker listens on the port with a socket of its own. */
  readonly reusePort: boolean;
}
