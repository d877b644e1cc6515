import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { makeAccountBook } from './account-book.ts';
import { makeAdmission } from './admission.ts';
import { makeBookCheck } from './check-books.ts';
import type { Ledger } from './ledger.ts';
import type { CallRecord, Mismatch } from './ledger-records.ts';
import { makeBatchMetering, makeReservations } from './reservations.ts';
import { makeLeases, makeLeasing } from './leases.ts';
import { makeLedgerWriter } from './ledger-writer.ts';
import type { MeteringService } from './metering.ts';
import { makeBalances } from './standings.ts';
import { journalMilliseconds, makeOpenHolds } from './open-holds.ts';
import { makeLimitWindows } from './limit-windows.ts';
import { makeZoneMove } from './move-zone.ts';
import { notReady } from './refusal.ts';
import { repeat } from '../shared/time/repeat.ts';

const reconcileMilliseconds = 60_000;
const heartbeatMilliseconds = 15_000;
/** Leases that are at half of their time are looked for so often. */
const renewMilliseconds = 5000;

export interface MeteringParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** The catalogue of this moment: plans are read from it at every admission. */
  readonly catalog: () => Catalog;
  readonly log: Log;
  /** For the metric. */
  readonly onMismatch?: (mismatch: Mismatch) => void;
  /** For the figures; the call is in the ledger already. */
  readonly onSettled?: (call: CallRecord) => void;
}

/** Makes the metering room. It lets nobody through before `start()` has resolved. */
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
  const leases = makeLeases({ ledger, clock });
  const orLease = makeLeasing(ledger, leases);
  const writer = makeLedgerWriter(ledger, clock, log);
  const holds = makeOpenHolds({ ledger, writer, clock, onSettled });
  const reservations = makeReservations({ ledger, windowsOf: windows.of });
  const reconcile = makeBookCheck({ ledger, book, setAside: [holds, reservations], clock, log, onMismatch });
  let closed: string | null = 'The gateway is starting. Try again in a moment.';
  let stopListening: readonly (() => void)[] = [];
  let loops: readonly (() => Promise<void>)[] = [];

  const open = async (): Promise<void> => {
    stopListening = [ledger.subscribe(book.update), ledger.onRecall(leases.yieldIdle)];
    const { accounts, limitUses, recovered, reservations: kept } = await ledger.open(clock.now());
    book.load(accounts, limitUses);
    reservations.restore(kept);
    if (recovered > 0) log.warn('calls that an earlier process left open were settled', { calls: recovered });
    closed = null;
  };

  const stop = async (): Promise<void> => {
    closed = 'The gateway is stopping. Try again in a moment.';
    for (const end of loops) await end();
    await writer.finish();
    await holds.leave();
    await ledger.release();
    for (const end of stopListening) end();
  };
  let stopped: Promise<void> | null = null;
  const assertReady = (): void => {
    if (closed !== null) throw notReady(closed);
    const health = ledger.health();
    if (health.state !== 'ok') throw notReady(health.message);
  };

  return {
    admit: (draft) => {
      assertReady();
      const need = () => admission.needOf({ ...draft, parts: [draft] });
      return orLease(need, () => holds.open(admission.admit(draft)));
    },
    ...makeBatchMetering({ ledger, admission, holds, reservations, assertReady, orLease }),
    start: async () => {
      await open();
      loops = startLoops({ ledger, clock, log }, { sweep: holds.sweep, reconcile, renew: leases.renew });
    },
    stop: () => (stopped ??= stop()),
    reconcile,
    openHolds: holds.count,
    moveZone: makeZoneMove({ ledger, book, windows, holds, reservations, leases, clock }),
    ...makeBalances({ ledger, book, admission, assertReady, clock, catalog }),
  };
}

/** Reading the clock costs as much as all else of an admission, and only leases of several instances have an end. */
const leaseClock = ({ isShared }: Ledger, { monotonic }: Clock): (() => number) => (isShared ? monotonic : () => 0);

/** What is done again and again, by what it is. */
type Chores = Readonly<Record<'sweep' | 'reconcile' | 'renew', () => Promise<unknown>>>;

function startLoops(
  { ledger, clock, log }: Pick<MeteringParts, 'ledger' | 'clock' | 'log'>,
  { sweep, reconcile, renew }: Chores,
): readonly (() => Promise<void>)[] {
  const again = (every: number, action: () => Promise<unknown>) =>
    repeat({ clock, every, action, failed: (cause) => log.error('a task of the ledger failed', {}, cause) });
  return [
    again(journalMilliseconds, sweep),
    again(reconcileMilliseconds, reconcile),
    again(heartbeatMilliseconds, ledger.heartbeat),
    ...(ledger.isShared ? [again(renewMilliseconds, renew)] : []),
  ];
}
