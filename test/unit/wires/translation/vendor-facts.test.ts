import { describe, expect, it } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { wires } from '../../../../src/wires/wires.ts';
import { able, lossLines, raw, translated, turnWires } from './turn-wires.ts';

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

describe('a model of Messages that takes temperature or top_p', () => {
  const write = (request: object): readonly unknown[] => {
    const body = { model: 'm', messages, ...request };
    const written = translated({ from: 'chat-completions', to: 'messages' }, body, { sampling: 'one' });
    return [written.body['temperature'], written.body['top_p'], ...lossLines(written.losses)];
  };

  it('gets the temperature, and the other one is reported', () => {
    expect(write({ temperature: 0.5, top_p: 0.9 })).toEqual([0.5, undefined, 'top_p: advisory']);
  });

  it('gets the one that says something', () => {
    expect(write({ temperature: 1, top_p: 0.9 })).toEqual([undefined, 0.9]);
    expect(write({ temperature: 0.5, top_p: 1 })).toEqual([0.5, undefined]);
    expect(write({ top_p: 0.9 })).toEqual([undefined, 0.9]);
  });
});

it.each(['chat-completions', 'responses'] as const)(
  'one call at a time is refused by models that have no such setting: %s',
  (to) => {
    const write = (disabled: boolean, parallelSwitch: boolean): readonly unknown[] => {
      const choice = { type: 'auto', disable_parallel_tool_use: disabled };
      const body = { model: 'm', max_tokens: 99, messages, tools, tool_choice: choice };
      const written = translated({ from: 'messages', to }, body, { parallelSwitch });
      return [written.body['parallel_tool_calls'], ...lossLines(written.losses)];
    };
    expect(write(true, true)).toEqual([false]);
    expect(write(true, false)).toEqual([undefined, 'tool_choice.disable_parallel_tool_use: meaning']);
    expect(write(false, false)).toEqual([undefined]);
  },
);

it('stop sequences are refused where a model of chats has none', () => {
  const body = { model: 'm', max_tokens: 9, messages, stop_sequences: ['x'] };
  const written = translated({ from: 'messages', to: 'chat-completions' }, body, { stops: false });
  expect([written.body['stop'], ...lossLines(written.losses)]).toEqual([undefined, 'stop_sequences: meaning']);
});

it.each(['END', ['END']])('stop of a response is read as %j, and where it cannot go it is reported', (stop) => {
  const body = { model: 'm', input: 'Hi', stop };
  expect(translated({ from: 'responses', to: 'messages' }, body).body['stop_sequences']).toEqual(['END']);
  const { losses } = translated({ from: 'responses', to: 'messages' }, { ...body, stop: ' ' });
  expect(lossLines(losses)).toEqual(['stop: meaning']);
});

describe.each(['chat-completions', 'responses'] as const)('a session of Messages on %s', (to) => {
  const keyOf = (user: string, cacheKeys: boolean): unknown => {
    const body = { model: 'm', max_tokens: 9, messages, metadata: { user_id: user } };
    return translated({ from: 'messages', to }, body, { cacheKeys }).body['prompt_cache_key'];
  };

  it('has one key for its cache, and another than other sessions, where the model takes keys', () => {
    expect(keyOf('session 1', true)).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf('session 1', true)).toBe(keyOf('session 1', true));
    expect(keyOf('session 1', true)).not.toBe(keyOf('session 2', true));
    expect(keyOf('session 1', false)).toBeUndefined();
  });
});

describe.each(['messages', 'converse'] as const)(
  'strict tools, of which the vendor enforces so many in a request, on %s',
  (to) => {
    const union = { type: 'object', properties: { a: { type: ['string', 'null'] } }, required: ['a'] };
    const plain = { type: 'object', properties: {} };
    const toolsOf = (count: number, schema: object, strict?: boolean): readonly object[] =>
      Array.from({ length: count }, (_, index) => ({
        type: 'function',
        name: `f${index}`,
        parameters: { ...schema, additionalProperties: false },
        strict,
      }));
    const write = (request: object): { readonly strict: number; readonly lines: readonly string[] } => {
      const turn = turnWires.responses.readRequest(raw({ model: 'm', input: 'Hi', ...request }));
      const written = wires[to].turn?.writeRequest?.(turn, { model: 'm', abilities: able });
      const strict = written?.body.toString().match(/"strict":true/g)?.length ?? 0;
      return { strict, lines: lossLines(written?.losses ?? []) };
    };

    it('are as many as that; of those that the caller does not name strict nothing is reported', () => {
      expect(write({ tools: toolsOf(20, plain) })).toEqual({ strict: 20, lines: [] });
      expect(write({ tools: toolsOf(21, plain) })).toEqual({ strict: 20, lines: [] });
      expect(write({ tools: toolsOf(17, union) })).toEqual({ strict: 16, lines: [] });
    });

    it('are first those that the caller wants, and the others are reported', () => {
      const lines = ['tools[22].strict: approximated'];
      const some = [...toolsOf(2, plain), ...toolsOf(21, plain, true)];
      expect(write({ tools: some })).toEqual({ strict: 20, lines });
    });

    it('share the schemas of several types with the format of the output', () => {
      const format = { type: 'json_schema', name: 'n', schema: { anyOf: [union, plain] } };
      expect(write({ tools: toolsOf(16, union), text: { format } })).toMatchObject({ strict: 14 });
    });
  },
);

it.each([
  ['{ }', '{"type":"object","properties":{}}'],
  ['{"properties":{"a":{"type":"string"}}}', '{"type":"object","properties":{"a":{"type":"string"}}}'],
  [' { "const": 12345678901234567890 }', '{"type":"object", "const": 12345678901234567890 }'],
  ['{"type":"object","x":1.0}', '{"type":"object","x":1.0}'],
  ['{"properties":{},"type":["object","null"]}', '{"properties":{},"type":["object","null"]}'],
])('a vendor that requires the type of parameters gets one: %s', (parameters, expected) => {
  const declared = `{"type":"function","function":{"name":"f","parameters":${parameters}}}`;
  const body = `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[${declared}]}`;
  expect(translated({ from: 'chat-completions', to: 'messages' }, body).text).toContain(`"input_schema":${expected}`);
  expect(translated({ from: 'chat-completions', to: 'responses' }, body).text).toContain(
    `"parameters":${parameters.trim()}`,
  );
});

describe('thinking that a caller of Messages sets in two ways', () => {
  const effort = (value: string): object => ({ output_config: { effort: value } });
  const lines = (
    to: 'chat-completions' | 'responses' | 'gemini' | 'converse',
    more: object,
    thinks = able.thinking,
  ) => {
    const body = { model: 'm', max_tokens: 9_000, messages: [{ role: 'user', content: 'Hi' }], ...more };
    const turn = turnWires.messages.readRequest(raw(body));
    return lossLines(
      wires[to].turn?.writeRequest?.(turn, { model: 'm', abilities: { ...able, thinking: thinks } }).losses ?? [],
    );
  };
  const budget = { thinking: { type: 'enabled', budget_tokens: 2_000 } };
  const off = { thinking: { type: 'disabled' } };

  it.each(['chat-completions', 'responses', 'gemini', 'converse'] as const)('loses none unreported on %s', (to) => {
    expect(lines(to, { ...budget, ...effort('max') })).toEqual(['thinking: approximated']);
    expect(lines(to, { ...off, ...effort('high') })).toEqual(['output_config.effort: approximated']);
    expect(lines(to, { ...off, ...effort('none') })).toEqual([]);
  });

  it.each(['gemini', 'converse'] as const)('loses none unreported where the model of %s has a budget', (to) => {
    expect(lines(to, { ...budget, ...effort('max') }, 'budget')).toEqual(['output_config.effort: approximated']);
    expect(lines(to, { ...off, ...effort('high') }, 'budget')).toEqual(['output_config.effort: approximated']);
    expect(lines(to, budget, 'budget')).toEqual([]);
  });
});
