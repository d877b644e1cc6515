import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type Demo } from '../../../src/demo/start-demo.ts';
import type { WireId } from '../../../src/wires/meter.ts';
import { answerParts } from '../../../src/wires/read-usage.ts';
import { wires } from '../../../src/wires/wires.ts';
import { countTokens } from '../../../src/shared/tokens/count-tokens.ts';
import { objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../../src/shared/json/json.ts';
import { readEventFields, splitEvents } from '../../../src/shared/json/sse.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';

const outputOf = (wire: WireId, answer: Json): string => wires[wire].meter.readOutput(answerParts(answer));

/** Texts that a stream puts out, and its events. */
function streamed(wire: WireId, sse: string) {
  const events = splitEvents()
    .push(Buffer.from(sse))
    .map(readEventFields)
    .map(({ name, data }) => ({ name, text: data ?? '', data: parseJson(data ?? '') }));
  const texts = events.map((event) => wires[wire].meter.readEvent(event).output ?? '');
  return { texts, events: events.map(({ data }) => objectOf(data)) };
}

const chat = (message: object): Json => ({ choices: [{ message }, { message: null }, null] }) as unknown as Json;
const response = (...output: readonly object[]): Json => ({ output: [null, ...output] }) as unknown as Json;
const message = (...content: readonly object[]): Json => ({ content: [null, ...content] }) as unknown as Json;

describe('what a whole answer puts out', () => {
  it.each<[string, WireId, Json, string]>([
    ['words', 'chat-completions', chat({ role: 'assistant', content: 'Hi', annotations: [{ text: 'x' }] }), 'Hi'],
    ['a thought before them', 'chat-completions', chat({ content: 'Hi', reasoning_content: 'Hm. ' }), 'Hm. Hi'],
    ['a delta', 'chat-completions', { choices: [{ delta: { content: 'Hi' } }] }, 'Hi'],
    ['a refusal', 'chat-completions', chat({ content: null, refusal: 'No' }), 'No'],
    ['words in parts', 'chat-completions', chat({ content: [{ type: 'text', text: 'Hi' }] }), 'Hi'],
    [
      'a tool',
      'chat-completions',
      chat({ tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }),
      'f{"a":1}',
    ],
    [
      'a tool that takes text',
      'chat-completions',
      chat({ tool_calls: [{ type: 'custom', custom: { name: 'f', input: 'x = 1' } }] }),
      'fx = 1',
    ],
    ['a function of old', 'chat-completions', chat({ function_call: { name: 'f', arguments: '{}' } }), 'f{}'],
    ['no choices', 'chat-completions', { choices: 'none' }, ''],
    ['texts', 'completions', { choices: [{ text: 'a' }, { text: 'b' }] }, 'ab'],
    [
      'a response',
      'responses',
      response(
        { type: 'reasoning', summary: [{ text: 'Hm. ' }], encrypted_content: 'QUJD' },
        {
          type: 'message',
          content: [
            { type: 'output_text', text: 'Hi' },
            { type: 'refusal', refusal: 'No' },
          ],
        },
        { type: 'function_call', name: 'f', arguments: '{}' },
        { type: 'custom_tool_call', input: 'x' },
        { type: 'code_interpreter_call', code: 'y', outputs: [{ logs: 'much' }] },
        { type: 'shell_call', action: { commands: ['ls', 1] } },
        { type: 'apply_patch_call', operation: { diff: '+z' } },
        { type: 'image_generation_call', result: 'QUJD' },
      ),
      'Hm. HiNof{}xyls+z',
    ],
    ['a strange response', 'responses', { output: { text: 'x' } }, ''],
    [
      'a message',
      'messages',
      message(
        { type: 'thinking', thinking: 'Hm. ', signature: 'QUJD' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', name: 'f', input: { a: 1 } },
        { type: 'tool_use', name: 'f', input: {} },
        { type: 'web_search_tool_result', content: [{ title: 'much' }] },
      ),
      'Hm. Hif{"a":1}f',
    ],
    ['a strange message', 'messages', { content: 'x' }, ''],
    ['a completion of old', 'text-completions', { completion: ' Hi', stop: 'x' }, ' Hi'],
    ['a transcript', 'audio', { text: 'Hi', segments: [{ text: 'Hi' }] }, 'Hi'],
    ['images', 'images', { data: [{ b64_json: 'QUJD' }] }, ''],
    ['embeddings', 'embeddings', { data: [{ embedding: [0.5] }] }, ''],
    ['moderations', 'moderations', { results: [{ flagged: true }] }, ''],
    ['a count', 'count-tokens', { input_tokens: 9 }, ''],
    ['no object', 'chat-completions', ['x'], ''],
  ])('%s of %s', (_, wire, answer, text) => {
    expect(outputOf(wire, answer)).toBe(text);
  });

  it('is the same where a block of a stream begins with all of it', () => {
    const block = { type: 'tool_use', name: 'f', input: { a: 1 } };
    const data = JSON.stringify({ type: 'content_block_start', index: 0, content_block: block });
    expect(streamed('messages', `data: ${data}\n\n`).texts).toEqual([outputOf('messages', message(block))]);
  });

  it.each(Object.values(wires))(
    'needs no member but those that it names',
    ({ meter: { readOutput, outputMembers } }) => {
      const members = Object.fromEntries(outputMembers.map((name) => [name, [{ text: 'x' }]]));
      expect(readOutput({ members: { ...members, other: 'x' } })).toBe(readOutput({ members }));
    },
  );
});

describe('an estimate of what was put out', () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const ask = { model: 'demo', max_tokens: 99 };
  const messages = [{ role: 'user', content: 'How is it in Paris, “mon ami”?' }];
  const schema = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } };
  const chatTool = { type: 'function', function: { name: 'weather', parameters: schema } };

  it.each<[WireId, string, object]>([
    ['chat-completions', '/v1/chat/completions', { messages }],
    ['chat-completions', '/v1/chat/completions', { messages, tools: [chatTool] }],
    ['chat-completions', '/v1/chat/completions', { messages, model: 'demo-refusal' }],
    ['completions', '/v1/completions', { prompt: 'How is it in Paris?' }],
    ['responses', '/v1/responses', { input: 'How is it in Paris?' }],
    ['responses', '/v1/responses', { input: 'Paris', tools: [{ ...chatTool.function, type: 'function' }] }],
    ['responses', '/v1/responses', { input: 'Paris', tools: [{ type: 'custom', name: 'weather' }] }],
    ['responses', '/v1/responses', { input: 'Paris', model: 'demo-refusal' }],
    ['messages', '/v1/messages', { messages }],
    ['messages', '/v1/messages', { messages, tools: [{ name: 'weather', input_schema: schema }] }],
    ['text-completions', '/v1/complete', { prompt: '\n\nHuman: Paris?\n\nAssistant:', max_tokens_to_sample: 99 }],
  ])('is the same streamed and whole, of the demo: %s %s %j', async (wire, path, body) => {
    const post = async (stream: boolean): Promise<string> => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' };
      const answer = await fetch(`${demo.url}${path}`, {
        method: 'POST',
        headers: wire === 'messages' || wire === 'text-completions' ? headers : { 'content-type': 'application/json' },
        body: JSON.stringify({ ...ask, ...body, stream }),
      });
      return answer.text();
    };
    const [whole, stream] = await Promise.all([post(false), post(true)]);
    const estimate = await countTokens([outputOf(wire, parseJson(whole) ?? null)]);
    expect(estimate).toBeGreaterThan(0);
    expect(await countTokens(streamed(wire, stream).texts)).toBe(estimate);
  });

  it.skipIf(!hasCorpus)(`is the same streamed and whole, of recorded responses${corpusNote}`, async () => {
    let compared = 0;
    for (const { id, endpoint, response_sse: sse } of recordedPairs()) {
      if (endpoint !== 'responses' || sse === undefined || altered.has(id)) continue;
      const { texts, events } = streamed('responses', sse);
      const ends = events.filter(({ type }) => type === 'response.completed');
      if (ends.length !== 1) continue;
      const whole = objectOf(ends[0]?.['response']);
      expect([id, await countTokens([outputOf('responses', whole)])]).toEqual([id, await countTokens(texts)]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it.skipIf(!hasCorpus)(`is the same streamed and whole, of recorded messages${corpusNote}`, async () => {
    let compared = 0;
    for (const { id, endpoint, response_sse: sse } of recordedPairs()) {
      if (endpoint !== 'messages' || sse === undefined) continue;
      const { texts, events } = streamed('messages', sse);
      const isOne = ['message_start', 'message_stop'].every(
        (end) => events.filter(({ type }) => type === end).length === 1,
      );
      if (!isOne) continue;
      // The vendor spaces a streamed input in its own way.
      const said = unspaced(texts.join(''));
      expect([id, unspaced(outputOf('messages', { content: blocksOf(events) }))]).toEqual([id, said]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

/** Recordings whose pieces are not their whole: names were replaced in one of them, or a tool's input came in no pieces. */
const altered = new Set([
  'req_llm-a8ccebfb6793',
  'req_llm-3f96319393d6',
  'vercel-ai-db49e6ac6e77',
  'vercel-ai-390d09bc4cb8',
  'vercel-ai-f5ac7a2027de',
  'vercel-ai-e2582b334780',
]);

const unspaced = (text: string): string => text.replaceAll(/\s/g, '');

/** The blocks of a message, put together from its events. */
function blocksOf(events: readonly JsonObject[]): readonly JsonObject[] {
  const blocks: Record<string, Json>[] = [];
  const written: string[] = [];
  for (const { type, index, content_block: begun, delta } of events) {
    const place = Number(index);
    if (type === 'content_block_start') blocks[place] = { ...(begun as Record<string, Json>) };
    if (type !== 'content_block_delta') continue;
    const block = blocks[place] ?? {};
    for (const name of ['text', 'thinking'] as const) {
      const piece = objectOf(delta)[name];
      if (typeof piece === 'string') block[name] = (stringOf(block[name]) ?? '') + piece;
    }
    written[place] = (written[place] ?? '') + (stringOf(objectOf(delta)['partial_json']) ?? '');
    const input = parseJson(written[place]);
    if (input !== undefined) block['input'] = input;
  }
  return blocks;
}
