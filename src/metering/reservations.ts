import type { NanoCredits } from '../shared/money.ts';
import { replaceHold, setAside, type SetAside } from './admission.ts';
import type { BatchMetering, KeptReservation, Reservation } from './hold.ts';
import type { LimitWindows, Windows } from './limit-windows.ts';

type Owner = Pick<KeptReservation, 'caller' | 'startedAt'>;

interface OpenReservation extends Owner {
  windows: Windows;
  /** What is still set aside; never below 0. */
  left: NanoCredits;
}

/** Credit set aside for work that outlives the call that asked for it. Each reservation ends in one release or finish. */
export interface Reservations extends Pick<BatchMetering, 'restore' | 'finish'> {
  /** @param amount set aside already */
  readonly open: (owner: Owner, amount: SetAside) => Reservation;
  /** Takes so much out of what is set aside for a batch, for a call of it that is charged now. @returns less where less is left */
  readonly draw: (batchId: string, charge: NanoCredits) => NanoCredits;
  /** Calls `action` with what each of them still has set aside. */
  readonly each: (action: (amount: SetAside) => void) => void;
  /** Lets the reservations of a workspace count in other windows than those they were made under. */
  readonly rebind: (workspaceId: string) => void;
}

export function makeReservations(windowsOf: LimitWindows['of']): Reservations {
  const open = new Set<OpenReservation>();
  const ofBatch = new Map<string, OpenReservation>();

  const add = ({ caller, startedAt }: Owner, { amount, windows }: SetAside): OpenReservation => {
    const reservation = { caller, startedAt, windows, left: amount };
    open.add(reservation);
    return reservation;
  };

  const giveBack = (reservation: OpenReservation, amount: NanoCredits): void => {
    replaceHold({ windows: reservation.windows, amount }, 0n);
    reservation.left -= amount;
  };

  const end = (reservation: OpenReservation): void => {
    open.delete(reservation);
    giveBack(reservation, reservation.left);
  };

  return {
    open: (owner, { amount, windows }) => {
      const reservation = add(owner, { amount, windows });
      let isKept = false;
      return {
        amount,
        startedAt: owner.startedAt,
        keep: (batchId) => {
          if (!open.has(reservation)) return;
          isKept = true;
          ofBatch.set(batchId, reservation);
        },
        release: () => {
          if (!isKept) end(reservation);
        },
      };
    },
    restore: ({ batchId, amount, caller, startedAt }) => {
      if (ofBatch.has(batchId)) return;
      ofBatch.set(batchId, add({ caller, startedAt }, setAside({ amount, windows: windowsOf(caller, startedAt) })));
    },
    draw: (batchId, charge) => {
      const reservation = ofBatch.get(batchId);
      if (!reservation) return 0n;
      const amount = charge < reservation.left ? charge : reservation.left;
      giveBack(reservation, amount);
      return amount;
    },
    finish: (batchId) => {
      const reservation = ofBatch.get(batchId);
      ofBatch.delete(batchId);
      if (reservation) end(reservation);
    },
    each: (action) => open.forEach(({ windows, left }) => action({ windows, amount: left })),
    rebind: (workspaceId) => {
      for (const reservation of open) {
        const { caller, startedAt, left, windows } = reservation;
        if (windows.account.workspaceId !== workspaceId) continue;
        replaceHold({ windows, amount: left }, 0n);
        reservation.windows = setAside({ amount: left, windows: windowsOf(caller, startedAt) }).windows;
      }
    },
  };
}
