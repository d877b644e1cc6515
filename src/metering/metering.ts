import { setTimeout as wait } from 'node:timers/promises';
import type { Catalog, Plan } from '../catalog/catalog.ts';
import type { Caller } from '../identity/caller.ts';
import type { Log } from '../shared/log.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Span } from '../shared/time/calendar.ts';
import { type Clock, type IsEnding, repeat } from '../shared/time/clock.ts';
import { type AccountBook, makeAccountBook } from './account-book.ts';
import { makeAdmission, type Admission, type CallerLimit } from './admission.ts';
import { makeBookCheck } from './check-books.ts';
import type { BatchMetering, Metering, FundsCheck } from './hold.ts';
import { Leases } from './leases.ts';
import type { LimitWindow, Mismatch, SettledCall, StoreHealth } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import { leasedOf, leftOf, makeLimitWindows } from './limit-windows.ts';
import { makeZoneMove, type ZoneMove } from './move-zone.ts';
import { makeLedgerWriter, journalMilliseconds, makeOpenHolds, type OpenHolds } from './open-holds.ts';
import { makeLeasing, type OrLease } from './or-lease.ts';
import { assertStored, notReady } from './refusal.ts';
import { makeBatchMetering, Reservations, type AllReservations } from './reservations.ts';

/** Credits of a workspace at this moment, calls under way and batches included. */
export interface Balance {
  readonly granted: NanoCredits;
  readonly posted: NanoCredits;
  /** Set aside for calls under way and batches. */
  readonly held: NanoCredits;
  /** `granted − posted − held`: what a new call may need at most. */
  readonly available: NanoCredits;
  readonly frozenReason: string | null;
}

/** One limit and how far it is used. */
export interface LimitBalance {
  readonly subject: 'key' | 'plan';
  readonly window: LimitWindow;
  /** Null: there is no limit, the figures are for information. */
  readonly limit: NanoCredits | null;
  readonly used: NanoCredits;
  /** Set aside by calls of this instance, and for all batches. */
  readonly held: NanoCredits;
  /** Epoch milliseconds; null for `total`. */
  readonly resetsAt: number | null;
}

type LimitBalances = readonly (readonly LimitBalance[])[];

/** Metering, with what `app.ts` and the control API need beyond admission. */
export interface MeteringService extends Metering, BatchMetering, AllReservations {
  /** Recovers, then opens for calls; until then `admit` answers 503. */
  readonly start: () => Promise<void>;
  /**
   * Refuses new calls, waits for every settle, journals the calls that are still open, and gives back the leases. Call it
   * before `store.close()`.
   *
   * @param graceMilliseconds how long to wait for calls whose usage is still being estimated; absent: 0
   */
  readonly stop: (graceMilliseconds?: number) => Promise<void>;
  /** Checks the books. Runs every minute. A mismatch freezes the account concerned and is reported to `onMismatch`. */
  readonly reconcile: () => Promise<readonly Mismatch[]>;
  /** A promise if instances share the balance. */
  readonly balance: (workspaceId: string) => Balance | Promise<Balance>;
  /**
   * The limits of keys and of their workspace's plan, and how far they are used: one list for each key. A plan that is not in the
   * catalogue limits nothing. A promise if instances share the limits.
   */
  readonly limits: (
    workspace: Pick<Caller, 'workspaceId' | 'planId' | 'timeZone'>,
    keys: readonly Pick<Caller, 'keyId' | 'limits'>[],
  ) => LimitBalances | Promise<LimitBalances>;
  /**
   * Recounts what a workspace and its keys have spent, in the days and months of another time zone. Once it has resolved, the new
   * windows apply to new calls, calls under way and batches.
   */
  readonly moveZone: (move: ZoneMove) => Promise<void>;
  /**
   * Refuses a call that cannot be admitted whatever it costs: no credit is left, the account is frozen, or the plan does not
   * include the Product. Sets nothing aside. @throws {GatewayError} as `admit`
   */
  readonly checkFunds: (check: FundsCheck) => void;
  /** Refuses if every call that costs credits is refused now for a reason of its caller. @throws {GatewayError} 403 as `admit` */
  readonly checkPaid: (caller: Caller) => void;
  /**
   * Refuses a call whose answer is to be stored, while calls go on without the database: the answer would be lost after the provider
   * has done the work. A database that has been away for a second or less is expected back before that.
   * @throws {GatewayError} `overloaded`
   */
  readonly assertStores: () => void;
  /** Calls under way. */
  readonly openHolds: () => number;
  /** The credit that this instance has leased from shared balances and may still spend, and the number of those leases. */
  readonly leased: () => { readonly leases: number; readonly credit: NanoCredits };
}

const reconcileMilliseconds = 60_000;

/** How often a stop checks whether all calls have settled. */
const pollMilliseconds = 10;
const notLeft = (log: Log) => (cause: unknown) => log.error('open calls or leases could not be left', {}, cause);

const heartbeatMilliseconds = 15_000;

/** How often leases past half of their lifetime are renewed. */
const renewMilliseconds = 5000;

export interface MeteringParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** The current catalogue: plans are read from it at every admission. */
  readonly catalog: () => Catalog;
  readonly log: Log;
  /** For the metric. */
  readonly onMismatch?: (mismatch: Mismatch) => void;
  /** For metrics. The call is already in the ledger. */
  readonly onSettled?: (call: SettledCall) => void;
}

/** Whether new calls may be admitted. */
export const takesCalls = ({ state }: StoreHealth): boolean => state === 'ok' || state === 'offline';

/** @param closed why no calls are admitted; null if they are */
function assertTakes(closed: string | null, health: StoreHealth): void {
  if (closed !== null) throw notReady(closed);
  if (!takesCalls(health)) throw notReady(health.message);
}

/** Creates metering. It refuses calls until `start()` has resolved. */
export function makeMetering({
  ledger,
  clock,
  catalog,
  log,
  onMismatch = () => undefined,
  onSettled = () => undefined,
}: MeteringParts): MeteringService {
  const book = makeAccountBook(ledger.isShared);
  const windows = makeLimitWindows(book);
  const admission = makeAdmission({ windowsOf: windows.of, catalog, now: leaseClock(ledger, clock) });
  const leases = new Leases({ ledger, clock });
  const orLease = ledger.isShared ? makeLeasing(leases) : atOnce;
  const writer = makeLedgerWriter({ ledger, clock, log, onSettled });
  const holds = makeOpenHolds({ ledger, writer, clock });
  const reservations = new Reservations({ ledger, windowsOf: windows.of });
  const reconcile = makeBookCheck({ ledger, book, setAside: [holds, reservations], clock, log, onMismatch });
  let closed: string | null = 'The gateway is starting. Try again in a moment.';
  let stopListening: readonly (() => void)[] = [];
  let loops: readonly (() => Promise<void>)[] = [];

  const open = async (): Promise<void> => {
    stopListening = [ledger.subscribe(book.update), ledger.onRecall((subjects) => leases.yieldIdle(subjects))];
    const { accounts, limitUses, recovered, reservations: kept } = await ledger.open(clock.now());
    book.load(accounts, limitUses);
    reservations.restore(kept);
    if (recovered > 0) log.warn('calls that an earlier process left open were settled', { calls: recovered });
    closed = null;
  };

  const stop = async (graceMilliseconds: number): Promise<void> => {
    closed = 'The gateway is stopping. Try again in a moment.';
    for (const end of loops) await end();
    await untilNone(holds.count, graceMilliseconds).then(writer.finish).then(holds.leave).catch(notLeft(log));
    await ledger.release().catch(notLeft(log));
    for (const end of stopListening) end();
  };
  let stopped: Promise<void> | null = null;
  const assertReady = (): void => assertTakes(closed, ledger.health());
  return {
    admit: (draft) => {
      assertReady();
      const need = () => admission.needOf({ ...draft, parts: [draft] });
      return orLease(need, () => holds.open(admission.admit(draft)));
    },
    checkFunds: (check) => {
      assertReady();
      admission.checkFunds(check);
    },
    ...makeBatchMetering({ ledger, admission, holds, reservations, assertReady, orLease }),
    start: async () => {
      await open();
      loops = startLoops({ ledger, clock, log }, { holds, reconcile, leases });
    },
    assertStores: () => assertStored(ledger.health()),
    stop: (graceMilliseconds = 0) => (stopped ??= stop(graceMilliseconds)),
    reconcile,
    openHolds: holds.count,
    moveZone: makeZoneMove({ ledger, book, windows, holds, reservations, leases, clock }),
    ...makeBalances({ ledger, book, admission, clock, catalog }),
  };
}

/** Waits until `left` returns 0, but no longer than this many milliseconds. */
async function untilNone(left: () => number, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (left() > 0 && performance.now() < end) await wait(pollMilliseconds);
}

/** A single instance owns every balance as a whole, so a refusal is final. */
const atOnce: OrLease = (_, attempt) => attempt();

/** Reading the clock costs as much as the rest of an admission, and only leases between instances end. */
const leaseClock = ({ isShared }: Ledger, { monotonic }: Clock): (() => number) => (isShared ? monotonic : () => 0);

type PeriodicTask = (isEnding: IsEnding) => Promise<unknown>;

interface PeriodicTasks {
  readonly holds: Pick<OpenHolds, 'sweep'>;
  readonly reconcile: PeriodicTask;
  readonly leases: Pick<Leases, 'renew'>;
}

function startLoops(
  { ledger, clock, log }: Pick<MeteringParts, 'ledger' | 'clock' | 'log'>,
  { holds, reconcile, leases }: PeriodicTasks,
): readonly (() => Promise<void>)[] {
  const run = (every: number, action: PeriodicTask) =>
    repeat({ clock, every, action, failed: (cause) => log.error('a task of the ledger failed', {}, cause) });
  return [
    run(journalMilliseconds, holds.sweep),
    run(reconcileMilliseconds, reconcile),
    run(heartbeatMilliseconds, ledger.heartbeat),
    ...(ledger.isShared ? [run(renewMilliseconds, (isEnding) => leases.renew(isEnding))] : []),
  ];
}

function spanIn(limits: readonly CallerLimit[], window: LimitWindow): Span {
  const { start = 0, end = 0 } = limits.find((limit) => limit.window === window)?.counter ?? {};
  return { start, end };
}

interface BalanceParts {
  readonly ledger: Pick<Ledger, 'isShared' | 'account' | 'spent'>;
  readonly book: AccountBook;
  readonly admission: Pick<Admission, 'checkFunds' | 'limitsOf'>;
  readonly clock: Clock;
  readonly catalog: () => Catalog;
}

/** Reports the current use of credits and limits. */
function makeBalances(parts: BalanceParts): Pick<MeteringService, 'balance' | 'checkPaid' | 'leased' | 'limits'> {
  const { ledger, book, admission, clock, catalog } = parts;
  // A plan that is no longer in the catalogue stops calls, but not these reports.
  const knownPlan = (planId: string | null): Plan | null => catalog().plans.get(planId ?? '') ?? null;

  /** Leases of other instances may be spent at any moment, so they count as held. Idle credit of this instance does not. */
  const sharedBalance = async (workspaceId: string, idle: NanoCredits): Promise<Balance> => {
    const { granted, posted, leased, frozenReason } = await ledger.account(workspaceId);
    const held = leased - (idle > 0n ? idle : 0n);
    return { granted, posted, held, available: granted - posted - held, frozenReason };
  };

  return {
    balance: (workspaceId) => {
      const { granted, posted, held, frozenReason, share } = book.account(workspaceId);
      if (share !== null) return sharedBalance(workspaceId, leftOf(share, held, clock.monotonic()));
      return { granted, posted, held, available: granted - posted - held, frozenReason };
    },
    checkPaid: (caller) => admission.checkFunds({ caller, product: null, startedAt: clock.now(), isPaid: true }),
    leased: () => leasedOf(book, clock.monotonic()),
    limits: (workspace, keys) => {
      const { workspaceId, planId } = workspace;
      const plan = knownPlan(planId);
      const now = clock.now();
      const listed = keys.map((key) => ({
        keyId: key.keyId,
        limits: admission.limitsOf({ ...workspace, ...key }, plan, now),
      }));
      const report = (use: (owner: string, limit: CallerLimit) => Pick<LimitBalance, 'used' | 'held'>): LimitBalances =>
        listed.map(({ keyId, limits }) =>
          limits.map((limit) => ({
            subject: limit.subject,
            window: limit.window,
            limit: limit.limit,
            ...use(limit.subject === 'plan' ? workspaceId : keyId, limit),
            resetsAt: limit.window === 'total' ? null : limit.counter.end,
          })),
        );
      if (!ledger.isShared) return report((_, { counter: { posted: used, held } }) => ({ used, held }));
      const [first] = listed;
      if (first === undefined) return [];
      const keyIds = listed.map(({ keyId }) => keyId);
      // The days and months of a workspace are the same for all of its keys.
      const present = { workspaceId, keyIds, day: spanIn(first.limits, 'day'), month: spanIn(first.limits, 'month') };
      // Only the ledger knows what other instances have charged, and what batches have left.
      return ledger.spent(present).then((found) => {
        const spent = new Map(found.map((use) => [`${use.subject} ${use.window} ${use.windowStart}`, use]));
        return report((owner, { window, counter }) => {
          const { posted, reserved } = spent.get(`${owner} ${window} ${counter.start}`) ?? { ...counter, reserved: 0n };
          return { used: posted, held: counter.held + reserved };
        });
      });
    },
  };
}
