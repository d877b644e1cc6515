import type { Owned } from '../../resources/owned-object.ts';
import type { Call } from '../call.ts';
import { relayKept } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';
import { refreshFile } from './keep-file.ts';

/** Reads a file's record where the file is kept. The same for both specs. */
export const readFile =
  ({ relay, objects }: GatewayServices) =>
  (call: Call & { readonly object: Owned<'file'> }): Promise<void> =>
    relayKept(relay, call, { keeping: () => refreshFile(call.object, { objects }) });
