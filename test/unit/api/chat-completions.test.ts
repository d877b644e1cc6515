import { describe, expect, it } from 'vitest';
import { assembleCompletion } from '../../../src/api/chat-completions.ts';
import type { JsonObject } from '../../../src/shared/json/json.ts';

const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const chunk = (delta: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const assembled = (...chunks: readonly JsonObject[]): JsonObject | null => {
  const assembly = assembleCompletion();
  for (const each of chunks) assembly.add(each);
  return assembly.completion();
};

describe('a completion from its chunks', () => {
  it('is nothing when no chunk came', () => {
    expect(assembled()).toBeNull();
  });

  it('joins text, and takes usage and the last words of the head', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const last = { ...head, choices: [], usage, system_fingerprint: 'f' };
    expect(
      assembled(
        { ...chunk({ role: 'assistant', content: '' }), usage: null, obfuscation: 'xx' },
        chunk({ content: 'Hé' }),
        chunk({ content: 'llo' }),
        chunk({}, { finish_reason: 'stop' }),
        last,
      ),
    ).toEqual({
      ...head,
      object: 'chat.completion',
      system_fingerprint: 'f',
      usage,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Héllo', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    });
  });

  it('joins the arguments of each tool call, in their order', () => {
    const call = (index: number, more: JsonObject) => chunk({ tool_calls: [{ index, ...more }] });
    const completion = assembled(
      chunk({ role: 'assistant', content: null }),
      call(1, { id: 'b', type: 'function', function: { name: 'two', arguments: '' } }),
      call(0, { id: 'a', type: 'function', function: { name: 'one', arguments: '{' } }),
      call(1, { function: { arguments: '[]' } }),
      call(0, { function: { arguments: '}' } }),
      chunk({}, { finish_reason: 'tool_calls' }),
    );
    expect(completion?.['choices']).toMatchObject([
      {
        finish_reason: 'tool_calls',
        message: {
          content: null,
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } },
            { id: 'b', type: 'function', function: { name: 'two', arguments: '[]' } },
          ],
        },
      },
    ]);
    expect(JSON.stringify(completion)).not.toContain('"index":1');
  });

  it('keeps several choices apart, with their refusals and probabilities', () => {
    const of = (index: number, delta: JsonObject, more: JsonObject = {}) => ({
      ...head,
      choices: [{ index, delta, ...more }],
    });
    const completion = assembled(
      of(1, { role: 'assistant', refusal: 'No' }),
      of(0, { role: 'assistant', content: 'a' }, { logprobs: { content: [{ token: 'a' }], refusal: null } }),
      of(1, { refusal: '.' }, { finish_reason: 'stop' }),
      of(0, { content: 'b' }, { logprobs: { content: [{ token: 'b' }], refusal: null }, finish_reason: 'length' }),
    );
    expect(completion?.['choices']).toEqual([
      {
        index: 0,
        message: { role: 'assistant', content: 'ab', refusal: null },
        logprobs: { content: [{ token: 'a' }, { token: 'b' }] },
        finish_reason: 'length',
      },
      {
        index: 1,
        message: { role: 'assistant', content: null, refusal: 'No.' },
        logprobs: null,
        finish_reason: 'stop',
      },
    ]);
  });
});
