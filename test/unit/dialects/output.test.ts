import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemo, type Demo } from '../../../src/demo/start-demo.ts';
import { answerParts } from '../../../src/dialects/answer-parts.ts';
import type { DialectId } from '../../../src/dialects/dialect.ts';
import { dialects } from '../../../src/dialects/dialects.ts';
import { countTokens } from '../../../src/shared/count-tokens.ts';
import { objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../../src/shared/json.ts';
import { readEventFields, splitEvents } from '../../../src/shared/sse-frame.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';

const outputOf = (dialect: DialectId, answer: Json): string => dialects[dialect].readOutput(answerParts(answer));

/** Texts that a stream puts out, and its events. */
function streamed(dialect: DialectId, sse: string) {
  const events = splitEvents()
    .push(Buffer.from(sse))
    .map(readEventFields)
    .map(({ name, data }) => ({ name, text: data ?? '', data: parseJson(data ?? '') }));
  const texts = events.map((event) => dialects[dialect].readEvent(event).output ?? '');
  return { texts, events: events.map(({ data }) => objectOf(data)) };
}

const chat = (message: object): Json => ({ choices: [{ message }, { message: null }, null] }) as unknown as Json;
const response = (...output: readonly object[]): Json => ({ output: [null, ...output] }) as unknown as Json;
const message = (...content: readonly object[]): Json => ({ content: [null, ...content] }) as unknown as Json;

describe('what a whole answer puts out', () => {
  it.each<[string, DialectId, Json, string]>([
    ['words', 'openai-chat', chat({ role: 'assistant', content: 'Hi', annotations: [{ text: 'x' }] }), 'Hi'],
    ['a thought before them', 'openai-chat', chat({ content: 'Hi', reasoning_content: 'Hm. ' }), 'Hm. Hi'],
    ['a refusal', 'openai-chat', chat({ content: null, refusal: 'No' }), 'No'],
    ['words in parts', 'openai-chat', chat({ content: [{ type: 'text', text: 'Hi' }] }), 'Hi'],
    ['a tool', 'openai-chat', chat({ tool_calls: [{ function: { name: 'f', arguments: '{"a":1}' } }] }), 'f{"a":1}'],
    ['a function of old', 'openai-chat', chat({ function_call: { name: 'f', arguments: '{}' } }), '{}'],
    ['no choices', 'openai-chat', { choices: 'none' }, ''],
    ['texts', 'openai-completions', { choices: [{ text: 'a' }, { text: 'b' }] }, 'ab'],
    [
      'a response',
      'openai-responses',
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
    ['a strange response', 'openai-responses', { output: { text: 'x' } }, ''],
    [
      'a message',
      'anthropic-messages',
      message(
        { type: 'thinking', thinking: 'Hm. ', signature: 'QUJD' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', name: 'f', input: { a: 1 } },
        { type: 'tool_use', name: 'f', input: {} },
        { type: 'web_search_tool_result', content: [{ title: 'much' }] },
      ),
      'Hm. Hif{"a":1}f',
    ],
    ['a strange message', 'anthropic-messages', { content: 'x' }, ''],
    ['a completion of old', 'anthropic-complete', { completion: ' Hi', stop: 'x' }, ' Hi'],
    ['a transcript', 'openai-audio', { text: 'Hi', segments: [{ text: 'Hi' }] }, 'Hi'],
    ['images', 'openai-images', { data: [{ b64_json: 'QUJD' }] }, ''],
    ['embeddings', 'openai-embeddings', { data: [{ embedding: [0.5] }] }, ''],
    ['moderations', 'openai-moderations', { results: [{ flagged: true }] }, ''],
    ['a count', 'anthropic-count-tokens', { input_tokens: 9 }, ''],
    ['no object', 'openai-chat', ['x'], ''],
  ])('%s of %s', (_, dialect, answer, text) => {
    expect(outputOf(dialect, answer)).toBe(text);
  });

  it.each(Object.values(dialects))('needs no member but those that it names', ({ readOutput, outputMembers }) => {
    const members = Object.fromEntries(outputMembers.map((name) => [name, [{ text: 'x' }]]));
    expect(readOutput({ members: { ...members, other: 'x' } })).toBe(readOutput({ members }));
  });
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

  it.each<[DialectId, string, object]>([
    ['openai-chat', '/v1/chat/completions', { messages }],
    ['openai-chat', '/v1/chat/completions', { messages, tools: [chatTool] }],
    ['openai-chat', '/v1/chat/completions', { messages, model: 'demo-refusal' }],
    ['openai-completions', '/v1/completions', { prompt: 'How is it in Paris?' }],
    ['openai-responses', '/v1/responses', { input: 'How is it in Paris?' }],
    ['openai-responses', '/v1/responses', { input: 'Paris', tools: [{ ...chatTool.function, type: 'function' }] }],
    ['openai-responses', '/v1/responses', { input: 'Paris', tools: [{ type: 'custom', name: 'weather' }] }],
    ['openai-responses', '/v1/responses', { input: 'Paris', model: 'demo-refusal' }],
    ['anthropic-messages', '/v1/messages', { messages }],
    ['anthropic-messages', '/v1/messages', { messages, tools: [{ name: 'weather', input_schema: schema }] }],
    ['anthropic-complete', '/v1/complete', { prompt: '\n\nHuman: Paris?\n\nAssistant:', max_tokens_to_sample: 99 }],
  ])('is the same streamed and whole, of the demo: %s %s %j', async (dialect, path, body) => {
    const post = async (stream: boolean): Promise<string> => {
      const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' };
      const answer = await fetch(`${demo.url}${path}`, {
        method: 'POST',
        headers: dialect.startsWith('openai') ? { 'content-type': 'application/json' } : headers,
        body: JSON.stringify({ ...ask, ...body, stream }),
      });
      return answer.text();
    };
    const [whole, stream] = await Promise.all([post(false), post(true)]);
    const estimate = await countTokens([outputOf(dialect, parseJson(whole) ?? null)]);
    expect(estimate).toBeGreaterThan(0);
    expect(await countTokens(streamed(dialect, stream).texts)).toBe(estimate);
  });

  it.skipIf(!hasCorpus)(`is the same streamed and whole, of recorded responses${corpusNote}`, async () => {
    let compared = 0;
    for (const { id, endpoint, response_sse: sse } of recordedPairs()) {
      if (endpoint !== 'responses' || sse === undefined || altered.has(id)) continue;
      const { texts, events } = streamed('openai-responses', sse);
      const ends = events.filter(({ type }) => type === 'response.completed');
      if (ends.length !== 1) continue;
      const whole = objectOf(ends[0]?.['response']);
      expect([id, await countTokens([outputOf('openai-responses', whole)])]).toEqual([id, await countTokens(texts)]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it.skipIf(!hasCorpus)(`is the same streamed and whole, of recorded messages${corpusNote}`, async () => {
    let compared = 0;
    for (const { id, endpoint, response_sse: sse } of recordedPairs()) {
      if (endpoint !== 'messages' || sse === undefined) continue;
      const { texts, events } = streamed('anthropic-messages', sse);
      const isOne = ['message_start', 'message_stop'].every(
        (end) => events.filter(({ type }) => type === end).length === 1,
      );
      if (!isOne) continue;
      // The vendor spaces a streamed input in its own way.
      const said = unspaced(texts.join(''));
      expect([id, unspaced(outputOf('anthropic-messages', { content: blocksOf(events) }))]).toEqual([id, said]);
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
