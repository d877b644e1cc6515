import { describe, expect, it } from 'vitest';
import { usualMost, type Model } from '../../../src/catalog/catalog.ts';
import { mostOfCall } from '../../../src/pipeline/hold-estimate.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import type { Route } from '../../../src/routing/route.ts';
import type { WireId } from '../../../src/wires/meter.ts';
import { makeModel, makeProduct, makeProvider } from '../../fakes/make-config.ts';

const open: Partial<Model> = { maxInputTokens: null, maxOutputTokens: null, most: usualMost };
const product = makeProduct('test');

/** The most of a call, and of the models that help in it. */
const mostOf = (body: object, wire: WireId = 'messages', changes: Partial<Model> = {}) => {
  const sent = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }], ...body };
  const facts = readRequestFacts(Buffer.from(JSON.stringify(sent)), sent, wire);
  const model = makeModel('m', ['up'], { ...open, ...changes });
  const route = { model, product, price: product.prices[0], provider: makeProvider('up', 'a', 'http://up') };
  const findCompletedWork = (name: string) => ({ model: makeModel(name, ['up'], open), product });
  return mostOfCall(facts, route as unknown as Route, { wire, at: 1, router: { findCompletedWork } });
};
/** How many texts of each helper are set aside for, by its name. */
const textsOf = (...args: Parameters<typeof mostOf>) => {
  const { side } = { side: [], ...mostOf(...args) };
  return Object.fromEntries(
    side.map(({ route, usage }) => [route.requestedModel, (usage.output_tokens ?? 0) / usualMost.toolUse]),
  );
};
const advisor = (more: object = {}) => ({ type: 'advisor_20260301', name: 'advisor', model: 'one', ...more });
const search = { type: 'web_search_20250305', name: 'web_search' };
const fusion = { id: 'fusion', analysis_models: ['one'] };
const inputOf = (usage: { readonly input_tokens?: number }) => usage.input_tokens ?? 0;

describe('the uses of a model that helps', () => {
  it.each<[string, object, Record<string, number>]>([
    ['its own limit', { tools: [advisor({ max_uses: 1 })] }, { one: 1 }],
    ['its own, whatever other tools may do', { tools: [advisor({ max_uses: 1 }), search] }, { one: 1 }],
    [
      'the limit of each',
      { tools: [advisor({ max_uses: 1 }), advisor({ model: 'two', max_uses: 5 })] },
      { one: 1, two: 5 },
    ],
    ['the limits of all its tools', { tools: [advisor({ max_uses: 1 }), advisor({ max_uses: 5 })] }, { one: 6 }],
    ['three without a limit', { tools: [advisor()] }, { one: 3 }],
    ['three without a limit, with other tools', { tools: [advisor(), search] }, { one: 3 }],
    ['three of each without a limit', { tools: [advisor(), advisor({ model: 'two' })] }, { one: 3, two: 3 }],
    ['three by its parameters', { tools: [{ type: 'x:advisor', parameters: { model: 'one' } }] }, { one: 3 }],
    ['three in a plugin', { plugins: [{ id: 'critic', model: 'one' }] }, { one: 3 }],
    ['one where no tool is', { compound_custom: { models: { answering_model: 'one' } } }, { one: 1 }],
    [
      'the limit of its tool, and three in a plugin',
      { tools: [advisor({ max_uses: 1 })], plugins: [fusion] },
      { one: 4 },
    ],
    ['three in several plugins', { plugins: [fusion, fusion] }, { one: 3 }],
    ['three for SVG', { tools: [advisor({ max_uses: 1 }), search], svg: { model: 'one' } }, { one: 4 }],
    ['a name like a member', { tools: [advisor({ model: '__proto__', max_uses: 2 })] }, { ['__proto__']: 2 }],
  ])('are %s', (_, body, texts) => {
    expect(textsOf(body)).toEqual(texts);
  });

  it('are no more than those of all tools, as the request or the catalogue limits them', () => {
    expect(textsOf({ input: 'x', tools: [advisor()], max_tool_calls: 2 }, 'responses')).toEqual({ one: 2 });
    expect(textsOf({ input: 'x', tools: [advisor()], max_tool_calls: 5 }, 'responses')).toEqual({ one: 5 });
    const limited = { input: 'x', tools: [{ type: 'web_search' }], plugins: [fusion], max_tool_calls: 5 };
    expect(textsOf(limited, 'responses')).toEqual({ one: 5 });
    expect(textsOf({ tools: [advisor()] }, 'messages', { most: { ...usualMost, toolUses: 2 } })).toEqual({ one: 2 });
  });

  it('leave the searches of a call open that name a model, and the tools of an advisor', () => {
    const searches = (tool: object) => mostOf({ tools: [tool] }).estimate.web_searches;
    expect(searches(advisor())).toBe(3);
    for (const more of [
      { type: 'web_search' },
      { type: 'web_search_advisor' },
      { tools: [search] },
      { parameters: { tools: [search] } },
    ])
      expect([searches(advisor(more)), textsOf({ tools: [advisor(more)] })]).toEqual([10, { one: 3 }]);
    expect(searches(advisor({ type: 'web_search', max_uses: 2 }))).toBe(2);
    expect(searches(advisor({ tools: [] }))).toBe(3);
  });

  it('make the model of the call read again, and let the other read the longest of that each time', () => {
    const reads = (...tools: readonly object[]) => {
      const { estimate, side } = { side: [], ...mostOf({ tools }) };
      return [inputOf(estimate), ...side.map(({ usage }) => inputOf(usage))] as const;
    };
    const [own, other = 0] = reads(advisor());
    // Four rounds, the last with three results.
    expect(own).toBeGreaterThan(6 * usualMost.toolUse);
    expect(own).toBeLessThan(8 * usualMost.toolUse);
    expect(other).toBe(own);
    const [all, once = 0] = reads(advisor({ max_uses: 1 }), search);
    expect(all).toBeGreaterThan(66 * usualMost.toolUse);
    expect(once).toBeGreaterThan(11 * usualMost.toolUse);
    expect(once).toBeLessThan(13 * usualMost.toolUse);
  });
});

describe('what a fallback may write', () => {
  const written = (body: object, wire: WireId = 'messages') => {
    const { estimate, instead } = mostOf({ max_tokens: 1, ...body }, wire);
    return [estimate.output_tokens, instead?.usage.output_tokens];
  };

  it('is its own limit where that is larger, whichever of them answers', () => {
    expect(
      written({
        fallbacks: [
          { model: 'one', max_tokens: 64_000 },
          { model: 'two', max_tokens: 5 },
        ],
      }),
    ).toEqual([1, 64_000]);
    expect(written({ fallbacks: [{ model: 'one' }, { model: 'two', max_tokens: 0 }] })).toEqual([1, 1]);
    expect(written({ max_tokens: 0, fallbacks: [{ model: 'one', max_tokens: 7 }] })).toEqual([0, 7]);
    expect(written({ max_tokens: null, fallbacks: [{ model: 'one', max_tokens: 7 }] })).toEqual([32_768, 32_768]);
    expect(written({ fallbacks: [{ model: 'one', max_tokens: 500 }] }, 'chat-completions')).toEqual([8_193, 8_692]);
  });

  it('includes its own budget for thinking', () => {
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    expect(written({ fallbacks: [{ model: 'one', max_tokens: 10, thinking }] })).toEqual([1, 2_010]);
    expect(written({ thinking, fallbacks: [{ model: 'one', thinking: { type: 'disabled' } }] })).toEqual([
      2_001, 2_001,
    ]);
  });
});
