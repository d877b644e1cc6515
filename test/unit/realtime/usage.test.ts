import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRealtimeUsage, readReport, textOf } from '../../../src/realtime/usage.ts';

const input = (details: object, tokens = 100) => ({
  input_tokens: tokens,
  output_tokens: 0,
  input_token_details: details,
});

describe('usage of a realtime response', () => {
  it.each<[what: string, usage: object, expected: object | null]>([
    ['text', { input_tokens: 7, output_tokens: 3 }, { input_tokens: 7, output_tokens: 3 }],
    [
      'audio of both',
      { ...input({ audio_tokens: 90 }), output_tokens: 9, output_token_details: { audio_tokens: 8 } },
      { input_tokens: 10, input_audio_tokens: 90, output_tokens: 1, output_audio_tokens: 8 },
    ],
    [
      'cached text and cached audio',
      input({ audio_tokens: 60, cached_tokens: 50, cached_tokens_details: { text_tokens: 20, audio_tokens: 30 } }),
      {
        input_tokens: 20,
        cached_input_tokens: 20,
        input_audio_tokens: 30,
        cached_input_audio_tokens: 30,
        output_tokens: 0,
      },
    ],
    [
      'cached tokens of unknown kind, text first',
      input({ audio_tokens: 60, cached_tokens: 50 }),
      {
        input_tokens: 0,
        cached_input_tokens: 40,
        input_audio_tokens: 50,
        cached_input_audio_tokens: 10,
        output_tokens: 0,
      },
    ],
    [
      'output that only the total has',
      { input_tokens: 5, output_tokens: 1, total_tokens: 10 },
      { input_tokens: 5, output_tokens: 5 },
    ],
    ['no input', { output_tokens: 3 }, null],
    ['no output', { input_tokens: 3 }, null],
    ['output by the total alone', { input_tokens: 3, total_tokens: 4 }, { input_tokens: 3, output_tokens: 1 }],
    ['a fraction', { input_tokens: 1.5, output_tokens: 3 }, null],
    ['a negative output', { input_tokens: 1, output_tokens: -3 }, null],
  ])('reads %s', (_, usage, expected) => {
    expect(readRealtimeUsage(usage as never)).toEqual(expected);
  });

  const count = fc.nat(1_000);
  it('bills each token of the input once, whatever the details say', () => {
    fc.assert(
      fc.property(
        count,
        count,
        count,
        fc.option(fc.record({ text_tokens: count, audio_tokens: count })),
        (tokens, audio, cached, split) => {
          const details = {
            audio_tokens: audio,
            cached_tokens: cached,
            ...(split && { cached_tokens_details: split }),
          };
          const { output_tokens: _, ...kinds } = readRealtimeUsage(input(details, tokens) as never) ?? {};
          const quantities = Object.values(kinds);
          expect(quantities.reduce((sum, quantity) => sum + quantity, 0)).toBe(tokens);
          expect(quantities.every((quantity) => quantity >= 0)).toBe(true);
        },
      ),
    );
  });

  it('is in the event that ends a response, and text is in those before', () => {
    const report = { type: 'response.done', response: { usage: { input_tokens: 1, output_tokens: -1 } } };
    expect(readReport(report)).toEqual({ isUnbelieved: true });
    expect(textOf({ type: 'response.function_call_arguments.delta', delta: '{}' })).toBe('{}');
    expect(textOf({ type: 'input_audio_buffer.speech_started', delta: 'x' })).toBeNull();
  });
});
