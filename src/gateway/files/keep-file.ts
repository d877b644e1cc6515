import { newObjectId, type Owned } from '../../resources/owned-object.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Route } from '../../routing/route.ts';
import type { Clock } from '../../shared/clock.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import { expiryOf } from '../kept/expiry-of.ts';
import { keepWhole, upstreamIdOf } from '../kept/keep-whole.ts';

interface Rooms {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

interface NewFileRooms extends Rooms {
  /** Fields of what was seen of the file while it passed; asked for when it has. */
  readonly seen: () => JsonObject;
}

/** A file that a provider has just taken: known here from now on, under an id of ours. */
export const keepNewFile = ({ spec, caller }: Call, { objects, clock, seen }: NewFileRooms, route: Route): Keeping =>
  keepWhole(async (record) => {
    const id = newObjectId('file');
    await objects.add({
      id,
      kind: 'file',
      spec,
      workspaceId: caller.workspaceId,
      providerId: route.provider.id,
      upstreamId: upstreamIdOf(record),
      createdAt: clock.now(),
      expiresAt: expiryOf(record),
      fields: { record: { ...record, id }, region: route.region, ...seen() },
    });
    return { id };
  });

/** The provider's newest record of a file takes the place of the one that we have. */
export const refreshFile = (file: Owned<'file'>, { objects }: Pick<Rooms, 'objects'>): Keeping =>
  keepWhole(async (record) => {
    const { id, fields } = file;
    await objects.change(file, { fields: { ...fields, record: { ...record, id } }, expiresAt: expiryOf(record) });
    return { id };
  });
