import fc from 'fast-check';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { countTokens, countTokensIn } from '../../../src/shared/count-tokens.ts';

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

  it('are within two percent where a long text is judged by a part of it', async () => {
    const text = sentence.repeat(12_000);
    const exact = countWhole(sentence.repeat(100)) * 120;
    expect(Math.abs((await countTokens([text])) - exact)).toBeLessThan(exact / 50);
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
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(await countTokens([text])).toBeGreaterThan(text.length / 10);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(50);
  });
});

describe('the tokens in a JSON value', () => {
  it('are those of all texts in it, and of its images', async () => {
    const pixels = `data:image/png;base64,${'iVBORw0KGgo'.repeat(200)}`;
    const texts = await countTokens(['user', 'What is this?']);
    expect(await countTokensIn({ role: 'user', content: [{ text: 'What is this?' }, { url: pixels }] })).toBe(
      texts + 765,
    );
    expect(await countTokensIn([{ data: 'QUJD'.repeat(300) + '==' }, 1, true, null])).toBe(765);
    expect(await countTokensIn(null)).toBe(0);
  });

  it('are counted in writing without spaces, and in text that begins like a data address', async () => {
    const chinese = '今天天气很好我们去公园散步吧'.repeat(100);
    expect(await countTokensIn({ content: chinese })).toBeGreaterThan(900);
    expect(await countTokensIn({ content: 'data: the plural of datum' })).toBeLessThan(10);
  });
});
