import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';

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
  call: { readonly actor: string; readonly requestId: string | null },
  change: Change,
): AuditEvent => ({
  at: clock.now(),
  actor: call.actor,
  action: change.action,
  object: change.object,
  diff: JSON.stringify(change.diff),
  requestId: call.requestId,
});

/** What differs between two values of one shape: each member that changed, before and after. */
export function changedMembers(before: object, after: object): Readonly<Record<string, unknown>> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { before: old[name] ?? null, after: value }]),
  );
}
