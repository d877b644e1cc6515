import { largestCharge } from '../shared/money.ts';
import type { Admission } from './admission.ts';
import type { BatchMetering, Charge } from './hold.ts';
import type { Ledger } from './ledger.ts';
import type { OpenHolds } from './open-holds.ts';
import { notReady } from './refusal.ts';
import type { Reservations } from './reservations.ts';
import { rateEnd } from './settled-call.ts';

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
  const ownMoment = makeMoments();
  return {
    reserve: (asked) => {
      assertReady();
      const undertaking = { ...asked, startedAt: ownMoment(asked.startedAt) };
      return parts.reservations.open(undertaking, parts.admission.reserve(undertaking));
    },
    restore: parts.reservations.restore,
    finish: parts.reservations.finish,
    charge: async (draft, end) => {
      assertReady();
      return charge(draft, end);
    },
    errand: (draft) => {
      assertReady();
      return parts.holds.open(parts.admission.take(draft, 0n));
    },
  };
}

/**
 * Gives each undertaking a moment of its own, a few milliseconds late where several come at once: whoever makes two batches
 * under one request id cannot make the calls of one pass for those of the other.
 */
function makeMoments(): (at: number) => number {
  let asked = 0;
  let given = 0;
  return (at) => {
    // A clock that was set back is followed.
    given = at < asked || at > given ? at : given + 1;
    asked = at;
    return given;
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
