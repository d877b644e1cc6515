import { spanOf } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { AccountBook } from './account-book.ts';
import type { Ledger } from './ledger.ts';
import type { LimitUse } from './ledger-records.ts';
import type { Leases } from './leases.ts';
import type { LimitWindows } from './limit-windows.ts';
import type { MeteringService, ZoneMove } from './metering.ts';
import type { OpenHolds } from './open-holds.ts';
import type { Reservations } from './reservations.ts';

interface Parts {
  readonly ledger: Pick<Ledger, 'windows'>;
  readonly book: AccountBook;
  readonly windows: LimitWindows;
  readonly holds: Pick<OpenHolds, 'rebind'>;
  readonly reservations: Pick<Reservations, 'rebind'>;
  readonly leases: Pick<Leases, 'moveWindows'>;
  readonly clock: Clock;
}

/**
 * Counts the days and months of a workspace anew, as its new zone cuts them. What the ledger has not heard of when it
 * answers, charges that are on their way to it, is what memory has counted of a key in all and the ledger has not; it
 * belongs to calls of this moment and is added to their windows.
 */
export function makeZoneMove(parts: Parts): MeteringService['moveZone'] {
  const { ledger, book, windows, holds, reservations, leases, clock } = parts;
  const recount = ({ workspaceId, keyIds, timeZone }: ZoneMove, uses: readonly LimitUse[]): void => {
    const now = clock.now();
    const day = spanOf('day', timeZone, now).start;
    const month = spanOf('month', timeZone, now).start;
    const bySubject = Map.groupBy(uses, ({ subject }) => subject);
    let allLate = 0n;
    for (const keyId of new Set([...keyIds, ...bySubject.keys()])) {
      if (keyId === workspaceId) continue;
      const said = bySubject.get(keyId) ?? [];
      const known = book.counter(keyId, 'total', { start: 0, end: Infinity }).posted;
      const written = said.find(({ window }) => window === 'total')?.posted ?? 0n;
      const late = known > written ? known - written : 0n;
      book.recount(keyId, [
        ...said,
        { subject: keyId, window: 'day', windowStart: day, posted: late },
        { subject: keyId, window: 'month', windowStart: month, posted: late },
      ]);
      allLate += late;
    }
    const whole: LimitUse = { subject: workspaceId, window: 'month', windowStart: month, posted: allLate };
    book.recount(workspaceId, [...(bySubject.get(workspaceId) ?? []), whole]);
  };

  return async (move) => {
    const uses = await ledger.windows(move.workspaceId, move.timeZone, clock.now());
    // From here on nothing waits: no call is admitted or settled in between.
    book.account(move.workspaceId).timeZone = move.timeZone;
    recount(move, uses);
    windows.forget();
    holds.rebind(move.workspaceId, windows.of);
    reservations.rebind(move.workspaceId);
    const now = clock.now();
    await leases.moveWindows(move.workspaceId, (subject, window) =>
      book.counter(subject, window, spanOf(window, move.timeZone, now)),
    );
  };
}
