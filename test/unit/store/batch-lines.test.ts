import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Batch, BatchAnswer } from '../../../src/store/shared/batch-queue.ts';
import { writeCalls } from '../../../src/store/shared/settle-row.ts';
import {
  makeFrameReader,
  readAnswer,
  readBatch,
  writeAnswer,
  writeBatch,
  writeGreeting,
} from '../../../src/store/sqlite/batch-frames.ts';
import { openBatchLine, serveLines, type Posted } from '../../../src/store/sqlite/batch-lines.ts';
import { callOf } from './set-up-store.ts';

const calls: Batch = { now: 7, settle: writeCalls([callOf({ model: 'mödel\n"1"' }), callOf()]), requests: [] };
const bytes = new Uint8Array([1, 2, 3]);
const requests: Batch = {
  now: 7,
  settle: null,
  requests: [{ name: 'any', parameters: [2n ** 70n, undefined, bytes] }],
};
const both: Batch = { ...requests, settle: calls.settle };

describe('what crosses between a worker and the database thread', () => {
  it.each([['calls', calls] as const, ['requests', requests] as const, ['both', both] as const])(
    'is the same on both sides, in pieces of any size: %s',
    (_, batch) => {
      const whole = Buffer.concat([writeBatch(batch), writeBatch(calls), writeBatch(requests)]);
      for (const size of [1, 2, 3, 5, 64, 1_000, whole.length]) {
        const read: Batch[] = [];
        const take = makeFrameReader((content) => read.push(readBatch(content)));
        for (let at = 0; at < whole.length; at += size) take(whole.subarray(at, at + size));
        expect(read).toEqual([batch, calls, requests]);
      }
    },
  );

  it.each([
    ['a charge that was in the books', { settled: [null, 5n], answers: [] }],
    ['a call that was refused', { settled: [{ code: 'overloaded', message: 'No.' }], answers: [] }],
    [
      'answers',
      { settled: [null], answers: [{ value: [1n, undefined] }, { failure: { code: 'conflict', message: 'No.' } }] },
    ],
  ] as readonly (readonly [string, BatchAnswer])[])('is answered as it was: %s', (_, answer) => {
    const read: BatchAnswer[] = [];
    makeFrameReader((content) => read.push(readAnswer(content)))(writeAnswer(answer));
    expect(read).toEqual([answer]);
  });

  it('is answered in five bytes where all calls were charged as asked', () => {
    const frame = writeAnswer({ settled: [null, null], answers: [] });
    expect(frame.length).toBe(5);
    expect(readAnswer(frame.subarray(4))).toEqual({ settled: [], answers: [] });
  });
});

/** The lines of a thread that answers with the `now` of each batch. */
async function setUpLines() {
  const answered: (readonly Posted[])[] = [];
  const dropped: string[] = [];
  const lines = await serveLines({
    answer: (posted) => {
      answered.push(posted);
      return posted.map(({ batch }) => ({ settled: [], answers: [{ value: batch.now }] }));
    },
    drop: (instanceId) => dropped.push(instanceId),
  });
  onTestFinished(lines.close);
  const open = (instanceId: string) => {
    const onAnswer = vi.fn();
    const onEnd = vi.fn();
    return openBatchLine({ place: lines.place, instanceId, onAnswer, onEnd }).then((line) => ({
      line,
      onAnswer,
      onEnd,
    }));
  };
  return { lines, answered, dropped, open };
}

const batchOf = (now: number): Batch => ({ now, settle: null, requests: [{ name: 'any', parameters: [] }] });
const last = { batch: { now: 0, settle: null, requests: [{ name: 'beat', parameters: [0] }] } };

describe('the line of a worker to the database thread', () => {
  it('takes the batch of each worker, and answers each with its own', async () => {
    const { open, answered } = await setUpLines();
    const [one, other] = [await open('one'), await open('other')];
    one.line.post(batchOf(1));
    other.line.post(batchOf(2));
    await vi.waitFor(() => expect([one, other].map(({ onAnswer }) => onAnswer.mock.calls.length)).toEqual([1, 1]));
    expect(one.onAnswer).toHaveBeenCalledWith({ settled: [], answers: [{ value: 1 }] });
    expect(other.onAnswer).toHaveBeenCalledWith({ settled: [], answers: [{ value: 2 }] });
    expect(answered.flat().map(({ from }) => from)).toEqual(['one', 'other']);
  });

  it('ends with the last heartbeat of the worker, behind all that it had sent', async () => {
    const { open, answered, dropped } = await setUpLines();
    const { line, onEnd } = await open('one');
    line.post(batchOf(1));
    await line.close();
    await vi.waitFor(() => expect(dropped).toEqual(['one']));
    expect(answered.flat()).toEqual(
      [
        { from: 'one', batch: batchOf(1) },
        { from: 'one', ...last },
      ].map((each) => expect.objectContaining(each) as Posted),
    );
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('tells the worker when the thread is gone', async () => {
    const { open, lines } = await setUpLines();
    const { onEnd } = await open('one');
    await lines.close();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  });

  it.each([
    ['no token', Buffer.from('GET / HTTP/1.1\r\nHost: diglot\r\n\r\n')],
    ['another token', writeGreeting({ token: 'x'.repeat(43), instanceId: 'one' })],
    ['a token of another length', writeGreeting({ token: '', instanceId: 'one' })],
    ['no greeting', writeBatch(batchOf(1))],
    ['more than a greeting takes', Buffer.alloc(4_096, 255)],
  ])('is not for another program, which is cut off: %s', async (_, said) => {
    const { lines, answered, dropped } = await setUpLines();
    const stranger = connect(lines.place.path);
    const heard: Buffer[] = [];
    stranger.on('data', (piece: Buffer) => heard.push(piece));
    stranger.on('error', () => undefined);
    // A text that names a length of its own waits for the rest of it.
    stranger.write(said);
    stranger.write(Buffer.alloc(512));
    await once(stranger, 'close');
    expect([heard, answered, dropped]).toEqual([[], [], []]);
  });

  it('takes no more than a number of programs that say nothing, and workers again when one of them has left', async () => {
    const { lines, open } = await setUpLines();
    const strangers = Array.from({ length: 64 }, () => connect(lines.place.path));
    onTestFinished(() => strangers.forEach((each) => each.destroy()));
    await Promise.all(strangers.map((each) => once(each, 'connect')));
    await expect(open('one')).rejects.toThrow();
    strangers[0]?.destroy();
    await vi.waitFor(async () => (await open('two')).line.close());
  });
});
