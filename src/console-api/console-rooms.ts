import type { Catalog } from '../catalog/catalog.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { MemberStore } from '../identity/member-store.ts';
import type { AuditLog } from '../metering/audit-log.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { MeteringRoom } from '../metering/metering-room.ts';
import type { Clock } from '../shared/clock.ts';

/** What the control API administers. Made once, in `app.ts`. */
export interface ConsoleRooms {
  readonly keys: KeyStore;
  readonly members: MemberStore;
  readonly ledger: Ledger;
  readonly metering: Pick<MeteringRoom, 'standing' | 'limits' | 'moveZone'>;
  readonly audit: AuditLog;
  /** The catalogue of this moment. */
  readonly catalog: () => Catalog;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}
