import type { AuditLog } from '../metering/audit-log.ts';
import type { Clock } from '../shared/clock.ts';
import type { ConsoleCall } from './console-call.ts';

interface Change {
  /** For example `key.revoke`. */
  readonly action: string;
  /** For example `key:key_0Yx…`. */
  readonly object: string;
  /** What changed, as plain JSON values; no secret, no hash of one. */
  readonly diff: Readonly<Record<string, unknown>>;
}

interface Rooms {
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** Appends what an administrator did to the audit log. Durable when resolved: answer only then. */
export const recordChange = ({ audit, clock }: Rooms, call: ConsoleCall, change: Change): Promise<void> =>
  audit.append({
    at: clock.now(),
    actor: call.actor,
    action: change.action,
    object: change.object,
    diff: JSON.stringify(change.diff),
    requestId: call.requestId,
  });
