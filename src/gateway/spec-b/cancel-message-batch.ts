import { relayBatch } from '../batches/relay-batch.ts';
import { resultsUrl } from '../batches/results-url.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `POST /v1/messages/batches/{message_batch_id}/cancel`. */
export const cancelMessageBatch =
  (services: GatewayServices): SpecBHandlers['cancelMessageBatch'] =>
  (call) =>
    relayBatch(services, call, resultsUrl(services));
