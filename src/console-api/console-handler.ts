import type { OperationId, Requests } from '../../generated/console/operations.ts';
import type { components } from '../../generated/console/types.ts';
import type { ConsoleCall } from './console-call.ts';
import type { ConsoleRooms } from './console-rooms.ts';

/** One operation: made once from the rooms, called for every request. Failures are thrown as `GatewayError`. */
export type ConsoleHandler<Id extends OperationId> = (
  rooms: ConsoleRooms,
) => (call: ConsoleCall & Requests[Id]) => Promise<void>;

/** The document's named schemas: what answers are made of. */
export type Answers = components['schemas'];
