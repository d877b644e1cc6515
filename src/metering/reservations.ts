import { largestCharge, type NanoCredits } from '../shared/money.ts';
import { replaceHold, setAside, type Admission, type SetAside } from './admission.ts';
import type { BatchMetering, Charge, KeptReservation, Reservation } from './hold.ts';
import type { Ledger } from './ledger.ts';
import type { LimitWindows, Windows } from './limit-windows.ts';
import type { OpenHolds } from './open-holds.ts';
import { notReady } from './refusal.ts';
import { rateEnd } from './settle.ts';

interface Parts {
  readonly ledger: Pick<Ledger, 'call'>;
  readonly admission: Pick<Admission, 'take' | 'reserve'>;
  readonly holds: Pick<OpenHolds, 'open'>;
  readonly reservations: Reservations;
  /** @throws {GatewayError} `overloaded` when nothing can be written down now */
  readonly assertReady: () => void;
}

/** Work that is done later, in many parts: its credit is set aside when it is asked for, and charged when it is known. */
export function makeBatchMetering({ assertReady, ...parts }: Parts): BatchMetering {
  const charge = makeLateCharges(parts);
  return {
    reserve: (batchReservation) => {
      assertReady();
      return parts.reservations.open(batchReservation, parts.admission.reserve(batchReservation));
    },
    restore: parts.reservations.restore,
    finish: parts.reservations.finish,
    charge: async (draft, end) => {
      assertReady();
      return charge(draft, end);
    },
    internalRequest: (draft) => {
      assertReady();
      return parts.holds.open(parts.admission.take(draft, 0n));
    },
  };
}

/**
 * Charges of work that has been done. The ledger is asked first and calls of one id wait for one another, so that what is
 * in the books, or on its way there, is not counted in memory a second time.
 */
function makeLateCharges(parts: Omit<Parts, 'assertReady'>): BatchMetering['charge'] {
  const { ledger, admission, holds, reservations } = parts;
  const underWay = new Map<string, Promise<Charge>>();
  /** Taken in, and refused by the ledger: the writer goes on trying. */
  const unwritten = new Set<string>();

  const charge: BatchMetering['charge'] = async (draft, end) => {
    const { callId, batchId, route } = draft;
    const known = await ledger.call(callId);
    if (known !== null) {
      unwritten.delete(callId);
      return { callId, amount: known.charge, productSku: known.productSku };
    }
    if (unwritten.has(callId)) throw notReady('A charge is still on its way into the ledger. Try again in a moment.');
    unwritten.add(callId);
    // In one step: at no moment is it set aside twice, or free.
    const used = [{ route, usage: end.usage }, ...(end.side ?? [])];
    const wanted = used.reduce(
      (sum, { route: by, usage }) => sum + rateEnd(by, { ...end, usage }, largestCharge).charge,
      0n,
    );
    const taken = admission.take(draft, reservations.draw(batchId, wanted));
    const charged = await holds.open(taken).settle(end);
    unwritten.delete(callId);
    return charged;
  };

  return (draft, end) => {
    const { callId } = draft;
    const running = underWay.get(callId) ?? charge(draft, end).finally(() => underWay.delete(callId));
    underWay.set(callId, running);
    return running;
  };
}

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
