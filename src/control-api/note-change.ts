import type { AuditEvent } from '../shared/audit-event.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { ControlCall } from './deps.ts';

interface Change {
  /** For example `key.revoke`. */
  readonly action: string;
  /** For example `key:key_0Yx…`. */
  readonly object: string;
  /** The change as plain JSON values, without secrets and their hashes. */
  readonly diff: Readonly<Record<string, unknown>>;
}

/** Makes the audit event of an administrator's action. It is written in one transaction with the change. */
export const noteChange = (
  { clock }: { readonly clock: Clock },
  call: Pick<ControlCall, 'actor' | 'requestId'>,
  change: Change,
): AuditEvent => ({
  at: clock.now(),
  actor: call.actor,
  action: change.action,
  object: change.object,
  diff: JSON.stringify(change.diff),
  requestId: call.requestId,
});

/** The members that differ between two values, each before and after. */
export function changedMembers(before: object, after: object): Readonly<Record<string, unknown>> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { before: old[name] ?? null, after: value }]),
  );
}
