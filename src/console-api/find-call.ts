import { GatewayError } from '../errors/gateway-error.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { CallRecord } from '../metering/ledger-records.ts';
import { echo } from '../shared/echo.ts';

/** @throws {GatewayError} 404 `not_found` */
export async function findCall(ledger: Ledger, id: string): Promise<CallRecord> {
  const call = await ledger.call(id);
  if (call) return call;
  throw new GatewayError(
    'not_found',
    `There is no call ${echo(id)}. By the request id of an answer, it is found with GET /calls?request_id=….`,
    { param: 'call_id' },
  );
}
