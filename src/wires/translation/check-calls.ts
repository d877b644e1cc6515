import type { TurnMessage } from './parts.ts';
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
