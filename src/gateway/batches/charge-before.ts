import { GatewayError } from '../../errors/gateway-error.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { ChargeBatch } from './charge-batch.ts';

/**
 * Charges a batch before its results go for ever.
 *
 * @throws {GatewayError} `overloaded` when that cannot be done now
 */
export async function chargeBefore(batch: Owned<'batch'>, chargeBatch: ChargeBatch): Promise<void> {
  try {
    await chargeBatch(batch);
  } catch (cause) {
    const message = 'The results of this batch could not be charged yet, and would be gone. Try again in a minute.';
    throw new GatewayError('overloaded', message, { cause });
  }
}
