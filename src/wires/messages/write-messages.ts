import type { Writable } from '../../shared/json/raw-json.ts';
import type { Part, TurnMessage } from '../translation/parts.ts';
import { writeParts } from './write-blocks.ts';
import type { Writing } from '../translation/writing.ts';

const isResult = ({ type }: Part): boolean => type === 'result';
const isOperator = ({ role }: TurnMessage): boolean => role === 'system' || role === 'developer';

/** A message of the operator in the middle of a conversation: its own role where the model knows it, else marked text of the user. */
function placeOperator(message: TurnMessage, { target, losses }: Writing): TurnMessage {
  if (target.abilities.systemInMiddle) return { ...message, role: 'system' };
  losses.add('approximated', message.path, 'Written as text of the user between <system> and </system>.');
  const parts = message.parts.map((part) =>
    part.type === 'text' ? { ...part, text: `<system>\n${part.text}\n</system>` } : part,
  );
  return { ...message, role: 'user', parts };
}

/** Results stand first in the message that follows their calls: messages of the user that have some become one with their neighbours. */
function joinResults(messages: readonly TurnMessage[]): readonly TurnMessage[] {
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

function writeMessage(message: TurnMessage, writing: Writing): Writable | null {
  writing.losses.own(message.extras);
  const [first] = message.parts;
  const isText = message.isString && message.parts.length === 1 && first?.type === 'text' && first.cache === undefined;
  const content = isText ? first.text : writeParts(message.parts, writing);
  return content.length === 0 ? null : { role: message.role, content };
}

/** `system` and `messages`. */
export function writeMessages(writing: Writing): { readonly system: Writable; readonly messages: readonly Writable[] } {
  const { messages } = writing.turn;
  const found = messages.findIndex((message) => !isOperator(message));
  const begin = found === -1 ? messages.length : found;
  const operators = messages.slice(0, begin);
  for (const { extras } of operators) writing.losses.own(extras);
  const system = operators.flatMap(({ parts }) => writeParts(parts, writing));
  const placed = messages
    .slice(begin)
    .map((message) => (isOperator(message) ? placeOperator(message, writing) : message));
  const last = placed.at(-1);
  if (last?.role === 'assistant' && !writing.target.abilities.prefill)
    writing.losses.add('meaning', last.path, 'The model does not continue a message that it has begun.');
  return {
    system: system.length === 0 ? undefined : system,
    messages: joinResults(placed).flatMap((message) => writeMessage(message, writing) ?? []),
  };
}
