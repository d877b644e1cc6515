import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerQueue, type Flow } from '../../../src/providers/exchange.ts';

interface CountedFlow extends Flow {
  readonly counts: { paused: number; resumed: number };
}

function makeFlow(): CountedFlow {
  const counts = { paused: 0, resumed: 0 };
  return { counts, pause: () => void (counts.paused += 1), resume: () => void (counts.resumed += 1) };
}

const chunk = (size: number): Buffer => Buffer.alloc(size, 97);
const highWater = 16_384;

describe('an answer on its way', () => {
  it('is all its bytes in order, however reading and writing take turns', async () => {
    const steps = fc.array(fc.oneof(fc.constant('read' as const), fc.integer({ min: 0, max: 40_000 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (turns) => {
        const queue = new AnswerQueue(() => undefined);
        const flow = makeFlow();
        const written: Buffer[] = [];
        const read: (Buffer | null)[] = [];
        let reading: Promise<unknown> = Promise.resolve();
        for (const turn of turns) {
          if (turn === 'read') {
            await Promise.race([reading, new Promise(setImmediate)]);
            if (read.length === written.length && written.length > 0) continue;
            reading = reading.then(async () => read.push(await queue.read()));
          } else {
            const bytes = Buffer.alloc(turn, written.length);
            written.push(bytes);
            queue.push(bytes, flow);
          }
        }
        queue.end();
        await reading;
        while (read.at(-1) !== null) read.push(await queue.read());
        expect(Buffer.concat(read.filter((bytes) => bytes !== null)).equals(Buffer.concat(written))).toBe(true);
        expect(flow.counts.paused - flow.counts.resumed).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  it('goes straight to who waits for it', async () => {
    const queue = new AnswerQueue(() => undefined);
    const bytes = chunk(10);
    const reading = queue.read();
    queue.push(bytes, makeFlow());
    expect(await reading).toBe(bytes);
  });

  it('is paused at 16 KiB that are not read, once, and goes on when its reader asks for more than them', async () => {
    const queue = new AnswerQueue(() => undefined);
    const flow = makeFlow();
    for (const size of [8_000, 8_000, 383]) queue.push(chunk(size), flow);
    expect(flow.counts).toEqual({ paused: 0, resumed: 0 });
    queue.push(chunk(1), flow);
    queue.push(chunk(5), flow);
    expect(flow.counts).toEqual({ paused: 1, resumed: 0 });
    expect((await queue.read())?.length).toBe(highWater + 5);
    expect(flow.counts).toEqual({ paused: 1, resumed: 0 });
    const reading = queue.read();
    expect(flow.counts).toEqual({ paused: 1, resumed: 1 });
    queue.push(chunk(1), flow);
    expect((await reading)?.length).toBe(1);
  });

  it('is paused by each long chunk until its reader asks for the next: no more than one waits beside that which is written', async () => {
    const queue = new AnswerQueue(() => undefined);
    const flow = makeFlow();
    for (const round of [1, 2, 3]) {
      const reading = queue.read();
      expect(flow.counts).toEqual({ paused: round - 1, resumed: round - 1 });
      queue.push(chunk(highWater), flow);
      expect((await reading)?.length).toBe(highWater);
      expect(flow.counts).toEqual({ paused: round, resumed: round - 1 });
    }
  });

  it('ends cleanly only once, after its last byte', async () => {
    const queue = new AnswerQueue(() => undefined);
    queue.push(chunk(1), makeFlow());
    queue.end();
    expect((await queue.read())?.length).toBe(1);
    expect([await queue.read(), await queue.read()]).toEqual([null, null]);
  });

  it('breaks after what came before, and stays broken with its first reason', async () => {
    const queue = new AnswerQueue(() => undefined);
    queue.push(chunk(1), makeFlow());
    queue.fail(new Error('first'));
    queue.fail(new Error('second'));
    expect((await queue.read())?.length).toBe(1);
    for (const _ of [1, 2]) await expect(queue.read()).rejects.toThrow('first');
  });

  it.each([
    ['end', null],
    ['fail', 'broke'],
  ] as const)('wakes who waits: %s', async (way, reason) => {
    const queue = new AnswerQueue(() => undefined);
    const reading = queue.read();
    if (way === 'end') queue.end();
    else queue.fail(new Error('broke'));
    if (reason === null) expect(await reading).toBeNull();
    else await expect(reading).rejects.toThrow(reason);
  });

  it('reports when a reader begins and stops to wait', async () => {
    const reported: boolean[] = [];
    const queue = new AnswerQueue((waits) => reported.push(waits));
    queue.push(chunk(1), makeFlow());
    await queue.read();
    expect(reported).toEqual([]);
    const reading = queue.read();
    expect(reported).toEqual([true]);
    queue.push(chunk(1), makeFlow());
    await reading;
    expect(reported).toEqual([true, false]);
    const last = queue.read();
    queue.end();
    await last;
    expect(reported).toEqual([true, false, true, false]);
  });
});
