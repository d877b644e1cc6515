import type { Catalog } from '../catalog/catalog.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Log } from '../shared/log.ts';
import { makeAccountBook } from './account-book.ts';
import { makeAdmission } from './admission.ts';
import { makeBookCheck } from './check-books.ts';
import type { Ledger } from './ledger.ts';
import type { CallRecord, Mismatch } from './ledger-records.ts';
import { makeBatchMetering, makeReservations } from './reservations.ts';
import { makeLedgerWriter } from './ledger-writer.ts';
import type { MeteringService } from './metering.ts';
import { makeBalances } from './standings.ts';
import { journalMilliseconds, makeOpenHolds } from './open-holds.ts';
import { makeLimitWindows } from './limit-windows.ts';
import { makeZoneMove } from './move-zone.ts';
import { notReady } from './refusal.ts';
import { repeat } from '../shared/time/repeat.ts';

const reconcileMilliseconds = 60_000;

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
  const book = makeAccountBook();
  const windows = makeLimitWindows(book);
  const admission = makeAdmission(windows.of, catalog);
  const writer = makeLedgerWriter(ledger, clock, log);
  const holds = makeOpenHolds({ ledger, writer, clock, onSettled });
  const reservations = makeReservations(windows.of);
  const reconcile = makeBookCheck({ ledger, book, setAside: [holds, reservations], clock, log, onMismatch });
  let closed: string | null = 'The gateway is starting. Try again in a moment.';
  let stopListening = (): void => undefined;
  let loops: readonly (() => Promise<void>)[] = [];

  const open = async (): Promise<void> => {
    stopListening = ledger.subscribe(book.update);
    const { accounts, limitUses, recovered } = await ledger.open(clock.now());
    book.load(accounts, limitUses);
    if (recovered > 0) log.warn('calls that an earlier process left open were settled', { calls: recovered });
    closed = null;
  };

  const stop = async (): Promise<void> => {
    closed = 'The gateway is stopping. Try again in a moment.';
    for (const end of loops) await end();
    await writer.finish();
    await holds.leave();
    await ledger.release();
    stopListening();
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
      return holds.open(admission.admit(draft));
    },
    ...makeBatchMetering({ ledger, admission, holds, reservations, assertReady }),
    start: async () => {
      await open();
      const again = (every: number, action: () => Promise<unknown>) =>
        repeat({ clock, every, action, failed: (cause) => log.error('a task of the ledger failed', {}, cause) });
      loops = [again(journalMilliseconds, holds.sweep), again(reconcileMilliseconds, reconcile)];
    },
    stop: () => (stopped ??= stop()),
    reconcile,
    openHolds: holds.count,
    moveZone: makeZoneMove({ ledger, book, windows, holds, reservations, clock }),
    ...makeBalances({ book, admission, assertReady, clock, catalog }),
  };
}
