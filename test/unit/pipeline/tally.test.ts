import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Price } from '../../../src/catalog/catalog.ts';
import type { SideUsage } from '../../../src/wires/meter.ts';
import { boundOf } from '../../../src/pipeline/hold-estimate.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import { makeTally, type Tally } from '../../../src/pipeline/tally.ts';
import type { CallEnd, Outcome } from '../../../src/metering/hold.ts';
import { rate } from '../../../src/metering/settle.ts';
import type { Route } from '../../../src/routing/route.ts';
import { countTokens, countTokensIn } from '../../../src/shared/tokens/count-tokens.ts';
import { unitKinds, type UnitKind, type Usage, type UsageSource } from '../../../src/shared/usage.ts';
import { makeModel } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { recordHold } from './record-hold.ts';

const body = { model: 'm', messages: [{ role: 'user', content: 'What is the weather like in Lisbon today?' }] };
const words = 'Sunny, with a light breeze from the sea.';
const inputTokens = await countTokensIn(body);
const outputTokens = await countTokens([words]);

function tallyOf(rates: Price['rates'] = {}, routeOf?: (model: string) => Route | null) {
  const hold = recordHold();
  const clock = makeHandClock();
  const startedMonotonic = clock.monotonic();
  const facts = readRequestFacts(Buffer.from(JSON.stringify(body)), body, 'chat-completions');
  const { bound } = facts;
  const parts = { hold, clock, startedMonotonic, facts, bound, rates, ...(routeOf && { routeOf }) };
  return { tally: makeTally(parts), hold, clock };
}

/** What happened before the end. */
type Course = (tally: Tally) => void;

const refused: Course = () => undefined;
const accepted: Course = (tally) => tally.accepted();
const spoke: Course = (tally) => {
  tally.accepted();
  tally.output(words.slice(0, 10));
  tally.output(words.slice(10));
};
const reported: Course = (tally) => {
  tally.accepted();
  tally.report({ input_tokens: 100, cached_input_tokens: 20, output_tokens: 1 }, { isForetold: true });
};
const reportedAndSpoke: Course = (tally) => {
  reported(tally);
  tally.output(words);
};
const spokeAndReported: Course = (tally) => {
  spoke(tally);
  tally.report({ input_tokens: 100, output_tokens: 70 });
};
const counted3 = { input_tokens: 100, output_tokens: 3 };
const wentOn: Course = (tally) => (spoke(tally), tally.report(counted3), tally.output(words));
const sent: Course = (tally) => tally.sent();
const sentAndRefused: Course = (tally) => (tally.sent(), tally.answered());
const sounded: Course = (tally) => {
  tally.accepted();
  tally.delivered();
};
const drew: Course = (tally) => {
  tally.accepted();
  tally.add({ images: 1 });
  tally.add({ images: 1 });
};

const none: Pick<CallEnd, 'usage' | 'usageSource'> = { usage: {}, usageSource: 'none' };
const counted = (usageSource: UsageSource, usage: Usage) => ({ usageSource, usage: { requests: 1, ...usage } });
const estimate = counted('estimate', { input_tokens: inputTokens, output_tokens: outputTokens });
const counted3AndWords = counted('partial', { input_tokens: 100, output_tokens: 3 + outputTokens });
const inputAlone = counted('estimate', { input_tokens: inputTokens, output_tokens: 0 });

/** The charging table of decision 0009, cell by cell. */
const policy: readonly (readonly [string, Course, Outcome, Pick<CallEnd, 'usage' | 'usageSource'>])[] = [
  ['refused by the upstream', refused, 'failed', none],
  ['failed after it was accepted', accepted, 'failed', none],
  ['failed after the upstream counted', reported, 'failed', none],
  ['left before the upstream accepted', refused, 'client_left', none],
  ['cut before the upstream accepted', refused, 'upstream_cut', none],
  ['cut before any output', accepted, 'upstream_cut', none],
  ['cut before any output, though counted', reported, 'upstream_cut', none],
  ['out of time before any output', accepted, 'timed_out', none],
  ['left after it was accepted', accepted, 'client_left', inputAlone],
  ['cut after sound went out', sounded, 'upstream_cut', inputAlone],
  ['left in the middle', spoke, 'client_left', estimate],
  ['cut in the middle', spoke, 'upstream_cut', estimate],
  ['out of time in the middle', spoke, 'timed_out', estimate],
  [
    'cut after a first count',
    reportedAndSpoke,
    'upstream_cut',
    counted('partial', { input_tokens: 100, cached_input_tokens: 20, output_tokens: outputTokens }),
  ],
  [
    'left after the last count',
    spokeAndReported,
    'client_left',
    counted('partial', { input_tokens: 100, output_tokens: 70 }),
  ],
  ['left before the head, the request sent whole', sent, 'client_left', inputAlone],
  ['failed before the head, the request sent whole', sent, 'failed', none],
  ['left while the upstream said why it refused', sentAndRefused, 'client_left', none],
  [
    'cut after the last count, which is less than the estimate',
    (tally) => (spoke(tally), tally.report(counted3)),
    'upstream_cut',
    counted('partial', counted3),
  ],
  ['left after the last count, and more words', wentOn, 'client_left', counted3AndWords],
  [
    'cut after a count on the way that is less than the estimate',
    (tally) => (spoke(tally), tally.report({ ...counted3, output_tokens: 0 }, { isInterim: true })),
    'upstream_cut',
    counted('partial', { input_tokens: 100, output_tokens: outputTokens }),
  ],
  [
    'whole, with more tools seen than counted',
    (tally) => (
      spoke(tally),
      tally.add({ web_searches: 2 }),
      tally.report({ ...counted3, web_searches: 1, images: 1 })
    ),
    'completed',
    counted('upstream', { ...counted3, web_searches: 2, images: 1 }),
  ],
  ['whole, said at once', (tally) => (tally.accepted(), tally.output(words, true)), 'completed', estimate],
  ['whole, and then said again', (tally) => (spoke(tally), tally.output(words, true)), 'completed', estimate],
  ['whole and counted', spokeAndReported, 'completed', counted('upstream', { input_tokens: 100, output_tokens: 70 })],
  [
    'whole and counted as nothing',
    (tally) => (tally.accepted(), tally.report({ input_tokens: 0, output_tokens: 0 })),
    'completed',
    counted('upstream', { input_tokens: 0, output_tokens: 0 }),
  ],
  [
    'whole and not to be counted',
    (tally) => (tally.accepted(), tally.report({})),
    'completed',
    counted('upstream', {}),
  ],
  ['whole and not counted', spoke, 'completed', estimate],
  [
    'whole, its output counted and its input not',
    (tally) => (spoke(tally), tally.report({ output_tokens: 70 })),
    'completed',
    counted('partial', { input_tokens: inputTokens, output_tokens: 70 }),
  ],
  [
    'whole, its input counted as read from a cache alone',
    (tally) => (spoke(tally), tally.report({ cached_input_tokens: 9, output_tokens: 70 })),
    'completed',
    counted('upstream', { cached_input_tokens: 9, output_tokens: 70 }),
  ],
  [
    'whole and counted in seconds',
    (tally) => (spoke(tally), tally.report({ audio_seconds: 4 })),
    'completed',
    counted('upstream', { audio_seconds: 4 }),
  ],
  ['whole, silent and not counted', accepted, 'completed', inputAlone],
  [
    'whole, counted before it began and not after',
    (tally) => (spoke(tally), tally.report({ input_tokens: 100, output_tokens: 1 }, { isForetold: true })),
    'completed',
    counted('partial', { input_tokens: 100, output_tokens: outputTokens }),
  ],
  [
    'whole, counted before it began and after',
    (tally) => (tally.report({ input_tokens: 100, output_tokens: 1 }, { isForetold: true }), spokeAndReported(tally)),
    'completed',
    counted('upstream', { input_tokens: 100, output_tokens: 70 }),
  ],
  ['whole, counted in the middle and not after', wentOn, 'completed', counted3AndWords],
  [
    'whole, counted on the way and not after',
    (tally) => (tally.accepted(), tally.report({ ...counted3, output_tokens: 0 }, { isInterim: true }), spoke(tally)),
    'completed',
    counted('partial', { input_tokens: 100, output_tokens: outputTokens }),
  ],
  [
    'whole, counted on the way with its last words',
    (tally) => (spoke(tally), tally.report(counted3, { isInterim: true })),
    'completed',
    counted('upstream', counted3),
  ],
  [
    'whole images',
    (tally) => (drew(tally), tally.report({ input_tokens: 5, output_tokens: 9 })),
    'completed',
    counted('upstream', { input_tokens: 5, output_tokens: 9, images: 2 }),
  ],
  [
    'some of the images',
    drew,
    'upstream_cut',
    counted('estimate', { input_tokens: inputTokens, output_tokens: 0, images: 2 }),
  ],
];

describe('what a call is charged for', () => {
  it.each(policy)('%s', async (_, course, outcome, expected) => {
    const { tally, hold } = tallyOf();
    course(tally);
    await tally.close({ outcome, status: 200 });
    expect(hold.ends).toHaveLength(1);
    expect(hold.ends[0]).toMatchObject({ outcome, status: 200 });
    expect({ usage: hold.ends[0]?.usage, usageSource: hold.ends[0]?.usageSource }).toEqual(expected);
  });

  it('is settled once, whatever ends it again', async () => {
    const { tally, hold } = tallyOf();
    spoke(tally);
    const [first, second] = await Promise.all([
      tally.close({ outcome: 'completed', status: 200 }),
      tally.close({ outcome: 'failed', status: 502 }),
    ]);
    expect([first, hold.ends.length, hold.ends[0]?.outcome]).toEqual([second, 1, 'completed']);
  });

  it('says when the first byte came, once', async () => {
    const { tally, hold, clock } = tallyOf();
    clock.move(120.4);
    tally.accepted();
    clock.move(500);
    tally.accepted();
    await tally.close({ outcome: 'completed', status: 200 });
    expect(hold.ends[0]?.firstByteMilliseconds).toBe(120);
    const silent = tallyOf();
    await silent.tally.close({ outcome: 'failed', status: 502 });
    expect(silent.hold.ends[0]?.firstByteMilliseconds).toBeNull();
  });
});

describe('what is never free by accident', () => {
  const rates = { input_tokens: 1_000n, output_tokens: 2_000n };
  const end = async (course: Course, outcome: Outcome = 'completed', prices: Price['rates'] = rates) => {
    const { tally, hold } = tallyOf(prices);
    course(tally);
    await tally.close({ outcome, status: 200 });
    return hold.ends[0];
  };

  it('is a count that passes what can be charged: the estimate is, and that is said', async () => {
    const most: Course = (tally) => {
      spoke(tally);
      expect(tally.report({ input_tokens: 1_000_000_000_000, output_tokens: 1 })).toBe(false);
    };
    expect(await end(most, 'completed', { input_tokens: 2_000_000_000n })).toMatchObject({
      usage: estimate.usage,
      usageSource: 'estimate',
      flags: ['unbelieved:charge'],
    });
  });

  it('is an answer that is counted in units without a price', async () => {
    const drawn: Course = (tally) => (tally.accepted(), tally.report({ images: 1 }));
    expect(await end(drawn)).toMatchObject({ usage: { images: 1, input_tokens: inputTokens }, usageSource: 'partial' });
    expect(await end(drawn, 'completed', { images: 5n })).toMatchObject({ usageSource: 'upstream' });
    expect(await end(drawn, 'completed', { requests: 5n })).toMatchObject({ usageSource: 'upstream' });
  });

  it('is any call that was completed, whatever was reported of it, unless that was nothing', async () => {
    const count = fc.oneof(fc.nat(2_000_000), fc.constantFrom(1e12, 1e12 + 1, -1, 0.5));
    const usages = fc.record(Object.fromEntries(unitKinds.map((kind) => [kind, count])), { requiredKeys: [] });
    const prices = fc.dictionary(fc.constantFrom(...unitKinds), fc.bigInt(1_000n, 10n ** 18n), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(usages, prices, fc.boolean(), async (usage, list, speaks) => {
        const all = (parsed: Price['rates']) => ({ input_tokens: 1_000n, output_tokens: 1_000n, ...parsed });
        const priced = all(list);
        const course: Course = (tally) => {
          if (speaks) spoke(tally);
          tally.accepted();
          tally.report(usage);
        };
        const ended = await end(course, 'completed', priced);
        const price = { from: 0, rates: priced };
        const terms = { price, free: false, setAside: 1_000_000n };
        const { charge } = rate(ended?.usage ?? {}, terms);
        const isNothing = Object.entries(usage).every(
          ([kind, each]) => each === 0 || priced[kind as UnitKind] === undefined,
        );
        if (!isNothing) expect(charge).toBeGreaterThan(0n);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what runs besides an answer', () => {
  const opus = { requestedModel: 'opus' } as unknown as Route;
  const side: readonly SideUsage[] = [
    { model: null, usage: { input_tokens: 55_000, output_tokens: 321 } },
    { model: 'opus', usage: { input_tokens: 2_518, output_tokens: 22 } },
    { model: 'unknown', usage: { input_tokens: 7, output_tokens: 1 } },
  ];

  it('is added where it is the model’s own, work of its own where it is another’s, and never left out', async () => {
    const { tally, hold } = tallyOf({}, (model) => (model === 'opus' ? opus : null));
    spoke(tally);
    tally.report({ input_tokens: 200, output_tokens: 28 });
    tally.side([{ model: null, usage: { input_tokens: 5 } }]);
    tally.side(side);
    await tally.close({ outcome: 'completed', status: 200 });
    expect(hold.ends[0]).toMatchObject({
      usage: { requests: 1, input_tokens: 55_207, output_tokens: 350 },
      usageSource: 'upstream',
      side: [{ route: opus, usage: { input_tokens: 2_518, output_tokens: 22, requests: 0 } }],
      flags: ['unpriced_model'],
    });
  });

  it('is nothing where the answer is free', async () => {
    const { tally, hold } = tallyOf();
    tally.side(side);
    await tally.close({ outcome: 'failed', status: 502 });
    expect(hold.ends[0]).toMatchObject({ usage: {}, usageSource: 'none' });
    expect(hold.ends[0]?.side).toBeUndefined();
  });
});

it('flags a call whose counts cannot be believed, whatever is charged', async () => {
  for (const course of [spoke, spokeAndReported]) {
    const { tally, hold } = tallyOf();
    course(tally);
    tally.doubt({ isUnbelieved: true });
    await tally.close({ outcome: 'completed', status: 200 });
    expect(hold.ends[0]?.flags).toEqual(['unbelieved:usage']);
  }
});

describe('an estimate', () => {
  const unlimited = makeModel('m', ['up'], { maxInputTokens: null, maxOutputTokens: null });
  const estimated = async (asks: object, model = unlimited): Promise<Usage | undefined> => {
    const hold = recordHold();
    const clock = makeHandClock();
    const facts = readRequestFacts(Buffer.from(JSON.stringify(asks)), asks, 'chat-completions');
    const bound = boundOf(facts, model);
    const tally = makeTally({ hold, clock, startedMonotonic: 0, facts, bound, rates: {} });
    spoke(tally);
    await tally.close({ outcome: 'completed', status: 200 });
    return hold.ends[0]?.usage;
  };

  it('of output is never more than was asked for, of all answers together', async () => {
    expect(outputTokens).toBeGreaterThan(6);
    expect(await estimated({ ...body, max_tokens: 3 })).toMatchObject({ output_tokens: 3 });
    expect(await estimated({ ...body, max_tokens: 3, n: 2 })).toMatchObject({ output_tokens: 6 });
    expect(await estimated({ ...body, max_tokens: 999 })).toMatchObject({ output_tokens: outputTokens });
  });

  it('is never more than the model can do, where the catalogue says that', async () => {
    const model = { ...unlimited, maxInputTokens: 4, maxOutputTokens: 3 };
    expect(await estimated(body)).toMatchObject({ input_tokens: inputTokens, output_tokens: outputTokens });
    expect(await estimated(body, model)).toMatchObject({ input_tokens: 4, output_tokens: 3 });
    expect(await estimated({ ...body, n: 2 }, model)).toMatchObject({ output_tokens: 6 });
    expect(await estimated({ ...body, max_tokens: 2 }, model)).toMatchObject({ output_tokens: 2 });
    expect(await estimated({ ...body, max_tokens: 999 }, model)).toMatchObject({ output_tokens: 3 });
  });

  it('of input is never more than the hold was made for', async () => {
    const image = { messages: [{ content: [{ image_url: { url: 'data:image/png;base64,QUJD' } }] }] };
    expect(await estimated(image, { ...unlimited, maxInputTokens: 100 })).toMatchObject({ input_tokens: 100 });
  });
});

describe('counts that come one after the other', () => {
  const after = async (isUpdate: boolean, ...reports: readonly Usage[]): Promise<Usage | undefined> => {
    const { tally, hold } = tallyOf();
    tally.accepted();
    for (const usage of reports) tally.report(usage, { isUpdate });
    await tally.close({ outcome: 'completed', status: 200 });
    return hold.ends[0]?.usage;
  };

  it('replace all tokens, or kind by kind where they are updates, and are not added', async () => {
    const first = { input_tokens: 10, cached_input_tokens: 6, web_searches: 2 };
    const last = { input_tokens: 16, output_tokens: 7 };
    const rest = { requests: 1, web_searches: 2, ...last };
    expect(await after(false, first, { output_tokens: 5 }, last)).toEqual(rest);
    expect(await after(true, first, { output_tokens: 5 }, last)).toEqual({ ...rest, cached_input_tokens: 6 });
  });

  it.each<[Usage, Usage]>([
    [{ cache_write_tokens: 30 }, { cache_write_tokens: 10, cache_write_1h_tokens: 20 }],
    [{ cache_write_tokens: 15 }, { cache_write_tokens: 0, cache_write_1h_tokens: 20 }],
    [
      { cache_write_tokens: 4, cache_write_1h_tokens: 6 },
      { cache_write_tokens: 4, cache_write_1h_tokens: 6 },
    ],
    [{ output_tokens: 1 }, { cache_write_tokens: 10, cache_write_1h_tokens: 20, output_tokens: 1 }],
  ])('count written tokens once, where only the first distinguishes lifetimes: %j', async (second, expected) => {
    expect(await after(true, { cache_write_tokens: 10, cache_write_1h_tokens: 20 }, second)).toEqual({
      requests: 1,
      ...expected,
    });
  });
});
