import { GatewayError } from '../errors/gateway-error.ts';
import { isOwnExternalId } from '../shared/own-external-id.ts';
import type { ConsoleCall } from './console-call.ts';

/**
 * The poster's own id of an entry: the body's `external_id` or the header `Idempotency-Key`.
 *
 * @returns null when neither was sent
 * @throws {GatewayError} 400 when both were, and differ, or when only the gateway may use it
 */
export function externalId(body: { readonly external_id?: string }, { idempotencyKey }: ConsoleCall): string | null {
  const { external_id: fromBody } = body;
  if (fromBody !== undefined && idempotencyKey !== null && fromBody !== idempotencyKey) {
    throw new GatewayError(
      'invalid_value',
      'external_id and the header Idempotency-Key say two different things. Send one of them, or the same in both.',
      { param: 'external_id' },
    );
  }
  const id = fromBody ?? idempotencyKey;
  if (id !== null && isOwnExternalId(id)) {
    throw new GatewayError(
      'invalid_value',
      `External ids that begin with loss: or bootstrap: are the gateway's own; you sent ${id}. Send another one.`,
      { param: fromBody === undefined ? 'Idempotency-Key' : 'external_id' },
    );
  }
  return id;
}
