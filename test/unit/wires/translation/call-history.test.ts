import { describe, expect, it } from 'vitest';
import { lossLines, translated } from './turn-wires.ts';

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
