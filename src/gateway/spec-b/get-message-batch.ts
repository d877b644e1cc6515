import { relayBatch } from '../batches/relay-batch.ts';
import { resultsUrl } from '../batches/results-url.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `GET /v1/messages/batches/{message_batch_id}`. */
export const getMessageBatch =
  (services: GatewayServices): SpecBHandlers['getMessageBatch'] =>
  (call) =>
    relayBatch(services, call, resultsUrl(services));
