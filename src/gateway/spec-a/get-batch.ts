import { batchFiles, inputOf } from '../batches/batch-files.ts';
import { relayBatch } from '../batches/relay-batch.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `GET /batches/{batch_id}`. */
export const getBatch =
  (services: GatewayServices): SpecAHandlers['getBatch'] =>
  (call) =>
    relayBatch(services, call, batchFiles(services, inputOf(call.object)));
