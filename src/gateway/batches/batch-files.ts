import { GatewayError } from '../../errors/gateway-error.ts';
import { newObjectId } from '../../resources/owned-object.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Clock } from '../../shared/clock.ts';
import { stringOf, type JsonObject } from '../../shared/json.ts';
import type { BatchPlace, OwnMembers } from './keep-batch.ts';

/** Members of a batch that name a file, and what the file is called as long as nobody has read its record. */
const fileMembers = { input_file_id: 'input', output_file_id: 'output', error_file_id: 'error' } as const;

interface Rooms {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

interface BatchFile {
  readonly upstreamId: string;
  readonly role: string;
}

/** Files of a batch by our ids. Those that the provider made become files of the workspace when they are first seen. */
export const batchFiles =
  (rooms: Rooms): OwnMembers =>
  async (record, place) => {
    const own: Record<string, string> = {};
    for (const [member, role] of Object.entries(fileMembers)) {
      const upstreamId = stringOf(record[member]);
      if (upstreamId !== null) own[member] = await fileIdOf({ upstreamId, role }, place, rooms);
    }
    return own;
  };

async function fileIdOf(file: BatchFile, place: BatchPlace, rooms: Rooms): Promise<string> {
  const { call, providerId } = place;
  const { upstreamId } = file;
  const { workspaceId } = call.caller;
  const name = { spec: call.spec, kind: 'file', workspaceId, providerId, upstreamId } as const;
  const known = await rooms.objects.idOfUpstream(name);
  if (known !== null) return known;
  const id = newObjectId('file');
  const createdAt = rooms.clock.now();
  const fields = { record: recordOf(id, file, { ...place, createdAt }), region: place.region };
  try {
    await rooms.objects.add({ ...name, id, createdAt, expiresAt: null, fields });
    return id;
  } catch (error) {
    // Somebody else has seen it in the same moment.
    const other = await rooms.objects.idOfUpstream(name);
    if (error instanceof GatewayError && error.code === 'conflict' && other !== null) return other;
    throw error;
  }
}

/** What is known of a file without asking for it; reading its record asks. */
const recordOf = (id: string, { role }: BatchFile, place: BatchPlace & { readonly createdAt: number }): JsonObject => ({
  id,
  object: 'file',
  bytes: 0,
  created_at: Math.floor(place.createdAt / 1000),
  filename: `${place.id}_${role}.jsonl`,
  purpose: 'batch_output',
  status: 'processed',
});
