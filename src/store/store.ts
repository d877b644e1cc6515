import type { AuditLog } from '../identity/audit-log.ts';
import type { KeyClientStore } from '../identity/key-clients.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { MemberStore } from '../identity/member-store.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { SessionStore } from '../identity/people/session-store.ts';
import type { StoreHealth } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { AlertStore } from '../notify/alert-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** Everything that is kept. */
export interface Store {
  readonly keys: KeyStore;
  readonly members: MemberStore;
  readonly people: PersonStore;
  readonly sessions: SessionStore;
  readonly keyClients: KeyClientStore;
  readonly alerts: AlertStore;
  readonly ledger: Ledger;
  readonly audit: AuditLog;
  readonly objects: ObjectStore;
  readonly health: () => StoreHealth;
  /** After `metering.stop()`. Writes that are under way finish first. */
  readonly close: () => Promise<void>;
}

export interface StoreSettings {
  /** `sqlite:path`; `sqlite::memory:` keeps nothing (tests). */
  readonly database: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Why the database cannot be used, as one line for people: what is wrong and what to do. Thrown at start only. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}
