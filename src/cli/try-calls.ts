import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json.ts';

/** What an answer amounts to, for people. */
export interface Seen {
  readonly text: string;
  /** Tokens in and out as the answer states them; null where it states none. */
  readonly usage: { readonly input: number; readonly output: number } | null;
}

/** A call that `diglot try` makes. */
export interface TryCall {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  /** Reads a whole answer, or all events of a stream. */
  readonly read: (documents: readonly Json[]) => Seen;
}

const question = 'Say hello in one short sentence.';
const messages = [{ role: 'user', content: question }];
const first = (value: Json | undefined): JsonObject => objectOf(Array.isArray(value) ? (value[0] as unknown) : null);

function usageOf(value: Json | undefined, input: string, output: string): Seen['usage'] {
  if (!isObject(value)) return null;
  const [tokensIn, tokensOut] = [value[input], value[output]];
  return typeof tokensIn === 'number' && typeof tokensOut === 'number' ? { input: tokensIn, output: tokensOut } : null;
}

function readChat(documents: readonly Json[]): Seen {
  const all = documents.map(objectOf);
  const choices = all.map(({ choices: list }) => first(list));
  const text = choices.map(({ message, delta }) => stringOf(objectOf(message ?? delta)['content']) ?? '').join('');
  const usages = all.map(({ usage }) => usageOf(usage, 'prompt_tokens', 'completion_tokens'));
  return { text, usage: usages.findLast((usage) => usage !== null) ?? null };
}

function readMessage(documents: readonly Json[]): Seen {
  const answer = objectOf(documents[0]);
  return {
    text: stringOf(first(answer['content'])['text']) ?? '',
    usage: usageOf(answer['usage'], 'input_tokens', 'output_tokens'),
  };
}

/** One call on each spec and one stream. */
export const tryCalls = (model: string): readonly TryCall[] => [
  {
    name: 'Spec A (OpenAI-compatible)',
    path: '/v1/chat/completions',
    headers: {},
    body: { model, messages },
    read: readChat,
  },
  {
    name: 'Spec B (Anthropic-compatible)',
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: { model, max_tokens: 128, messages },
    read: readMessage,
  },
  {
    name: 'Spec A, streamed',
    path: '/v1/chat/completions',
    headers: {},
    body: { model, messages, stream: true, stream_options: { include_usage: true } },
    read: readChat,
  },
];
