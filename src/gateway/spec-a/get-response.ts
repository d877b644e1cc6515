import { GatewayError } from '../../errors/gateway-error.ts';
import { replyJson } from '../../shared/reply.ts';
import { showResponse } from '../responses/show-response.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/**
 * `GET /responses/{response_id}`. Everything that was kept is shown, so `include[]` asks for nothing more.
 *
 * @throws {GatewayError} `invalid_value` for `stream=true` (requirement D17)
 */
export const getResponse =
  ({ objects }: GatewayServices): SpecAHandlers['getResponse'] =>
  async ({ reply, query, object }) => {
    if (query.stream === true) {
      const message = 'A stored response cannot be resumed as a stream. Ask again without stream.';
      throw new GatewayError('invalid_value', message, { param: 'stream' });
    }
    replyJson(reply, 200, await showResponse(object, objects));
  };
