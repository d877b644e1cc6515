import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askOver, makeBatchQueue, type Batch } from '../../../src/store/shared/batch-queue.ts';
import { callOf } from './set-up-store.ts';

/** A queue to a worker that answers when the test says so. */
function setUp() {
  const sent: Batch[] = [];
  const queue = makeBatchQueue({ post: (batch) => void sent.push(batch), now: () => 0 });
  const settle = (count: number) => Promise.all(Array.from({ length: count }, () => queue.settle(callOf())));
  const answer = (): void => {
    const { settle: written, requests } = sent.at(-1) ?? { settle: null, requests: [] };
    queue.answered({ settled: written?.ids.map(() => null) ?? [], answers: requests.map(() => ({ value: 1 })) });
  };
  const sizes = () => sent.map(({ settle: written, requests }) => [written?.ids.length ?? 0, requests.length]);
  return { queue, settle, answer, sizes };
}

const turn = (): void => void vi.advanceTimersByTime(0);
const moment = (): void => void vi.advanceTimersByTime(1);

describe('what is wanted of the database', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('in one turn goes out together, and while that is written the rest gathers', () => {
    const { queue, settle, answer, sizes } = setUp();
    void settle(2);
    void queue.ask({ name: 'account', parameters: [] });
    expect(sizes()).toEqual([]);
    turn();
    void settle(20);
    turn();
    expect(sizes()).toEqual([[2, 1]]);
    answer();
    expect(sizes()).toEqual([
      [2, 1],
      [20, 0],
    ]);
  });

  it('goes in batches of so many rows, between which calls are settled', () => {
    const { queue, settle, answer, sizes } = setUp();
    const large = (rows: number) => void queue.ask({ name: 'stageItems', parameters: [], rows });
    for (const rows of [500, 500, 2_000, 10]) large(rows);
    void queue.ask({ name: 'account', parameters: [] });
    turn();
    void settle(20);
    for (let batch = 0; batch < 4; batch += 1) answer();
    expect(sizes()).toEqual([
      [0, 1],
      [20, 1],
      [0, 1],
      [0, 2],
    ]);
  });

  it('goes in batches of so many bytes, however few rows they are', () => {
    const { queue, answer, sizes } = setUp();
    const { ask } = askOver(queue);
    const fields = 'x'.repeat(20_971_520);
    for (const id of ['conv_1', 'conv_2']) void ask('changeObject', { id, version: 1, fields, expiresAt: undefined });
    void ask('storedBytes', 'acme');
    turn();
    answer();
    expect(sizes()).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });

  it('waits a moment for more where some rows waited for the commit before', () => {
    const { settle, answer, sizes } = setUp();
    void settle(1);
    turn();
    void settle(3);
    turn();
    answer();
    void settle(2);
    turn();
    expect(sizes()).toEqual([[1, 0]]);
    moment();
    expect(sizes()).toEqual([
      [1, 0],
      [5, 0],
    ]);
  });

  it.each([
    ['one row that is alone', 1, 0],
    ['as many rows as are enough', 16, 0],
    ['rows beside a request', 3, 1],
  ])('goes out at once: %s', (_, rows, requests) => {
    const { queue, settle, answer, sizes } = setUp();
    void settle(1);
    turn();
    void settle(rows);
    for (let count = 0; count < requests; count += 1) void queue.ask({ name: 'account', parameters: [] });
    turn();
    answer();
    expect(sizes().at(-1)).toEqual([rows, requests]);
  });

  it('is all answered before the queue is drained', async () => {
    const { queue, settle, answer } = setUp();
    const first = settle(1);
    turn();
    const others = settle(3);
    let isDrained = false;
    const drained = queue.drained().then(() => (isDrained = true));
    turn();
    answer();
    moment();
    await first;
    expect(isDrained).toBe(false);
    answer();
    expect(await others).toEqual([10n, 10n, 10n]);
    await drained;
  });

  it('is refused when the worker is gone, also while it waits for more', async () => {
    const { queue, settle, answer } = setUp();
    void settle(1);
    turn();
    const waiting = expect(settle(3)).rejects.toThrow('Gone.');
    turn();
    answer();
    queue.end({ code: 'overloaded', message: 'Gone.' });
    moment();
    await waiting;
    await expect(queue.settle(callOf())).rejects.toThrow('Gone.');
  });
});
