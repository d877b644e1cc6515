import type { Spec } from '../catalog/catalog.ts';
import { GatewayError, UpstreamError, withHeaders } from '../errors/gateway-error.ts';
import type { BatchMetering, Hold, Reservation } from '../metering/hold.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import type { Call } from '../pipeline/call.ts';
import { readRecord, type InternalRequest } from '../pipeline/internal-request.ts';
import type { Relay } from '../pipeline/relay.ts';
import { assertStorableId, givenIdOf, recordHook, type ObjectPlace } from '../pipeline/upstream-objects.ts';
import { sentIdempotencyKey, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import type { Route } from '../routing/route.ts';
import { namesOne } from '../shared/ids.ts';
import type { JsonObject } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import { oneDay } from '../shared/time/calendar.ts';
import { writeChargedAccount, type BatchTerms } from './batch-account.ts';
import { type OwnMembers, recordFields } from './stored-batch.ts';

interface NewBatchDeps extends BatchTerms {
  readonly relay: Relay;
  readonly objects: Pick<ObjectStore, 'add' | 'idOfUpstream'>;
  readonly metering: Pick<BatchMetering, 'finish'>;
  readonly internalRequest: InternalRequest;
  readonly log: Log;
  readonly ownMembers: OwnMembers;
  /** The reservation for what the batch may cost. It belongs to the batch from the moment when the request goes out. */
  readonly reservation: Reservation;
  /** The endpoint that its lines are for; null on Spec B, which has one. */
  readonly endpoint: string | null;
  /** How many requests it has. */
  readonly lines: number;
  /** For how long its provider keeps its results, in seconds; absent: as long as it does without being asked. */
  readonly outputSeconds?: number | undefined;
  /** The caller's name of each model by the provider's. */
  readonly names: ReadonlyMap<string, string>;
}

/** How far the creation of a batch has got. */
interface Progress {
  /** The whole request has gone out: until the batch is refused, stored or cancelled, it may run without a record. */
  isUnknown: boolean;
  /** The batch is stored, and its reservation ends with it. */
  isStored: boolean;
  /** The status of the provider's answer; null before it. */
  status: number | null;
}

/** Milliseconds for which a batch is stored; null: until it is deleted, for which Spec A has no operation. Charging ends after 32 days. */
const lifetimes: Readonly<Record<Spec, number | null>> = { a: 180 * oneDay, b: null };

/** What proxies say about an answer that they did not get, or could not read. All other refusals say that nothing was made. */
const lostAnswers: readonly { readonly statuses: readonly number[]; readonly says: RegExp }[] = [
  // 520 and 524 are Cloudflare's.
  { statuses: [502, 504, 520, 524], says: /(?:)/ },
  // Envoy's, unless it gives a reason for which the request cannot have arrived.
  {
    statuses: [503],
    says: /reset before headers(?!.*reset reason: [a-z_ ]*(?:connection[_ ]failure|connection[_ ]timeout|refused|overflow))/,
  },
];

/** Whether a batch whose creation has failed may still run. */
function mayRun({ isUnknown, status }: Progress, error: unknown): boolean {
  if (!isUnknown) return false;
  // An error that the provider sends with the status of a success says that nothing was made.
  if (status === null || (status >= 200 && status < 300)) return !(error instanceof UpstreamError);
  const message = error instanceof Error ? error.message : '';
  return lostAnswers.some(({ statuses, says }) => statuses.includes(status) && says.test(message));
}

/**
 * Creates a batch at a provider, and stores it even if the client leaves. Its reservation is durable under the batch's id before
 * anything is sent. If the answer is lost, or this process ends first, the batch may still run, so its credit stays reserved for as
 * long as it could.
 *
 * @throws as `Relay`; @throws {GatewayError} if the batch may run and cannot be retrieved; `overloaded` if nothing can be written
 */
export async function relayNewBatch(call: Call, draft: UpstreamDraft, deps: NewBatchDeps): Promise<void> {
  const { relay, reservation } = deps;
  const id = newObjectId('batch', call.spec);
  try {
    await reservation.keep(id);
  } finally {
    reservation.release();
  }
  const progress: Progress = { isUnknown: false, isStored: false, status: null };
  try {
    await relay(call, {
      ...draft,
      outlivesClient: true,
      onSent: () => {
        progress.isUnknown = true;
      },
      hooks: (route, { status }, hold) => {
        progress.status = status;
        return [storeNewBatch(call, { ...deps, progress, id }, { route, hold })];
      },
    });
  } catch (error) {
    if (mayRun(progress, error)) throw reportUnknown(call, { id, error }, deps);
    if (!progress.isStored) await giveBack(id, deps);
    throw error;
  }
}

/** Ends the reservation of a batch that does not exist. If this fails, the batch watch tries it again, and after a restart a day later. */
async function giveBack(id: string, { metering, log }: Pick<NewBatchDeps, 'metering' | 'log'>): Promise<void> {
  try {
    await metering.finish(id);
  } catch (cause) {
    log.error(
      'the credit for a batch that was not made stays reserved until the ledger can be written',
      { batch: id },
      cause,
    );
  }
}

/** @returns the error for its client */
function reportUnknown(
  { requestId, caller }: Call,
  { id, error }: { readonly id: string; readonly error: unknown },
  { log }: Pick<NewBatchDeps, 'log'>,
): unknown {
  const about = { batch: id, request: requestId, workspace: caller.workspaceId };
  log.error('a batch may run at its provider that is not known here: its lines will not be charged', about, error);
  // The error of a proxy passes unchanged, but asks SDKs not to repeat the request, whose work would be done twice.
  return error instanceof UpstreamError ? withHeaders(error, noRetry) : lostAnswer(error);
}

const noRetry = { 'x-should-retry': 'false' } as const;
const lostAnswer = (cause: unknown): GatewayError =>
  new GatewayError(
    cause instanceof GatewayError && cause.code === 'timeout' ? 'timeout' : 'upstream_invalid',
    "The upstream's answer was lost after the batch had been sent. The batch may run, but cannot be retrieved, and its credit stays reserved for a day. Create it again only if its work may be done twice.",
    { cause, headers: noRetry },
  );

interface StoringDeps extends NewBatchDeps {
  readonly progress: Progress;
  /** The gateway's id of the batch. */
  readonly id: string;
}

/**
 * Stores a batch that a provider has just accepted, under an id of the gateway. If that fails, the batch is cancelled. If the
 * provider answers a repetition with the batch of the first request, that batch is the answer, and the second reservation ends.
 */
const storeNewBatch = (
  call: Call,
  { objects, ownMembers, reservation, progress, id, outputSeconds, ...deps }: StoringDeps,
  { route, hold }: { readonly route: Route; readonly hold: Hold },
): AnswerHook =>
  recordHook(async (record) => {
    const { spec, caller } = call;
    const upstreamId = givenIdOf(record);
    const place = { providerId: route.provider.id, region: route.region };
    const { providerId, region } = place;
    const creation = creationOf(call, route);
    const name = { spec, kind: 'batch', workspaceId: caller.workspaceId, providerId, upstreamId } as const;
    const membersOf = async (own: string): Promise<JsonObject> => {
      const members = await ownMembers(record, { call, id: own, ...place });
      return { ...members, id: own };
    };
    const findFirst = async () => (creation === null ? null : objects.idOfUpstream({ ...name, batchId: creation }));
    const answerFirst = async (first: string): Promise<JsonObject> => {
      progress.isUnknown = false;
      await giveBack(id, deps);
      return membersOf(first);
    };
    const store = async (): Promise<JsonObject> => {
      assertStorableId(upstreamId);
      const own = await membersOf(id);
      const payer = writeChargedAccount(call, deps);
      const kept = outputSeconds === undefined ? {} : { outputSeconds };
      const fields = { ...recordFields(record, own), region, payer, ...kept, charged: false };
      // Its lines are charged in the windows and at the prices of the moment when its credit was set aside.
      const { startedAt: createdAt } = reservation;
      const lifetime = lifetimes[spec];
      const times = { createdAt, expiresAt: lifetime === null ? null : createdAt + lifetime };
      await objects.add({ ...name, id, ...(creation !== null && { batchId: creation }), ...times, fields });
      progress.isUnknown = false;
      progress.isStored = true;
      return own;
    };

    const known = await findFirst();
    if (known !== null) return answerFirst(known);
    try {
      return await store();
    } catch (error) {
      const isTaken = error instanceof GatewayError && error.code === 'conflict';
      // A repetition has stored it in the meantime.
      const first = isTaken ? await findFirst() : null;
      if (first !== null) return answerFirst(first);
      progress.isUnknown = !(await cancel(call, { ...place, upstreamId, hold }, deps));
      throw error;
    }
  });

/** Milliseconds for which its provider keeps the results of a batch; infinite: its caller has asked for no limit. */
export const resultsKept = ({ fields: { outputSeconds } }: Owned<'batch'>): number =>
  typeof outputSeconds === 'number' ? outputSeconds * 1_000 : Infinity;

/** Identifies the creation of a batch and its repetitions; null for one that cannot be repeated. */
function creationOf(call: Call, route: Route): string | null {
  const key = sentIdempotencyKey(call, route);
  return key === null ? null : `${call.spec} ${route.provider.id} ${key}`;
}

/** Cancels a batch that could not be stored. @returns false if its provider did not */
async function cancel(
  { spec, caller, requestId }: Call,
  { upstreamId, ...place }: ObjectPlace & { readonly upstreamId: string; readonly hold: Hold },
  { internalRequest, log }: Pick<NewBatchDeps, 'internalRequest' | 'log'>,
): Promise<boolean> {
  const target = { spec, caller, family: 'batches', method: 'POST' } as const;
  const path = spec === 'a' ? '/batches' : '/v1/messages/batches';
  try {
    if (!namesOne(upstreamId)) throw new Error('Its id cannot be in a path.');
    await internalRequest({ ...target, ...place }, `${path}/${encodeURIComponent(upstreamId)}/cancel`, readRecord);
    return true;
  } catch (cause) {
    log.error('a batch that could not be stored could not be cancelled', { upstreamId, request: requestId }, cause);
    return false;
  }
}
