import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/text/echo.ts';
import type { Part, TurnMessage } from './parts.ts';

/** Calls and results that do not match. No model accepts such a request. */
export class CallsError extends GatewayError {
  constructor(path: string, message: string) {
    super('invalid_value', `${path}: ${message}`, { param: path });
  }
}

/**
 * Checks that every call is answered before the model continues, and that every result answers a call. No vendor accepts anything else,
 * and nothing is invented for what is missing.
 *
 * @throws {CallsError} 400 at the call, or at the result
 */
export function checkCalls(messages: readonly TurnMessage[]): void {
  let open = new Map<string, string>();
  for (const { role, parts } of messages) {
    if (role === 'assistant') {
      refuseUnanswered(open);
      open = new Map(parts.flatMap((part) => (part.type === 'call' ? [[part.id, part.path] as const] : [])));
    }
    for (const part of parts) {
      if (part.type !== 'result') continue;
      if (!open.delete(part.callId))
        throw new CallsError(
          part.path,
          `It answers the call ${JSON.stringify(echo(part.callId))}, which the messages before it do not have.`,
        );
    }
  }
  refuseUnanswered(open);
}

function refuseUnanswered(open: ReadonlyMap<string, string>): void {
  for (const [id, path] of open) throw new CallsError(path, `The call ${JSON.stringify(echo(id))} has no result.`);
}

const isResult = ({ type }: Part): boolean => type === 'result';

/**
 * Puts results first in the message after their calls, in the order of the calls. Messages of the user with results are joined with
 * their neighbours.
 */
export function joinResults(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  const joined: { first: TurnMessage; results: Part[]; others: Part[]; isString: boolean }[] = [];
  for (const message of messages) {
    const results = message.parts.filter(isResult);
    const others = message.parts.filter((part) => !isResult(part));
    const last = joined.at(-1);
    const areOfUser = last?.first.role === 'user' && message.role === 'user';
    if (last && areOfUser && (last.results.length > 0 || results.length > 0)) {
      for (const part of results) last.results.push(part);
      for (const part of others) last.others.push(part);
      last.isString = false;
    } else joined.push({ first: message, results, others, isString: message.isString });
  }
  return joined.map(({ first, results, others, isString }, index) => {
    const calls = results.length < 2 ? [] : (joined[index - 1]?.others ?? []);
    return { ...first, parts: [...inOrder(results, calls), ...others], isString };
  });
}

/** Results in the order of their calls. */
function inOrder(results: readonly Part[], calls: readonly Part[]): readonly Part[] {
  const places = new Map(calls.flatMap((part, place) => (part.type === 'call' ? [[part.id, place] as const] : [])));
  const placeOf = (part: Part): number => (part.type === 'result' ? (places.get(part.callId) ?? calls.length) : 0);
  return results.toSorted((one, other) => placeOf(one) - placeOf(other));
}
