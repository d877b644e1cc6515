import { GatewayError } from '../../errors/gateway-error.ts';
import { hashToken } from '../../identity/people/sessions.ts';
import type { AttemptStore, DelayRule } from '../../identity/people/sign-in-delay.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import { writeInstant } from '../../shared/time/format-date.ts';
import { isOperator, type Principal } from './access.ts';

/** What a workspace has made, for people. A changed threshold counts as an alert: it sends a message of its own. */
const made: Readonly<Record<CountedMessage['kind'], string>> = {
  invitation: 'invitations',
  'test message': 'test messages',
  alert: 'alerts or changes of their thresholds',
};

/** Messages in a day that starts with the first of them. */
const mostMessages = 50;
const rule: DelayRule = { free: mostMessages, first: oneDay, longest: oneDay, since: 'first', memory: oneDay };

interface Deps {
  readonly attempts: Pick<AttemptStore, 'begin'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What has the server send messages to an address which the members of a workspace choose. */
interface CountedMessage {
  readonly workspaceId: string;
  readonly kind: 'invitation' | 'test message' | 'alert';
}

/**
 * Counts a message, or an alert, which may send some at once, so that a workspace cannot have the server send mail or requests without end. What an operator does is
 * not counted.
 *
 * @throws {GatewayError} 403 `mail_limit_reached`
 */
export async function countMessage(
  { attempts, clock }: Deps,
  { principal }: { readonly principal: Principal },
  { workspaceId, kind }: CountedMessage,
): Promise<void> {
  if (isOperator(principal)) return;
  const now = clock.now();
  const { wait } = await attempts.begin([{ name: hashToken(`${kind} of ${workspaceId}`), rule }], now);
  if (wait === 0) return;
  throw new GatewayError(
    'mail_limit_reached',
    `This workspace has reached its limit of ${mostMessages} ${made[kind]} a day. Try again after ${writeInstant(now + wait)}, or ask the operator.`,
    { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } },
  );
}
