import { expect } from 'vitest';
import type { OutEvent } from '../../src/wires/turn.ts';
import type { TurnWireId } from '../../src/wires/translation/parts.ts';

/** Expects that the events of a whole stream obey their wire's own order. */
export const grammars: Readonly<Record<TurnWireId, (events: readonly OutEvent[]) => void>> = {
  'chat-completions': (events) => {
    const texts = events.map(({ data, bytes }) => data ?? bytes.toString());
    expect(texts.filter((text) => text.includes('"role":"assistant"}'))).toHaveLength(1);
    expect(texts.filter((text) => /"finish_reason":"\w+"/.test(text))).toHaveLength(1);
    expect(texts.at(-1)).toBe('data: [DONE]\n\n');
    expect(texts.at(-2)).toContain('"choices":[],"usage":{');
  },
  responses: (events) => {
    const data = events.map((event) => JSON.parse(event.data ?? '') as Record<string, unknown>);
    expect(data.map((each) => each['sequence_number'])).toEqual(data.map((_, index) => index));
    const indexes = (type: string): readonly unknown[] =>
      data.flatMap((each) => (each['type'] === `response.output_item.${type}` ? [each['output_index']] : []));
    expect(new Set(indexes('done'))).toEqual(new Set(indexes('added')));
    expect(indexes('done')).toHaveLength(indexes('added').length);
    const items = data.flatMap((each) => (each['type'] === 'response.output_item.done' ? [each] : []));
    const { output = [] } = (data.at(-1)?.['response'] ?? {}) as { readonly output?: readonly unknown[] };
    for (const { output_index: index, item } of items) expect(output[Number(index)]).toEqual(item);
    expect(output).toHaveLength(items.length);
    const open = new Set<unknown>();
    for (const { type, output_index: index } of data) {
      if (type === 'response.output_item.added') open.add(index);
      else if (index !== undefined) expect(open.has(index), String(type)).toBe(true);
      if (type === 'response.output_item.done') open.delete(index);
    }
  },
  messages: (events) => {
    const data = events.map((event) => JSON.parse(event.data ?? '') as { type: string; index?: number });
    const marks = data.map(({ type, index = '' }) => `${type.replace('content_block_', '')}${index}`);
    expect(marks.join(' ')).toMatch(/^message_start( start(\d+)( delta\2)* stop\2)* message_delta message_stop$/);
    const starts = data.flatMap(({ type, index }) => (type === 'content_block_start' ? [index] : []));
    expect(starts).toEqual(starts.map((_, index) => index));
  },
};
