import { describe, expect, it } from 'vitest';
import { lossLines, translated } from './turn-wires.ts';

const cache_control = { type: 'ephemeral' };
const more = { context: 'Old.', citations: { enabled: true }, cache_control };
const text = (words: string, others: object = {}): object => ({ type: 'text', text: words, ...others });
const documents = {
  text: { type: 'document', title: 'T', source: { type: 'text', media_type: 'text/plain', data: 'B' }, ...more },
  parts: { type: 'document', title: 'T', source: { type: 'content', content: [text('A'), text('B')] }, ...more },
} as const;

describe.each(['chat-completions', 'responses'] as const)('a document that becomes text, on %s', (to) => {
  const write = (content: readonly object[], cacheMarks: boolean) =>
    translated(
      { from: 'messages', to },
      { model: 'm', max_tokens: 99, messages: [{ role: 'user', content }] },
      { cacheMarks },
    );

  it.each(Object.entries(documents))('reports what only its vendor has, and its mark: %s', (_, document) => {
    const at = 'messages[0].content[0]';
    const { losses } = write([document], false);
    expect(lossLines(losses).toSorted()).toEqual([
      `${at}.cache_control: advisory`,
      `${at}.citations: approximated`,
      `${at}.context: advisory`,
      `${at}: approximated`,
    ]);
  });

  it.each(Object.entries(documents))(
    'has its mark behind its last words, where the model takes marks: %s',
    (_, document) => {
      const { text: sent, losses } = write([document, text('Q')], true);
      expect(sent.match(/"text":"\w+","prompt_cache_breakpoint":\{"mode":"explicit"\}/g)).toEqual([
        '"text":"B","prompt_cache_breakpoint":{"mode":"explicit"}',
      ]);
      expect(lossLines(losses)).not.toContain('messages[0].content[0].cache_control: advisory');
    },
  );

  it('keeps the mark of its last words', () => {
    const inner = [text('A'), text('B', { cache_control: { type: 'ephemeral', ttl: '1h' } })];
    const { text: sent } = write(
      [{ ...documents.parts, source: { type: 'content', content: inner } }, text('Q')],
      true,
    );
    expect(sent.match(/prompt_cache_breakpoint/g)).toHaveLength(1);
  });

  it('has its mark behind its title, where it has no words', () => {
    const { text: sent } = write([{ ...documents.parts, source: { type: 'content', content: [] } }, text('Q')], true);
    expect(sent).toMatch(/"text":"\[T\]","prompt_cache_breakpoint"/);
  });

  it('in a result too', () => {
    const called = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    const found = { type: 'search_result', title: 'T', source: 'https://a.example', content: [text('B')], ...more };
    const result = { type: 'tool_result', tool_use_id: 'a', content: [found] };
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [called] },
      { role: 'user', content: [result] },
    ];
    const asked = { model: 'm', max_tokens: 99, messages };
    const { text: sent } = translated({ from: 'messages', to }, asked, { cacheMarks: true });
    expect(sent).toContain('"text":"B","prompt_cache_breakpoint"');
    const { losses } = translated({ from: 'messages', to }, asked, { cacheMarks: false });
    expect(lossLines(losses)).toContain('messages[2].content[0].content[0].cache_control: advisory');
  });
});
