import type { Writable } from '../../shared/json/raw-json.ts';
import type { TurnMessage } from '../translation/parts.ts';
import { joinResults } from '../translation/check-calls.ts';
import { writeParts } from './write-blocks.ts';
import { hasWords, isOperator, LossList, speakAsUser, splitOperator, type Writing } from '../translation/writing.ts';

/** What the operator says at one place: the vendor accepts one message there. */
const joined = (messages: readonly TurnMessage[]): readonly TurnMessage[] =>
  messages.slice(0, 1).map((first) => ({
    ...first,
    role: 'system',
    parts: messages.flatMap(({ parts }) => parts),
    isString: messages.length === 1 && first.isString,
    extras: messages.flatMap(({ extras = [] }) => extras),
  }));

/** Whether anything of a message will be written. */
const saysSomething = ({ parts }: TurnMessage, writing: Writing): boolean =>
  parts.some((part) => writeParts([part], { ...writing, losses: new LossList('messages') }).length > 0);

/**
 * Messages of the operator in the middle of a conversation: in their own role if the model knows it and the vendor accepts it there,
 * which is after the user and before the model; else marked text of the user. Messages that would be empty have no place.
 */
function placeOperators(messages: readonly TurnMessage[], writing: Writing): readonly TurnMessage[] {
  const { target, losses } = writing;
  if (!messages.some(isOperator)) return messages;
  const placed: TurnMessage[] = [];
  let waiting: TurnMessage[] = [];
  let before: TurnMessage['role'] | null = null;
  const place = (next: TurnMessage['role'] | null): void => {
    const takes = target.abilities.systemInMiddle && before === 'user' && next !== 'user';
    const spoken = takes ? joined(waiting) : waiting.map((message) => speakAsUser(message, losses));
    for (const message of spoken) placed.push(message);
    waiting = [];
  };
  for (const message of messages) {
    if (isOperator(message)) {
      waiting.push(message);
      continue;
    }
    const counts = saysSomething(message, writing);
    if (counts) place(message.role);
    placed.push(message);
    if (counts) before = message.role;
  }
  place(null);
  return placed;
}

function writeMessage(message: TurnMessage, writing: Writing): Writable | null {
  writing.losses.own(message.extras);
  const [first] = message.parts;
  const isText =
    message.isString &&
    message.parts.length === 1 &&
    first?.type === 'text' &&
    first.cache === undefined &&
    hasWords(first.text);
  const content = isText ? first.text : writeParts(message.parts, writing);
  return content.length === 0 ? null : { role: message.role, content };
}

/** `system` and `messages`. */
export function writeMessages(writing: Writing): { readonly system: Writable; readonly messages: readonly Writable[] } {
  const { messages } = writing.turn;
  const [operators, rest] = splitOperator(messages);
  for (const { extras } of operators) writing.losses.own(extras);
  const system = operators.flatMap(({ parts }) => writeParts(parts, writing));
  const placed = placeOperators(rest, writing);
  const last = placed.at(-1);
  if (last?.role === 'assistant' && !writing.target.abilities.prefill) writing.losses.add('prefill-none', last.path);
  return {
    system: system.length === 0 ? undefined : system,
    messages: joinResults(placed).flatMap((message) => writeMessage(message, writing) ?? []),
  };
}
