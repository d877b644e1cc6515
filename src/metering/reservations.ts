import { largestCharge, least, type NanoCredits } from '../shared/money.ts';
import type { Admission } from './admission.ts';
import type { BatchMetering, BatchReservation, Charge, Reservation } from './hold.ts';
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
    finish: parts.reservations.finish,
    reservations: parts.reservations.all,
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
  const underWay = new Map<string, Promise<Charge>>();
  /** Calls that are counted but not in the ledger yet: the writer keeps trying. */
  const unwritten = new Set<string>();

  const charge: BatchMetering['charge'] = async (draft, end) => {
    const { callId, batchId, route } = draft;
    const known = await ledger.call(callId);
    if (known !== null) {
      unwritten.delete(callId);
      return { callId, amount: known.charge, productSku: known.productSku };
    }
    if (unwritten.has(callId)) throw notReady('A charge is still on its way into the ledger. Try again in a moment.');
    await reservations.find(batchId);
    // In one step, so that the credit is never set aside twice, and never free in between.
    const used = [{ route, usage: end.usage }, ...(end.side ?? [])];
    const wanted = used.reduce(
      (sum, { route: by, usage }) => sum + rateEnd(by, { ...end, usage }, largestCharge).charge,
      0n,
    );
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
  /** What is still set aside; never below 0. */
  left: NanoCredits;
  /** Whether it counts as held here. If instances share the credit, what is kept for a batch is leased to no instance. */
  isHeld: boolean;
  /** Whether it is in the ledger. */
  isKept: boolean;
}

/** Credit set aside for work that outlives the call that requested it. Each reservation ends with one `release` or `finish`. */
export interface Reservations extends Pick<BatchMetering, 'finish'> {
  /** @param amount set aside already */
  readonly open: (owner: Owner, amount: SetAside) => Reservation;
  /** Sets aside again what is left of the reservations of earlier processes, whatever balance and limits say. */
  readonly restore: (records: readonly ReservationRecord[]) => void;
  /**
   * All reservations in the ledger. First, those whose `finish` failed are ended. Those that another instance or worker has ended are
   * forgotten here.
   */
  readonly all: () => Promise<readonly ReservationRecord[]>;
  /** Looks up what is set aside for a batch whose lines are charged here. Other instances may have made it, drawn on it or ended it. */
  readonly find: (batchId: string) => Promise<void>;
  /** Takes the amount of a call's charge out of the reservation of its batch. @returns less if less is left */
  readonly draw: (batchId: string, charge: NanoCredits) => NanoCredits;
  /** Calls `action` with what each of them still has set aside here. */
  readonly each: (action: (amount: SetAside) => void) => void;
  /** Moves the reservations of a workspace to other windows. */
  readonly rebind: (workspaceId: string) => void;
}

interface ReservationParts {
  readonly ledger: Pick<Ledger, 'isShared' | 'reserve' | 'reservation' | 'reservations' | 'endReservation'>;
  readonly windowsOf: LimitWindows['of'];
}

/** All open reservations, and those that belong to batches. */
interface Book {
  readonly open: Set<OpenReservation>;
  readonly ofBatch: Map<string, OpenReservation>;
}

function giveBack(reservation: OpenReservation, amount: NanoCredits): void {
  if (reservation.isHeld) replaceHold({ windows: reservation.windows, amount }, 0n);
  reservation.left -= amount;
}

function endOne({ open }: Pick<Book, 'open'>, reservation: OpenReservation): void {
  if (open.delete(reservation)) giveBack(reservation, reservation.left);
}

/** Records a reservation for its batch. If instances share the credit, none of them holds it from then on. */
async function assign(
  reservation: OpenReservation,
  batchId: string,
  { ledger, ofBatch, finish }: Pick<ReservationParts, 'ledger'> & Pick<Book, 'ofBatch'> & Pick<BatchMetering, 'finish'>,
): Promise<void> {
  const { caller, startedAt, left: amount } = reservation;
  ofBatch.set(batchId, reservation);
  try {
    await ledger.reserve({ batchId, workspaceId: caller.workspaceId, keyId: caller.keyId, startedAt, amount });
  } catch (cause) {
    ofBatch.delete(batchId);
    // A row may be there all the same.
    await finish(batchId).catch(() => undefined);
    throw cause;
  }
  reservation.isKept = true;
  if (!ledger.isShared) return;
  const { windows } = reservation;
  replaceHold({ windows, amount }, 0n);
  handOver(windows, amount);
  reservation.isHeld = false;
}

async function readAll(
  { open, ofBatch }: Book,
  ledger: Pick<Ledger, 'reservations'>,
): Promise<readonly ReservationRecord[]> {
  const kept = [...ofBatch].filter(([, { isKept }]) => isKept);
  const records = await ledger.reservations();
  const known = new Set(records.map(({ batchId }) => batchId));
  for (const [batchId, reservation] of kept) {
    if (known.has(batchId)) continue;
    ofBatch.delete(batchId);
    endOne({ open }, reservation);
  }
  return records;
}

/** Brings what is known here of a batch's reservation up to date with the ledger. */
function meetRecord(
  { open, ofBatch, restore }: Book & { readonly restore: (record: ReservationRecord) => void },
  batchId: string,
  record: ReservationRecord | null,
): void {
  if (record !== null) restore(record);
  const known = ofBatch.get(batchId);
  // Without its record it has either ended elsewhere, or is not in the ledger yet.
  if (known === undefined || !known.isKept) return;
  if (record === null) {
    ofBatch.delete(batchId);
    endOne({ open }, known);
    return;
  }
  // Never raised: charges of this instance may still be on their way.
  if (record.left < known.left) giveBack(known, known.left - record.left);
}

function rebindAll({ open }: Book, workspaceId: string, windowsOf: LimitWindows['of']): void {
  for (const reservation of open) {
    const { caller, startedAt, left, windows, isHeld } = reservation;
    if (windows.account.workspaceId !== workspaceId) continue;
    reservation.windows = windowsOf(caller, startedAt);
    if (!isHeld) continue;
    replaceHold({ windows, amount: left }, 0n);
    setAside({ amount: left, windows: reservation.windows });
  }
}

/** Keeps the batches that could not be finished, such as while their account is locked. */
function keepFailed(attempt: BatchMetering['finish']) {
  const failed = new Set<string>();
  const finish = async (batchId: string): Promise<void> => {
    failed.delete(batchId);
    await attempt(batchId).catch((cause: unknown) => {
      failed.add(batchId);
      throw cause;
    });
  };
  /** One that fails again is the last the next time. The others wait for that too, since each may keep the leases of all waiting. */
  const finishAll = async (): Promise<void> => {
    for (const batchId of [...failed]) await finish(batchId);
  };
  return { finish, finishFailed: () => finishAll().catch(() => undefined) };
}

export function makeReservations({ ledger, windowsOf }: ReservationParts): Reservations {
  const book: Book = { open: new Set(), ofBatch: new Map() };
  const { open, ofBatch } = book;
  const { finish, finishFailed } = keepFailed(async (batchId) => {
    // First in the ledger: calls admitted on the freed credit draw on the lease that it returns to.
    await ledger.endReservation(batchId);
    const reservation = ofBatch.get(batchId);
    ofBatch.delete(batchId);
    if (reservation) endOne(book, reservation);
  });

  const restore = ({ batchId, workspaceId, keyId, startedAt, timeZone, left }: ReservationRecord): void => {
    if (ofBatch.has(batchId)) return;
    const caller = { workspaceId, keyId, timeZone };
    const windows = windowsOf(caller, startedAt);
    const reservation = { caller, startedAt, windows, left, isHeld: !ledger.isShared, isKept: true };
    if (reservation.isHeld) setAside({ amount: left, windows });
    open.add(reservation);
    ofBatch.set(batchId, reservation);
  };

  return {
    open: ({ caller, startedAt }, { amount, windows }) => {
      const reservation = { caller, startedAt, windows, left: amount, isHeld: true, isKept: false };
      open.add(reservation);
      let isAssigned = false;
      return {
        amount,
        startedAt,
        keep: async (batchId) => {
          if (!open.has(reservation)) return;
          isAssigned = true;
          await assign(reservation, batchId, { ledger, ofBatch, finish }).catch((cause: unknown) => {
            isAssigned = false;
            throw cause;
          });
        },
        release: () => {
          if (!isAssigned) endOne(book, reservation);
        },
      };
    },
    restore: (records) => records.forEach(restore),
    find: async (batchId) => {
      if (ledger.isShared) meetRecord({ ...book, restore }, batchId, await ledger.reservation(batchId));
    },
    draw: (batchId, charge) => {
      const reservation = ofBatch.get(batchId);
      if (!reservation) return 0n;
      const amount = least(charge, reservation.left);
      giveBack(reservation, amount);
      return amount;
    },
    finish,
    all: () => finishFailed().then(() => readAll(book, ledger)),
    each: (action) => {
      for (const { windows, left: amount, isHeld } of open) if (isHeld) action({ windows, amount });
    },
    rebind: (workspaceId) => rebindAll(book, workspaceId, windowsOf),
  };
}
