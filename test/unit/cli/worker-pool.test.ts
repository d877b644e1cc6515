import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { joinLines, makeRestarts } from '../../../src/cli/workers/pool.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const dies = { place: 1, wasReady: true, othersServe: true };
const doesNotStart = { place: 1, wasReady: false, othersServe: true };

describe('the output of workers', () => {
  it('is passed on in whole lines, and dropped while too much of it waits for the reader', async () => {
    const worker = new PassThrough();
    const output = new PassThrough();
    joinLines(worker, output);
    for (const text of ['one\nt', 'wo\n', 'x'.repeat(1_048_576)]) worker.write(text);
    const line = `${'x'.repeat(1_048_575)}\n`;
    for (let at = 0; at < 64; at += 1) worker.write(line);
    await expect.poll(() => worker.readableLength + worker.writableLength).toBe(0);
    expect(output.writableLength + output.readableLength).toBeLessThan(20_000_000);
    expect(String(output.read(8))).toBe('one\ntwo\n');
  });
});

describe('the next worker', () => {
  it('comes at once, and after growing pauses where it does not start', () => {
    const restarts = makeRestarts(makeHandClock());
    expect(restarts.after(dies)).toBe(0);
    const pauses = Array.from({ length: 8 }, () => restarts.after(doesNotStart));
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(restarts.after({ ...doesNotStart, place: 2 })).toBe(1_000);
    expect(restarts.after(dies)).toBe(0);
    expect(restarts.after(doesNotStart)).toBe(1_000);
  });

  it('is tried as often as it takes while another one serves', () => {
    const restarts = makeRestarts(makeHandClock());
    const pauses = Array.from({ length: 50 }, () => restarts.after(doesNotStart));
    expect(pauses).not.toContain(null);
  });

  it.each([
    ['that had served', dies],
    ['when none serves', { ...doesNotStart, othersServe: false }],
  ])('does not come after more than ten deaths of workers %s within a minute', (_, death) => {
    const clock = makeHandClock();
    const restarts = makeRestarts(clock);
    for (let count = 0; count < 10; count += 1) expect(restarts.after(death)).not.toBeNull();
    clock.move(60_000);
    for (let count = 0; count < 10; count += 1) expect(restarts.after(death)).not.toBeNull();
    expect(restarts.after(death)).toBeNull();
  });
});
