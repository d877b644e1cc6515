import { describe, expect, it } from 'vitest';
import { makeBodyBudget } from '../../../src/http/body-budget.ts';
import { codeOf } from './fake-request.ts';

const setUp = () => makeBodyBudget(() => ({ bodyMemoryBytes: 1_000, keyBodyMemoryBytes: 600 }));

describe('the memory that bodies may take', () => {
  it('is counted as bytes come, a parsed body four times more, one that is let go as its bytes and their copy', () => {
    const budget = setUp();
    const share = budget.open('a');
    share.take(40);
    share.take(60);
    expect(budget.used()).toBe(100);
    share.countParsed(100);
    expect(budget.used()).toBe(500);
    share.releaseParsed();
    share.releaseParsed();
    expect(budget.used()).toBe(200);
    share.give(50);
    expect(budget.used()).toBe(150);
    share.end();
    share.end();
    share.releaseParsed();
    expect(budget.used()).toBe(0);
  });

  it('is not counted for a call that is over, by whom nothing would be given back', () => {
    const budget = setUp();
    const share = budget.open('a');
    share.countRead(50);
    share.end();
    share.take(40);
    share.countRead(-50);
    expect(budget.used()).toBe(0);
  });

  it('is bounded for a key, and for all keys together', async () => {
    const budget = setUp();
    budget.open('a').take(300);
    const second = budget.open('a');
    expect(await codeOf(() => second.take(301))).toBe('overloaded');
    second.take(300);
    expect(await codeOf(() => second.take(1))).toBe('overloaded');
    const other = budget.open('b');
    other.take(400);
    expect(await codeOf(() => other.take(1))).toBe('overloaded');
    expect(budget.used()).toBe(1_000);
    second.end();
    other.take(200);
    expect(budget.used()).toBe(900);
  });

  it('is looked at with the announced length, before anything is counted', async () => {
    const budget = setUp();
    const first = budget.open('a');
    first.take(100);
    expect(await codeOf(() => budget.open('a').check(100))).toBe(null);
    expect(await codeOf(() => budget.open('a').check(101))).toBe('overloaded');
    expect(budget.used()).toBe(100);
    first.take(500);
    expect(await codeOf(() => budget.open('a').check(0))).toBe('overloaded');
    expect(await codeOf(() => budget.open('b').check(0))).toBe(null);
  });

  it('is kept for bodies that the same key has announced, until their bytes have come or their calls end', async () => {
    const budget = setUp();
    const [first, second] = [budget.open('a'), budget.open('a')];
    first.check(100);
    expect(await codeOf(() => second.check(101))).toBe('overloaded');
    // Nothing of it is memory yet: the process and other keys are not held up.
    expect(budget.used()).toBe(0);
    expect(await codeOf(() => budget.open('b').check(120))).toBe(null);
    first.take(60);
    expect(await codeOf(() => second.check(101))).toBe('overloaded');
    expect(await codeOf(() => second.check(100))).toBe(null);
    first.take(40);
    first.end();
    second.end();
    expect(await codeOf(() => budget.open('a').check(120))).toBe(null);
    expect(budget.used()).toBe(0);
  });

  it('is not kept for what callers announce who are not known, and their bound is one for all of them', async () => {
    const budget = setUp();
    const [first, second] = [budget.open(null), budget.open(null)];
    first.check(120);
    expect(await codeOf(() => second.check(120))).toBe(null);
    first.take(300);
    second.take(300);
    await expect(Promise.try(() => budget.open(null).check(1))).rejects.toThrow(/^All sign-ins together hold/);
    expect(await codeOf(() => budget.open('a').check(80))).toBe(null);
    first.end();
    second.end();
    expect(budget.used()).toBe(0);
  });

  it('refuses with words that say whose it is, and when to come again', () => {
    const budget = setUp();
    budget.open('a').take(600);
    let refusal: unknown;
    try {
      budget.open('a').check(1);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      message:
        'The calls of this key or person hold the most bytes of request bodies and stored objects in memory that they may: 600 bytes. Send the request again in a moment.',
    });
  });

  it('is never refused to a call that has all of it to itself: a moment later it would not fit either', async () => {
    const budget = setUp();
    const alone = budget.open('a');
    expect(await codeOf(() => alone.check(5_000))).toBe(null);
    alone.take(5_000);
    alone.countParsed(5_000);
    expect(await codeOf(() => budget.open('b').take(1))).toBe('overloaded');
    alone.end();
    expect(budget.used()).toBe(0);
  });
});
