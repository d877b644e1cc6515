import { describe, expect, it } from 'vitest';
import { gemini } from '../../../../src/wires/gemini/wire.ts';
import { able, asBody, lossLines, raw, translated, turnWires } from './turn-wires.ts';

type Bodies = readonly Readonly<Record<string, unknown>>[];

const parameters = { type: 'object', properties: {} };
const fn = (name: string): object => ({ type: 'function', name, parameters, strict: false });
const namesOf = (tools: unknown): readonly unknown[] => ((tools ?? []) as Bodies).map(({ name }) => name);

describe('a choice of a tool that is in a namespace', () => {
  const crm = { type: 'namespace', name: 'crm', description: 'Customers.', tools: [fn('lookup'), fn('remove')] };
  const erp = { type: 'namespace', name: 'erp', description: 'Stock.', tools: [fn('remove')] };
  const written = (choice: object, to: 'messages' | 'chat-completions' = 'messages', more: readonly object[] = []) =>
    translated(
      { from: 'responses', to },
      { model: 'm', input: 'Hi', tools: [crm, erp, fn('other'), ...more], tool_choice: choice },
    );

  it.each([
    ['its name', { type: 'function', name: 'lookup' }, 'crm__lookup'],
    ['both names', { type: 'function', name: 'remove', namespace: 'erp' }, 'erp__remove'],
    ['the name of both', { type: 'function', name: 'crm__lookup' }, 'crm__lookup'],
    ['the name of one outside', { type: 'function', name: 'other' }, 'other'],
  ])('names the tool that is sent, by %s', (_, choice, name) => {
    const { body, losses } = written(choice);
    expect(body['tool_choice']).toEqual({ type: 'tool', name });
    expect(namesOf(body['tools'])).toContain(name);
    expect(lossLines(losses)).not.toContain('tool_choice: meaning');
    const chat = written(choice, 'chat-completions').body['tool_choice'];
    expect(chat).toEqual({ type: 'function', function: { name } });
  });

  it('means the tool outside where one inside has the same name', () => {
    const { body } = written({ type: 'function', name: 'lookup' }, 'messages', [fn('lookup')]);
    expect(body['tool_choice']).toEqual({ type: 'tool', name: 'lookup' });
  });

  it('is reported where two tools have the name', () => {
    const { body, losses } = written({ type: 'function', name: 'remove' });
    expect(body['tool_choice']).toBeUndefined();
    expect(lossLines(losses)).toContain('tool_choice: meaning');
    const some = written({ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'remove' }] });
    expect(lossLines(some.losses)).toContain('tool_choice: meaning');
  });

  it.each([
    ['a tool', { type: 'function', name: 'lookup' }, ['crm__lookup', 'other']],
    ['a tool of a named one', { type: 'function', name: 'remove', namespace: 'crm' }, ['crm__remove', 'other']],
    ['all of it', { type: 'namespace', name: 'crm' }, ['crm__lookup', 'crm__remove', 'other']],
    ['some of it', { ...crm, tools: [fn('remove')] }, ['crm__remove', 'other']],
  ])('allows %s among others', (_, tool, names) => {
    const choice = { type: 'allowed_tools', mode: 'required', tools: [tool, { type: 'function', name: 'other' }] };
    const { body, losses } = written(choice);
    expect([namesOf(body['tools']), body['tool_choice']]).toEqual([names, { type: 'any' }]);
    expect(lossLines(losses)).not.toContain('tool_choice: meaning');
    const chat = written(choice, 'chat-completions').body['tool_choice'];
    const tools = names.map((name) => ({ type: 'function', function: { name } }));
    expect(chat).toEqual({ type: 'allowed_tools', allowed_tools: { mode: 'required', tools } });
  });
});

describe('a tool of the caller with the name of one that Messages has itself', () => {
  const from = 'responses';
  const hosted = { web_search: { type: 'web_search' }, code_execution: { type: 'code_interpreter' } } as const;

  it.each(Object.entries(hosted))('goes beside it under another name, and back under its own: %s', (name, own) => {
    const call = { type: 'function_call', call_id: 'a', name, arguments: '{}' };
    const history = [
      { role: 'user', content: 'Hi' },
      call,
      { type: 'function_call_output', call_id: 'a', output: 'x' },
    ];
    const request = { model: 'm', input: history, tools: [fn(name), own], tool_choice: { type: 'function', name } };
    const { body } = translated({ from, to: 'messages' }, request);
    const [sent, second] = namesOf(body['tools']);
    expect([second, String(sent).startsWith(name), sent === name]).toEqual([name, true, false]);
    expect(body['tool_choice']).toEqual({ type: 'tool', name: sent });
    const [, { content: [used] = [] } = {}] = body['messages'] as readonly { content?: Bodies }[];
    expect(used).toMatchObject({ type: 'tool_use', name: sent });
    const content = [{ type: 'tool_use', id: 'b', name: sent, input: {} }];
    const events = turnWires.messages.readAnswer(raw({ id: 'x', content, stop_reason: 'tool_use' }));
    expect(asBody(from, events, request).body['output']).toMatchObject([{ type: 'function_call', name }]);
  });

  it('is one of those that a choice allows, and so is one that takes text', () => {
    const custom = { type: 'custom', name: 'web_search' };
    const choice = { type: 'allowed_tools', mode: 'auto', tools: [custom, hosted.web_search] };
    const tools = [custom, hosted.web_search, fn('f')];
    const { body } = translated({ from, to: 'messages' }, { model: 'm', input: 'Hi', tools, tool_choice: choice });
    const names = namesOf(body['tools']);
    expect([names.length, new Set(names).size]).toEqual([2, 2]);
  });

  it('goes beside the search of a chat too', () => {
    const tools = [{ type: 'function', function: { name: 'web_search', parameters } }];
    const messages = [{ role: 'user', content: 'Hi' }];
    const asked = { model: 'm', messages, tools, web_search_options: {} };
    const names = namesOf(translated({ from: 'chat-completions', to: 'messages' }, asked).body['tools']);
    expect([names.length, new Set(names).size]).toEqual([2, 2]);
  });

  it('keeps its name where the other one is not sent', () => {
    const request = { model: 'm', input: 'Hi', tools: [fn('web_search'), hosted.code_execution] };
    expect(namesOf(translated({ from, to: 'messages' }, request).body['tools'])).toEqual([
      'web_search',
      'code_execution',
    ]);
    const without = translated(
      { from, to: 'messages' },
      { ...request, tools: [fn('web_search'), hosted.web_search] },
      {
        search: false,
      },
    );
    expect(namesOf(without.body['tools'])).toEqual(['web_search']);
  });
});

describe('a tool whose name Gemini refuses because it does not begin with a letter or an underscore', () => {
  const { writeRequest, readAnswer } = gemini.turn ?? {};

  it.each(['3d_render', '1password__get_item', '-dash'])(
    'goes under another name, and back under its own: %s',
    (name) => {
      const request = {
        model: 'm',
        max_tokens: 9,
        tools: [{ name, input_schema: parameters }],
        tool_choice: { type: 'tool', name },
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name, input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
        ],
      };
      const written = writeRequest?.(turnWires.messages.readRequest(raw(request)), { model: 'g', abilities: able });
      const text = written?.body.toString() ?? '';
      const names = [...text.matchAll(/"(?:name|allowedFunctionNames)":\[?"([^"]*)"/g)].map(([, found]) => found);
      const [sent = ''] = names;
      expect([names, sent]).toEqual([Array(4).fill(sent), expect.stringMatching(/^[a-zA-Z_][\w-]{0,63}$/)]);
      const parts = [{ functionCall: { name: sent, args: {} } }];
      const events = readAnswer?.(raw({ candidates: [{ content: { parts }, finishReason: 'STOP' }] }), null) ?? [];
      expect(asBody('messages', events, request).body['content']).toMatchObject([{ type: 'tool_use', name }]);
    },
  );

  it('keeps a name that is accepted', () => {
    const request = { model: 'm', max_tokens: 9, tools: [{ name: '_x', input_schema: parameters }], messages: [] };
    const written = writeRequest?.(turnWires.messages.readRequest(raw(request)), { model: 'g', abilities: able });
    expect(written?.body.toString()).toContain('"name":"_x"');
  });
});

describe('tools of namespaces whose names meet', () => {
  const space = (name: string, tool: string) => ({ type: 'namespace', name, description: 'x', tools: [fn(tool)] });
  const tools = [space('a', 'b__c'), space('a__b', 'c'), fn('a__b__c')];
  const calling = (id: string, name: string, namespace?: string) => [
    { type: 'function_call', call_id: id, name, arguments: '{}', ...(namespace !== undefined && { namespace }) },
    { type: 'function_call_output', call_id: id, output: id },
  ];
  const input = [
    { role: 'user', content: 'Hi' },
    ...calling('1', 'b__c', 'a'),
    ...calling('2', 'c', 'a__b'),
    ...calling('3', 'a__b__c'),
  ];
  const owners = [
    { name: 'b__c', namespace: 'a' },
    { name: 'c', namespace: 'a__b' },
    { name: 'a__b__c', namespace: undefined },
  ];
  const written = (more: object = {}) =>
    translated({ from: 'responses', to: 'messages' }, { model: 'm', input, tools, ...more });

  it('go under a name each, in the history too, and back under their own', () => {
    const { body } = written();
    const names = namesOf(body['tools']);
    expect([new Set(names).size, names[2]]).toEqual([3, 'a__b__c']);
    const used = (body['messages'] as readonly { content: Bodies }[]).flatMap(({ content }) =>
      Array.isArray(content) ? content.filter(({ type }) => type === 'tool_use') : [],
    );
    expect(namesOf(used)).toEqual(names);
    const content = names.map((name, index) => ({ type: 'tool_use', id: `${index}`, name, input: {} }));
    const events = turnWires.messages.readAnswer(raw({ id: 'x', content, stop_reason: 'tool_use' }));
    const { output } = asBody('responses', events, { model: 'm', input, tools }).body as { output: Bodies };
    expect(output.map(({ name, namespace }) => ({ name, namespace }))).toEqual(owners);
  });

  it('are chosen by both names', () => {
    for (const [index, owner] of owners.entries()) {
      const { body } = written({ tool_choice: { type: 'function', ...owner } });
      expect(body['tool_choice']).toEqual({ type: 'tool', name: namesOf(body['tools'])[index] });
    }
    const all = written({
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'namespace', name: 'a' }] },
    });
    expect(namesOf(all.body['tools'])).toEqual([namesOf(written().body['tools'])[0]]);
  });
});
