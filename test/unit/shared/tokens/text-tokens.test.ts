import type { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { countTokens } from '../../../../src/shared/tokens/count-tokens.ts';
import { tokensOf } from '../../../../src/shared/tokens/text-tokens.ts';

/** Takes the thread long enough to be ended meanwhile. */
const longText = 'aBcDeFgHi '.repeat(19_000);

/** The thread that was started last. */
let latest: Worker | null = null;
process.on('worker', (worker) => {
  latest = worker;
});

describe('the thread that counts tokens', () => {
  it('counts each text by itself, in either vocabulary', async () => {
    expect(await tokensOf(['Hello', '', '<|endoftext|>', 'Hello world'], 'large')).toEqual([1, 0, 7, 2]);
    const [large = 0] = await tokensOf([' multilingual'], 'large');
    const [worse = 0] = await tokensOf([' multilingual'], 'worse');
    expect(worse).toBeGreaterThanOrEqual(large);
    expect(await tokensOf([], 'worse')).toEqual([]);
  });

  it('answers a short request while it counts for a long one', async () => {
    await tokensOf(['warm'], 'large');
    const ended: string[] = [];
    const long = tokensOf(Array<string>(192).fill('犬'.repeat(1_024)), 'large').then(() => ended.push('long'));
    const short = tokensOf(['short'], 'large').then(() => ended.push('short'));
    await Promise.all([long, short]);
    expect(ended).toEqual(['short', 'long']);
  });

  it('leaves the event loop of the calls free', async () => {
    const before = process.threadCpuUsage();
    await tokensOf(Array<string>(192).fill('aBcDeFgHiJ'.repeat(102)), 'large');
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(50);
  });

  it('counts what waited for a thread that has ended in another one', async () => {
    await tokensOf(['warm'], 'large');
    const pieces = longText.match(/.{1000}/g) ?? [];
    const [ended] = [latest];
    const waiting = tokensOf(['Hello world', ...pieces], 'large');
    await ended?.terminate();
    expect(await waiting).toHaveLength(191);
    expect(latest).not.toBe(ended);
  });

  it('leaves no estimate waiting when one after the other ends', async () => {
    await latest?.terminate();
    // Each thread ends while it still loads its vocabulary: one that has loaded it could answer before it ends.
    const end = (worker: Worker): void => void worker.terminate();
    process.on('worker', end);
    onTestFinished(() => void process.off('worker', end));
    expect(await countTokens([longText])).toBe(47_500);
    await expect(tokensOf(['Hello'], 'large')).rejects.toThrow('has ended');
    process.off('worker', end);
    expect(await tokensOf(['Hello'], 'large')).toEqual([1]);
  });
});
