import { describe, expect, it } from 'vitest';
import type { Measure } from '../../../src/shared/usage.ts';
import { weigh, type Counted } from '../../../src/pipeline/counted-usage.ts';
import { inOneMeasure } from '../../../src/wires/read-usage.ts';

const estimate: Counted = { usage: { requests: 1, input_tokens: 5, output_tokens: 7 }, usageSource: 'estimate' };
const recording: Measure = {
  units: { audio_seconds: 30 },
  tokens: { input_audio_tokens: 300 },
  most: { audio_seconds: 60, input_audio_tokens: 3_000 },
  longest: { units: { audio_seconds: 50 }, tokens: { input_audio_tokens: 500 } },
};

describe('what was measured, compared with what was reported', () => {
  it.each([
    [
      'a report is believed',
      { audio_seconds: 31 },
      { audio_seconds: 1n },
      { requests: 1, audio_seconds: 31 },
      'upstream',
    ],
    [
      'seconds that cannot be are not, and the most that can be is charged',
      { audio_seconds: 61 },
      { audio_seconds: 1n },
      { requests: 1, audio_seconds: 50 },
      'estimate',
    ],
    [
      'nor tokens that cannot be',
      { input_audio_tokens: 3_001, output_tokens: 2 },
      { input_audio_tokens: 1n, output_tokens: 1n },
      { requests: 1, input_tokens: 0, output_tokens: 2, input_audio_tokens: 500 },
      'estimate',
    ],
    [
      'nothing reported: units that have a price',
      null,
      { audio_seconds: 1n, input_tokens: 1n },
      { requests: 1, audio_seconds: 30 },
      'estimate',
    ],
    [
      'nothing reported, no price for units: tokens',
      null,
      { input_tokens: 1n, output_tokens: 1n },
      { requests: 1, input_tokens: 5, output_tokens: 7, input_audio_tokens: 300 },
      'estimate',
    ],
    ['nothing reported, nothing priced because it is free', null, {}, { requests: 1, audio_seconds: 30 }, 'estimate'],
    [
      'only what has no price was reported: the units are added',
      { input_tokens: 9 },
      { audio_seconds: 1n },
      { requests: 1, input_tokens: 9, audio_seconds: 30 },
      'estimate',
    ],
    [
      'only what has no price was reported, and units have none either: tokens are added',
      { audio_seconds: 31 },
      { input_audio_tokens: 1n, output_tokens: 1n },
      { requests: 1, audio_seconds: 31, input_audio_tokens: 300 },
      'estimate',
    ],
    [
      'only what has no price, and no price for units or tokens',
      { input_tokens: 9 },
      { images: 1n },
      { requests: 1, input_tokens: 9 },
      'upstream',
    ],
  ] as const)('%s', (what, reported, rates, usage, usageSource) => {
    const counted: Counted =
      reported === null ? estimate : { usage: { requests: 1, ...reported }, usageSource: 'upstream' };
    const weighed = weigh(counted, reported, { measure: recording, rates });
    expect(weighed).toMatchObject({ usage, usageSource });
    expect(weighed.isUnbelieved === true).toBe(what.includes('cannot be'));
  });

  it.each([
    ['nothing reported', null],
    ['only what has no price reported', { input_tokens: 9 }],
  ])('is never free by accident: %s, and neither units nor tokens have a price', (_, reported) => {
    const counted: Counted = reported === null ? estimate : { usage: reported, usageSource: 'upstream' };
    const measure = { ...recording, instead: { characters: 450 } };
    expect(weigh(counted, reported, { measure, rates: { characters: 1n } })).toMatchObject({
      usage: { characters: 450 },
      usageSource: 'estimate',
    });
    expect(weigh(counted, reported, { measure, rates: {} }).usage).not.toHaveProperty('characters');
  });

  it.each([
    ['seconds if they have a price', true, { audio_seconds: 9 }],
    ['tokens otherwise', false, { input_tokens: 3, output_tokens: 7 }],
  ])('is charged in one measure where both were reported: %s', (_, arePriced, usage) => {
    expect(inOneMeasure({ audio_seconds: 9, input_tokens: 3, output_tokens: 7 }, arePriced)).toEqual(usage);
    expect(inOneMeasure(usage, !arePriced)).toEqual(usage);
  });

  it('of a recording without a second is its tokens, which are not free', () => {
    expect(inOneMeasure({ audio_seconds: 0, input_tokens: 3 }, true)).toEqual({ input_tokens: 3 });
    expect(inOneMeasure({ audio_seconds: 0 }, true)).toEqual({ audio_seconds: 0 });
  });

  it('is charged as measured where a report cannot be, and nothing says what the most is', () => {
    const { longest: _, ...measure } = recording;
    const reported = { audio_seconds: 61 };
    const rates = { audio_seconds: 1n };
    const counted: Counted = { usage: { requests: 1, ...reported }, usageSource: 'upstream' };
    expect(weigh(counted, reported, { measure, rates }).usage).toEqual({ requests: 1, audio_seconds: 30 });
  });
});
