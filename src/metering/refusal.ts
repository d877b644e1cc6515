import { GatewayError } from '../errors/gateway-error.ts';
import { keyManagers, stepByCommand } from '../errors/next-steps.ts';
import { formatMinute, wallTime } from '../shared/time/calendar.ts';
import { formatCredits, inCredits, type NanoCredits } from '../shared/money.ts';
import type { LimitWindow, StoreHealth } from './ledger-records.ts';

/** Credits for people: `5,000.25`. */
const figure = (amount: NanoCredits): string => {
  const [whole = '', fraction] = formatCredits(amount).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** A moment as local time: `1 Dec 2026 00:00 Europe/Berlin`. */
const moment = (at: number, timeZone: string): string =>
  formatMinute(wallTime(timeZone, at)).replace(/UTC$/, timeZone === 'Etc/UTC' ? 'UTC' : timeZone);

const adjectives: Readonly<Record<LimitWindow, string>> = { day: 'Daily', month: 'Monthly', total: 'Total' };

/** A limit that a call would exceed. */
interface LimitMet {
  readonly window: LimitWindow;
  /** `key ci`, `plan Team`. */
  readonly whose: string;
  readonly limit: NanoCredits;
  readonly left: NanoCredits;
  /** Set aside; null: not known. */
  readonly held: NanoCredits | null;
  /** What the call may cost at most. */
  readonly wanted: NanoCredits;
  /** The part of it that is for reasoning which the request does not bound. */
  readonly reasoning: NanoCredits;
  /** Epoch milliseconds. */
  readonly resetsAt: number;
  readonly timeZone: string;
}

/** What helps if something is left. Most of the cost may be out of the caller's hands. */
const smallerCall = ({ wanted, reasoning }: Pick<LimitMet, 'wanted' | 'reasoning'>): string =>
  2n * reasoning > wanted
    ? `${figure(reasoning)} of the ${figure(wanted)} are for reasoning, which the request does not bound: the operator sets max_reasoning_tokens of the model.`
    : 'A call with a lower output maximum needs less.';

const setAside = 'set aside for calls under way and batches';

/** 403: names the limit, its figure, what is left, when it resets, and what helps. */
export function limitReached(met: LimitMet): GatewayError {
  const { window, whose, limit, left, held, wanted } = met;
  const name = `${adjectives[window]} limit of ${whose}`;
  const aside = held === null ? ` or ${setAside}` : held > 0n ? ` and ${figure(held)} ${setAside}` : '';
  const used = `${figure(limit - left - (held ?? 0n))} of ${figure(limit)} credits are used${aside}`;
  const resets =
    window === 'total'
      ? `It does not reset: use another key, or ask ${keyManagers} to raise it.`
      : `Resets ${moment(met.resetsAt, met.timeZone)}.`;
  const message =
    left <= 0n
      ? `${name} reached: ${used}. ${resets}`
      : `${name} reached: ${used}, ${figure(left)} left, and this call may cost up to ${figure(wanted)}. ${resets} ${smallerCall(met)}`;
  return new GatewayError('limit_reached', message);
}

interface CreditsLeft {
  readonly workspaceId: string;
  readonly left: NanoCredits;
  /** Set aside; null: not known. */
  readonly held: NanoCredits | null;
  readonly wanted: NanoCredits;
  readonly reasoning: NanoCredits;
}

/** 403: the workspace's balance does not cover the call. */
export function creditsExhausted({ workspaceId, left, held, wanted, reasoning }: CreditsLeft): GatewayError {
  const aside =
    held === null ? ` besides what is ${setAside}` : held > 0n ? ` (${figure(held)} more are ${setAside})` : '';
  // The cost of the call is unknown before its body has been read.
  const asks = wanted > 0n ? `, and this call may cost up to ${figure(wanted)}` : '';
  const helps = left > 0n ? ` ${smallerCall({ wanted, reasoning })}` : '';
  return new GatewayError(
    'insufficient_credits',
    `Workspace ${workspaceId} has ${inCredits(figure(left))} left${aside}${asks}. Credits do not reset: the operator adds some with ${stepByCommand('grantCredits', workspaceId)}.${helps}`,
  );
}

/** 403: no call is admitted until an operator unfreezes the account. */
export const accountFrozen = (workspaceId: string, reason: string): GatewayError =>
  new GatewayError('account_frozen', `Workspace ${workspaceId} is frozen: ${reason} Ask the operator of this gateway.`);

/** 503: no call can be recorded at the moment, so none is admitted. */
export const notReady = (reason: string): GatewayError => new GatewayError('overloaded', reason);

/** Milliseconds within which a single lost connection is replaced: longer than the change feed takes to ask again. */
const briefly = 1_000;

/** @throws {GatewayError} 503 `overloaded` while the database is away, so that an answer could not be stored */
export function assertStored({ state, awayFor = Infinity }: StoreHealth): void {
  if (state !== 'offline' || awayFor <= briefly) return;
  throw notReady(
    'The database does not answer, so that the answer could not be stored. Send "store": false without a conversation, or try again later.',
  );
}

/** Whether more credit would let a call through. */
export const lacksCredit = (error: unknown): boolean =>
  error instanceof GatewayError && (error.code === 'insufficient_credits' || error.code === 'limit_reached');
