import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Requests as SpecARequests, operations as specAOperations } from '../../generated/spec-a/operations.ts';
import type { Requests as SpecBRequests, operations as specBOperations } from '../../generated/spec-b/operations.ts';
import type { ChargeBatch } from '../batches/charge-batch.ts';
import type { Caller } from '../identity/caller.ts';
import type { ClientSecrets } from '../identity/client-secret.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { BatchMetering } from '../metering/hold.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { OpenFormSpool } from '../objects/byte-storage.ts';
import type { Drive } from '../objects/drive.ts';
import type { FindOwned, ListPage, ObjectStore } from '../objects/object-store.ts';
import type { ObjectKind, Owned } from '../objects/owned-object.ts';
import type { Call, HeadOfCall } from '../pipeline/call.ts';
import type { InternalRequest } from '../pipeline/internal-request.ts';
import type { ModelLists } from '../pipeline/model-lists.ts';
import type { Relay } from '../pipeline/relay.ts';
import type { FetchProduced } from '../providers/fetch-produced.ts';
import type { SessionDeps } from '../realtime/session.ts';
import type { Router } from '../routing/route.ts';
import type { JsonObject } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';

/** Dependencies of the handlers. */
export interface ApiDeps {
  readonly relay: Relay;
  readonly chargeBatch: ChargeBatch;
  readonly internalRequest: InternalRequest;
  readonly metering: Pick<BatchMetering, 'reserve' | 'finish'>;
  /** What a key has left. */
  readonly funds: Pick<MeteringService, 'balance' | 'limits' | 'checkPaid'>;
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly router: Router;
  readonly modelLists: ModelLists;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds until stored responses and chat completions expire. */
  readonly responseRetention: () => number;
  /** Bytes of stored items that a request may refer to, the same as the limit of its body. */
  readonly storedLimit: () => number;
  /** Scheme, host and port of links in answers. */
  readonly origin: () => string;
  /** For objects named in a body. The object named in the path comes with the call. */
  readonly findOwned: FindOwned;
  /**
   * Refuses a call that would store something until it is deleted, if its workspace has stored as much as it may. Call it before
   * anything is sent to a provider. Calls that run at the same moment do not count each other.
   *
   * @throws {GatewayError} `storage_limit_reached`
   */
  readonly assertStorageLeft: (call: { readonly caller: Pick<Caller, 'workspaceId'> }) => Promise<void>;
  /** @see MeteringService.assertStores */
  readonly assertStores: MeteringService['assertStores'];
  readonly drive: Drive;
  /** For forms that must be complete before they are sent. */
  readonly openFormSpool: OpenFormSpool;
  readonly fetchProduced: FetchProduced;
  readonly clientSecrets: ClientSecrets;
  /**
   * Refuses a call before its body is read, by Product, region and credits.
   *
   * @throws {GatewayError} the errors of routing and admission
   */
  readonly checkRouteAndFunds: (call: HeadOfCall) => void;
  readonly realtime: SessionDeps;
}

/** The call of an operation. If the path names an object, it is included, with its owner checked. */
export type CallOf<Facts extends Pick<OperationFacts, 'object'>> = Facts['object'] extends ObjectKind
  ? Call & { readonly object: Owned<Facts['object']> }
  : Call;

/** The handlers of one document. A missing handler, or one for an object that the path does not name, does not compile. */
type HandlersOf<Operations extends Readonly<Record<string, Pick<OperationFacts, 'object'>>>, Requests> = {
  readonly [Id in keyof Operations & keyof Requests]: (call: CallOf<Operations[Id]> & Requests[Id]) => Promise<void>;
};

/** One handler for each operation of Spec A. */
export type SpecAHandlers = HandlersOf<typeof specAOperations, SpecARequests>;

/** One handler for each operation of Spec B. */
export type SpecBHandlers = HandlersOf<typeof specBOperations, SpecBRequests>;

interface Entry {
  readonly id: string;
}

/** A page in Spec A's list format. */
export const listAnswer = <Listed extends Entry>(
  { data, hasMore }: ListPage<Listed>,
  show: (entry: Listed) => JsonObject,
): JsonObject => ({ object: 'list', data: data.map(show), ...endsOf(data), has_more: hasMore });

/** A page in Spec B's list format. */
export const pageAnswer = <Listed extends Entry>(
  { data, hasMore }: ListPage<Listed>,
  show: (entry: Listed) => JsonObject,
): JsonObject => ({ data: data.map(show), has_more: hasMore, ...endsOf(data) });

const endsOf = (data: readonly Entry[]): JsonObject => ({
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
});
