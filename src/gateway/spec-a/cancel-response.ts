import { GatewayError } from '../../errors/gateway-error.ts';
import { objectOf, stringOf } from '../../shared/json.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/**
 * `POST /responses/{response_id}/cancel`. A response is stored when it has ended, so there is never one to cancel.
 *
 * @throws {GatewayError} `conflict`
 */
export const cancelResponse: SpecAHandlers['cancelResponse'] = async ({ object }) => {
  const status = stringOf(objectOf(object.fields['response'])['status']) ?? 'completed';
  throw new GatewayError(
    'conflict',
    `This response has ended (${status}). Only one that is under way in the background can be cancelled.`,
  );
};
