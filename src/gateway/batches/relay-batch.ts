import type { Owned } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';
import { relayKept } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';
import { refreshBatch, type OwnMembers } from './keep-batch.ts';

/** Reads or cancels a batch where it is kept, and keeps what the provider says of it. */
export const relayBatch = (
  { relay, objects, chargeBatch }: Pick<GatewayServices, 'relay' | 'objects' | 'chargeBatch'>,
  call: Call & { readonly object: Owned<'batch'> },
  ownMembers: OwnMembers,
): Promise<void> => relayKept(relay, call, { keeping: () => refreshBatch(call, { objects, ownMembers, chargeBatch }) });
