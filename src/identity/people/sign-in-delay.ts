import { GatewayError } from '../../errors/gateway-error.ts';
import { foldEmail } from '../../shared/fold-email.ts';
import { isPublicAddress } from '../../shared/public-address.ts';
import type { Clock } from '../../shared/time/clock.ts';

/** An attempt to sign in, which counts as failed until it has succeeded. */
export interface Attempt {
  /** Forgets the failures of the e-mail address. */
  readonly succeeded: () => void;
  /** It was neither right nor wrong: does not count, and forgets nothing. */
  readonly withdrawn: () => void;
}

/** Slows guessing down. */
export interface SignInDelay {
  /**
   * Counts an attempt for an e-mail address, from a network address.
   *
   * @throws {GatewayError} 403 `sign_in_delayed`, which is not counted
   */
  readonly begin: (email: string, address: string | undefined) => Attempt;
}

interface Failures {
  readonly count: number;
  /** Monotonic milliseconds of the first and of the last one. */
  readonly since: number;
  readonly last: number;
}

/** Wrong passwords in a row that cost nothing. */
const freeAttempts = 5;
const longestDelay = 15 * 60_000;
/** Failures are forgotten after so long without another one. */
const memory = 3_600_000;
/** Failures that one address may have in an hour, over all e-mail addresses. */
const mostOfAddress = 50;
/** What is remembered at most; beyond it the oldest is forgotten. */
const mostRemembered = 10_000;

/**
 * Delays by e-mail address and by network address, in the memory of this instance. After five failures an e-mail address waits
 * 1 s, then twice as long each time, up to 15 minutes. Only public network addresses are counted: behind a private one there
 * may be a proxy, and behind that everybody.
 */
export function makeSignInDelay(clock: Pick<Clock, 'monotonic'>): SignInDelay {
  const accounts = new Map<string, Failures>();
  const addresses = new Map<string, Failures>();

  const read = (map: Map<string, Failures>, name: string): Failures | undefined => {
    const known = map.get(name);
    return known && clock.monotonic() - known.last < memory ? known : undefined;
  };
  const count = (map: Map<string, Failures>, name: string): void => {
    const now = clock.monotonic();
    const before = read(map, name);
    map.delete(name);
    map.set(name, { count: (before?.count ?? 0) + 1, since: before?.since ?? now, last: now });
    const [oldest] = map.keys();
    if (map.size > mostRemembered && oldest !== undefined) map.delete(oldest);
  };
  const waitOfAccount = (name: string): number => {
    const known = read(accounts, name);
    if (!known || known.count < freeAttempts) return 0;
    const delay = Math.min(longestDelay, 1_000 * 2 ** (known.count - freeAttempts));
    return known.last + delay - clock.monotonic();
  };
  const waitOfAddress = (name: string): number => {
    const known = read(addresses, name);
    if (!known || known.count < mostOfAddress) return 0;
    const wait = known.since + memory - clock.monotonic();
    if (wait <= 0) addresses.delete(name);
    return wait;
  };

  return {
    begin: (email, address) => {
      const name = foldEmail(email);
      const place = address !== undefined && isPublicAddress(address) ? address : null;
      const wait = Math.max(waitOfAccount(name), place === null ? 0 : waitOfAddress(place));
      if (wait > 0) throw delayed(wait);
      const before = accounts.get(name);
      count(accounts, name);
      if (place !== null) count(addresses, place);
      return {
        succeeded: () => void accounts.delete(name),
        withdrawn: () => void (before ? accounts.set(name, before) : accounts.delete(name)),
      };
    },
  };
}

function delayed(wait: number): GatewayError {
  const seconds = Math.ceil(wait / 1_000);
  return new GatewayError(
    'sign_in_delayed',
    `There were too many wrong attempts. Try again in ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} minutes`}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
