import type { JsonObject } from '../../shared/json.ts';
import { writeBatchInput } from '../batches/batch-input.ts';
import { watchBatchInput } from '../batches/watch-batch-input.ts';
import type { Call } from '../call.ts';
import { formOutgoing, withForm } from '../form-outgoing.ts';
import type { GatewayServices } from '../services.ts';
import { keepNewFile } from './keep-file.ts';

/** Uploads a file: the form's very bytes flow through, whatever their number. The same for both specs. */
export const uploadFile =
  ({ relay, openSpool, ...rooms }: GatewayServices) =>
  (call: Call): Promise<void> => {
    // Spec B's batches carry their requests themselves.
    const watch = call.spec === 'a' ? watchBatchInput() : undefined;
    const seen = (): JsonObject => (watch === undefined ? {} : { input: writeBatchInput(watch.result()) });
    return withForm(call.upload, { needs: [], openSpool, ...(watch && { watch }) }, (form) => {
      const outgoing = formOutgoing({ form, model: null, input: 0 });
      return relay(call, { ...outgoing, keeping: (route) => keepNewFile(call, { ...rooms, seen }, route) });
    });
  };
