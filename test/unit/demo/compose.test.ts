import { describe, expect, it } from 'vitest';
import { compose } from '../../../src/demo/compose.ts';
import { plainBehaviour } from '../../../src/demo/behaviour.ts';
import { requestedObject, namesIt, type Prompt } from '../../../src/demo/prompt.ts';
import { readChatPrompt } from '../../../src/demo/spec-a/chat-completions.ts';
import { readResponsesPrompt } from '../../../src/demo/spec-a/responses.ts';
import { readMessagesPrompt } from '../../../src/demo/spec-b/messages.ts';
import type { Json, JsonObject } from '../../../src/shared/json/json.ts';

const parameters = { type: 'object', properties: { command: { type: 'string' } } };
const names = ['shell', 'update_plan', 'Read'];
const reminder = '<system-reminder>\nThe shell and update_plan are there for you.\n</system-reminder>';

/** How each wire format says the same: a prompt in parts, tools that may be called, and which. */
const formats: readonly (readonly [string, (parts: readonly string[], choice?: Json) => Prompt])[] = [
  [
    'chat completions',
    (parts, choice) => {
      const tools = names.map((name) => ({ type: 'function', function: { name, parameters } }));
      const content = parts.map((text) => ({ type: 'text', text }));
      return readChatPrompt({
        messages: [{ role: 'user', content }],
        tools,
        ...(choice !== undefined && { tool_choice: choice }),
      });
    },
  ],
  [
    'responses',
    (parts, choice) => {
      const tools = names.map((name) => ({ type: 'function', name, parameters }));
      const input = parts.map((text) => ({ role: 'user', content: [{ type: 'input_text', text }] }));
      return readResponsesPrompt({ input, tools, ...(choice !== undefined && { tool_choice: choice }) });
    },
  ],
  [
    'messages',
    (parts, choice) => {
      const tools = names.map((name) => ({ name, input_schema: parameters }));
      const content = parts.map((text) => ({ type: 'text', text }));
      const forced = choice === 'required' ? { type: 'any' } : choice;
      return readMessagesPrompt({
        messages: [{ role: 'user', content }],
        tools,
        ...(forced !== undefined && { tool_choice: forced }),
      });
    },
  ],
];

describe.each(formats)('a tool that %s offer', (_name, read) => {
  const calledBy = (...input: Parameters<typeof read>) =>
    compose(read(...input), plainBehaviour).toolCall?.name ?? null;

  it.each([
    [['Hello']],
    [[reminder, 'Hello']],
    [['<environment_context><shell>bash</shell></environment_context>', 'Say hi.']],
    [[`${reminder}\nHello`]],
    [['Reading is fun, eggshells are not, nor is my-shell or shell_2.']],
  ])('is not called by a prompt that does not name it: %j', (parts) => {
    expect(calledBy(parts)).toBeNull();
  });

  it('is called where it is named, or one must be', () => {
    expect(calledBy(['Please use `update_plan` now'])).toBe('update_plan');
    expect(calledBy([reminder, 'Run ls in the shell.'])).toBe('shell');
    expect(calledBy(['Hello'], 'required')).toBe('shell');
  });
});

describe('a tool that is chosen', () => {
  const tools = names.map((name) => ({ type: 'function', function: { name, parameters } }));
  const messages = [{ role: 'user', content: 'Hello' }];
  const chosen = (tool_choice: Json) =>
    compose(readChatPrompt({ messages, tools, tool_choice }), plainBehaviour).toolCall?.name;

  it('is called, also from a list of those allowed', () => {
    const read = { type: 'function', function: { name: 'Read' } };
    expect(chosen(read)).toBe('Read');
    expect(chosen({ type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [read] } })).toBe('Read');
    expect(chosen({ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [read] } })).toBeUndefined();
    const input = 'Hello';
    const flat = names.map((name) => ({ type: 'function', name, parameters }));
    const tool_choice = { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'Read' }] };
    const prompt = readResponsesPrompt({ input, tools: flat, tool_choice });
    expect(compose(prompt, plainBehaviour).toolCall?.name).toBe('Read');
  });
});

describe('any JSON object', () => {
  const keysOf = (...texts: string[]) => Object.keys((requestedObject(texts) as { properties: JsonObject }).properties);

  it.each([
    ['Answer in JSON with the keys "city" and "days".', ['city', 'days']],
    ['Return JSON with keys: name, age and country', ['name', 'age', 'country']],
    ['Give me fields `a`, `b`.', ['a', 'b']],
    ['Reply like {"title": "…", "year": 1999, "tags": ["x"]}', ['title', 'year', 'tags']],
    ["Use {'ok': boolean}", ['ok']],
    ['Answer in JSON.', ['answer']],
    ['Answer "yes" in JSON.', ['answer']],
    ['', ['answer']],
  ])('has the keys that the prompt asks for: %s', (text, keys) => {
    expect(keysOf('You answer in JSON.', text)).toEqual(keys);
  });

  it('has values of the kinds that the prompt shows', () => {
    const prompt = readChatPrompt({
      messages: [
        { role: 'system', content: 'Format: {"city": "x", "days": 3, "ok": true, "tags": [], "n": integer}' },
        { role: 'user', content: 'A trip to Paris' },
      ],
      response_format: { type: 'json_object' },
    });
    const { text } = compose(prompt, plainBehaviour);
    expect(JSON.parse(text)).toEqual({ city: 'Paris', days: 1, ok: true, tags: ['Paris'], n: 1 });
    const facts = { instructions: 'JSON with the key "sum"', input: 'Add', text: { format: { type: 'json_object' } } };
    expect(JSON.parse(compose(readResponsesPrompt(facts), plainBehaviour).text)).toEqual({ sum: 'Add' });
  });
});

describe('what is read of a prompt', () => {
  it.each([
    '<a>'.repeat(40_000),
    '"a":'.repeat(40_000),
    `keys ${'a, '.repeat(40_000)}`,
    `keys ${'a '.repeat(40_000)}`,
    'shel'.repeat(40_000),
  ])('is bounded, however long it is: %#', (text) => {
    expect(namesIt(text, 'shell')).toBe(false);
    expect(requestedObject([text])).toHaveProperty('properties');
  });
});
