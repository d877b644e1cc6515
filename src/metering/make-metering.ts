import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { Ledger } from './ledger.ts';
import type { Mismatch } from './ledger-records.ts';
import type { MeteringRoom } from './metering-room.ts';

export interface MeteringParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** The catalogue of this moment: plans are read from it at every admission. */
  readonly catalog: () => Catalog;
  readonly log: Log;
  /** For the metric; the account is frozen already. */
  readonly onMismatch?: (mismatch: Mismatch) => void;
}

/** Makes the metering room. It lets nobody through before `start()` has resolved. */
export function makeMetering(parts: MeteringParts): MeteringRoom {
  throw new Error(`not built yet, ${typeof parts}`);
}
