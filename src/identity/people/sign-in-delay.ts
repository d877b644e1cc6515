import { isIP } from 'node:net';
import type { ErrorCode } from '../../errors/codes.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { foldEmail } from '../../shared/text/names.ts';
import { isPublicAddress } from '../../shared/public-address.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { clientAddress, type NetworkScope, type RequestSource } from '../caller.ts';
import { hashToken } from './sessions.ts';

/** Who signs in, and from where. */
interface Claim extends RequestSource {
  readonly email: string;
}

/**
 * Slows guessing down. A proof counts as failed until it was right. One that was neither right nor wrong, such as where the database
 * does not answer, does not count and forgets nothing.
 */
export interface SignInDelay {
  /**
   * Checks what a person signs in with. It counts for the e-mail address in the network that it comes from, for the e-mail address
   * from everywhere, and for the network address. A right proof forgets the failures of the e-mail address in that network.
   *
   * @param proof throws 401 `sign_in_failed` or 400 `invalid_value` if it is wrong
   * @throws {GatewayError} 403 `sign_in_delayed`, which is not counted; what `proof` throws
   */
  readonly check: <Proven>(claim: Claim, proof: () => Promise<Proven>) => Promise<Proven>;
  /**
   * Checks a proof of a person who has a session. It counts for all sessions of the person, and apart from sign-ins: failed
   * sign-ins do not delay it. A right one forgets nothing, because the session may have made it itself, such as the code of a second
   * factor: a stolen session could be used to guess the password without end.
   */
  readonly checkAgain: <Proven>(personId: string, proof: () => Promise<Proven>) => Promise<Proven>;
}

const wrong: ReadonlySet<string> = new Set<ErrorCode>(['sign_in_failed', 'invalid_value']);
const isWrong = (cause: unknown): boolean => cause instanceof GatewayError && wrong.has(cause.code);

/** How failures slow the next attempt down. Milliseconds. */
export interface DelayRule {
  /** Failures that cost nothing. */
  readonly free: number;
  /** The first delay; each failure more doubles it, up to `longest`. */
  readonly first: number;
  readonly longest: number;
  /** Since when the delay runs, and after how long all failures are forgotten: since the first of them or the last. */
  readonly since: 'first' | 'last';
  readonly memory: number;
}

/** What attempts are counted under. */
export interface AttemptCounter {
  /** 64 hex digits: neither e-mail addresses nor network addresses are stored. */
  readonly name: string;
  readonly rule: DelayRule;
}

/** A counted attempt, as it is needed to take it back. */
export interface CountedAttempt {
  readonly name: string;
  /** When it was counted, and when the attempt before it was; epoch milliseconds. */
  readonly at: number;
  readonly lastAt: number;
}

/** Counts attempts for all instances of one database. */
export interface AttemptStore {
  /**
   * Counts an attempt under all names or, if one of them has to wait, under none. Two attempts at once are counted one after the
   * other.
   *
   * @returns milliseconds to wait; 0 if it was counted
   */
  readonly begin: (
    counters: readonly AttemptCounter[],
    now: number,
  ) => Promise<{ readonly wait: number; readonly counted: readonly CountedAttempt[] }>;
  /** Takes counted attempts back, as if they had not been made; failures that were counted meanwhile stay. */
  readonly takeBack: (counted: readonly CountedAttempt[]) => Promise<void>;
  readonly forget: (name: string) => Promise<void>;
  /** Removes counters without an attempt since `before`. */
  readonly sweep: (before: number) => Promise<void>;
}

const hour = 3_600_000;

/** An e-mail address in one network: after five failures it waits 1 s, then twice as long each time, up to 15 minutes. */
const claimRule: DelayRule = { free: 5, first: 1_000, longest: 15 * 60_000, since: 'last', memory: hour };
/** An e-mail address from everywhere: 100 failures an hour. One network has far fewer, so it does not lock the owner out. */
const accountRule: DelayRule = { free: 100, first: hour, longest: hour, since: 'first', memory: hour };
/** A network address, or network of IPv6: 50 failures an hour, over all e-mail addresses. */
const addressRule: DelayRule = { free: 50, first: hour, longest: hour, since: 'first', memory: hour };

/** After which time no counter means anything, in milliseconds: some count the messages of a day. */
export const attemptMemory = 24 * hour;

interface Deps {
  readonly attempts: AttemptStore;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether an address is that of a proxy in front of this server. */
  readonly isProxy: NetworkScope;
}

/** The first groups of an IPv6 address: those that one subscriber has all the addresses of, and those that one can easily get. */
const [subscriberGroups, siteGroups] = [4, 3];

/** What an address is counted under. @param groups how many of an IPv6 address */
function networkOf(address: string, groups: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) !== 6) return plain;
  const [left = '', right = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'));
  const [first, last] = [groupsOf(left), groupsOf(right)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, groups).join(':');
}

/** Makes the delay. Only public network addresses are counted alone: behind a private one there may be a proxy, and behind that everybody. */
export function makeSignInDelay({ attempts, clock, isProxy }: Deps): SignInDelay {
  const attempt = async <Proven>(
    counters: readonly AttemptCounter[],
    proof: () => Promise<Proven>,
  ): Promise<Proven> => {
    const { wait, counted } = await attempts.begin(counters, clock.now());
    if (wait > 0) throw delayed(wait);
    const proven = await proof().catch(async (cause: unknown) => {
      if (!isWrong(cause)) await attempts.takeBack(counted);
      throw cause;
    });
    await attempts.takeBack(counted);
    return proven;
  };
  return {
    check: async ({ email, ...source }, proof) => {
      const address = clientAddress(source, isProxy);
      const account = `account ${foldEmail(email)}`;
      const network = address === undefined ? 'unknown' : networkOf(address, siteGroups);
      const claim = hashToken(`${account} ${network}`);
      const counters: AttemptCounter[] = [
        { name: claim, rule: claimRule },
        { name: hashToken(account), rule: accountRule },
      ];
      if (address !== undefined && isPublicAddress(address)) {
        counters.push({ name: hashToken(`address ${networkOf(address, subscriberGroups)}`), rule: addressRule });
      }
      const proven = await attempt(counters, proof);
      await attempts.forget(claim);
      return proven;
    },
    checkAgain: (personId, proof) => attempt([{ name: hashToken(`person ${personId}`), rule: claimRule }], proof),
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
