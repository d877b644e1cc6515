import { GatewayError } from '../errors/gateway-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/answer-hook.ts';
import type { Call } from '../pipeline/call.ts';
import { readRecord, type InternalRequest } from '../pipeline/internal-request.ts';
import type { Relay } from '../pipeline/relay.ts';
import { expiryOf, placeOf, recordHook, relayStored, type ObjectPlace } from '../pipeline/upstream-objects.ts';
import { objectOf, stringOf, type JsonObject } from '../shared/json/json.ts';
import type { Clock } from '../shared/time/clock.ts';
import { hasEnded, type ChargeBatch } from './charge-batch.ts';

/** Of what a batch's own members are worked out. */
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
