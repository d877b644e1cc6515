import type { Reservation } from '../../metering/hold.ts';
import { newObjectId, type Owned } from '../../resources/owned-object.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Route } from '../../routing/route.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import { hasEnded, type ChargeBatch } from './charge-batch.ts';
import { writePayer } from './batch-payer.ts';
import { wayTo, type WayToObject } from '../kept/kept-outgoing.ts';
import { keepWhole, upstreamIdOf } from '../kept/keep-whole.ts';

/** Of what a batch's own members are worked out. */
export interface BatchPlace extends WayToObject {
  readonly call: Call;
  /** Our id of the batch. */
  readonly id: string;
}

/** What stands in a batch's record in the place of the provider's ids and addresses, beside its own id. */
export type OwnMembers = (record: JsonObject, place: BatchPlace) => Promise<JsonObject>;

interface Rooms {
  readonly objects: ObjectStore;
  readonly ownMembers: OwnMembers;
  /** For what it may cost; the batch's from the moment on in which it is kept. */
  readonly reservation: Reservation;
  /** The caller's name of each model by the provider's, where the lines are known. */
  readonly names?: ReadonlyMap<string, string>;
}

/** A batch that a provider has just taken: known here from now on, under an id of ours. */
export const keepNewBatch = (
  call: Call,
  { objects, ownMembers, reservation, names = new Map() }: Rooms,
  route: Route,
): Keeping =>
  keepWhole(async (record) => {
    const { spec, caller } = call;
    const id = newObjectId('batch', spec);
    const way = { providerId: route.provider.id, region: route.region };
    const own = { ...(await ownMembers(record, { call, id, ...way })), id };
    await objects.add({
      id,
      kind: 'batch',
      spec,
      workspaceId: caller.workspaceId,
      providerId: way.providerId,
      upstreamId: upstreamIdOf(record),
      // Its lines are charged in the windows, and at the prices, of the moment in which their credit was set aside.
      createdAt: reservation.startedAt,
      expiresAt: null,
      fields: {
        record: { ...record, ...own },
        region: way.region,
        payer: writePayer(call, names),
        reserved: String(reservation.amount),
        charged: false,
      },
    });
    reservation.keep(id);
    return own;
  });

/** The provider's newest record of a batch takes the place of the one that we have. */
export const refreshBatch = (
  call: Call & { readonly object: Owned<'batch'> },
  { objects, ownMembers, chargeBatch }: Pick<Rooms, 'objects' | 'ownMembers'> & { readonly chargeBatch: ChargeBatch },
): Keeping =>
  keepWhole(async (record) => {
    // What was done is charged before anybody learns where the results are; what cannot be now, the watch tries again.
    if (hasEnded(record, call.spec)) await chargeBatch(call.object).catch(() => 'running');
    const { id, fields } = call.object;
    const own = { ...(await ownMembers(record, { call, id, ...wayTo(call.object) })), id };
    await objects.change(call.object, { fields: { ...fields, record: { ...record, ...own } } });
    return own;
  });
