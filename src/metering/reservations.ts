import { atLeastZero, least, type NanoCredits } from '../shared/money.ts';
import type { Admission } from './admission.ts';
import type { BatchMetering, BatchReservation, Reservation } from './hold.ts';
import type { ReservationRecord } from './ledger-records.ts';
import type { Ledger } from './ledger.ts';
import {
  handOver,
  replaceHold,
  setAside,
  type SetAside,
  type CountedCaller,
  type LimitWindows,
  type Windows,
} from './limit-windows.ts';
import type { OpenHolds } from './open-holds.ts';
import type { OrLease } from './or-lease.ts';
import { notReady } from './refusal.ts';
import { rateEnd } from './settle.ts';

interface Parts {
  readonly ledger: Pick<Ledger, 'call'>;
  readonly admission: Pick<Admission, 'take' | 'reserve' | 'needOf'>;
  readonly holds: Pick<OpenHolds, 'open'>;
  readonly reservations: Reservations;
  /** @throws {GatewayError} `overloaded` if nothing can be written at the moment */
  readonly assertReady: () => void;
  readonly orLease: OrLease;
}

export interface AllReservations {
  /** What is set aside for batches, of all workspaces and instances, as it stands in the ledger. */
  readonly reservations: () => Promise<readonly ReservationRecord[]>;
}

/** Metering of batches: credit is set aside when the batch is requested, and each line is charged when its usage is known. */
export function makeBatchMetering({ assertReady, orLease, ...parts }: Parts): BatchMetering & AllReservations {
  const charge = makeLateCharges(parts);
  return {
    reserve: (batchReservation) => {
      assertReady();
      return orLease(
        () => parts.admission.needOf(batchReservation),
        () => parts.reservations.open(batchReservation, parts.admission.reserve(batchReservation)),
      );
    },
    finish: (batchId) => parts.reservations.finish(batchId),
    reservations: () => parts.reservations.all(),
    charge: async (draft, end) => {
      assertReady();
      return charge(draft, end);
    },
    holdNothing: (draft) => {
      assertReady();
      return parts.holds.open(parts.admission.take(draft, 0n));
    },
  };
}

/**
 * Charges completed work. It looks in the ledger first, and calls with the same id wait for one another, so that memory does not
 * count a call twice that is in the ledger or on its way there.
 */
function makeLateCharges(parts: Omit<Parts, 'assertReady' | 'orLease'>): BatchMetering['charge'] {
  const { ledger, admission, holds, reservations } = parts;
  const underWay = new Map<string, Promise<NanoCredits>>();
  /** Calls that are counted but not in the ledger yet: the writer keeps trying. */
  const unwritten = new Set<string>();

  const charge: BatchMetering['charge'] = async (draft, end) => {
    const { callId, batchId, route, lines = null } = draft;
    const known = await ledger.call(callId);
    if (known !== null) {
      unwritten.delete(callId);
      return known.charge;
    }
    if (unwritten.has(callId)) throw notReady('A charge is still on its way into the ledger. Try again in a moment.');
    await reservations.find(batchId);
    // In one step, so that the credit is never set aside twice, and never free in between.
    const share = reservations.shareOf(batchId, lines);
    let wanted = 0n;
    for (const { route: by, usage } of [{ route, usage: end.usage }, ...(end.side ?? [])])
      wanted += rateEnd(by, { ...end, usage }, atLeastZero(share - wanted)).charge;
    const taken = admission.take(draft, reservations.draw(batchId, wanted));
    unwritten.add(callId);
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

type Owner = Pick<BatchReservation, 'startedAt'> & { readonly caller: CountedCaller };

interface OpenReservation extends Owner {
  windows: Windows;
  /** What was set aside at first. */
  readonly amount: NanoCredits;
  /** What is still set aside; never below 0. */
  left: NanoCredits;
  /** Whether it counts as held here. If instances share the credit, what is kept for a batch is leased to no instance. */
  isHeld: boolean;
  /** Whether it is in the ledger. */
  isKept: boolean;
}

interface ReservationParts {
  readonly ledger: Pick<Ledger, 'isShared' | 'reserve' | 'reservation' | 'reservations' | 'endReservation'>;
  readonly windowsOf: LimitWindows['of'];
}

function giveBack(reservation: OpenReservation, amount: NanoCredits): void {
  if (reservation.isHeld) replaceHold({ windows: reservation.windows, amount }, 0n);
  reservation.left -= amount;
}

/** Credit set aside for work that outlives the call that requested it. Each reservation ends with one `release` or `finish`. */
export class Reservations {
  readonly #ledger: ReservationParts['ledger'];
  readonly #windowsOf: ReservationParts['windowsOf'];
  readonly #open = new Set<OpenReservation>();
  /** Those that belong to batches. */
  readonly #ofBatch = new Map<string, OpenReservation>();
  /** Batches that could not be finished, such as while their account is locked. */
  readonly #unfinished = new Set<string>();

  constructor({ ledger, windowsOf }: ReservationParts) {
    this.#ledger = ledger;
    this.#windowsOf = windowsOf;
  }

  /** @param amount set aside already */
  open({ caller, startedAt }: Owner, { amount, windows }: SetAside): Reservation {
    const reservation = { caller, startedAt, windows, amount, left: amount, isHeld: true, isKept: false };
    this.#open.add(reservation);
    let isAssigned = false;
    return {
      startedAt,
      keep: async (batchId) => {
        if (!this.#open.has(reservation)) return;
        isAssigned = true;
        await this.#assign(reservation, batchId).catch((cause: unknown) => {
          isAssigned = false;
          throw cause;
        });
      },
      release: () => {
        if (!isAssigned) this.#end(reservation);
      },
    };
  }

  /** Sets aside again what is left of the reservations of earlier processes, whatever balance and limits say. */
  restore(records: readonly ReservationRecord[]): void {
    for (const { batchId, workspaceId, keyId, startedAt, timeZone, amount, left } of records) {
      if (this.#ofBatch.has(batchId)) continue;
      const caller = { workspaceId, keyId, timeZone };
      const windows = this.#windowsOf(caller, startedAt);
      const reservation = { caller, startedAt, windows, amount, left, isHeld: !this.#ledger.isShared, isKept: true };
      if (reservation.isHeld) setAside({ amount: left, windows });
      this.#open.add(reservation);
      this.#ofBatch.set(batchId, reservation);
    }
  }

  /**
   * All reservations in the ledger. First, those whose `finish` failed are ended. Those that another instance or worker has ended are
   * forgotten here.
   */
  async all(): Promise<readonly ReservationRecord[]> {
    await this.#finishFailed().catch(() => undefined);
    const kept = [...this.#ofBatch].filter(([, { isKept }]) => isKept);
    const records = await this.#ledger.reservations();
    const known = new Set(records.map(({ batchId }) => batchId));
    for (const [batchId] of kept) if (!known.has(batchId)) this.#forget(batchId);
    return records;
  }

  /** Looks up what is set aside for a batch whose lines are charged here. Other instances may have made it, drawn on it or ended it. */
  async find(batchId: string): Promise<void> {
    if (!this.#ledger.isShared) return;
    const record = await this.#ledger.reservation(batchId);
    if (record !== null) this.restore([record]);
    const known = this.#ofBatch.get(batchId);
    // Without its record it has either ended elsewhere, or is not in the ledger yet.
    if (known === undefined || !known.isKept) return;
    if (record === null) this.#forget(batchId);
    // Never raised: charges of this instance may still be on their way.
    else if (record.left < known.left) giveBack(known, known.left - record.left);
  }

  /** What was set aside for each of a batch's lines. @param lines null: all of it counts as one */
  shareOf(batchId: string, lines: number | null): NanoCredits {
    return (this.#ofBatch.get(batchId)?.amount ?? 0n) / BigInt(Math.max(lines ?? 1, 1));
  }

  /** Takes the amount of a call's charge out of the reservation of its batch. @returns less if less is left */
  draw(batchId: string, charge: NanoCredits): NanoCredits {
    const reservation = this.#ofBatch.get(batchId);
    if (!reservation) return 0n;
    const amount = least(charge, reservation.left);
    giveBack(reservation, amount);
    return amount;
  }

  /** Gives back what is left of a batch's reservation, once. Durable when resolved. */
  async finish(batchId: string): Promise<void> {
    this.#unfinished.delete(batchId);
    // First in the ledger: calls admitted on the freed credit draw on the lease that it returns to.
    await this.#ledger.endReservation(batchId).catch((cause: unknown) => {
      this.#unfinished.add(batchId);
      throw cause;
    });
    this.#forget(batchId);
  }

  /** Calls `action` with what each of them still has set aside here. */
  each(action: (amount: SetAside) => void): void {
    for (const { windows, left: amount, isHeld } of this.#open) if (isHeld) action({ windows, amount });
  }

  /** Moves the reservations of a workspace to other windows. */
  rebind(workspaceId: string): void {
    for (const reservation of this.#open) {
      const { caller, startedAt, left, windows, isHeld } = reservation;
      if (windows.account.workspaceId !== workspaceId) continue;
      reservation.windows = this.#windowsOf(caller, startedAt);
      if (!isHeld) continue;
      replaceHold({ windows, amount: left }, 0n);
      setAside({ amount: left, windows: reservation.windows });
    }
  }

  /** Records a reservation for its batch. If instances share the credit, none of them holds it from then on. */
  async #assign(reservation: OpenReservation, batchId: string): Promise<void> {
    const { caller, startedAt, left: amount } = reservation;
    this.#ofBatch.set(batchId, reservation);
    try {
      const { workspaceId, keyId } = caller;
      await this.#ledger.reserve({ batchId, workspaceId, keyId, startedAt, amount });
    } catch (cause) {
      this.#ofBatch.delete(batchId);
      // A row may be there all the same.
      await this.finish(batchId).catch(() => undefined);
      throw cause;
    }
    reservation.isKept = true;
    if (!this.#ledger.isShared) return;
    const { windows } = reservation;
    replaceHold({ windows, amount }, 0n);
    handOver(windows, amount);
    reservation.isHeld = false;
  }

  /** One that fails again is the last the next time. The others wait for that too, since each may keep the leases of all waiting. */
  async #finishFailed(): Promise<void> {
    for (const batchId of [...this.#unfinished]) await this.finish(batchId);
  }

  #forget(batchId: string): void {
    const reservation = this.#ofBatch.get(batchId);
    this.#ofBatch.delete(batchId);
    if (reservation) this.#end(reservation);
  }

  #end(reservation: OpenReservation): void {
    if (this.#open.delete(reservation)) giveBack(reservation, reservation.left);
  }
}
