import type { OperationId, Requests } from '../../generated/console/operations.ts';
import type { components } from '../../generated/console/types.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { AuditLog } from '../identity/audit-log.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { MemberStore } from '../identity/member-store.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { MeteringService } from '../metering/metering.ts';
import { replyJson, type Reply } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';

/** Dependencies of the control API. */
export interface ControlDeps {
  readonly keys: KeyStore;
  readonly members: MemberStore;
  readonly ledger: Ledger;
  readonly metering: Pick<MeteringService, 'balance' | 'limits' | 'moveZone'>;
  readonly audit: AuditLog;
  /** The live catalogue. */
  readonly catalog: () => Catalog;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** A call of the control API, in addition to its parameters, query and body (`Requests[Id]`). */
export interface ControlCall {
  readonly requestId: string;
  /** The actor for the audit log and the ledger, for example `admin`. */
  readonly actor: string;
  /** The header `Idempotency-Key`; null if it was not sent. */
  readonly idempotencyKey: string | null;
  readonly reply: Reply;
}

/** Makes the handler of one operation. It throws failures as `GatewayError`. */
export type ControlHandler<Id extends OperationId> = (
  deps: ControlDeps,
) => (call: ControlCall & Requests[Id]) => Promise<void>;

/** The named schemas of the document. */
export type Answers = components['schemas'];

/** Answers of the control API contain secrets and balances, so caches must not store them. */
export const noStore = { 'cache-control': 'no-store' } as const;

/** Sends a JSON answer. */
export function answer(call: Pick<ControlCall, 'reply'>, status: number, value: object): void {
  replyJson(call.reply, { status, headers: noStore }, value);
}

/** The handlers of some operations. */
export type ControlHandlers<Id extends OperationId> = {
  readonly [Each in Id]: ReturnType<ControlHandler<Each>>;
};
