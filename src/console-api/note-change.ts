import type { AuditEvent } from '../shared/audit-event.ts';
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

/** What the audit log keeps of something that an administrator does. It is written with the change itself, both or neither. */
export const noteChange = (
  { clock }: { readonly clock: Clock },
  call: Pick<ConsoleCall, 'actor' | 'requestId'>,
  change: Change,
): AuditEvent => ({
  at: clock.now(),
  actor: call.actor,
  action: change.action,
  object: change.object,
  diff: JSON.stringify(change.diff),
  requestId: call.requestId,
});
