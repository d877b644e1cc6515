import { describe, expect, it } from 'vitest';
import { usualMost, type Model, type TextWire } from '../../../src/catalog/catalog.ts';
import type { WireId } from '../../../src/wires/meter.ts';
import { boundOf, estimateHold, factsSent, mostOfCall } from '../../../src/pipeline/hold-estimate.ts';
import type { Route } from '../../../src/routing/route.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import { corpusNote, hasCorpus, recordedPairs, type RecordedPair } from '../../fakes/corpus.ts';
import { makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';
import { eventsOf, streamUsage, usageReaders } from '../../journey/corpus-usage.ts';

const open: Partial<Model> = { maxInputTokens: null, maxOutputTokens: null, most: usualMost };
const makeOpen = (changes: Partial<Model> = {}): Model => makeModel('m', ['up'], { ...open, ...changes });

const held = (body: object, wire: WireId, model = makeOpen()) =>
  estimateHold(readRequestFacts(Buffer.from(JSON.stringify(body)), body, wire), model, wire);
const inputOf = (body: object, wire: WireId, model = makeOpen()): number => held(body, wire, model).input_tokens ?? 0;

const data = 'QUJD'.repeat(100_000);
const url = `data:image/png;base64,${data}`;
const user = (...content: readonly object[]) => ({ messages: [{ role: 'user', content }] });
const item = (...content: readonly object[]) => ({ input: [{ role: 'user', content }] });

describe('what a conversation may hold besides text', () => {
  it('is none in the arguments of a tool, which a model reads as text', () => {
    const picture = { type: 'image', source: { type: 'base64', data } };
    for (const type of ['tool_use', 'server_tool_use', 'mcp_tool_use'])
      expect(
        inputOf({ model: 'm', max_tokens: 9, ...user({ type, id: 't', input: picture }) }, 'messages'),
      ).toBeGreaterThan(data.length);
  });

  const pictures = Array.from({ length: 3 }, (_, index) => ({
    type: 'image_url',
    image_url: { url: `https://e.com/${index}` },
  }));
  it.each([
    ['of a tool', { role: 'user', type: 'x_tool_use', content: pictures }],
    ['of a picture', { role: 'user', type: 'image_url', content: pictures }],
    ['of a document', { role: 'user', type: 'file', content: pictures }],
  ])('is counted in a message that claims the type %s', (_, message) => {
    const body = { model: 'm', max_tokens: 9, messages: [message] };
    expect(inputOf(body, 'chat-completions')).toBeGreaterThanOrEqual(3 * 50_000);
  });

  it.each([
    ['a picture', 50_000, { image_url: { url: 'https://e.com/a' } }],
    ['a picture in the place of a message', 50_000, { role: 'user', type: null, image_url: 'https://e.com/a' }],
    ['a video', 200_000, { video_url: { url: 'https://e.com/a' } }],
    ['a recording', 200_000, { audio_url: { url: 'https://e.com/a' } }],
    ['a recording by its type', 200_000, { type: 'audio_url', audio_url: { url: 'https://e.com/a' } }],
    ['a recording for its bytes', 200_000, { type: 'input_audio', input_audio: { data: 'oss://a/b', format: 'wav' } }],
    ['a recording for its bytes without a type', 200_000, { input_audio: { data: 'https://e.com/a', format: 'wav' } }],
  ])('is counted in a part that names %s by its address, as some hosts read it', (_, least, part) => {
    const body = { model: 'm', max_tokens: 9, ...user(part) };
    const model = makeOpen({ maxInputTokens: 300_000, most: { ...usualMost, document: 200_000 } });
    expect(inputOf(body, 'chat-completions', model)).toBeGreaterThanOrEqual(least);
  });

  it('is counted by its bytes for a recording in the body', () => {
    for (const sound of [data, `data:audio/wav;base64,${data}`])
      expect(inputOf(user({ type: 'input_audio', input_audio: { data: sound } }), 'chat-completions')).toBeLessThan(
        data.length + 2_000,
      );
  });

  it.each([
    ['the role', { role: 'user' }],
    ['the source of a text', { source: { type: 'text' } }],
    ['parts of its own', { content: [] }],
  ])('is counted in a part that has %s as well', (_, more) => {
    const part = { type: 'image_url', image_url: { url: 'https://e.com/a.png' }, ...more };
    const tokens = inputOf({ model: 'm', max_tokens: 9, ...user(part) }, 'chat-completions');
    expect(tokens).toBeGreaterThanOrEqual(51_000);
    expect(tokens).toBeLessThan(51_400);
  });

  it('has each of its bytes taken for a picture once, however its parts stand in one another', () => {
    const nested = {
      type: 'image',
      source: { type: 'image', source: { type: 'image', source: { type: 'base64', data } } },
    };
    const text = 'a word '.repeat(100_000);
    expect(inputOf({ model: 'm', max_tokens: 9, ...user(nested, { type: 'text', text }) }, 'messages')).toBeGreaterThan(
      text.length,
    );
  });

  it.each<[string, WireId, object]>([
    [
      'an image by its address',
      'chat-completions',
      user({ type: 'image_url', image_url: { url: 'https://e.com/a.png' } }),
    ],
    ['an image in the body', 'chat-completions', user({ type: 'image_url', image_url: { url } })],
    ['an image as a plain text', 'chat-completions', user({ type: 'image_url', image_url: url })],
    ['an image of an item', 'responses', item({ type: 'input_image', image_url: url })],
    ['an image by its id', 'responses', item({ type: 'input_image', file_id: 'file-1' })],
    [
      'an image that a tool gave',
      'responses',
      { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_image', image_url: url }] }] },
    ],
    [
      'a screenshot',
      'responses',
      {
        input: [
          { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: url } },
        ],
      },
    ],
    ['an image that was made', 'responses', { input: [{ type: 'image_generation_call', id: 'i', result: data }] }],
    [
      'an image of a message',
      'messages',
      user({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }),
    ],
    [
      'an image in the result of a tool',
      'messages',
      user({ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: { type: 'base64', data } }] }),
    ],
  ])('%s counts as the most that an image is billed, whatever its bytes', (_, wire, body) => {
    const tokens = inputOf({ model: 'm', max_tokens: 9, ...body }, wire);
    expect(tokens).toBeGreaterThanOrEqual(51_000);
    expect(tokens).toBeLessThan(51_400);
  });

  it.each<[string, WireId, object]>([
    ['a document', 'messages', user({ type: 'document', source: { type: 'base64', data } })],
    ['a document by its address', 'messages', user({ type: 'document', source: { type: 'url', url: 'h' } })],
    ['a file of a container', 'messages', user({ type: 'container_upload', file_id: 'file-1' })],
    ['a file', 'chat-completions', user({ type: 'file', file: { file_data: url } })],
    ['a file of an item', 'responses', item({ type: 'input_file', file_url: 'https://e.com/a.pdf' })],
    ['an earlier answer kept elsewhere', 'responses', { input: 'x', previous_response_id: 'resp_1' }],
    ['a prompt kept elsewhere', 'responses', { prompt: { id: 'pmpt_1' } }],
    ['what was said aloud', 'chat-completions', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
  ])('%s can fill all that the model reads', (_, wire, body) => {
    const facts = { model: 'm', max_tokens: 9, ...body };
    expect(inputOf(facts, wire)).toBeGreaterThanOrEqual(1_000_000);
    expect(inputOf(facts, wire, makeOpen({ maxInputTokens: 200_000 }))).toBe(200_000);
    const small = inputOf(facts, wire, makeOpen({ most: { ...usualMost, document: 15_000 } }));
    expect(small).toBeGreaterThanOrEqual(16_000);
    expect(small).toBeLessThan(16_400);
  });

  it('is at least the usual number of tokens for the bytes of its documents, not of its pictures and films', () => {
    const most = { ...usualMost, document: 5_000, image: 100 };
    const small = makeOpen({ most });
    const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } };
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
    const film = { type: 'video', source: { type: 'base64', data } };
    const least = (data.length * 0.75) / 30;
    const tokens = inputOf({ model: 'm', max_tokens: 9, ...user(pdf, pdf, picture) }, 'messages', small);
    expect(tokens).toBeGreaterThanOrEqual(2 * least + 1_100);
    expect(tokens).toBeLessThan(2 * least + 1_600);
    expect(inputOf({ model: 'm', max_tokens: 9, ...user(pdf) }, 'messages', small)).toBeGreaterThanOrEqual(11_000);
    expect(inputOf({ model: 'm', max_tokens: 9, ...user(film) }, 'messages', small)).toBeLessThan(6_400);
    expect(
      inputOf({ model: 'm', max_tokens: 9, ...user(pdf) }, 'messages', makeOpen({ most, maxInputTokens: 9_000 })),
    ).toBe(9_000);
  });

  it('is text where a document is text', () => {
    const text = 'word '.repeat(10_000);
    const plain = user({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } });
    const parts = user({ type: 'document', source: { type: 'content', content: [{ type: 'text', text }] } });
    for (const body of [plain, parts])
      expect(inputOf({ model: 'm', ...body }, 'messages')).toBe(JSON.stringify({ model: 'm', ...body }).length + 1_000);
  });
});

describe('tools that the provider runs', () => {
  const messages = [{ role: 'user', content: 'x'.repeat(1_000) }];
  const uses = (body: object, wire: WireId, model = makeOpen()): number => {
    const facts = { model: 'm', messages, ...body };
    const most = { ...usualMost, toolUse: 1_000_000, added: 0 };
    const tokens = inputOf(facts, wire, { ...model, most });
    // Of n uses the results are read n (n + 1) / 2 times.
    return Math.floor((Math.sqrt(1 + 8 * Math.floor(tokens / 1_000_000)) - 1) / 2);
  };

  it.each<[string, WireId, object, number]>([
    ['web search', 'messages', { tools: [{ type: 'web_search_20250305', name: 'w' }] }, 10],
    ['as limited by the request', 'messages', { tools: [{ type: 'web_search_20250305', max_uses: 3 }] }, 3],
    ['as often as it allows', 'messages', { tools: [{ type: 'web_fetch_20250910', max_uses: 20 }] }, 20],
    ['servers', 'messages', { mcp_servers: [{ type: 'url', url: 'h' }] }, 10],
    ['what another format calls so', 'chat-completions', { tools: [{ type: 'x:web_search', max_uses: 1 }] }, 10],
    ['an option', 'chat-completions', { web_search_options: {} }, 10],
    ['of an item', 'responses', { tools: [{ type: 'web_search' }] }, 10],
    ['within all calls of tools', 'responses', { tools: [{ type: 'mcp' }], max_tool_calls: 2 }, 2],
    ['the caller’s own', 'chat-completions', { tools: [{ type: 'function', function: { name: 'f' } }] }, 0],
    ['the caller’s own, described elsewhere', 'messages', { tools: [{ type: 'computer_20251124' }] }, 0],
    ['no tool at all', 'messages', { tools: [{ name: 'f', input_schema: {} }], mcp_servers: null }, 0],
    ['nonsense', 'messages', { tools: [{ type: 'web_search_20250305', max_uses: 1e15 }] }, 1_000],
  ])('are read again for each use: %s', (_, wire, body, times) => {
    expect(uses(body, wire)).toBe(times);
  });

  it('may draw a picture with each use', () => {
    const body = { model: 'm', input: 'x', max_tool_calls: 3, tools: [{ type: 'image_generation' }] };
    expect(held(body, 'responses')).toMatchObject({ images: 3 });
    expect(held({ model: 'm', input: 'x' }, 'responses').images).toBeUndefined();
  });

  describe('that draw', () => {
    const body = (tools: readonly object[] = [{ type: 'image_generation', model: 'painter' }]) => ({
      model: 'm',
      max_tool_calls: 3,
      tools,
      ...item({ type: 'input_image', image_url: 'https://e.com/a.png' }),
    });
    const product = makeProduct('pictures');
    /** @param model the one that draws; null: the catalogue does not have it */
    const mostOf = (sent: object, model: Model | null = null, wire: WireId = 'responses') => {
      const facts = readRequestFacts(Buffer.from(JSON.stringify(sent)), sent, wire);
      const asked: string[] = [];
      const findCompletedWork = (name: string) => {
        asked.push(name);
        return model && { model, product };
      };
      const route = { model: makeOpen(), product: makeProduct('test'), provider: makeProvider('up', 'a', 'http://up') };
      const most = mostOfCall(facts, route as unknown as Route, { wire, at: 1, router: { findCompletedWork } });
      const [side] = 'side' in most ? (most.side ?? []) : [];
      return { estimate: most.estimate, side, asked };
    };
    it('knows what of its output is for reasoning beyond the limit of the request', () => {
      const beyond = (sent: object, wire: WireId) => {
        const facts = readRequestFacts(Buffer.from(JSON.stringify(sent)), sent, wire);
        const model = makeOpen();
        const route = { model: { ...model, most: { ...model.most, reasoning: 8_192 } } } as unknown as Route;
        return mostOfCall(facts, route, { wire, at: 1, router: { findCompletedWork: () => null } }).reasoning;
      };
      expect(beyond({ input: 'x', max_output_tokens: 100 }, 'responses')).toBe(8_192);
      expect(beyond({ input: 'x' }, 'responses')).toBeUndefined();
      expect(beyond({ messages: [], max_tokens: 1, n: 2 }, 'chat-completions')).toBe(2 * 8_192);
      expect(beyond({ messages: [], max_tokens: 1 }, 'messages')).toBeUndefined();
    });

    /** A prompt, the image of the request, and one that was drawn before. */
    const read = 2 * 50_000 + 10_000;

    it('have the tokens of their model set aside: an image drawn with each use, and what it is drawn from', () => {
      const { estimate, side, asked } = mostOf(body(), makeOpen());
      expect(asked).toEqual(['painter']);
      expect(side?.usage).toEqual({ input_tokens: 3 * read, output_tokens: 3 * 50_000 });
      expect(side?.route).toMatchObject({ product: { sku: 'pictures' }, price: product.prices[0] });
      expect(estimate).toEqual(held(body(), 'responses'));
    });

    it('keep to the limits that the catalogue has of that model', () => {
      const most = { ...usualMost, image: 7_000, toolUse: 1_000 };
      const ofImages = mostOf(body(), makeOpen({ most })).side;
      expect(ofImages?.usage).toEqual({ input_tokens: 3 * 15_000, output_tokens: 3 * 7_000 });
      const ofModel = mostOf(body(), makeOpen({ maxInputTokens: 9_000, maxOutputTokens: 6_000 })).side;
      expect(ofModel?.usage).toEqual({ input_tokens: 3 * 9_000, output_tokens: 3 * 6_000 });
    });

    it('are set aside as tokens of the call’s own model where the catalogue does not have theirs', () => {
      const own = held(body(), 'responses');
      for (const tools of [body(), body([{ type: 'image_generation' }])]) {
        const { estimate, side } = mostOf(tools);
        expect(side).toBeUndefined();
        expect(estimate.output_tokens).toBe((own.output_tokens ?? 0) + 3 * 50_000);
      }
      expect(mostOf(body([{ type: 'image_generation' }])).asked).toContain('image_generation');
    });

    it('are set aside whatever format the request is in, and not without such a tool', () => {
      expect(mostOf(body(), makeOpen(), 'chat-completions').side).toBeDefined();
      expect(mostOf(body([{ type: 'web_search' }]), makeOpen()).side).toBeUndefined();
    });
  });

  it('never pass what the model reads, once for each round', () => {
    const body = { model: 'm', messages, tools: [{ type: 'web_search_20250305', max_uses: 4 }] };
    const model = makeOpen({ maxInputTokens: 9_000 });
    expect(inputOf(body, 'messages', model)).toBe(5 * 9_000);
  });
});

describe('output beyond the limit of a request', () => {
  it.each<[string, WireId, object, number]>([
    ['a chat', 'chat-completions', { max_tokens: 10 }, 8_202],
    ['a chat with a budget', 'chat-completions', { max_tokens: 10, reasoning: { max_tokens: 20_000 } }, 20_010],
    ['responses', 'responses', { max_output_tokens: 10 }, 8_202],
    ['messages', 'messages', { max_tokens: 10 }, 10],
    ['messages with a budget', 'messages', { max_tokens: 10, thinking: { budget_tokens: 2_000 } }, 2_010],
    ['messages that are summed up', 'messages', { max_tokens: 10, context_management: {} }, 8_202],
  ])('is set aside as well: %s', (_, wire, body, tokens) => {
    expect(held({ model: 'm', ...body }, wire).output_tokens).toBe(tokens);
    expect(held({ model: 'm', ...body }, wire, makeOpen({ maxOutputTokens: 7 })).output_tokens).toBe(7);
  });

  it.each<[WireId, TextWire, number, number, number]>([
    ['messages', 'responses', 1, 16, 8_208],
    ['messages', 'responses', 20, 20, 8_212],
    ['messages', 'chat-completions', 1, 1, 8_193],
    ['messages', 'gemini', 1, 1, 1],
    ['chat-completions', 'responses', 5, 16, 8_208],
    ['chat-completions', 'messages', 5, 5, 8_197],
    ['responses', 'chat-completions', 0, 1, 8_193],
    ['completions', 'chat-completions', 5, 5, 8_197],
    ['completions', 'messages', 5, 5, 5],
  ])('is set aside for what is sent where %s become %s: %d', (wire, upstream, limit, least, most) => {
    const body = { model: 'm', max_tokens: limit, max_output_tokens: limit, messages: [] };
    const facts = readRequestFacts(Buffer.from(JSON.stringify(body)), body, wire);
    const sent = factsSent(facts, { wires: [upstream] });
    const outputOf = (model: Model) => estimateHold(sent, model, wire).output_tokens;
    expect(outputOf(makeOpen({ most: { ...usualMost, reasoning: 0 } }))).toBe(least);
    expect(outputOf(makeOpen())).toBe(most);
    expect(outputOf(makeOpen({ maxOutputTokens: 7 }))).toBe(Math.min(most, 7));
  });

  it.each(['chat-completions', 'completions'] as const)(
    'is that of a request without a limit where the limit is 0, which a host may ignore: %s',
    (wire) => {
      const model = makeOpen({ maxOutputTokens: 500 });
      const [none, zero] = [{ messages: [] }, { messages: [], max_tokens: 0 }].map((body) => {
        const facts = readRequestFacts(Buffer.from(JSON.stringify(body)), body, wire);
        return [estimateHold(facts, model, wire).output_tokens, boundOf(facts, model).output];
      });
      expect([none, zero]).toEqual([
        [500, 500],
        [500, 500],
      ]);
    },
  );

  it('is none in Messages where the limit is 0, by which only the cache is filled', () => {
    const model = makeOpen({ maxOutputTokens: 500 });
    const outputOf = (more: object) => {
      const body = { messages: [], max_tokens: 0, ...more };
      const facts = readRequestFacts(Buffer.from(JSON.stringify(body)), body, 'messages');
      return [estimateHold(facts, model, 'messages').output_tokens, boundOf(facts, model).output];
    };
    expect(outputOf({})).toEqual([0, 0]);
    expect(outputOf({ thinking: { budget_tokens: 200 } })).toEqual([200, 200]);
    expect(outputOf({ max_tokens: null })).toEqual([500, 500]);
  });

  it('is set aside as before where the format of the caller is sent', () => {
    const facts = readRequestFacts(Buffer.from('{}'), { max_tokens: 1 }, 'messages');
    expect(factsSent(facts, {})).toBe(facts);
  });
});

const wires: Readonly<Record<string, WireId>> = {
  chat: 'chat-completions',
  responses: 'responses',
  messages: 'messages',
};

/** Models that search by themselves: their rows in a catalogue say so. */
const searchesUnasked = /^(?:compound|groq\/compound)/;

function usedBy({ endpoint, response_body, response_sse }: RecordedPair) {
  const fields =
    response_sse === undefined
      ? (response_body as { usage?: Record<string, unknown> } | undefined)?.usage
      : streamUsage(eventsOf(response_sse));
  return usageReaders[endpoint]?.(fields ?? {}) ?? null;
}

describe.skipIf(!hasCorpus)(`recorded calls${corpusNote}`, () => {
  it('never used more than is set aside for them where the catalogue says nothing', () => {
    const passed: string[] = [];
    let compared = 0;
    for (const pair of recordedPairs()) {
      const wire = wires[pair.endpoint];
      const used = pair.status === 200 && wire && pair.request_body ? usedBy(pair) : null;
      if (used === null || wire === undefined) continue;
      compared += 1;
      const most = { ...usualMost, added: searchesUnasked.test(pair.model ?? '') ? 20_000 : usualMost.added };
      const hold = held(pair.request_body ?? {}, wire, makeOpen({ most }));
      const { output_tokens = 0, output_audio_tokens = 0, ...others } = used;
      const input = Object.values(others).reduce((sum, count) => sum + count, 0);
      const isWithin =
        input <= (hold.input_tokens ?? 0) && output_tokens + output_audio_tokens <= (hold.output_tokens ?? 0);
      if (!isWithin) passed.push(`${pair.id}: ${JSON.stringify(used)} > ${JSON.stringify(hold)}`);
    }
    expect(compared).toBeGreaterThan(2_500);
    expect(passed).toEqual([]);
  });
});
