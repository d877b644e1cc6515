import { describe, expect, it } from 'vitest';
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base';
import * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import * as p50k from 'gpt-tokenizer/encoding/p50k_base';
import * as r50k from 'gpt-tokenizer/encoding/r50k_base';
import { tighterBound } from '../../../src/pipeline/hold-estimate.ts';
import { mostOfWord } from '../../../src/shared/tokens/text-tokens.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';

const vocabularies = { o200k, cl100k, p50k, r50k };
type Count = (text: string) => number;
const counters: readonly (readonly [string, Count])[] = Object.entries(vocabularies).map(([name, { countTokens }]) => [
  name,
  (text) => countTokens(text, { disallowedSpecial: new Set() }),
]);
const mostTokens = (text: string): number => Math.max(...counters.map(([, count]) => count(text)));

const askedOf = (content: string) => {
  const body = { model: 'm', messages: [{ role: 'user', content }] };
  return readRequestFacts(Buffer.from(JSON.stringify(body)), body, 'chat-completions');
};
const boundOf = async (content: string): Promise<number> => {
  const facts = askedOf(content);
  return (await tighterBound(facts)) ?? facts.bound.input;
};

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
const next = random(7);
const pick = (letters: string): string => letters[Math.floor(next() * letters.length)] ?? '';
const made = (letters: string, length: number): string => Array.from({ length }, () => pick(letters)).join('');

const english = 'The committee considered several of the proposals that had been sent in, and rejected most of them. ';

describe('the tighter bound of a long text', () => {
  it('is less than half of the bytes for prose', async () => {
    const text = english.repeat(300);
    const bound = await boundOf(text);
    expect(bound).toBeGreaterThan(mostTokens(text));
    expect(bound).toBeLessThan(text.length / 2);
  });

  it('is not looked for where there is little to gain, or encoded bytes are out of it already', async () => {
    expect(await tighterBound(askedOf('short'))).toBeNull();
    expect(await tighterBound(askedOf('日本語'.repeat(3_000)))).toBeNull();
    const content = [
      { type: 'text', text: english.repeat(100) },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${'QUJD'.repeat(3_000)}` } },
    ];
    const body = { model: 'm', messages: [{ role: 'user', content }] };
    expect(
      await tighterBound(readRequestFacts(Buffer.from(JSON.stringify(body)), body, 'chat-completions')),
    ).toBeNull();
  });

  it.each<[string, () => string]>([
    ['rare letters', () => `${made('qxzjkvwy', 1 + next() * 12)} `],
    ['any letters', () => `${made('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + next() * 40)} `],
    ['capitals', () => `${made('QXZJKVWYAEIOU', 1 + next() * 9)}.`],
    ['changing case', () => made('aBcDeFgHiJ', 7)],
    ['digits and words', () => `${made('0123456789', 3)}the`],
    ['signs', () => made('!"#$%&()*+,-./:;<=>?@[]^_`{|}~', 9)],
    ['white space', () => made(' \n\t\r', 20)],
    ['other alphabets', () => made('日本語テスト한국어كتابคำไทยतेलుగు', 8)],
    ['emoji', () => made('☃⚡✈', 4) + '🦄👩‍👩‍👧'],
    ['letters with accents between', () => made('aéoüiñ', 9)],
    ['nearly words', () => `${made('aeiou', 1)}${made('bcdfghjklmnpqrstvwxyz', 1)}`.repeat(1 + next() * 9)],
  ])('is never less than the tokens in any vocabulary: %s', async (_, piece) => {
    let text = '';
    while (text.length < 12_000) text += piece();
    expect(await boundOf(text)).toBeGreaterThanOrEqual(mostTokens(text));
  });

  it('holds for every word that is one token in any of four vocabularies', () => {
    const words = new Set<string>();
    // Without the special tokens at their ends, between which there are gaps.
    for (const { decode, vocabularySize } of Object.values(vocabularies))
      for (let id = 0; id < vocabularySize - 30; id += 1) {
        const text = decode([id]);
        if (/^ ?[A-Za-z]{2,32}$/.test(text)) words.add(text);
      }
    expect(words.size).toBeGreaterThan(110_000);
    const most = (word: string) => mostOfWord(word, Math.max(o200k.countTokens(word), r50k.countTokens(word)));
    const wrong = [...words].filter((word) => counters.some(([, count]) => count(word) > most(word)));
    expect(wrong).toEqual([]);
  });

  it.skipIf(!hasCorpus)(`holds for every recorded request${corpusNote}`, async () => {
    let compared = 0;
    for (const { request_body: body, endpoint } of recordedPairs()) {
      if (!body || !/^(?:chat|responses|messages)$/.test(endpoint)) continue;
      const wire = endpoint === 'messages' ? 'messages' : 'chat-completions';
      const text = JSON.stringify(body);
      // The longest take half a minute to count once more.
      if (text.length > 50_000) continue;
      const bound = await tighterBound(readRequestFacts(Buffer.from(text), body, wire));
      if (bound === null) continue;
      compared += 1;
      expect(bound).toBeGreaterThanOrEqual(o200k.countTokens(text, { disallowedSpecial: new Set() }));
    }
    expect(compared).toBeGreaterThan(50);
  });
});
