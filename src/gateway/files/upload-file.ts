import type { Call } from '../call.ts';
import { formOutgoing, withForm } from '../form-outgoing.ts';
import type { GatewayServices } from '../services.ts';
import { keepNewFile } from './keep-file.ts';

/** Uploads a file: the form's very bytes flow through, whatever their number. The same for both specs. */
export const uploadFile =
  ({ relay, openSpool, ...rooms }: GatewayServices) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: [], openSpool }, (form) => {
      const outgoing = formOutgoing({ form, model: null, input: 0 });
      return relay(call, { ...outgoing, keeping: (route) => keepNewFile(call, rooms, route) });
    });
