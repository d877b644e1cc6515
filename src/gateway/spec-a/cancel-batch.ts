import { batchFiles, inputOf } from '../batches/batch-files.ts';
import { relayBatch } from '../batches/relay-batch.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /batches/{batch_id}/cancel`. */
export const cancelBatch =
  (services: GatewayServices): SpecAHandlers['cancelBatch'] =>
  (call) =>
    relayBatch(services, call, batchFiles(services, inputOf(call.object)));
