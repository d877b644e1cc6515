import type { Part, TurnMessage } from './parts.ts';
import { refuseField } from './read-openai.ts';

/**
 * Every call is answered before the model goes on, and every result answers a call: no vendor takes anything else, and nothing is
 * invented in the place of what is missing.
 *
 * @throws {GatewayError} 400 at the call, or at the result
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
        refuseField(
          part,
          `It answers the call ${JSON.stringify(part.callId)}, which the messages before it do not have.`,
        );
    }
  }
  refuseUnanswered(open);
}

function refuseUnanswered(open: ReadonlyMap<string, string>): void {
  for (const [id, path] of open) refuseField({ path }, `The call ${JSON.stringify(id)} has no result.`);
}

const isResult = ({ type }: Part): boolean => type === 'result';

/** Results stand first in the message that follows their calls: messages of the user that have some become one with their neighbours. */
export function joinResults(messages: readonly TurnMessage[]): readonly TurnMessage[] {
  const joined: TurnMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isOne =
      last?.role === 'user' && message.role === 'user' && [...last.parts.slice(0, 1), ...message.parts].some(isResult);
    if (last && isOne) {
      const parts = [...last.parts, ...message.parts];
      const results = parts.filter(isResult);
      joined[joined.length - 1] = {
        ...last,
        parts: [...results, ...parts.filter((part) => !isResult(part))],
        isString: false,
      };
    } else {
      const results = message.parts.filter(isResult);
      const parts =
        results.length === 0 ? message.parts : [...results, ...message.parts.filter((part) => !isResult(part))];
      joined.push({ ...message, parts });
    }
  }
  return joined;
}
