import { classifyUpstreamError } from '../../errors/classify-upstream-error.ts';
import { statusOfUpstreamCode } from '../../errors/upstream-codes.ts';
import { objectOf, stringOf, type Json } from '../../shared/json/json.ts';
import type { TurnEvent } from '../turn.ts';

const messageOf = (error: Json | undefined): string | null =>
  stringOf(error) ?? stringOf(objectOf(error)['message']) ?? null;

/** A failure reported within an answer. */
export function faultOf(report: Json | undefined): TurnEvent {
  const { error, response, message } = objectOf(report);
  const code = classifyUpstreamError(report, null);
  const words = messageOf(error) ?? messageOf(objectOf(response)['error']) ?? stringOf(message);
  return {
    type: 'fault',
    fault: { status: statusOfUpstreamCode(code), code, message: words ?? 'The upstream failed.', path: null },
  };
}

/** An answer that stopped without its format's own end. */
export const cutOff: TurnEvent = {
  type: 'fault',
  fault: { status: 502, code: 'upstream_error', message: 'The upstream ended its answer in the middle.', path: null },
};
