import type { BatchMetering } from '../metering/hold.ts';
import type { Drive } from '../resources/drive.ts';
import type { FindOwned } from '../resources/find-owned.ts';
import type { ObjectStore } from '../resources/object-store.ts';
import type { OpenSpool } from '../resources/spool.ts';
import type { Router } from '../routing/make-router.ts';
import type { ModelLists } from './model-lists.ts';
import type { Clock } from '../shared/clock.ts';
import type { FetchProduced } from '../upstream/fetch-produced.ts';
import type { ChargeBatch } from './batches/charge-batch.ts';
import type { Errand } from './errand.ts';
import type { Relay } from './relay.ts';

/** What handlers are made of. */
export interface GatewayServices {
  readonly relay: Relay;
  readonly chargeBatch: ChargeBatch;
  readonly errand: Errand;
  readonly metering: Pick<BatchMetering, 'reserve' | 'finish'>;
  readonly router: Router;
  readonly modelLists: ModelLists;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** Milliseconds that stored responses and chat completions are kept. */
  readonly responseRetention: () => number;
  /** Bytes of stored items that a request may refer to: as many as it may have of its own. */
  readonly storedLimit: () => number;
  /** Scheme, host and port that links in answers start with. */
  readonly origin: () => string;
  /** For objects that a body names; those of a path come with the call. */
  readonly findOwned: FindOwned;
  readonly drive: Drive;
  /** For forms that wait until they are whole. */
  readonly openSpool: OpenSpool;
  readonly fetchProduced: FetchProduced;
}
