import { GatewayError } from '../errors/gateway-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import { type InternalRequest, readRecord } from '../pipeline/internal-request.ts';
import type { Relay } from '../pipeline/relay.ts';
import { expiryOf, type ObjectPlace, placeOf, recordHook, relayStored } from '../pipeline/upstream-objects.ts';
import { isStorableId } from '../shared/ids.ts';
import { type JsonObject, objectOf, stringOf } from '../shared/json/json.ts';
import type { Clock } from '../shared/time/clock.ts';
import { type ChargeBatch, hasEnded } from './charge-batch.ts';

/** What the replaced members of a batch's record are made from. */
interface BatchPlace extends ObjectPlace {
  readonly call: Call;
  /** The gateway's id of the batch. */
  readonly id: string;
}

/** The members that replace the provider's ids and addresses in a batch's record, other than its own id. */
export type OwnMembers = (record: JsonObject, place: BatchPlace) => Promise<JsonObject>;

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
    // Finished work is charged before the caller gets the address of the results. The batch watch retries what cannot be charged now.
    if (hasEnded(record, call.spec)) await chargeBatch(call.object, true).catch(() => null);
    const { id } = call.object;
    const own = { ...(await ownMembers(record, { call, id, ...placeOf(call.object) })), id };
    await objects.change(call.object, ({ fields }) => ({ fields: { ...fields, ...recordFields(record, own) } }));
    return own;
  });

/** Reads or cancels a batch at its provider, and stores the record that it answers. */
export const relayBatch = (
  { relay, objects, chargeBatch }: Omit<StoredBatchDeps, 'ownMembers'>,
  call: Call & { readonly object: Owned<'batch'> },
  ownMembers: OwnMembers,
): Promise<void> =>
  relayStored(relay, call, { hooks: () => [refreshBatch(call, { objects, ownMembers, chargeBatch })] });

/** Members of a batch that name files made by the provider, and what each file is called until its record is read. */
const madeFiles = { output_file_id: 'output', error_file_id: 'error' } as const;

/** What is stored of a provider's record of a batch: the record with our members, and the provider's ids of the files that it made. */
export const recordFields = (record: JsonObject, own: JsonObject): JsonObject => ({
  record: { ...record, ...own },
  upstreamFiles: Object.fromEntries(Object.entries(record).filter(([member]) => Object.hasOwn(madeFiles, member))),
});

interface BatchFileDeps {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly internalRequest: InternalRequest;
}

interface BatchFile {
  readonly upstreamId: string;
  readonly role: string;
  /** The id that the record of the batch has for this file; null: none yet. */
  readonly earlier: string | null;
}

/**
 * The files of a batch, with ids of the gateway. Files made by the provider become files of the workspace when they are first seen.
 *
 * @param stored the fields of the batch here. Its record names the file that the batch was made from: one file at the provider may
 *   have several ids. The files that it names do not become files again once they have been deleted.
 */
export const batchFiles =
  (deps: BatchFileDeps, stored: JsonObject): OwnMembers =>
  async (record, place) => {
    const own: Record<string, string> = {};
    const before = objectOf(stored['record']);
    const upstreamBefore = objectOf(stored['upstreamFiles']);
    const input = stringOf(before['input_file_id']);
    if (input !== null) own['input_file_id'] = input;
    for (const [member, role] of Object.entries(madeFiles)) {
      const upstreamId = stringOf(record[member]);
      // Some hosts write an empty text for none.
      if (upstreamId === null || !isStorableId(upstreamId)) continue;
      const earlier = upstreamBefore[member] === upstreamId ? stringOf(before[member]) : null;
      own[member] = await fileIdOf({ upstreamId, role, earlier }, place, deps);
    }
    return own;
  };

async function fileIdOf(file: BatchFile, place: BatchPlace, deps: BatchFileDeps): Promise<string> {
  const { call, providerId, region } = place;
  const { upstreamId, earlier } = file;
  const { workspaceId } = call.caller;
  const name = { spec: call.spec, kind: 'file', workspaceId, providerId, upstreamId, batchId: place.id } as const;
  const seen = await deps.objects.idOfUpstream(name);
  if (seen !== null) return seen;
  // Deleted so long ago that its place is forgotten.
  if (earlier !== null) return earlier;
  const id = newObjectId('file');
  const createdAt = deps.clock.now();
  const known = await askFor(upstreamId, place, deps);
  const record = recordOf(id, file, { ...place, createdAt, known });
  const fields = { record, region };
  try {
    await deps.objects.add({ ...name, id, createdAt, expiresAt: expiryOf(known), fields });
    return id;
  } catch (error) {
    // Another request has stored it in the meantime.
    const other = await deps.objects.idOfUpstream(name);
    if (error instanceof GatewayError && error.code === 'conflict' && other !== null) return other;
    throw error;
  }
}

/** The provider's record of a file; empty if it gives none now. */
async function askFor(
  upstreamId: string,
  { call, providerId, region }: BatchPlace,
  deps: BatchFileDeps,
): Promise<JsonObject> {
  const target = { spec: call.spec, providerId, region, caller: call.caller, family: 'batches' } as const;
  const record = await deps
    .internalRequest(target, `/files/${encodeURIComponent(upstreamId)}`, readRecord)
    .catch(() => null);
  return record ?? {};
}

interface Known extends BatchPlace {
  readonly createdAt: number;
  /** The provider's record of the file; empty if it sent none. */
  readonly known: JsonObject;
}

/** The record of a file until it is read from the provider. The provider's own name for it contains the provider's ids. */
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

/** The address of a message batch's results at this gateway, where the client's key is valid. */
export const resultsUrl =
  ({ origin }: { readonly origin: () => string }): OwnMembers =>
  async ({ results_url: theirs }, { id }) => {
    if (theirs === undefined || theirs === null) return {};
    return { results_url: `${origin()}/v1/messages/batches/${id}/results` };
  };
