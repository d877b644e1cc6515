import type { OperationId, Requests } from '../../generated/console/operations.ts';
import type { components } from '../../generated/console/types.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { AuditLog } from '../identity/audit-log.ts';
import type { KeyClients } from '../identity/key-clients.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { MemberStore } from '../identity/member-store.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { MeteringService } from '../metering/metering.ts';
import { replyJson, type Reply } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';

/** When a provider last answered, and when it last did not. */
export interface ProviderHealth {
  readonly answeredAt: number | null;
  readonly failedAt: number | null;
}

/** What the control API administers. Made once, in `app.ts`. */
export interface ControlDeps {
  readonly keys: KeyStore;
  readonly keyClients: Pick<KeyClients, 'read'>;
  readonly members: MemberStore;
  readonly people: PersonStore;
  readonly ledger: Ledger;
  readonly metering: Pick<MeteringService, 'balance' | 'limits' | 'moveZone'>;
  readonly audit: AuditLog;
  /** How a provider did when it was last called. Epoch milliseconds; null: never. */
  readonly providerHealth: (providerId: string) => ProviderHealth;
  /** The catalogue of this moment. */
  readonly catalog: () => Catalog;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** What a handler of the control API is given beside its parameters, query and body (`Requests[Id]`). */
export interface ControlCall {
  readonly requestId: string;
  /** Who asks, as the audit log and the ledger name them: `admin`. */
  readonly actor: string;
  /** Value of the header `Idempotency-Key`; null when it was not sent. */
  readonly idempotencyKey: string | null;
  readonly reply: Reply;
}

/** One operation: made once from the rooms, called for every request. Failures are thrown as `GatewayError`. */
export type ControlHandler<Id extends OperationId> = (
  deps: ControlDeps,
) => (call: ControlCall & Requests[Id]) => Promise<void>;

/** The document's named schemas: what answers are made of. */
export type Answers = components['schemas'];

/** Answers of the control API hold secrets and balances: nobody on the way keeps them. */
export const neverKept = { 'cache-control': 'no-store' } as const;

/** A whole answer in JSON. */
export function answer(call: Pick<ControlCall, 'reply'>, status: number, value: object): void {
  replyJson(call.reply, { status, headers: neverKept }, value);
}

/** Handlers of some operations of the control API. */
export type ControlHandlers<Id extends OperationId> = {
  readonly [Each in Id]: ReturnType<ControlHandler<Each>>;
};
