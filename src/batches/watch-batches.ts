import { GatewayError } from '../errors/gateway-error.ts';
import type { LostBatch, LostBatches, ReservationRecord } from '../metering/ledger-records.ts';
import type { AllReservations } from '../metering/reservations.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Owned } from '../objects/owned-object.ts';
import { isUnanswered } from '../pipeline/internal-request.ts';
import type { Log } from '../shared/log.ts';
import { type Clock, type IsEnding, neverEnding, repeat } from '../shared/time/clock.ts';
import { causeMessage } from '../shared/log.ts';
import { resultsKept } from './new-batch.ts';
import { finishBatch, type BatchCharging, type ChargeBatch, type FinishDeps } from './charge-batch.ts';

interface WatchDeps extends FinishDeps {
  readonly objects: FinishDeps['objects'] & Pick<ObjectStore, 'unchargedBatches'>;
  readonly metering: FinishDeps['metering'] & AllReservations;
  readonly chargeBatch: ChargeBatch;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
}

const isAbsent = (state: string): boolean => state === 'forgotten' || state === 'partial';

/** When a batch is checked again. */
interface Wait {
  readonly failures: number;
  /** Since when no look has found it running, or all of its results: it was unknown, or results missing. Null: never. Epoch milliseconds. */
  readonly absentSince: number | null;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly until: number;
}

/** One round through all batches. */
interface Round {
  readonly isEnding: IsEnding;
  /** How many batches in a row each provider did not answer about. */
  readonly unanswered: Map<string, number>;
}

/** A clock that is set back makes nothing wait longer. */
const isOver = ({ since, until }: Wait, now: number): boolean => until <= now || now < since;

const pageSize = 100;
/** So that a provider that does not answer delays few others, no more batches than these are checked at once. */
const mostAtOnce = 4;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** After so many batches of one provider that did not answer, its others are left to a later round: each may take a minute. */
const mostUnanswered = 8;
/** A batch may be unknown just after it was made, and its results just after it has ended; what is absent for days does not come back. */
const forgottenAfter = 3 * day;
/** Providers end a batch after 24 hours. */
const longestBatch = day;
/** No provider keeps results longer than 30 days. */
const lostAfter = 32 * day;
/** A running batch is checked every minute at first, and less often the longer it runs. */
const runningShare = 16;
const longestRest = 15 * minute;
/** Results that their provider deletes early are looked for so often while it has them. */
const looksAtResults = 4;

/** The earliest possible time: a clock that jumps forward does not make anything old. Epoch milliseconds. */
function makeSureTime({ now, monotonic }: WatchDeps['clock']): () => number {
  const [begun, tick] = [now(), monotonic()];
  return () => Math.min(now(), begun + monotonic() - tick);
}

/**
 * Checks all batches that are not charged yet, whether or not a caller retrieves them. One that cannot be charged does not delay the
 * others; a later round tries it again, less and less often. What can no longer be charged is given up, with an error in the log and
 * the reason in its record. Waiting times are measured by the time that has passed in this process, so that a clock that jumps
 * forward gives nothing up.
 */
export function makeBatchWatch(deps: WatchDeps): (isEnding?: IsEnding) => Promise<void> {
  const { objects, metering, chargeBatch, clock, log } = deps;
  const sureTime = makeSureTime(clock);
  let waits: ReadonlyMap<string, Wait> = new Map();

  const look = async (batch: Owned<'batch'>, before: Wait | undefined, round: Round): Promise<Wait | null> => {
    const { isEnding } = round;
    const age = clock.now() - batch.createdAt;
    const { state, reason } = await stateOf(batch, round, chargeBatch);
    // A failure while the gateway stops says nothing about the batch.
    if (state === 'charged' || isEnding()) return null;
    const sure = sureTime();
    const known = state === 'running' ? null : (before?.absentSince ?? null);
    const absentSince = isAbsent(state) ? (known ?? sure) : known;
    const isForgotten = isAbsent(state) && sure - (absentSince ?? sure) > forgottenAfter;
    if (isForgotten || sure - batch.createdAt > lostAfter) {
      const isGivenUp = await finishBatch(batch, { uncharged: { reason, at: clock.now() } }, deps);
      if (isGivenUp) log.error('a batch is given up: what was done in it is not charged', { batch: batch.id, reason });
      return null;
    }
    const now = clock.now();
    const longest = resultsKept(batch) / looksAtResults;
    if (state === 'running' || state === 'claimed')
      return { failures: 0, absentSince, since: now, until: now + Math.min(age / runningShare, longestRest, longest) };
    const failures = (before?.failures ?? 0) + 1;
    log.warn('a batch could not be charged yet', { batch: batch.id, reason, failures });
    return { failures, absentSince, since: now, until: now + Math.min(2 ** (failures - 1) * minute, hour, longest) };
  };

  return async (isEnding = neverEnding) => {
    const next = new Map<string, Wait>();
    const reservations = await metering.reservations();
    const seen = new Set<string>();
    const round: Round = { isEnding, unanswered: new Map() };
    const visit = async (batch: Owned<'batch'>): Promise<void> => {
      if (isEnding()) return;
      seen.add(batch.id);
      const before = waits.get(batch.id);
      const isDue = before === undefined || isOver(before, clock.now());
      const isSilent = (round.unanswered.get(batch.providerId ?? '') ?? 0) >= mostUnanswered;
      const wait = isDue && !isSilent ? await look(batch, before, round) : (before ?? null);
      if (wait !== null) next.set(batch.id, wait);
    };
    for await (const page of unchargedPages(objects)) {
      await visitAll(page, visit);
      if (isEnding()) return;
    }
    waits = next;
    // A reservation of a batch that was never stored but may run at its provider; or of a process that died before it ended the batch.
    const ended = sureTime() - longestBatch;
    const orphans = reservations.filter(({ batchId, startedAt }) => !seen.has(batchId) && startedAt < ended);
    await endOrphans(orphans, deps);
  };
}

/** Ends reservations. If one cannot be ended, its account may be locked: others of its workspace are left to a later round. */
async function endOrphans(orphans: readonly ReservationRecord[], { metering, log }: WatchDeps): Promise<void> {
  const failed = new Set<string>();
  for (const { batchId: batch, workspaceId: workspace } of orphans) {
    if (failed.has(workspace)) continue;
    try {
      await metering.finish(batch);
      log.warn('the credit of a batch is free again that is not known here, or ended long ago', { batch, workspace });
    } catch (cause) {
      failed.add(workspace);
      log.warn('the credit of a batch could not be freed yet', { batch, workspace, reason: causeMessage(cause) });
    }
  }
}

/** Charges a batch, and counts whether its provider answers. */
async function stateOf(
  batch: Owned<'batch'>,
  { unanswered }: Round,
  chargeBatch: ChargeBatch,
): Promise<{ readonly state: string; readonly reason: string }> {
  const provider = batch.providerId ?? '';
  try {
    const progress = await chargeBatch(batch);
    unanswered.delete(provider);
    return progress;
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(provider, (unanswered.get(provider) ?? 0) + 1);
    return { state: 'failed', reason: causeMessage(error) };
  }
}

async function* unchargedPages({
  unchargedBatches,
}: Pick<ObjectStore, 'unchargedBatches'>): AsyncGenerator<readonly Owned<'batch'>[], void, undefined> {
  for (let after: string | null = null; ;) {
    const { data, hasMore } = await unchargedBatches(after, pageSize);
    yield data;
    if (!hasMore) return;
    after = data.at(-1)?.id ?? null;
  }
}

/** The answer to the creation of a batch may arrive until then: the usual longest wait for its head and for the rest. */
const longestCreation = 15 * minute;

/** When a batch that was made a day ago should have ended, and its lines should have been charged. */
const overdueAfter = longestBatch + hour;

interface LostDeps extends FinishDeps {
  readonly objects: FinishDeps['objects'] & Pick<ObjectStore, 'unchargedBatches'>;
  readonly metering: FinishDeps['metering'] & AllReservations;
  readonly isCharging: BatchCharging['isCharging'];
  readonly clock: Pick<Clock, 'now'>;
}

/** Lists batches whose credit an operator may want back before the gateway gives it back itself. */
export function makeLostBatches(deps: LostDeps): LostBatches {
  const { objects, metering, clock } = deps;
  const storedBatch = async (wanted: string): Promise<Owned<'batch'> | undefined> => {
    for await (const page of unchargedPages(objects)) {
      const found = page.find(({ id }) => id === wanted);
      if (found) return found;
    }
    return undefined;
  };
  return {
    list: async () => {
      const reservations = await metering.reservations();
      const stored = new Set<string>();
      for await (const page of unchargedPages(objects)) for (const { id } of page) stored.add(id);
      const now = clock.now();
      return reservations.flatMap((reservation): readonly LostBatch[] => {
        const state = stored.has(reservation.batchId) ? 'overdue' : 'lost';
        const least = state === 'lost' ? longestCreation : overdueAfter;
        return reservation.startedAt <= now - least ? [{ ...reservation, state }] : [];
      });
    },
    release: async ({ batchId, state }, { reason, note }) => {
      if (state === 'lost') return note().then(() => metering.finish(batchId));
      const batch = await storedBatch(batchId);
      const uncharged = { reason: `An operator released it: ${reason}`, at: clock.now() };
      if (batch && !deps.isCharging(batchId) && (await finishBatch(batch, { uncharged, note }, deps))) return;
      throw new GatewayError(
        'conflict',
        'The batch is being charged, or was charged meanwhile. List the batches again.',
      );
    },
  };
}

/** Runs some at once. Resolves when none is running any more, even if one fails. */
async function visitAll<Each>(all: readonly Each[], visit: (each: Each) => Promise<void>): Promise<void> {
  const left = all.values();
  const takeTurns = async (): Promise<void> => {
    for (const each of left) await visit(each);
  };
  const ends = await Promise.allSettled(Array.from({ length: mostAtOnce }, takeTurns));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Checks all batches every minute, so that batches are charged even if no caller retrieves them. Returns a function that stops it. */
export const startBatchWatch = (deps: WatchDeps & { readonly clock: Clock }): (() => Promise<void>) =>
  repeat({
    clock: deps.clock,
    every: 60_000,
    action: makeBatchWatch(deps),
    failed: (cause) => deps.log.error('batches could not be looked at; they are looked at again', {}, cause),
  });
