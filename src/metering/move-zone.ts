import type { Log } from '../shared/log.ts';
import { spanOf } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import { makePermits, runExclusive } from '../shared/time/turns.ts';
import type { AccountBook } from './account-book.ts';
import type { Leases } from './leases.ts';
import type { LimitUse } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import type { LimitWindows } from './limit-windows.ts';
import type { OpenHolds } from './open-holds.ts';
import type { Reservations } from './reservations.ts';

/** A workspace whose time zone has changed. */
export interface ZoneMove {
  readonly workspaceId: string;
  /** All keys of the workspace. */
  readonly keyIds: readonly string[];
  /** IANA name of the new zone. */
  readonly timeZone: string;
}

interface ZoneMoveDeps {
  readonly ledger: Pick<Ledger, 'windows'>;
  readonly book: AccountBook;
  readonly windows: LimitWindows;
  readonly holds: Pick<OpenHolds, 'rebind'>;
  readonly reservations: Pick<Reservations, 'rebind'>;
  readonly leases: Pick<Leases, 'moveWindows'>;
  readonly clock: Clock;
}

/**
 * Recounts the days and months of a workspace in its new time zone. Charges on their way to the ledger are the difference between a
 * key's total in memory and in the ledger. They belong to current calls, so they are added to the current windows.
 *
 * Two workspaces move at a time, because the ledger may have much to add up, and one that takes long must not delay all others. Moves
 * of one workspace that wait together are one, to the last zone; where it has moved there already, there is nothing to count.
 */
export function makeZoneMove(deps: ZoneMoveDeps): (move: ZoneMove) => Promise<void> {
  const { ledger, book, windows, holds, reservations, leases, clock } = deps;
  const recount = ({ workspaceId, keyIds, timeZone }: ZoneMove, uses: readonly LimitUse[]): void => {
    const now = clock.now();
    const day = spanOf('day', timeZone, now).start;
    const month = spanOf('month', timeZone, now).start;
    const bySubject = Map.groupBy(uses, ({ subject }) => subject);
    let allLate = 0n;
    for (const keyId of new Set([...keyIds, ...bySubject.keys()])) {
      if (keyId === workspaceId) continue;
      const recorded = bySubject.get(keyId) ?? [];
      const known = book.counter(keyId, 'total', { start: 0, end: Infinity }).posted;
      const written = recorded.find(({ window }) => window === 'total')?.posted ?? 0n;
      const late = known > written ? known - written : 0n;
      book.recount(keyId, [
        ...recorded,
        { subject: keyId, window: 'day', windowStart: day, posted: late },
        { subject: keyId, window: 'month', windowStart: month, posted: late },
      ]);
      allLate += late;
    }
    const whole: LimitUse = { subject: workspaceId, window: 'month', windowStart: month, posted: allLate };
    book.recount(workspaceId, [...(bySubject.get(workspaceId) ?? []), whole]);
  };

  const moveTo = async (move: ZoneMove): Promise<void> => {
    const uses = await ledger.windows(move.workspaceId, move.timeZone, clock.now());
    // Synchronous from here on: no call is admitted or settled in between.
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

  /** The last move of each workspace that was asked for, until it is done. */
  const wanted = new Map<string, ZoneMove>();
  /** Where workspaces have moved to, leases and all. */
  const done = new Map<string, string>();
  const inTurn = makePermits({ atOnce: 2, waiting: Infinity, full: () => new Error('Too many workspaces move.') });
  const moveOnce = async (workspaceId: string): Promise<void> => {
    const last = wanted.get(workspaceId);
    if (last === undefined) return;
    if (done.get(workspaceId) !== last.timeZone) {
      // A move that fails may have gone halfway.
      done.delete(workspaceId);
      await moveTo(last);
      done.set(workspaceId, last.timeZone);
    }
    if (wanted.get(workspaceId) === last) wanted.delete(workspaceId);
  };
  return (move) => {
    const { workspaceId } = move;
    wanted.set(workspaceId, move);
    return runExclusive({ owner: book, name: `zone ${workspaceId}` }, () => inTurn(() => moveOnce(workspaceId)));
  };
}

/** Keys and workspaces, and changes of them, as in `store/store.ts`. */
interface KnownWorkspaces {
  readonly changes: {
    readonly subscribe: (listener: (news: { readonly workspaces: readonly KnownWorkspace[] }) => void) => unknown;
  };
  readonly keys: {
    readonly listKeys: (workspaceId: string) => readonly { readonly id: string }[];
    readonly listWorkspaces: () => readonly KnownWorkspace[];
  };
}

interface KnownWorkspace {
  readonly id: string;
  readonly timeZone: string;
}

/** Recounts the days and months of a workspace here too when another instance changes its time zone; no other change needs it. */
export function followMoves(
  { changes, keys }: KnownWorkspaces,
  moveZone: (move: ZoneMove) => Promise<void>,
  log: Log,
): void {
  /** Null: the last move failed, and the next change of the workspace makes up for it. */
  const zones = new Map<string, string | null>(keys.listWorkspaces().map(({ id, timeZone }) => [id, timeZone]));
  changes.subscribe(({ workspaces }) => {
    for (const { id: workspaceId, timeZone } of workspaces) {
      // A new workspace has no windows yet.
      const isMoved = zones.has(workspaceId) && zones.get(workspaceId) !== timeZone;
      zones.set(workspaceId, timeZone);
      if (!isMoved) continue;
      const keyIds = keys.listKeys(workspaceId).map(({ id }) => id);
      moveZone({ workspaceId, keyIds, timeZone }).catch((cause: unknown) => {
        zones.set(workspaceId, null);
        log.error('the windows of a workspace could not be counted again', { workspaceId }, cause);
      });
    }
  });
}
