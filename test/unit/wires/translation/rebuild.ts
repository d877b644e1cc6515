import Anthropic from '@anthropic-ai/sdk';
import AnthropicOld from 'anthropic-sdk-0';
import OpenAI from 'openai';
import OpenAIOld from 'openai-6';
import type { TurnWireId } from '../../../../src/wires/translation/parts.ts';
import type { OutEvent } from '../../../../src/wires/turn.ts';

/** A server that answers every request with the same stream. */
const serving = (events: readonly OutEvent[]) => (): Promise<Response> =>
  Promise.resolve(
    new Response(Buffer.concat(events.map(({ bytes }) => bytes)), { headers: { 'content-type': 'text/event-stream' } }),
  );

const settings = { apiKey: 'k', baseURL: 'http://127.0.0.1:9', maxRetries: 0 };

const openais = { newest: OpenAI, older: OpenAIOld as unknown as typeof OpenAI };
const anthropics = { newest: Anthropic, older: AnthropicOld as unknown as typeof Anthropic };

/** The majors of the official SDKs that are tried. */
export const majors = ['newest', 'older'] as const;

/** What an official SDK makes of a stream. */
export function rebuilt(
  wire: TurnWireId,
  events: readonly OutEvent[],
  major: (typeof majors)[number],
): Promise<object> {
  const fetch = serving(events);
  if (wire === 'messages')
    return new anthropics[major]({ ...settings, fetch }).messages
      .stream({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] })
      .finalMessage();
  const client = new openais[major]({ ...settings, fetch });
  return wire === 'responses'
    ? client.responses.stream({ model: 'm', input: 'Hi' }).finalResponse()
    : client.chat.completions
        .stream({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream_options: { include_usage: true } })
        .finalChatCompletion();
}

type Loose = Record<string, unknown>;

const without = (holder: unknown, names: readonly string[]): void => {
  for (const name of names) delete (holder as Loose)[name];
};

const listIn = (holder: unknown, name: string): readonly Loose[] => {
  const list = (holder as Loose)[name];
  return Array.isArray(list) ? (list as readonly Loose[]) : [];
};

/** What SDKs add to what they rebuild, and what they cannot rebuild: members that they know nothing of are not joined. */
const cleaners: Readonly<Record<TurnWireId, (answer: Loose) => void>> = {
  'chat-completions': (answer) => {
    for (const choice of listIn(answer, 'choices')) {
      const message = choice['message'] as Loose;
      without(message, ['parsed', 'reasoning_content']);
      if (message['refusal'] === null) delete message['refusal'];
      if (!choice['logprobs']) delete choice['logprobs'];
      for (const call of listIn(message, 'tool_calls'))
        if (call['function']) without(call['function'], ['parsed_arguments']);
      if (listIn(message, 'tool_calls').length === 0) delete message['tool_calls'];
    }
  },
  responses: (answer) => {
    without(answer, ['output_text', 'output_parsed']);
    for (const item of listIn(answer, 'output')) {
      without(item, ['parsed_arguments']);
      for (const part of listIn(item, 'content')) without(part, ['parsed']);
    }
  },
  messages: (answer) => {
    without(answer, ['parsed_output', 'container']);
    without(answer['usage'], ['service_tier']);
    for (const block of listIn(answer, 'content')) {
      without(block, ['parsed']);
      if (block['citations'] === null) delete block['citations'];
    }
  },
};

/** An answer without what SDKs add. */
export function comparable(wire: TurnWireId, answer: object): object {
  const copy = JSON.parse(JSON.stringify(answer)) as Loose;
  cleaners[wire](copy);
  return copy;
}
