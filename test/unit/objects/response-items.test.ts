import { describe, expect, it } from 'vitest';
import { inputItems, isWhole, itemsToStore, makeItemNames, shownItem } from '../../../src/objects/responses.ts';

describe('items of a response', () => {
  it('are one message where the input is a text, and nothing where there is none', () => {
    expect(inputItems('Hi')).toEqual([{ role: 'user', content: 'Hi' }]);
    expect(inputItems(undefined)).toEqual([]);
    expect(inputItems([{ type: 'message' }, 'odd', null])).toEqual([{ type: 'message' }]);
  });

  it('keep their ids, and get one where they have none or one that stands twice', () => {
    const bodies = [{ id: 'a' }, { id: 'a' }, { type: 'function_call' }, { type: 'image_generation_call', id: '' }];
    const kept = itemsToStore(bodies, 'output');
    expect(kept.map(({ body }) => body)).toEqual(bodies);
    expect(kept.map(({ part }) => part)).toEqual(Array.from({ length: 4 }, () => 'output'));
    expect(kept[0]?.id).toBe('a');
    expect(kept[1]?.id).toMatch(/^msg_[0-9A-Za-z]{24}$/);
    expect(kept[2]?.id).toMatch(/^fc_/);
    expect(kept[3]?.id).toMatch(/^ig_/);
  });

  it('get an id that the vendor of the format takes for their type', () => {
    const types = {
      function_call_output: 'fco',
      custom_tool_call: 'ctc',
      custom_tool_call_output: 'ctco',
      web_search_call: 'ws',
      code_interpreter_call: 'ci',
      never_heard_of: 'item',
    };
    const kept = itemsToStore(
      Object.keys(types).map((type) => ({ type })),
      'output',
    );
    expect(kept.map(({ id }) => id.replace(/_.*/, ''))).toEqual(Object.values(types));
  });

  it('are shown with their id, and messages as lists of parts', () => {
    const show = (body: Parameters<typeof itemsToStore>[0][number]) => shownItem({ id: 'i', part: 'input', body });
    expect(show({ role: 'user', content: 'Hi' })).toEqual({
      id: 'i',
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: 'Hi' }],
    });
    expect(show({ role: 'assistant', content: 'Hi', status: 'incomplete' })).toMatchObject({
      status: 'incomplete',
      content: [{ type: 'output_text', text: 'Hi' }],
    });
    expect(show({ type: 'function_call_output', output: 'x' })).toEqual({
      id: 'i',
      type: 'function_call_output',
      output: 'x',
    });
  });

  it('are whole unless they are thoughts of which only the id is there', () => {
    expect(isWhole({ type: 'reasoning', id: 'rs', summary: [] })).toBe(false);
    expect(isWhole({ type: 'reasoning', id: 'rs', encrypted_content: null, content: [] })).toBe(false);
    expect(isWhole({ type: 'reasoning', encrypted_content: 'x' })).toBe(true);
    expect(isWhole({ type: 'reasoning', content: [{ type: 'reasoning_text', text: 'x' }] })).toBe(true);
    expect(isWhole({ role: 'user' })).toBe(true);
  });
});

describe('new ids for items of an answer', () => {
  const twins = [{ id: 'taken' }, { id: 'free' }, { id: 'taken' }];
  const event = (index: number | null, id = 'taken') => ({
    type: 'response.output_text.delta',
    item_id: id,
    ...(index !== null && { output_index: index }),
  });

  it('differ for two items with one id, and are those of the events of each', () => {
    const names = makeItemNames(new Set(['taken']));
    const named = (index: number | null, id?: string): string => {
      const sent = event(index, id);
      const bytes = names.ofEvent(Buffer.from(`data: ${JSON.stringify(sent)}\n\n`), sent).toString();
      return /"item_id":"(.*?)"/.exec(bytes)?.[1] ?? '';
    };
    const ids = [named(0), named(1, 'free'), named(2)];
    expect(new Set([...ids, 'taken']).size).toBe(4);
    expect([named(0), named(null), named(2)]).toEqual([ids[0], ids[2], ids[2]]);
    const { output } = names.ofOutput({ output: twins });
    expect(output).toEqual(ids.map((id) => ({ id })));
    expect(itemsToStore(inputItems(output), 'output').map(({ id }) => id)).toEqual(ids);
  });

  it('replace the ids alone in the bytes', () => {
    const names = makeItemNames(new Set(['taken']));
    const text = '{"n":1.0, "output": [ {"id" : "free","n":1e2} ,{ "n":1.0,"id":"taken", "é":"\\u00e9]"}, null ] }';
    const response = { output: [{ id: 'free' }, { id: 'taken' }, null] };
    const changed = names.inOutput(Buffer.from(text), response).toString();
    const [, { id = '' } = {}] = inputItems(names.ofOutput(response).output);
    expect(changed).toBe(text.replace('"taken"', JSON.stringify(id)));
    const free = Buffer.from('{"output":[{"id":"free"}]}');
    expect(names.inOutput(free, { output: [{ id: 'free' }] })).toBe(free);
  });
});
