import { GatewayError } from '../../errors/gateway-error.ts';
import { newObjectId, type Owned } from '../../resources/owned-object.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Clock } from '../../shared/clock.ts';
import { objectOf, stringOf, type JsonObject } from '../../shared/json.ts';
import { expiryOf } from '../kept/expiry-of.ts';
import { readRecord, type Errand } from '../errand.ts';
import type { BatchPlace, OwnMembers } from './keep-batch.ts';

/** Members of a batch that name a file that the provider made, and what the file is called until its record is read. */
const madeFiles = { output_file_id: 'output', error_file_id: 'error' } as const;

interface Rooms {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly errand: Errand;
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
  (rooms: Rooms, input: string | null): OwnMembers =>
  async (record, place) => {
    const own: Record<string, string> = {};
    if (input !== null && stringOf(record['input_file_id']) !== null) own['input_file_id'] = input;
    for (const [member, role] of Object.entries(madeFiles)) {
      const upstreamId = stringOf(record[member]);
      if (upstreamId !== null) own[member] = await fileIdOf({ upstreamId, role }, place, rooms);
    }
    return own;
  };

/** Our id of the file that a batch was made of. */
export const inputOf = ({ fields }: Owned<'batch'>): string | null =>
  stringOf(objectOf(fields['record'])['input_file_id']);

async function fileIdOf(file: BatchFile, place: BatchPlace, rooms: Rooms): Promise<string> {
  const { call, providerId, region } = place;
  const { upstreamId } = file;
  const { workspaceId } = call.caller;
  const name = { spec: call.spec, kind: 'file', workspaceId, providerId, upstreamId, batchId: place.id } as const;
  const seen = await rooms.objects.idOfUpstream(name);
  if (seen !== null) return seen;
  const id = newObjectId('file');
  const createdAt = rooms.clock.now();
  const known = await askFor(upstreamId, place, rooms);
  const record = recordOf(id, file, { ...place, createdAt, known });
  const fields = { record, region };
  try {
    await rooms.objects.add({ ...name, id, createdAt, expiresAt: expiryOf(known), fields });
    return id;
  } catch (error) {
    // Somebody else has seen it in the same moment.
    const other = await rooms.objects.idOfUpstream(name);
    if (error instanceof GatewayError && error.code === 'conflict' && other !== null) return other;
    throw error;
  }
}

/** The provider's record of a file; empty where it gives none now. */
async function askFor(upstreamId: string, { call, providerId, region }: BatchPlace, rooms: Rooms): Promise<JsonObject> {
  const { spec, caller, requestId, operation } = call;
  const way = { spec, providerId, region, caller, requestId, operation: operation.id, family: 'batches' } as const;
  const record = await rooms.errand(way, `/files/${encodeURIComponent(upstreamId)}`, readRecord).catch(() => null);
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
