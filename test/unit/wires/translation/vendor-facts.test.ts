import { describe, expect, it } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { lossLines, translated } from './turn-wires.ts';

const tools = [{ name: 'look', input_schema: { type: 'object', properties: {} } }];
const messages = [{ role: 'user', content: 'Hi' }];

/** A request of Messages as a chat: its effort, and what was lost. */
function asChat(request: object, abilities: Partial<ModelAbilities>): readonly unknown[] {
  const body = { model: 'm', max_tokens: 9, messages, ...request };
  const written = translated({ from: 'messages', to: 'chat-completions' }, body, abilities);
  return [written.body['reasoning_effort'], ...lossLines(written.losses)];
}

describe('a model that does not think where a chat has tools', () => {
  const effort = { output_config: { effort: 'low' } };

  it('gets no effort, which is reported, and none where it has none', () => {
    expect(asChat({ ...effort, tools }, { toolEffort: 'absent' })).toEqual([
      undefined,
      'output_config.effort: approximated',
    ]);
    expect(asChat({ tools }, { toolEffort: 'absent' })).toEqual([undefined]);
    expect(asChat(effort, { toolEffort: 'absent' })).toEqual(['low']);
  });

  it('hears that there is to be none where it refuses its own default', () => {
    expect(asChat({ ...effort, tools }, { toolEffort: 'none' })).toEqual([
      'none',
      'output_config.effort: approximated',
    ]);
    expect(asChat({ tools }, { toolEffort: 'none' })).toEqual(['none', 'tools[0]: approximated']);
    expect(asChat({ thinking: { type: 'disabled' }, tools }, { toolEffort: 'none' })).toEqual(['none']);
    expect(asChat(effort, { toolEffort: 'none' })).toEqual(['low']);
  });
});
