import { GatewayError, UpstreamError } from '../errors/gateway-error.ts';
import type { BatchMetering, Hold, Reservation } from '../metering/hold.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/answer-hook.ts';
import type { Call } from '../pipeline/call.ts';
import { readRecord, type InternalRequest } from '../pipeline/internal-request.ts';
import type { Relay } from '../pipeline/relay.ts';
import {
  expiryOf,
  placeOf,
  recordHook,
  relayStored,
  upstreamIdOf,
  type ObjectPlace,
} from '../pipeline/upstream-objects.ts';
import type { UpstreamDraft } from '../pipeline/upstream-draft.ts';
import type { Route } from '../routing/route.ts';
import { newId } from '../shared/ids.ts';
import { objectOf, stringOf, type JsonObject } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { writeChargedAccount } from './batch-account.ts';
import { hasEnded, type ChargeBatch } from './charge-batch.ts';

/** Of what a batch's own members are worked out. */
interface BatchPlace extends ObjectPlace {
  readonly call: Call;
  /** The gateway's id of the batch. */
  readonly id: string;
}

/** The members that replace the provider's ids and addresses in a batch's record, other than its own id. */
type OwnMembers = (record: JsonObject, place: BatchPlace) => Promise<JsonObject>;

interface NewBatchDeps {
  readonly relay: Relay;
  readonly objects: Pick<ObjectStore, 'add'>;
  readonly metering: Pick<BatchMetering, 'finish'>;
  readonly internalRequest: InternalRequest;
  readonly log: Log;
  readonly ownMembers: OwnMembers;
  /** For what it may cost; the batch's from the moment on in which it is kept. */
  readonly reservation: Reservation;
  /** The caller's name of each model by the provider's, where the lines are known. */
  readonly names?: ReadonlyMap<string, string>;
}

/** How far the creation of a batch has come. */
interface Progress {
  /** The whole request has gone out, and the provider has not refused it: until it is stored or cancelled, it may run unknown. */
  isUnknown: boolean;
  /** The reservation is the batch's, whether or not the batch could be stored. */
  isKept: boolean;
  /** Of the provider's answer; null before it. */
  status: number | null;
}

/** What proxies say of an answer that they did not get, or could not read: 520 and 524 are Cloudflare's. */
const lostStatuses: ReadonlySet<number | null> = new Set([502, 504, 520, 524]);

/**
 * Creates a batch at a provider, and stores it even if the client leaves meanwhile. Where the answer is lost, the batch may run all
 * the same, so its credit stays reserved for as long as it could.
 *
 * @throws as `Relay`; @throws {GatewayError} if the batch may run and cannot be retrieved
 */
export async function relayNewBatch(call: Call, draft: UpstreamDraft, deps: NewBatchDeps): Promise<void> {
  const { relay, reservation } = deps;
  const progress: Progress = { isUnknown: false, isKept: false, status: null };
  try {
    await relay(call, {
      ...draft,
      outlivesClient: true,
      onSent: () => {
        progress.isUnknown = true;
      },
      hooks: (route, { status }, hold) => {
        progress.status = status;
        progress.isUnknown &&= (status >= 200 && status < 300) || lostStatuses.has(status);
        return [storeNewBatch(call, { ...deps, progress }, { route, hold })];
      },
    });
  } catch (error) {
    // An error that the provider answers says that nothing was made, also with the status of a success. A proxy's says nothing.
    const isRefused = error instanceof UpstreamError && !lostStatuses.has(progress.status);
    if (!progress.isUnknown || isRefused) throw error;
    const isKept = await keepForUnknown(call, error, { ...deps, progress });
    throw error instanceof UpstreamError ? notToRepeat(error) : lostAnswer(error, isKept);
  } finally {
    reservation.release();
  }
}

interface StoringDeps extends NewBatchDeps {
  readonly progress: Progress;
}

/** @returns whether its credit stays reserved */
async function keepForUnknown({ requestId, caller }: Call, cause: unknown, deps: StoringDeps): Promise<boolean> {
  const { reservation, log, progress } = deps;
  const about = { request: requestId, workspace: caller.workspaceId };
  log.error('a batch may run at its provider that is not known here: its lines will not be charged', about, cause);
  if (progress.isKept) return true;
  try {
    await reservation.keep(newId('unknown-batch'));
    return true;
  } catch (failure) {
    log.error('the credit of an unknown batch could not be kept', about, failure);
    return false;
  }
}

/** The error of a proxy as it is. An SDK that repeated the request would have its work done twice. */
const notToRepeat = ({ status, message, code, param, headers }: UpstreamError): UpstreamError =>
  new UpstreamError(status, message, { code, param, headers: { ...headers, ...noRetry } });

const noRetry = { 'x-should-retry': 'false' } as const;
const lostAnswer = (cause: unknown, isKept: boolean): GatewayError =>
  new GatewayError(
    cause instanceof GatewayError && cause.code === 'timeout' ? 'timeout' : 'upstream_invalid',
    `The upstream's answer was lost after the batch had been sent. The batch may run, but cannot be retrieved${isKept ? ', and its credit stays reserved for a day' : ''}. Create it again only if its work may be done twice.`,
    { cause, headers: noRetry },
  );

/** Stores a batch that a provider has just accepted, under an id of the gateway. If that fails, the batch is cancelled. */
const storeNewBatch = (
  call: Call,
  { objects, ownMembers, reservation, progress, names = new Map(), ...deps }: StoringDeps,
  { route, hold }: { readonly route: Route; readonly hold: Hold },
): AnswerHook =>
  recordHook(async (record) => {
    const { spec, caller } = call;
    const upstreamId = upstreamIdOf(record);
    const id = newObjectId('batch', spec);
    const place = { providerId: route.provider.id, region: route.region };
    try {
      const own = { ...(await ownMembers(record, { call, id, ...place })), id };
      const payer = writeChargedAccount(call, names);
      const fields = { record: { ...record, ...own }, region: place.region, payer, charged: false };
      const { workspaceId } = caller;
      const { providerId } = place;
      // Its lines are charged in the windows, and at the prices, of the moment in which their credit was set aside.
      const times = { createdAt: reservation.startedAt, expiresAt: null };
      await reservation.keep(id);
      progress.isKept = true;
      await objects.add({ id, kind: 'batch', spec, workspaceId, providerId, upstreamId, ...times, fields });
      progress.isUnknown = false;
      return own;
    } catch (error) {
      progress.isUnknown = !(await cancel(call, { ...place, upstreamId, hold }, deps));
      // Where this fails, the watch of batches finishes it a day later.
      if (progress.isKept && !progress.isUnknown) await deps.metering.finish(id).catch(() => undefined);
      throw error;
    }
  });

/** Cancels a batch that could not be stored. @returns false if its provider did not */
async function cancel(
  { spec, caller, requestId, operation }: Call,
  { upstreamId, ...place }: ObjectPlace & { readonly upstreamId: string; readonly hold: Hold },
  { internalRequest, log }: Pick<NewBatchDeps, 'internalRequest' | 'log'>,
): Promise<boolean> {
  const target = { spec, caller, requestId, operation: operation.id, family: 'batches', method: 'POST' } as const;
  const path = spec === 'a' ? '/batches' : '/v1/messages/batches';
  try {
    await internalRequest({ ...target, ...place }, `${path}/${encodeURIComponent(upstreamId)}/cancel`, readRecord);
    return true;
  } catch (cause) {
    log.error('a batch that could not be stored could not be cancelled', { upstreamId, request: requestId }, cause);
    return false;
  }
}

interface StoredBatchDeps {
  readonly relay: Relay;
  readonly objects: ObjectStore;
  readonly chargeBatch: ChargeBatch;
  readonly ownMembers: OwnMembers;
}

/** The provider's newest record of a batch takes the place of the one that we have. */
const refreshBatch = (
  call: Call & { readonly object: Owned<'batch'> },
  { objects, ownMembers, chargeBatch }: Omit<StoredBatchDeps, 'relay'>,
): AnswerHook =>
  recordHook(async (record) => {
    // What was done is charged before the caller gets the address of the results. The watch tries again what cannot be charged now.
    if (hasEnded(record, call.spec)) await chargeBatch(call.object).catch(() => 'running');
    const { id } = call.object;
    const own = { ...(await ownMembers(record, { call, id, ...placeOf(call.object) })), id };
    await objects.change(call.object, ({ fields }) => ({ fields: { ...fields, record: { ...record, ...own } } }));
    return own;
  });

/** Reads or cancels a batch where it is kept, and keeps what the provider says of it. */
export const relayBatch = (
  { relay, objects, chargeBatch }: Omit<StoredBatchDeps, 'ownMembers'>,
  call: Call & { readonly object: Owned<'batch'> },
  ownMembers: OwnMembers,
): Promise<void> =>
  relayStored(relay, call, { hooks: () => [refreshBatch(call, { objects, ownMembers, chargeBatch })] });

/** Members of a batch that name a file that the provider made, and what the file is called until its record is read. */
const madeFiles = { output_file_id: 'output', error_file_id: 'error' } as const;

interface BatchFileDeps {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly internalRequest: InternalRequest;
}

interface BatchFile {
  readonly upstreamId: string;
  readonly role: string;
}

/**
 * Files of a batch by our ids. Those that the provider made become files of the workspace when they are first seen.
 *
 * @param input our id of the file that the batch was made of: the provider's id of it may be the id of several files
 */
export const batchFiles =
  (deps: BatchFileDeps, input: string | null): OwnMembers =>
  async (record, place) => {
    const own: Record<string, string> = {};
    if (input !== null && stringOf(record['input_file_id']) !== null) own['input_file_id'] = input;
    for (const [member, role] of Object.entries(madeFiles)) {
      const upstreamId = stringOf(record[member]);
      if (upstreamId !== null) own[member] = await fileIdOf({ upstreamId, role }, place, deps);
    }
    return own;
  };

/** Our id of the file that a batch was made of. */
export const inputOf = ({ fields }: Owned<'batch'>): string | null =>
  stringOf(objectOf(fields['record'])['input_file_id']);

async function fileIdOf(file: BatchFile, place: BatchPlace, deps: BatchFileDeps): Promise<string> {
  const { call, providerId, region } = place;
  const { upstreamId } = file;
  const { workspaceId } = call.caller;
  const name = { spec: call.spec, kind: 'file', workspaceId, providerId, upstreamId, batchId: place.id } as const;
  const seen = await deps.objects.idOfUpstream(name);
  if (seen !== null) return seen;
  const id = newObjectId('file');
  const createdAt = deps.clock.now();
  const known = await askFor(upstreamId, place, deps);
  const record = recordOf(id, file, { ...place, createdAt, known });
  const fields = { record, region };
  try {
    await deps.objects.add({ ...name, id, createdAt, expiresAt: expiryOf(known), fields });
    return id;
  } catch (error) {
    // Another request has stored it at the same time.
    const other = await deps.objects.idOfUpstream(name);
    if (error instanceof GatewayError && error.code === 'conflict' && other !== null) return other;
    throw error;
  }
}

/** The provider's record of a file; empty where it gives none now. */
async function askFor(
  upstreamId: string,
  { call, providerId, region }: BatchPlace,
  deps: BatchFileDeps,
): Promise<JsonObject> {
  const { spec, caller, requestId, operation } = call;
  const target = { spec, providerId, region, caller, requestId, operation: operation.id, family: 'batches' } as const;
  const record = await deps
    .internalRequest(target, `/files/${encodeURIComponent(upstreamId)}`, readRecord)
    .catch(() => null);
  return record ?? {};
}

interface Known extends BatchPlace {
  readonly createdAt: number;
  /** The provider's record of it; empty where it gave none. */
  readonly known: JsonObject;
}

/** What a file's record says until it is read by itself. The provider's own name for it has the provider's ids in it. */
const recordOf = (id: string, { role }: BatchFile, place: Known): JsonObject => ({
  id,
  object: 'file',
  bytes: typeof place.known['bytes'] === 'number' ? place.known['bytes'] : 0,
  created_at: Math.floor(place.createdAt / 1000),
  ...(typeof place.known['expires_at'] === 'number' && { expires_at: place.known['expires_at'] }),
  filename: `${place.id}_${role}.jsonl`,
  purpose: 'batch_output',
  status: 'processed',
});

/** The address of a message batch's results, on this gateway: clients go there with the key that they have from here. */
export const resultsUrl =
  ({ origin }: { readonly origin: () => string }): OwnMembers =>
  async ({ results_url: theirs }, { id }) => {
    if (theirs === undefined || theirs === null) return {};
    return { results_url: `${origin()}/v1/messages/batches/${id}/results` };
  };
