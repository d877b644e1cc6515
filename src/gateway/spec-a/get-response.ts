import { replyJson } from '../../shared/reply.ts';
import { showResponse } from '../responses/show-response.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/**
 * `GET /responses/{response_id}`. Everything that was kept is shown, so `include[]` asks for nothing more; the contract
 * refuses `stream=true` (requirement D17).
 */
export const getResponse =
  ({ objects }: GatewayServices): SpecAHandlers['getResponse'] =>
  async ({ reply, object }) => {
    replyJson(reply, 200, await showResponse(object, objects));
  };
