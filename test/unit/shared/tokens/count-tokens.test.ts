import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens, countTokensIn } from '../../../../src/shared/tokens/count-tokens.ts';
import { makeTextSample } from '../../../../src/shared/tokens/text-tokens.ts';
import type { Json } from '../../../../src/shared/json/json.ts';

const sentence = 'The quick brown fox jumps over the lazy dog, naïvely; 犬は寝ている。 👋 ';

describe('the tokens of texts', () => {
  it('are those of the vocabulary where the text is short', async () => {
    for (const text of ['', 'Hello', '<|endoftext|>', sentence, '\n\n\n', 'a'.repeat(900)])
      expect(await countTokens([text])).toBe(text === '' ? 0 : countWhole(text, { disallowedSpecial: new Set() }));
    expect(await countTokens(['Hel', 'lo'])).toBe(1);
    expect(await countTokens([])).toBe(0);
  });

  it('are off by a few at most for each cut where the text is counted in pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.lorem({ maxCount: 30 }), { minLength: 20, maxLength: 40 }), async (parts) => {
        const text = parts.join(' ');
        const exact = countWhole(text);
        expect(Math.abs((await countTokens([text])) - exact)).toBeLessThanOrEqual(5 * Math.floor(text.length / 1_024));
      }),
      { numRuns: 30 },
    );
  });

  it('are within two percent where a long text is estimated from a part of it', async () => {
    const text = sentence.repeat(12_000);
    const exact = countWhole(sentence.repeat(100)) * 120;
    expect(Math.abs((await countTokens([text])) - exact)).toBeLessThan(exact / 50);
  });

  it('are the same if the sample is shrunk on the way, at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.lorem({ maxCount: 80 }), shrinks: fc.boolean() }), {
          minLength: 5,
          maxLength: 30,
        }),
        async (steps) => {
          const whole = makeTextSample(() => 0.3);
          const shrunk = makeTextSample(() => 0.3);
          const all: Promise<void>[] = [];
          for (const { text, shrinks } of steps) {
            const long = text.repeat(20);
            whole.add(long);
            shrunk.add(long);
            if (shrinks) all.push(shrunk.shrink());
            if (text.length % 2 === 0) await Promise.all(all);
          }
          expect(await shrunk.count()).toBe(await whole.count());
        },
      ),
      { numRuns: 20 },
    );
  });

  it('keep no text after that but for its end', async () => {
    const samples = Array.from({ length: 20 }, () => makeTextSample());
    for (const sample of samples) sample.add(sentence.repeat(2_000));
    const before = heapUsed();
    for (const sample of samples) await sample.shrink();
    expect(before - heapUsed()).toBeGreaterThan(samples.length * 100_000);
    expect(await samples[0]?.count()).toBeGreaterThan(0);
  });

  it('never cut a character in two', async () => {
    const pairs = `x${'👋'.repeat(1_500)}`;
    expect(await countTokens([pairs])).toBeLessThanOrEqual(countWhole(pairs) + 6);
  });

  it.each([
    ['one letter', 'a'.repeat(8_000_000)],
    [
      'one long word',
      Array.from({ length: 400_000 }, (_, at) => String.fromCodePoint(97 + ((at * at * 31 + at * 7) % 26))).join(''),
    ],
  ])('are counted while others go on: %s', async (_, text) => {
    // Counted on this thread, it would be one or two turns every time; a busy machine may give only a few now and then.
    let most = 0;
    for (let tries = 0; tries < 20 && most <= 5; tries++) most = Math.max(most, await turnsWhileCounting(text));
    expect(most).toBeGreaterThan(5);
  });
});

/** Bytes of the heap in use after a collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

/** How many turns the event loop took while the text was counted. */
async function turnsWhileCounting(text: string): Promise<number> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  expect(await countTokens([text])).toBeGreaterThan(text.length / 10);
  clearImmediate(timer);
  return turns;
}

describe('the tokens in a JSON value', () => {
  it('are those of all texts in it, and of its images', async () => {
    const pixels = `data:image/png;base64,${'iVBORw0KGgo'.repeat(200)}`;
    const texts = await countTokens(['user', 'text', 'What is this?', 'url']);
    expect(await countTokensIn({ role: 'user', content: [{ text: 'What is this?' }, { url: pixels }] })).toBe(
      texts + 765,
    );
    expect(await countTokensIn([{ data: 'QUJD'.repeat(300) + '==' }, true, null])).toBe(765 + 1);
    expect(await countTokensIn(null)).toBe(0);
  });

  it('are counted in writing without spaces, and in text that begins like a data address', async () => {
    const chinese = '今天天气很好我们去公园散步吧'.repeat(100);
    expect(await countTokensIn({ content: chinese })).toBeGreaterThan(900);
    expect(await countTokensIn({ content: 'data: the plural of datum' })).toBeLessThan(10);
  });

  const prose = Array.from({ length: 300 }, (_, at) => `the ${at}th fact about whales is that they sing`).join('; ');
  const encoded = Buffer.from(prose).toString('base64');
  const message = { role: 'user', content: 'x' };
  it.each<[string, Json]>([
    ['a name in a schema', { tools: [{ function: { parameters: { properties: { [prose]: {} } } } }] }],
    ['many names', { tools: [Object.fromEntries(prose.split('; ').map((name) => [name, {}]))] }],
    ['a name in an argument', { messages: [{ content: [{ type: 'tool_use', input: { [prose]: 1 } }] }] }],
    ['a signature in an argument', { messages: [{ content: [{ type: 'tool_use', input: { signature: prose } }] }] }],
    ['data of a source of text', { messages: [{ content: [{ source: { type: 'text', data: encoded } }] }] }],
    ['text in base64', { messages: [{ role: 'user', content: encoded }] }],
    ['text like a data address', { messages: [{ role: 'user', content: `data:,${prose}` }] }],
    ['a picture in a schema', { tools: [{ parameters: { default: { type: 'image', data: encoded } } }] }],
    ['a schema of Responses', { text: { format: { type: 'json_schema', schema: { [prose]: {} } } } }],
    ['a variable of a prompt', { prompt: { id: 'pmpt_1', variables: { facts: prose } } }],
    ['a prediction', { prediction: { type: 'content', content: prose } }],
    ['sealed thoughts in a schema', { response_format: { json_schema: { encrypted_content: prose } } }],
    ['token ids', { prompt: Array.from({ length: 3_400 }, (_, at) => 1_000 + at) }],
    ['lists of token ids', { input: [Array.from({ length: 3_400 }, () => 7)] }],
    ['numbers of many digits', { input: Array.from({ length: 1_000 }, () => 1_234_567_890.123) }],
  ])('are counted wherever a model reads them: %s', async (_, request) => {
    expect(await countTokensIn({ messages: [message], ...(request as object) })).toBeGreaterThan(3_300);
  });

  const text = Buffer.from(prose).toString('base64');
  const pdfOf = (marks: string, times = 10): string =>
    Buffer.from(`%PDF-1.7 ${marks} ${prose.repeat(times)}`).toString('base64');
  const pdf = pdfOf('<< /Subtype /Image >>');
  it.each<[string, Json]>([
    ['with an address', { file_data: `data:text/plain;base64,${text}` }],
    ['with an address in capitals', { file_data: `DATA:TEXT/CSV;charset=utf-8;BASE64,${text}` }],
    ['in lines', { file_data: text.replace(/.{76}/g, '$&\r\n') }],
    ['without base64', { file_data: `data:text/markdown,${prose}` }],
    ['of no stated type', { file_data: text }],
    ['that says it is bytes', { file_data: `data:application/octet-stream;base64,${text}` }],
    ['that begins like a picture', { file_data: `data:text/plain;base64,iVBORw0KGgoA${text}` }],
    ['in a source', { type: 'base64', media_type: 'text/plain', data: text }],
    ['whose member has a format, too', { format: 'x', file_data: `data:text/plain;base64,${text}` }],
  ])('are those of the text in a file: %s', async (_, holder) => {
    const tokens = await countTokensIn({ messages: [{ content: [holder] }] });
    const whole = await countTokens([prose]);
    expect([tokens > whole * 0.98, tokens < whole * 1.05 + 20]).toEqual([true, true]);
  });

  it.each<[string, Json]>([
    ['by its type', { file_data: `data:application/pdf;base64,${text.repeat(10)}` }],
    ['by how it begins', { file_data: pdf }],
    ['of a source', { type: 'base64', media_type: 'application/pdf', data: pdf }],
    ['of a source that has a format', { type: 'base64', media_type: 'application/pdf', data: pdf, format: 'mp3' }],
  ])('follow from its bytes in a document, known %s', async (_, holder) => {
    const tokens = await countTokensIn({ messages: [{ content: [holder] }] });
    const bytes = prose.length * 10;
    expect([tokens > bytes / 31, tokens < bytes / 28]).toEqual([true, true]);
  });

  it.each<[string, string, (bytes: number) => number]>([
    ['by its bytes', pdfOf('<< /ProcSet [/PDF /Text /ImageB] >>'), (bytes) => bytes / 6],
    ['no more than its pages can have', pdfOf('<< /Type /Pages >> << /Type /Page >> <</Type/Page>>'), () => 10_000],
    ['no less than one with pictures', pdfOf('<< /Type /Page >>', 40), (bytes) => bytes / 30],
  ])('are those of text alone in a PDF that has no picture, %s', async (_, file, expected) => {
    const tokens = await countTokensIn({ messages: [{ content: [{ file_data: file }] }] });
    expect(tokens / expected(file.length * 0.75)).toBeGreaterThan(0.95);
    expect(tokens / expected(file.length * 0.75)).toBeLessThan(1.05);
  });

  it('are found wherever a mark is cut', async () => {
    const whole = `%PDF-1.7 ${' '.repeat(500)}<< /Subtype /Image >> ${prose}`;
    for (let spaces = 0; spaces < 24; spaces += 1) {
      const file = Buffer.from(whole.replace('%PDF-1.7', `%PDF-1.7${' '.repeat(65_536 * 0.75 - 540 + spaces)}`));
      const tokens = await countTokensIn({ messages: [{ content: [{ file_data: file.toString('base64') }] }] });
      expect(tokens).toBeLessThan(file.length / 25);
    }
  });

  it('are not those of settings', async () => {
    const settings = {
      ...{ temperature: 0.25, max_tokens: 500, stream: true, n: 1, reasoning: { effort: null } },
      logit_bias: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [String(at), -100])),
      metadata: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`customer_${at}`, 'of the north'])),
    };
    expect(await countTokensIn({ ...settings, messages: [message] })).toBe(
      await countTokensIn({ messages: [message] }),
    );
  });

  const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ';
  const lines = Array.from({ length: 40 }, () => `${bytes}${bytes.slice(0, 32)}`).join('\n');
  it.each<[string, Json, number]>([
    ['in lines', { url: lines }, 765],
    ['in lines of an older kind', { url: `${lines.replaceAll('\n', '\r\n')}==\r\n` }, 765],
    ['in an address without a media type', { url: `data:;base64,${bytes}` }, 765],
    ['in an address in capitals', { url: `DATA:IMAGE/PNG;BASE64,${bytes}` }, 765],
    ['in an address with a parameter', { url: ` data:text/plain;charset=utf-8;base64,${bytes}` }, 765],
    ['few, in a source that says so', { media_type: 'image/png', data: bytes, type: 'base64' }, 765 + 4 + 2],
    ['few, in a file', { file_data: bytes }, 765],
    ['of a sound, by its length', { data: 'QUJD'.repeat(8_000), format: 'mp3' }, 10 + 2],
    ['of a signature, not at all', { signature: bytes, thinking: '' }, 0],
    ['of thoughts that were sealed, not at all', { encrypted_content: bytes.repeat(40) }, 0],
    ['of thoughts that were taken out, not at all', { type: 'redacted_thinking', data: bytes }, 4],
  ])('are no text where they are bytes in base64 %s', async (_, value, tokens) => {
    expect(Math.abs((await countTokensIn(value)) - tokens)).toBeLessThanOrEqual(3);
  });
});

describe('a text that is counted while it passes', () => {
  it('counts as one that is there whole, however it is cut', async () => {
    const text = sentence.repeat(400);
    const whole = await countTokens([text]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1 }), async (lengths) => {
        const sample = makeTextSample();
        let from = 0;
        for (let at = 0; from < text.length; at += 1) {
          const length = lengths[at % lengths.length] ?? 1;
          sample.add(text.slice(from, from + length));
          from += length;
        }
        expect(Math.abs((await sample.count()) - whole)).toBeLessThanOrEqual(whole / 100);
      }),
      { numRuns: 20 },
    );
  });

  const piece = 'the market for used cars fell sharply in march '.repeat(30).slice(0, 1_024);
  /** 1,536 pieces: one of 16 is counted. Spaces stand at one place of each sixteen. */
  const steered = (place: number): readonly string[] =>
    Array.from({ length: 1_536 }, (_, at) => (at % 16 === place ? ' '.repeat(1_024) : piece));

  it.each([0, 1, 7, 15])('cannot be written to be counted where it is cheap: %i of each 16', async (place) => {
    // A source of its own: a linear congruence, whose high bits are evenly spread.
    let state = 12_345;
    const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const sample = makeTextSample(random);
    for (const text of steered(place)) sample.add(text);
    const exact = 1_440 * countWhole(piece);
    expect(Math.abs((await sample.count()) - exact)).toBeLessThan(exact / 5);
  });

  it('is not kept: four hundred megabytes of it take a sample, and are within a twentieth', async () => {
    const sample = makeTextSample();
    const chunk = sentence.repeat(1_000);
    const times = Math.ceil(400_000_000 / chunk.length);
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < times; at += 1) sample.add(`${at}${chunk}`);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
    const exact = times * countWhole(chunk);
    expect(Math.abs((await sample.count()) - exact)).toBeLessThan(exact / 20);
  });
});
