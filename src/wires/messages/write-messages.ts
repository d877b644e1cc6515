import type { Writable } from '../../shared/json/raw-json.ts';
import type { TurnMessage } from '../translation/parts.ts';
import { joinResults } from '../translation/check-calls.ts';
import { writeParts } from './write-blocks.ts';
import { isOperator, speakAsUser, splitOperator, type Writing } from '../translation/writing.ts';

/** A message of the operator in the middle of a conversation: its own role where the model knows it, else marked text of the user. */
function placeOperator(message: TurnMessage, { target, losses }: Writing): TurnMessage {
  if (target.abilities.systemInMiddle) return { ...message, role: 'system' };
  return speakAsUser(message, losses);
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
  const [operators, rest] = splitOperator(messages);
  for (const { extras } of operators) writing.losses.own(extras);
  const system = operators.flatMap(({ parts }) => writeParts(parts, writing));
  const placed = rest.map((message) => (isOperator(message) ? placeOperator(message, writing) : message));
  const last = placed.at(-1);
  if (last?.role === 'assistant' && !writing.target.abilities.prefill) writing.losses.add('prefill-none', last.path);
  return {
    system: system.length === 0 ? undefined : system,
    messages: joinResults(placed).flatMap((message) => writeMessage(message, writing) ?? []),
  };
}
