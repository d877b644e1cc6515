import { describe, expect, it } from 'vitest';
import { overlaid, type Usage } from '../../../../src/shared/usage.ts';
import type { Json } from '../../../../src/shared/json/json.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { wires } from '../../../../src/wires/wires.ts';
import { asBody, raw, readStream, streamEvents, turnWires } from './turn-wires.ts';

type Counts = Readonly<Record<string, Json>>;

/** What a report is charged as, and what a caller of Messages is told. */
const charged = ({ input_tokens = 0, input_audio_tokens = 0, ...read }: Usage) => ({
  input_tokens: input_tokens + input_audio_tokens,
  cache_read_input_tokens: read.cached_input_tokens ?? 0,
  cache_creation_input_tokens: read.cache_write_tokens ?? 0,
  output_tokens: (read.output_tokens ?? 0) + (read.output_audio_tokens ?? 0),
});
const told = (events: readonly TurnEvent[]) => asBody('messages', events).body['usage'];

const reports: readonly (readonly [what: string, usage: Counts])[] = [
  ['cached, next to the totals', { prompt_tokens: 100, completion_tokens: 7, cached_tokens: 60 }],
  [
    'cached, as Mistral has it',
    { prompt_tokens: 100, completion_tokens: 7, prompt_token_details: { cached_tokens: 6 } },
  ],
  [
    'more cached than the prompt',
    { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 500 } },
  ],
  ['written', { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cache_creation_input_tokens: 30 } }],
  ['a total with reasoning', { prompt_tokens: 100, completion_tokens: 10, total_tokens: 150, cached_tokens: 60 }],
  ['audio in the prompt', { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { audio_tokens: 80 } }],
  ['audio besides', { prompt_tokens: 10, completion_tokens: 7, prompt_tokens_details: { audio_tokens: 80 } }],
];
const renamed = (usage: Counts): Counts =>
  JSON.parse(
    JSON.stringify(usage).replaceAll('prompt_token', 'input_token').replaceAll('completion_token', 'output_token'),
  ) as Counts;

describe('the usage of an answer that is translated', () => {
  it.each(reports)('is what a chat is charged for: %s', (_, usage) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'A' }, finish_reason: 'stop' }];
    const read = wires['chat-completions'].meter.readUsage({ members: { usage }, dataLength: 0 }) ?? {};
    expect(told(turnWires['chat-completions'].readAnswer(raw({ id: 'c', choices, usage })))).toMatchObject(
      charged(read),
    );
  });

  it.each(reports)('is what a response is charged for: %s', (_, chat) => {
    const usage = renamed(chat);
    const read = wires.responses.meter.readUsage({ members: { usage }, dataLength: 0 }) ?? {};
    const response = { id: 'r', status: 'completed', output: [], usage };
    expect(told(turnWires.responses.readAnswer(raw(response)))).toMatchObject(charged(read));
  });

  it.each<readonly [what: string, Counts, cached: number]>([
    ['with a count', { cache_read_input_tokens: 900 }, 900],
    ['with zeros', { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0 }, 3],
    ['with zeros inside', { cache_read_input_tokens: 9, cache_creation: { ephemeral_5m_input_tokens: 0 } }, 9],
  ])('has what the last event of a message adds, like the charge: %s', (_, last, cached) => {
    const before = { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 };
    const events = streamEvents(
      [
        { type: 'message_start', message: { id: 'm', usage: before } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
        { type: 'message_stop', usage: last },
      ]
        .map((data) => `data: ${JSON.stringify(data)}\n\n`)
        .join(''),
    );
    let read: Usage | null = null;
    for (const event of events) {
      const { usage, isUpdate } = wires.messages.meter.readEvent(event);
      if (usage) read = overlaid(read, usage, isUpdate === true);
    }
    expect(charged(read ?? {})).toEqual({ ...before, cache_read_input_tokens: cached, output_tokens: 7 });
    const counts = asBody('chat-completions', readStream('messages', events)).body['usage'];
    expect(counts).toMatchObject({
      prompt_tokens: 7 + cached,
      completion_tokens: 7,
      prompt_tokens_details: { cached_tokens: cached },
    });
  });
});
