import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { BatchMetering } from '../metering/hold.ts';
import type { ObjectStore, Uncharged } from '../objects/object-store.ts';
import type { Owned } from '../objects/owned-object.ts';
import { readRecord, type InternalRequest } from '../pipeline/internal-request.ts';
import { placeOf } from '../pipeline/upstream-objects.ts';
import { isStorableId } from '../shared/ids.ts';
import { stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import { type Clock, repeat } from '../shared/time/clock.ts';
import { readChargedAccount, type ChargedAccount } from './batch-account.ts';
import { chargeLines, isComplete, newLineReport, type LineDeps } from './charge-lines.ts';

interface ChargeDeps extends LineDeps, FinishDeps {
  readonly objects: FinishDeps['objects'] & Pick<ObjectStore, 'find'>;
  readonly metering: LineDeps['metering'] & FinishDeps['metering'];
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly internalRequest: InternalRequest;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * `claimed`: it has ended, and another instance is charging its lines. `forgotten`: the provider does not know the batch. `partial`: its
 * results are not whole, or cannot be read; the lines that can be read are charged.
 */
export type BatchState = 'charged' | 'running' | 'claimed' | 'forgotten' | 'partial';

/** How far the charging of a batch has got. */
export interface BatchProgress {
  readonly state: BatchState;
  /** Why it is not charged, if it stays so; empty if it is. */
  readonly reason: string;
}

const reasons: Readonly<Record<BatchState, string>> = {
  charged: '',
  running: 'It never ended.',
  claimed: 'It never ended.',
  forgotten: 'Its provider no longer has it.',
  partial: 'Its provider shows results for fewer lines than have succeeded.',
};

const inState = (state: BatchState): BatchProgress => ({ state, reason: reasons[state] });

/**
 * Asks the provider of a batch for its state and, if it has ended, charges its lines. May be called at any time and any number of
 * times: each line is charged once.
 *
 * @param isRetrieved whether a caller retrieves it, however often: results that were missing a moment ago are not read again then
 * @throws {Error} if the provider does not answer or a line cannot be charged now; nothing is lost by that
 */
export type ChargeBatch = (batch: Owned<'batch'>, isRetrieved?: boolean) => Promise<BatchProgress>;

const endings = ['completed', 'failed', 'expired', 'cancelled', 'canceled'];

/** Milliseconds for which lines that wait for the catalogue are not read again, nor missing results for a caller who retrieves the batch. */
const restOfResults = 60_000;

export interface BatchCharging {
  /** Charging the same batch twice runs one after the other. */
  readonly chargeBatch: ChargeBatch;
  /** Whether this instance is charging the lines of a batch. */
  readonly isCharging: (batchId: string) => boolean;
}

export function makeBatchCharging(deps: ChargeDeps): BatchCharging {
  const running = new Map<string, Promise<BatchProgress>>();
  const charging = new Set<string>();
  const resting = new Map<string, Rest>();

  const charge = async (batch: Owned<'batch'>, isRetrieved: boolean): Promise<BatchProgress> => {
    const rest = resting.get(batch.id);
    const rested = rest ? deps.clock.now() - rest.seenAt : -1;
    // Less than nothing where the clock was set back.
    if (rest && rested >= 0 && rested < restOfResults && (isRetrieved || rest.isUnpriced)) return rest.end;
    forgetRested(resting, deps.clock.now() - restOfResults);
    const end = chargeEnded(batch, charging, deps);
    const state = await end.then(
      (progress) => progress.state,
      (error: unknown) => (error instanceof UnpricedLines ? 'unpriced' : 'failed'),
    );
    resting.delete(batch.id);
    if (state === 'partial' || state === 'unpriced')
      resting.set(batch.id, { end, isUnpriced: state === 'unpriced', seenAt: deps.clock.now() });
    return end;
  };

  const chargeBatch: ChargeBatch = (batch, isRetrieved = false) => {
    if (batch.fields['charged'] !== false) return Promise.resolve(inState('charged'));
    const known = running.get(batch.id);
    if (known) return known;
    const begun = charge(batch, isRetrieved).finally(() => {
      running.delete(batch.id);
      charging.delete(batch.id);
    });
    running.set(batch.id, begun);
    return begun;
  };
  return { chargeBatch, isCharging: (batchId) => charging.has(batchId) };
}

/** Results that are not read again for a while. */
interface Rest {
  /** How reading them ended. */
  readonly end: Promise<BatchProgress>;
  /** Whether lines wait for the catalogue. */
  readonly isUnpriced: boolean;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/** Forgets entries that are old enough, since their batches may be gone. The oldest comes first. */
function forgetRested(resting: Map<string, Rest>, until: number): void {
  for (const [id, { seenAt }] of resting) {
    if (seenAt > until) return;
    resting.delete(id);
  }
}

/** Lines wait for the catalogue; all others are in the ledger. */
class UnpricedLines extends Error {
  override readonly name = 'UnpricedLines';
}

async function chargeEnded(batch: Owned<'batch'>, charging: Set<string>, deps: ChargeDeps): Promise<BatchProgress> {
  const account = readChargedAccount(batch, deps.keys);
  if (account === null) throw new Error(`The batch ${batch.id} has no charged account.`);
  const target = { spec: batch.spec, ...placeOf(batch), caller: account.caller, family: 'batches' } as const;
  const id = encodeURIComponent(batch.upstreamId ?? '');
  const path = batch.spec === 'a' ? `/batches/${id}` : `/v1/messages/batches/${id}`;
  const record = await deps.internalRequest(target, path, readRecord);
  if (record === null) return inState('forgotten');
  if (!hasEnded(record, batch.spec)) return inState('running');
  charging.add(batch.id);
  const first = await deps.objects.claimBatch(batch, claimMilliseconds);
  if (first === null) return inState('claimed');
  const claim = keepClaim(batch, first, deps);
  try {
    return await chargeClaimed(batch, { record, path, account, target, claim }, deps);
  } catch (error) {
    await claim.giveUp(null);
    throw error;
  }
}

/** A claim that is renewed until it ends. */
interface KeptClaim {
  /** @returns the latest claim, for `markCharged` */
  readonly end: () => Promise<number>;
  /** The next claim need not wait for this one to expire. @returns what it is given */
  readonly giveUp: <State>(state: State) => Promise<State>;
}

/** Renews a claim, because results may be read for longer than it lasts. */
function keepClaim(batch: Owned<'batch'>, first: number, { objects, clock, log }: ChargeDeps): KeptClaim {
  let claim = first;
  const stop = repeat({
    clock,
    every: claimMilliseconds / 4,
    action: async () => {
      claim = (await objects.claimBatch(batch, claimMilliseconds)) ?? claim;
    },
    failed: (cause) => log.warn('a batch could not be claimed again yet', { batch: batch.id, reason: String(cause) }),
  });
  return {
    end: () => stop().then(() => claim),
    giveUp: async (state) => {
      await stop();
      await objects.claimBatch(batch, 0).catch(() => null);
      return state;
    },
  };
}

/** Milliseconds for which an instance has a batch to itself, unless it renews its claim. Even if a line is posted twice, it is charged once. */
const claimMilliseconds = 600_000;

/** An answer that trickles for ever would keep the next batches waiting. A gigabyte takes minutes. */
const resultLimits = { firstByte: 60_000, idle: 60_000, total: 3_600_000 } as const;

interface Claimed {
  /** The provider's. */
  readonly record: JsonObject;
  readonly path: string;
  readonly account: ChargedAccount;
  readonly target: Parameters<InternalRequest>[0];
  readonly claim: KeptClaim;
}

async function chargeClaimed(batch: Owned<'batch'>, claimed: Claimed, deps: ChargeDeps): Promise<BatchProgress> {
  const { record, path, account, target, claim } = claimed;
  const { spec } = batch;
  const report = newLineReport();
  const isWhole = (): boolean => isComplete(report, { spec, record, lines: account.lines });
  const read = (place: string): Promise<void | null> =>
    deps.internalRequest({ ...target, limits: resultLimits }, place, (answer, route) =>
      chargeLines(answer, { batch, account, route, report }, deps),
    );
  const { results, errors } = spec === 'b' ? { results: `${path}/results`, errors: null } : filesOf(record);
  if (results !== null) await read(results);
  if (errors !== null && !isWhole()) await read(errors);
  const { unread, unpriced, succeeded } = report;
  const extra = succeeded - (account.lines ?? Infinity);
  if (extra > 0) deps.log.warn('results have more lines than their batch has requests', { batch: batch.id, extra });
  if (unpriced.count() > 0) throw new UnpricedLines(unpriced.words());
  // A provider may publish results before all of them are written.
  if (!isWhole())
    return claim.giveUp(unread.count() === 0 ? inState('partial') : { state: 'partial', reason: unread.words() });
  if (await finishBatch(batch, { claim: await claim.end(), uncharged: null }, deps)) return inState('charged');
  // If another instance has claimed it since, that one ends it, unless it has already.
  const now = await deps.objects.find(batch);
  return inState(now?.fields['charged'] === false ? 'claimed' : 'charged');
}

/** Whether a provider's record says that a batch will make no more progress. */
export const hasEnded = (record: JsonObject, spec: Spec): boolean =>
  spec === 'b'
    ? record['processing_status'] === 'ended'
    : // Some hosts write it in capitals.
      endings.includes(stringOf(record['status'])?.toLowerCase() ?? '');

/** The paths of the two files of Spec A: lines that failed may be in a file of their own. Null: there is none. */
function filesOf({ output_file_id: output, error_file_id: errors }: JsonObject) {
  const contentOf = (file: Json | undefined): string | null =>
    typeof file === 'string' && isStorableId(file) ? `/files/${encodeURIComponent(file)}/content` : null;
  return { results: contentOf(output), errors: errors === output ? null : contentOf(errors) };
}

/** A provider may not know a batch that it has just accepted. */
const knownAfter = 3_600_000;

/** Why a batch that cannot be charged now is not deleted. */
const notYet: Readonly<Record<Exclude<BatchState, 'charged' | 'running'>, string>> = {
  claimed: 'The results of this batch could not be charged yet, and would be gone. Try again in a minute.',
  forgotten: 'The provider does not know this batch. It may in a moment. Try again in an hour.',
  partial:
    'The provider does not show all results of this batch yet. It can be deleted once they are charged, or have been missing for three days.',
};

interface BeforeDeps {
  readonly chargeBatch: ChargeBatch;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/**
 * Charges a batch before its results are deleted for good. A running batch may end at any moment, so it must not be deleted.
 *
 * @param running the message for a batch that is running
 * @throws {GatewayError} `invalid_value` while it runs; `overloaded` if it cannot be charged now
 */
export async function chargeBefore(batch: Owned<'batch'>, running: string, deps: BeforeDeps): Promise<void> {
  const { state } = await deps.chargeBatch(batch).catch((cause: unknown) => {
    throw new GatewayError('overloaded', notYet.claimed, { cause });
  });
  if (state === 'charged') return;
  if (state === 'running') throw new GatewayError('invalid_value', running);
  const isGone = state === 'forgotten' && deps.clock.now() - batch.createdAt >= knownAfter;
  if (!isGone) throw new GatewayError('overloaded', notYet[state]);
  deps.log.error('a batch is deleted that its provider does not know: what was done in it is not charged', {
    batch: batch.id,
  });
}

export interface FinishDeps {
  readonly objects: Pick<ObjectStore, 'claimBatch' | 'markCharged'>;
  readonly metering: Pick<BatchMetering, 'finish'>;
}

/** How a batch ends. */
interface BatchEnd {
  /** The claim under which its lines were charged; absent: it is claimed only to be ended. */
  readonly claim?: number;
  /** Why some or all of its lines are not charged; null: all are charged. */
  readonly uncharged: Uncharged | null;
  /** Runs once the batch is ended, before its credit is given back. */
  readonly note?: () => Promise<void>;
}

/**
 * Ends a batch: records that every line that ever will be is in the ledger, and gives back what is left of its credit. Does nothing
 * if another instance has claimed the batch since, which then ends it.
 *
 * @returns whether it was ended here
 */
export async function finishBatch(
  batch: Owned<'batch'>,
  { claim: given, uncharged, note }: BatchEnd,
  { objects, metering }: FinishDeps,
): Promise<boolean> {
  const claim = given ?? (await objects.claimBatch(batch, claimMilliseconds));
  if (claim === null || !(await objects.markCharged(batch, claim, uncharged))) return false;
  await note?.();
  await metering.finish(batch.id);
  return true;
}
