import { describe, expect, it } from 'vitest';
import { modelsBeside } from '../../../src/gateway/models-beside.ts';

describe('the models that a request names beside its own', () => {
  it.each([
    [{ model: 'own' }, []],
    [{ fallbacks: 'default' }, ['default']],
    [{ fallbacks: [{ model: 'one' }, { model: 'two', max_tokens: 5 }] }, ['one', 'two']],
    [
      { tools: [{ type: 'function' }, { type: 'image_generation', model: 'one', svg: { model: 'two' } }] },
      ['one', 'two'],
    ],
    [
      {
        input: [
          { type: 'additional_tools', tools: [{ model: 'one' }] },
          { role: 'user', content: 'x' },
        ],
      },
      ['one'],
    ],
    [{ svg: { model: 'one' } }, ['one']],
    [{ input: [{ type: 'message', svg_usage: { model: 'of an answer' } }], moderation: { model: 'free' } }, []],
    [{ fallbacks: [null, 'one', 5, { model: null }], tools: 'auto', input: 'Hi', svg: true }, []],
    [{ fallbacks: null, tools: [[{ model: 'one' }]], svg: 'text' }, []],
  ])('%j', (body, names) => {
    expect(modelsBeside(body)).toEqual(names);
  });
});
