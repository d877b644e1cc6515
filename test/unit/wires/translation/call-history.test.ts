import { describe, expect, it } from 'vitest';
import { lossLines, readStream, streamEvents, translated } from './turn-wires.ts';

const user = { role: 'user', content: 'Hi' };
const used = (id: string): object => ({ type: 'tool_use', id, name: 'f', input: {} });
const answered = (id: string, content = id): object => ({ type: 'tool_result', tool_use_id: id, content });
const text = (words: string): object => ({ type: 'text', text: words });

describe('messages of the model that follow one another', () => {
  const fromMessages = (...messages: readonly object[]) =>
    translated({ from: 'messages', to: 'chat-completions' }, { model: 'm', max_tokens: 9, messages });

  it('are one message, as their vendor reads them: each may call tools before the results', () => {
    const { body, losses } = fromMessages(
      user,
      { role: 'assistant', content: [used('a')] },
      { role: 'assistant', content: [text('Wait'), used('b')] },
      { role: 'assistant', content: 'Now' },
      { role: 'user', content: [answered('a'), answered('b')] },
    );
    const called = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } });
    expect(body['messages']).toEqual([
      user,
      { role: 'assistant', content: [text('Wait'), text('Now')], tool_calls: [called('a'), called('b')] },
      { role: 'tool', tool_call_id: 'a', content: 'a' },
      { role: 'tool', tool_call_id: 'b', content: 'b' },
    ]);
    expect(lossLines(losses)).toEqual(['messages[2].content[0]: approximated', 'messages[3].content: approximated']);
  });

  it('stay as they are where none of them calls a tool', () => {
    const said = ['One', 'Two'].map((content) => ({ role: 'assistant', content }));
    const { body, losses } = fromMessages(user, ...said, user);
    expect(body['messages']).toEqual([user, ...said, user]);
    expect(losses).toEqual([]);
  });

  it('report what each of them has that no other format has', () => {
    const { losses } = fromMessages(
      user,
      { role: 'assistant', content: 'One', x: 1 },
      { role: 'assistant', content: 'Two', y: 1 },
      user,
    );
    expect(lossLines(losses)).toEqual(['messages[1].x: advisory', 'messages[2].y: advisory']);
  });

  it('do not hide a call without a result', () => {
    const withoutOne = [
      user,
      { role: 'assistant', content: [used('a')] },
      { role: 'assistant', content: 'Wait' },
      user,
    ];
    expect(() => fromMessages(...withoutOne)).toThrow('messages[1].content[0]: The call "a" has no result.');
  });
});

describe('results of Responses that come late', () => {
  const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });
  const output = (id: string): object => ({ type: 'function_call_output', call_id: id, output: id });
  const said = (content: string): object => ({ type: 'message', role: 'assistant', content });
  const fromResponses = (...input: readonly object[]) =>
    translated({ from: 'responses', to: 'messages' }, { model: 'm', input }).body['messages'];

  it('stand with the other results of their turn', () => {
    const items = [user, call('a'), call('b'), output('a'), said('Still at it'), output('b'), said('Done'), user];
    expect(fromResponses(...items)).toEqual([
      user,
      { role: 'assistant', content: [used('a'), used('b')] },
      { role: 'user', content: [answered('a'), answered('b')] },
      { role: 'assistant', content: [text('Still at it'), text('Done')] },
      user,
    ]);
  });

  it('do so while the model calls other tools', () => {
    expect(fromResponses(user, call('a'), call('b'), output('a'), call('c'), output('c'), output('b'))).toEqual([
      user,
      { role: 'assistant', content: [used('a'), used('b')] },
      { role: 'user', content: [answered('a'), answered('b')] },
      { role: 'assistant', content: [used('c')] },
      { role: 'user', content: [answered('c')] },
    ]);
  });
});

describe('ids that a host gives to a call of each answer', () => {
  const turn = (id: string, content: string): readonly object[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content },
  ];
  const messages = [user, ...turn('f:0', '1'), ...turn('f:0', '2'), ...turn('x', '3'), ...turn('f:0', '4')];
  const idsOf = (value: unknown): readonly string[] =>
    [...JSON.stringify(value).matchAll(/"(?:id|tool_use_id|toolUseId|tool_call_id)":"(.*?)"/g)].map(
      ([, id = '']) => id,
    );
  const to = (wire: 'messages' | 'chat-completions', sent: readonly object[] = messages) =>
    idsOf(translated({ from: 'chat-completions', to: wire }, { model: 'm', messages: sent }).body['messages']);

  it('are distinct for a vendor that refuses one twice, in call and result', () => {
    const ids = to('messages');
    expect(new Set(ids).size).toBe(4);
    expect(ids.filter((_, index) => index % 2 === 0)).toEqual(ids.filter((_, index) => index % 2 === 1));
    expect(ids.every((id) => /^[a-zA-Z0-9_-]{1,128}$/.test(id))).toBe(true);
  });

  it('keep those of the turns before, so that what was cached is found', () => {
    expect(to('messages').slice(0, 4)).toEqual(to('messages', messages.slice(0, 5)));
    expect(to('messages').slice(0, 2)).toEqual(['dgx_f_3a0', 'dgx_f_3a0']);
  });

  it('stay distinct from an id that looks like one of them', () => {
    const ids = to('messages', [user, ...turn('f', '1'), ...turn('f#2', '2'), ...turn('f', '3'), ...turn('f#2', '4')]);
    expect(new Set(ids).size).toBe(4);
  });

  it('stay as they are for other vendors', () => {
    expect(new Set(to('chat-completions'))).toEqual(new Set(['f:0', 'x']));
  });
});

it('a call of the deprecated kind gets an id of its own, with which no other answer’s call can be confused', () => {
  const idsOf = (answer: string): readonly string[] => {
    const called = { index: 0, delta: { function_call: { name: 'f', arguments: '{}' } }, finish_reason: null };
    const chunk = `data: ${JSON.stringify({ id: answer, choices: [called] })}\n\n`;
    const events = readStream('chat-completions', streamEvents(`${chunk}${chunk}data: [DONE]\n\n`));
    return events.flatMap((event) => (event.type === 'open' && event.head.kind === 'call' ? [event.head.id] : []));
  };
  const [one, other] = [idsOf('x'), idsOf('y')];
  expect([one.length, other.length]).toEqual([1, 1]);
  expect(one[0]).not.toBe(other[0]);
  expect(idsOf('x')).toEqual(one);
});

describe('what messages of a chat beside results say about themselves', () => {
  const cache_control = { type: 'ephemeral' };
  const called = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = [
    user,
    { role: 'assistant', content: null, tool_calls: [called] },
    { role: 'tool', tool_call_id: 'a', content: 'x', cache_control, name: 'f', x: 1 },
    { ...user, name: 'Ann', cache_control },
  ];
  const to = (wire: 'messages' | 'responses') =>
    translated({ from: 'chat-completions', to: wire }, { model: 'm', messages });

  it('is reported', () => {
    for (const wire of ['messages', 'responses'] as const)
      expect(lossLines(to(wire).losses)).toEqual(
        expect.arrayContaining([
          'messages[2].x: advisory',
          'messages[2].cache_control: advisory',
          'messages[3].name: advisory',
          'messages[3].cache_control: advisory',
        ]),
      );
  });

  it('is not reported where a client only says that there is nothing', () => {
    const empty = { tool_calls: [], annotations: [], function_call: null, refusal: null };
    const body = {
      model: 'm',
      messages: [...messages.slice(0, 2), { role: 'tool', tool_call_id: 'a', content: 'x', ...empty }],
    };
    expect(translated({ from: 'chat-completions', to: 'messages' }, body).losses).toEqual([]);
  });
});

describe('content of which nothing goes out', () => {
  const picture = { type: 'image', source: { type: 'file', file_id: 'file_1' } };
  const history = (...content: readonly object[]): object => ({
    model: 'm',
    max_tokens: 9,
    messages: [
      user,
      { role: 'assistant', content: [used('a')] },
      { role: 'user', content: [{ ...answered('a'), content }] },
    ],
  });

  it('is no empty list beside calls of a chat', () => {
    const call = { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' };
    const output = { type: 'function_call_output', call_id: 'a', output: 'x' };
    const search = { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: [], results: null };
    const { body } = translated(
      { from: 'responses', to: 'chat-completions' },
      { model: 'm', input: [user, search, call, output] },
    );
    expect(body['messages']).toMatchObject([user, { content: null, tool_calls: [{ id: 'a' }] }, { content: 'x' }]);
  });

  it('is an empty result, which promises nothing below it', () => {
    const { body, losses } = translated({ from: 'messages', to: 'chat-completions' }, history(picture));
    expect((body['messages'] as readonly object[]).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '' },
    ]);
    expect(lossLines(losses)).toEqual(['messages[2].content[0].content[0]: meaning']);
    const { input } = translated({ from: 'messages', to: 'responses' }, history(picture)).body;
    expect((input as readonly object[]).at(-1)).toMatchObject({ output: '' });
  });

  it('is left out beside what does', () => {
    const shown = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } };
    const { body } = translated({ from: 'messages', to: 'chat-completions' }, history(picture, shown));
    expect((body['messages'] as readonly object[]).slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'The result is attached below.' },
      {
        role: 'user',
        content: [text('Result of the call a:'), { type: 'image_url', image_url: { url: shown.source.url } }],
      },
    ]);
  });
});
