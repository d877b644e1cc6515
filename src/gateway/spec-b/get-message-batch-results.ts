import { relayKept } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecBHandlers } from './spec-b-handlers.ts';

/** `GET /v1/messages/batches/{message_batch_id}/results`: line by line, as they come. */
export const getMessageBatchResults =
  ({ relay }: GatewayServices): SpecBHandlers['getMessageBatchResults'] =>
  (call) =>
    relayKept(relay, call, { download: true });
