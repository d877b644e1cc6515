import type { Router } from '../routing/make-router.ts';
import type { Relay } from './relay.ts';

/** What handlers are made of. */
export interface GatewayServices {
  readonly relay: Relay;
  readonly router: Router;
}
