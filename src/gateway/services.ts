import type { FindOwned } from '../resources/find-owned.ts';
import type { ObjectStore } from '../resources/object-store.ts';
import type { Router } from '../routing/make-router.ts';
import type { ModelLists } from './model-lists.ts';
import type { Clock } from '../shared/clock.ts';
import type { Relay } from './relay.ts';

/** What handlers are made of. */
export interface GatewayServices {
  readonly relay: Relay;
  readonly router: Router;
  readonly modelLists: ModelLists;
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** Milliseconds that stored responses and chat completions are kept. */
  readonly responseRetention: () => number;
  /** For objects that a body names; those of a path come with the call. */
  readonly findOwned: FindOwned;
}
