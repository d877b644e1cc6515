import { describe, expect, it } from 'vitest';
import type { StatedAbilities } from '../../../src/catalog/abilities.ts';
import { profiles, type ProfileId } from '../../../src/catalog/profiles.ts';
import { kinds } from '../../../src/providers/kinds/kinds.ts';
import { shortToolId } from '../../../src/providers/kinds/profile.ts';
import type { JsonObject } from '../../../src/shared/json/json.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { rawObject } from '../../../src/shared/json/raw-json.ts';
import { rawBody } from '../../fakes/raw-body.ts';

const model = makeModel('m', ['up']);

type OpenaiWire = 'chat-completions' | 'responses';

function asked(profile: ProfileId | null, wire: OpenaiWire, abilities: StatedAbilities = {}) {
  const provider = makeProvider('up', 'a', 'http://127.0.0.1:1');
  return {
    provider: profile === null ? provider : { ...provider, profile: profiles[profile] },
    wire,
    model: { ...model, abilities },
    upstreamModel: 'm',
    stream: false,
    headers: {},
  };
}

const adapt = (
  profile: ProfileId | null,
  body: JsonObject,
  wire: OpenaiWire = 'chat-completions',
  abilities: StatedAbilities = {},
) => kinds.openai.adapt?.({ ...asked(profile, wire, abilities), stream: body['stream'] === true, ...rawBody(body) });

const editsOf = (...parts: Parameters<typeof adapt>) => adapt(...parts)?.edits ?? {};

describe('the profile of a host', () => {
  it('asks for usage in streams, unless that is refused: then not even the caller may', () => {
    expect(editsOf(null, { stream: true })).toEqual({ stream_options: '{"include_usage":true}' });
    expect(editsOf('groq', { stream: true })).toEqual({ stream_options: '{"include_usage":true}' });
    expect(editsOf('mistral', { stream: true })).toEqual({});
    expect(editsOf('mistral', { stream: true, stream_options: { include_usage: true } })).toEqual({
      stream_options: null,
    });
    expect(editsOf('zai', { stream_options: null })).toEqual({ stream_options: null });
  });

  it('limits the output under the host’s name', () => {
    expect(editsOf('deepseek', { max_completion_tokens: 9 })).toEqual({ max_completion_tokens: null, max_tokens: '9' });
    expect(editsOf('deepseek', { max_completion_tokens: 9, max_tokens: 5 })).toEqual({ max_completion_tokens: null });
    expect(editsOf('xai', { max_tokens: 9 })).toEqual({ max_tokens: null, max_completion_tokens: '9' });
    expect(editsOf('groq', { max_tokens: 9 })).toEqual({});
    expect(editsOf('xai', { max_tokens: 9 }, 'responses')).toEqual({});
  });

  it('leaves out what the host refuses: silently what asks for nothing, with a loss what does', () => {
    const nothing = { n: 1, logprobs: false, top_logprobs: 0, logit_bias: {} };
    expect(adapt('groq', nothing)).toEqual({
      edits: { n: null, logprobs: null, top_logprobs: null, logit_bias: null },
      losses: [],
    });
    expect(adapt('groq', { n: 2, messages: [{ role: 'user', content: 'Hi', name: 'Ann' }] })).toEqual({
      edits: { n: null, messages: '[{"role":"user","content":"Hi"}]' },
      losses: [
        { path: 'n', kind: 'meaning', note: 'Groq does not take it.' },
        { path: 'messages[0].name', kind: 'advisory', note: 'The host refuses names of messages.' },
      ],
    });
    expect(adapt('mistral', { user: 'u1', seed: 7 })).toEqual({
      edits: { user: null, seed: null, random_seed: '7' },
      losses: [{ path: 'user', kind: 'advisory', note: 'Mistral does not take it.' }],
    });
  });

  it('copies numbers under other names as the caller wrote them', () => {
    const text = '{"seed":12345678901234567890,"max_completion_tokens": 100.0}';
    const body = JSON.parse(text) as JsonObject;
    const request = { ...asked('mistral', 'chat-completions'), body, raw: () => rawObject(text, body) };
    expect(kinds.openai.adapt?.(request)?.edits).toMatchObject({
      random_seed: '12345678901234567890',
      max_tokens: '100.0',
    });
  });

  const schema = { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } };

  it('takes no schema of the output where the host has none, unless the catalogue says otherwise of the model', () => {
    expect(adapt('zai', { response_format: schema })).toEqual({
      edits: { response_format: null },
      losses: [{ path: 'response_format', kind: 'meaning', note: 'Z.ai takes no schema of the output.' }],
    });
    expect(editsOf('zai', { response_format: { type: 'json_object' } })).toEqual({});
    expect(editsOf('zai', { response_format: schema }, 'chat-completions', { schemas: true })).toEqual({});
    for (const id of ['moonshot', 'groq'] as const) expect(editsOf(id, { response_format: schema })).toEqual({});
  });

  it.each(['zai', 'moonshot'] as const)('leaves out what the host does not promise of tools: %s', (id) => {
    const text =
      '{"tools":[{"type":"function","function":{"name":"a","strict":true,"parameters":{"maximum":12345678901234567890}}},' +
      '{"type":"function","function":{"name":"b","strict":false}},{"type":"function","function":{"name":"c"} }]}';
    const body = JSON.parse(text) as JsonObject;
    const request = { ...asked(id, 'chat-completions'), body, raw: () => rawObject(text, body) };
    const kept = text.replace('"strict":true,', '').replace(',"strict":false', '').slice('{"tools":'.length, -1);
    const note = 'The host does not guarantee this schema.';
    expect(kinds.openai.adapt?.(request)).toEqual({
      edits: { tools: kept },
      losses: [{ path: 'tools[0].function.strict', kind: 'approximated', note }],
    });
    expect(editsOf(id, { tools: [{ type: 'function', function: { name: 'c' } }] })).toEqual({});
    expect(editsOf(id, body, 'chat-completions', { strictTools: true })).toEqual({});
  });

  it('chooses tools in the host’s words', () => {
    expect(editsOf('mistral', { tool_choice: 'required' })).toEqual({ tool_choice: '"any"' });
    expect(editsOf('mistral', { tool_choice: 'auto' })).toEqual({});
    expect(adapt('zai', { tool_choice: 'required' })).toEqual({
      edits: { tool_choice: null },
      losses: [{ path: 'tool_choice', kind: 'meaning', note: 'Z.ai chooses tools itself.' }],
    });
  });

  it('gives ids of tool calls nine letters or digits, the same ones for a call and its result', () => {
    const id = 'call_0123456789';
    const short = shortToolId(id);
    expect(short).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(shortToolId('abcDEF123')).toBe('abcDEF123');
    const messages = [
      { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{"a":1.0}' } }] },
      { role: 'tool', tool_call_id: id, content: '1' },
    ];
    expect(JSON.parse(editsOf('mistral', { messages })['messages'] ?? '')).toEqual([
      { role: 'assistant', tool_calls: [{ ...messages[0]?.tool_calls?.[0], id: short }] },
      { role: 'tool', tool_call_id: short, content: '1' },
    ]);
    expect(editsOf('groq', { messages })).toEqual({});
  });

  const instructed = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', content: 'Hi' },
  ];
  const asSystem = JSON.stringify([{ role: 'system', content: 'Be brief.' }, instructed[1]]);

  it.each(['deepseek', 'qwen', 'zai', 'cerebras', 'moonshot', 'mistral'] as const)(
    'makes a developer the system where the host knows none: %s',
    (id) => {
      expect(adapt(id, { messages: instructed })).toEqual({ edits: { messages: asSystem }, losses: [] });
      expect(editsOf(id, { input: instructed }, 'responses')).toEqual({ input: asSystem });
      expect(editsOf(id, { input: 'Hi' }, 'responses')).toEqual({});
    },
  );

  it('leaves a developer elsewhere, unless the catalogue says otherwise of the model', () => {
    for (const id of [null, 'openrouter', 'xai'] as const) {
      expect(editsOf(id, { messages: instructed })).toEqual({});
      expect(editsOf(id, { messages: instructed }, 'chat-completions', { developerRole: false })).toEqual({
        messages: asSystem,
      });
      expect(editsOf(id, { input: instructed }, 'responses', { developerRole: false })).toEqual({ input: asSystem });
    }
    expect(editsOf('qwen', { messages: instructed }, 'chat-completions', { developerRole: true })).toEqual({});
  });

  it('copies what it does not change as the caller wrote it', () => {
    const text = `{"input":[{"role":"developer","content":[ {"type":"input_text","text":"a\\u0062"} ]},{"type":"file_search_call","results":[{"score": 1.0,"id":12345678901234567890}]}]}`;
    const body = JSON.parse(text) as JsonObject;
    const request = { ...asked('qwen', 'responses'), body, raw: () => rawObject(text, body) };
    expect(kinds.openai.adapt?.(request)?.edits?.['input']).toBe(
      text.slice('{"input":'.length, -1).replace('"developer"', '"system"'),
    );
  });

  it('puts something in the place of thoughts that are missing, as the host wants it', () => {
    const call = { role: 'assistant', content: null, tool_calls: [{ id: 'abcDEF123' }] };
    const thoughtOf = (id: ProfileId, thoughts: object) => {
      const { messages = '[{}]' } = editsOf(id, { messages: [{ ...call, ...thoughts }] });
      return (JSON.parse(messages ?? '') as readonly JsonObject[])[0]?.['reasoning_content'];
    };
    for (const missing of [{}, { reasoning_content: null }]) {
      expect(thoughtOf('deepseek', missing)).toBe('');
      expect(thoughtOf('moonshot', missing)).toBe(' ');
    }
    // Moonshot takes an empty text for none.
    expect(thoughtOf('moonshot', { reasoning_content: '' })).toBe(' ');
    expect(editsOf('deepseek', { messages: [{ ...call, reasoning_content: '' }] })).toEqual({});
    for (const id of ['deepseek', 'moonshot'] as const)
      expect(editsOf(id, { messages: [{ ...call, reasoning_content: 'Rome' }] })).toEqual({});
    expect(editsOf('moonshot', { messages: [{ role: 'assistant', content: '{', partial: true }] })).toEqual({});
  });

  it.each([
    ['kimi-k2.5', true],
    ['kimi-k2.6', true],
    ['kimi-k2-thinking-turbo', true],
    ['kimi-k3', true],
    ['kimi-k2-0905-preview', false],
    ['kimi-k2-turbo-preview', false],
    ['moonshot-v1-32k', false],
    ['kimi-latest', false],
  ])('puts nothing there for a model that does not think: %s', (upstreamModel, thinks) => {
    const body = { messages: [{ role: 'assistant', content: 'Hi' }] };
    const edits = kinds.openai.adapt?.({
      ...asked('moonshot', 'chat-completions'),
      upstreamModel,
      ...rawBody(body),
    })?.edits;
    expect(Object.keys(edits ?? {})).toEqual(thinks ? ['messages'] : []);
  });
});
