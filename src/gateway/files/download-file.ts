import type { Owned } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';
import { relayKept } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';

/** The bytes of a file, or the range of them that is asked for, as they come. The same for both specs. */
export const downloadFile =
  ({ relay }: GatewayServices) =>
  (call: Call & { readonly object: Owned<'file'> }): Promise<void> =>
    relayKept(relay, call, { download: true });
