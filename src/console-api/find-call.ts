import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { CallRecord } from '../metering/ledger-records.ts';
import { echo } from '../shared/echo.ts';

/** @throws {GatewayError} 404 `not_found` */
export async function findCall(ledger: Ledger, id: string): Promise<CallRecord> {
  const call = await ledger.call(id);
  if (call) return call;
  throw new GatewayError(
    'not_found',
    `There is no call ${echo(id)}. ${stepByRequest('findCall')} finds it by the request id of its answer.`,
    { param: 'call_id' },
  );
}
