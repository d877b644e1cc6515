import { describe, expect, it } from 'vitest';
import { estimateInput, noContents } from '../../../src/batches/batch-input.ts';
import { usualMost } from '../../../src/catalog/catalog.ts';
import type { Route } from '../../../src/routing/route.ts';
import { makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';

const product = makeProduct('everything');
const model = makeModel('m', ['up'], { maxInputTokens: null, maxOutputTokens: 1_000 });
const route: Route = {
  requestedModel: 'm',
  model,
  upstreamModel: 'm',
  provider: makeProvider('up', 'a', 'http://up'),
  region: 'global',
  product,
  price: product.prices[0] ?? { from: 0, rates: {} },
};
const lines = { lines: 3, bytes: 600, answers: 3, output: 20, open: 1 };
const input = {
  lines: 3,
  bytes: 600,
  models: new Map([['m', lines]]),
  referenced: [],
  refused: null,
  isWhole: true,
};

describe('the most that a batch can cost', () => {
  it.each([
    ['chat-completions', { requests: 3, input_tokens: 600, output_tokens: 1_020 }],
    ['embeddings', { requests: 3, input_tokens: 600 }],
    ['images', { requests: 3, input_tokens: 600, output_tokens: 1_020, images: 3 }],
  ] as const)('is what its endpoint can be counted in: %s', (wire, estimate) => {
    expect(estimateInput(input, new Map([['m', route]]), { wire })).toEqual([{ route, estimate }]);
  });

  it('is everything for an unknown endpoint', () => {
    const [part] = estimateInput(input, new Map([['m', route]]), { wire: null });
    expect(part?.estimate).toMatchObject({ characters: 600, audio_seconds: 2, images: 3, output_tokens: 1_020 });
  });

  it('includes, besides text, the most that the model is billed for it', () => {
    const dear = { ...route, model: { ...model, most: { ...usualMost, document: 7_000 } } };
    const contents = {
      ...noContents,
      media: 100,
      images: 2,
      documents: 1,
      ownTools: 1,
      uses: 1,
      toolBytes: 50,
      toolRequests: 1,
      budget: 30,
      exceeding: 1,
    };
    const of = (each: Route) => {
      const whole = { ...input, models: new Map([['m', { ...lines, contents }]]) };
      return estimateInput(whole, new Map([['m', each]]), { wire: 'chat-completions' })[0]?.estimate;
    };
    const unread = 2 * 50_000 + 7_000 + 2_000 - 100;
    const again = 50 + 1_000 + unread;
    expect(of(dear)).toEqual({
      requests: 3,
      input_tokens: 600 + 3 * 1_000 + unread + again + 10_000,
      output_tokens: Math.min(1_020 + 30 + 8_192, 3 * 1_000),
      images: 1,
      web_searches: 1,
      web_fetches: 1,
      file_searches: 1,
      code_sessions: 1,
    });
    const limited = { ...dear, model: { ...dear.model, maxInputTokens: 10 } };
    expect(of(limited)?.input_tokens).toBe((3 + 1) * 10);
  });

  it('holds a dearer model that may answer for those lines alone that name it', () => {
    const rates = { input_tokens: 1_000_000n, output_tokens: 1_000_000n };
    const dear = { ...route, requestedModel: 'dear', price: { from: 0, rates } };
    const groups = [
      { names: [], sums: { ...lines, lines: 2, bytes: 400, answers: 2, open: 0 } },
      { names: ['dear'], sums: { ...lines, lines: 1, bytes: 200, answers: 1, output: 0 } },
    ];
    const partsOf = (more: object) => {
      const whole = { ...input, models: new Map([['m', { ...lines, ...more }]]), alternatives: ['dear'] };
      const parts = estimateInput(whole, new Map([['m', route]]), { wire: 'chat-completions', sideRoute: () => dear });
      return parts.map(({ estimate, instead }) => [estimate.input_tokens, instead?.usage.input_tokens]);
    };
    expect(partsOf({ groups })).toEqual([
      [400, undefined],
      [200, 200],
    ]);
    // In files of earlier releases, and where there are too many groups, any line may be answered by any of them.
    expect(partsOf({})).toEqual([[600, 600]]);
    expect(partsOf({ groups: [{ sums: lines }] })).toEqual([[600, 600]]);
    const byFallbacks = { ...lines, bytes: 700 };
    expect(partsOf({ groups: [{ names: ['dear'], sums: lines, byFallbacks }] })).toEqual([[600, 700]]);
  });

  it('includes what image tools draw, at the price of the model that draws', () => {
    const painter = { ...route, model: makeModel('painter', ['up'], { maxOutputTokens: 6_000 }) };
    const contents = {
      ...noContents,
      draws: ['painter'],
      images: 1,
      ownTools: 2,
      uses: 4,
      toolBytes: 50,
      toolRequests: 2,
    };
    const whole = { ...input, models: new Map([['m', { ...lines, contents }]]) };
    const [part] = estimateInput(whole, new Map([['m', route]]), { wire: 'responses', sideRoute: () => painter });
    const { image, toolUse } = painter.model.most;
    const read = 4 * Math.min((1 + 2) * image + 2 * toolUse, 2 * (painter.model.maxInputTokens ?? Infinity));
    expect(part?.side).toEqual([
      { route: painter, usage: { input_tokens: read, output_tokens: 4 * 2 * Math.min(image, 6_000) } },
    ]);
  });
});
