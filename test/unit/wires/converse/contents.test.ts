import { describe, expect, it, test } from 'vitest';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { writeRequest } from '../../../../src/wires/converse/write-request.ts';
import { growthOf, quadratic } from '../../../fakes/growth.ts';
import { able, lossLines, raw, turnWires } from '../translation/turn-wires.ts';

interface Written {
  readonly messages: readonly { readonly content: readonly Readonly<Record<string, { readonly name?: string }>>[] }[];
}

const write = (body: object, abilities: Partial<ModelAbilities> = {}) =>
  writeRequest(turnWires.messages.readRequest(raw({ model: 'm', max_tokens: 9, ...body })), {
    model: 'm',
    abilities: { ...able, ...abilities },
  });

function written(content: readonly object[], more: object = {}, abilities: Partial<ModelAbilities> = {}) {
  const { body, losses } = write({ messages: [{ role: 'user', content }], ...more }, abilities);
  const { messages } = JSON.parse(body.toString()) as Written;
  return { content: messages.flatMap((message) => message.content), losses, lines: lossLines(losses) };
}

const cache_control = { type: 'ephemeral' };
const cachePoint = { cachePoint: { type: 'default' } };
const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const titled = (title?: string) => ({
  type: 'document',
  title,
  source: { type: 'text', media_type: 'text/plain', data: 'x' },
});
const media = (type: 'image' | 'document', media_type: string) => ({
  type,
  source: { type: 'base64', media_type, data: 'AA' },
});

describe('names of documents', () => {
  const namesOf = (...titles: readonly (string | undefined)[]) =>
    written([...titles.map(titled), text('See.')]).content.flatMap(({ document }) => document?.name ?? []);

  it('have ASCII letters alone', () => {
    expect(namesOf('Übersicht №1_[α] (b)-٣')).toEqual(['-bersicht -1-[-] (b)--']);
  });

  it('are distinguished, also from those that have a number already', () => {
    expect(namesOf('a (2)', 'a', 'a', 'a', 'a (2)', undefined, undefined)).toEqual([
      'a (2)',
      'a',
      'a (3)',
      'a (4)',
      'a (2) (2)',
      'document',
      'document (2)',
    ]);
  });

  it('have no two blanks in a row, also where a long one is cut', () => {
    const long = `${'x'.repeat(189)}  y`;
    expect(namesOf(long, long)).toEqual(['x'.repeat(189), `${'x'.repeat(189)} (2)`]);
  });
});

test.each(['constructor', '__proto__', 'toString'])('a media type is looked up among types alone: %s', (mediaType) => {
  expect(written([media('image', mediaType), media('document', mediaType), text('x')])).toMatchObject({
    content: [{ text: 'x' }],
    lines: ['messages[0].content[0]: meaning', 'messages[0].content[1]: meaning'],
  });
});

test('what a loss quotes of the request is short', () => {
  const image = media('image', `image/${'x'.repeat(100_000)}\n`);
  const [ofConverse] = written([image]).losses;
  const turn = turnWires.messages.readRequest(
    raw({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: [image] }] }),
  );
  const [ofMessages] = turnWires.messages.writeRequest(turn, { model: 'm', abilities: able }).losses;
  expect([ofConverse?.note.length, ofMessages?.note.length].every((length) => length && length < 200)).toBe(true);
});

describe('marks of what to cache', () => {
  const called = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] };
  const messagesWith = (result: object) => ({
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'x' },
      called,
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', ...result }] },
    ],
  });
  const inner = [text('a', { cache_control }), text('b', { cache_control })];

  it('within a result stand behind it once; the others are reported', () => {
    const at = 'messages[2].content[0].content';
    const one = written([], messagesWith({ content: inner }));
    expect(one.lines).toEqual([`${at}[0].cache_control: advisory`]);
    expect(one.content.at(-1)).toEqual(cachePoint);
    const own = written([], messagesWith({ content: inner, cache_control }));
    expect(own.lines).toEqual([`${at}[0].cache_control: advisory`, `${at}[1].cache_control: advisory`]);
    expect(own.content.filter((block) => 'cachePoint' in block)).toEqual([cachePoint]);
  });

  it('within a document stand behind it', () => {
    const document = { type: 'document', source: { type: 'content', content: inner } };
    expect(written([document, text('x')])).toMatchObject({
      content: [{ text: '[document]' }, { text: 'a' }, { text: 'b' }, cachePoint, { text: 'x' }],
      lines: [
        'messages[0].content[0]: approximated',
        'messages[0].content[0].source.content[0].cache_control: advisory',
      ],
    });
  });

  it('are reported with what is left out, and of a conversation stand behind what is left', () => {
    const image = { ...media('image', 'image/tiff'), cache_control };
    expect(written([text('x'), image], { cache_control })).toMatchObject({
      content: [{ text: 'x' }, cachePoint],
      lines: ['messages[0].content[1]: meaning', 'messages[0].content[1].cache_control: advisory'],
    });
  });

  it('are reported, each, where the model takes none', () => {
    const { lines } = written([text('x', { cache_control })], { cache_control }, { cachePoints: 'none' });
    expect(lines).toEqual(['messages[0].content[0].cache_control: advisory', 'cache_control: advisory']);
  });
});

test('a budget of thoughts is below the limit that the model has, not the one that was asked', () => {
  const thinking = { type: 'enabled', budget_tokens: 5_000 };
  const request = { max_tokens: 9_000, thinking, messages: [{ role: 'user', content: 'x' }] };
  const { body } = write(request, { maxOutputTokens: 4_096, thinking: 'budget' });
  expect(JSON.parse(body.toString())).toMatchObject({
    inferenceConfig: { maxTokens: 4_096 },
    additionalModelRequestFields: { thinking: { type: 'disabled' } },
  });
});

describe('the work of writing grows as the request', () => {
  const times = (count: number, one: object): readonly object[] => Array.from({ length: count }, () => one);

  it.each<[string, number, (count: number) => object]>([
    ['documents of one name', 750, (count) => ({ messages: [{ role: 'user', content: times(count, titled('a')) }] })],
    ['messages of one speaker', 4_000, (count) => ({ messages: times(count, { role: 'user', content: 'x' }) })],
  ])('%s', (_, count, bodyOf) => {
    const growth = growthOf(
      count,
      (size) => turnWires.messages.readRequest(raw({ model: 'm', max_tokens: 9, ...bodyOf(size) })),
      (turn) => writeRequest(turn, { model: 'm', abilities: able }),
    );
    expect(growth).toBeLessThan(quadratic);
  });
});
