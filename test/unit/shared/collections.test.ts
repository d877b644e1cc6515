import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../../src/batches/result-lines.ts';
import { watchBatchInput } from '../../../src/batches/watch-batch-input.ts';
import { openGuarded } from '../../../src/providers/kinds/bedrock.ts';
import { splitFrames } from '../../../src/providers/kinds/event-stream.ts';
import { readUpstreamError, type ErrorSource } from '../../../src/providers/read-error.ts';
import type { UpstreamAnswer } from '../../../src/providers/upstream.ts';
import { scanMembers } from '../../../src/shared/json/json-members.ts';
import { splitEvents } from '../../../src/shared/json/sse.ts';
import { PieceList } from '../../../src/shared/collections.ts';
import { frame } from '../../fakes/event-frames.ts';
import { chunked, chunkSizes } from './json-arbitraries.ts';

const listOf = (chunks: Iterable<Buffer>): PieceList => {
  const list = new PieceList();
  for (const chunk of chunks) list.add(chunk);
  return list;
};

/** Chunks at each of these places that a reader may keep as they are. */
const keepable = 8;

/**
 * One byte at a time. The memory of nearly all chunks is used again for the next one: what holds on to many chunks, instead of a
 * copy of their bytes, sees the last of them in place of all.
 *
 * @param starts where something begins that is held by itself
 */
function* drip(bytes: Buffer, starts: readonly number[] = [0]): Generator<Buffer> {
  const chunk = Buffer.alloc(1);
  for (const [index, byte] of bytes.entries()) {
    if (starts.some((start) => index >= start && index < start + keepable)) yield Buffer.from([byte]);
    else {
      chunk[0] = byte;
      yield chunk;
    }
  }
}

const dripping = (text: string, head: Partial<UpstreamAnswer> = {}, starts = [0]): UpstreamAnswer => {
  const chunks = drip(Buffer.from(text), starts);
  const read = () => Promise.resolve(chunks.next().value ?? null);
  const base = { status: 200, headers: {}, secrets: () => [], abort: () => undefined };
  return { ...base, ...head, read };
};

const long = 'The text of an answer. '.repeat(2_000);

describe('bytes that come in chunks', () => {
  it('are the same bytes, from the start or from any place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), chunkSizes, fc.nat({ max: 320 }), (array, sizes, start) => {
        const bytes = Buffer.from(array);
        const list = listOf(chunked(bytes, sizes));
        expect(list.length).toBe(bytes.length);
        expect(list.join().equals(bytes)).toBe(true);
        expect(Buffer.concat(list.pieces(start)).equals(bytes.subarray(start))).toBe(true);
      }),
    );
  });

  it('are few pieces, also where each chunk is one byte', () => {
    const bytes = Buffer.alloc(1_000_000, 'abcdefg');
    const list = listOf(drip(bytes));
    expect(list.join().equals(bytes)).toBe(true);
    expect(list.pieces().length).toBeLessThan(50);
    expect(list.pieces().reduce((sum, piece) => sum + piece.buffer.byteLength, 0)).toBeLessThan(2 * bytes.length);
  });

  it('stay as they are in pieces that were asked for before more came', () => {
    const list = listOf(drip(Buffer.from('a'.repeat(100))));
    const before = list.pieces();
    for (const chunk of drip(Buffer.from('b'.repeat(100)))) list.add(chunk);
    expect(Buffer.concat(before).toString()).toBe('a'.repeat(100));
    expect(Buffer.concat(list.pieces(100)).toString()).toBe('b'.repeat(100));
    list.clear();
    expect([list.length, list.join().length, list.pieces()]).toEqual([0, 0, []]);
  });

  it('are not copied where they are long', () => {
    const chunk = Buffer.alloc(100_000);
    expect(listOf([chunk]).join().buffer).toBe(chunk.buffer);
    expect(
      listOf([...drip(Buffer.alloc(100)), chunk])
        .pieces()
        .at(-1)?.buffer,
    ).toBe(chunk.buffer);
  });
});

describe('an answer in chunks of one byte is not held chunk by chunk', () => {
  it('when it is an error', async () => {
    const body = JSON.stringify({ padding: long.slice(0, 20_000), error: { message: 'No such voice.' } });
    const answer = dripping(body, { status: 400, headers: { 'content-type': 'application/json' } });
    const source = { provider: {}, sent: () => ({}) } as unknown as ErrorSource;
    expect((await readUpstreamError(answer, source)).message).toBe('No such voice.');
  });

  it('when a guardrail’s action is looked for in it', async () => {
    const text = JSON.stringify({ text: long });
    const answer = await openGuarded(dripping(text));
    expect(String(await answer.read()) === text).toBe(true);
  });

  it('when it is the results of a batch, or the requests of one', async () => {
    const lines: unknown[] = [];
    const openLong = () => ({ push: () => undefined });
    const results = dripping(`${long}\n${long}`, {}, [0, long.length + 1]);
    for await (const line of readLines(results, openLong, Infinity)) lines.push(line);
    expect(lines.map((line) => line === long.trim())).toEqual([true, true]);
    const memory = { take: () => undefined, give: () => undefined };
    const watch = watchBatchInput({ memory, turn: () => Promise.resolve() });
    const line = { custom_id: 'x', method: 'POST', url: '/v1/chat/completions', body: { model: 'one', padding: long } };
    for (const chunk of drip(Buffer.from(JSON.stringify(line)))) await watch.bytes(chunk);
    expect(await watch.result()).toMatchObject({ lines: 1, refused: null });
  });

  it('when it is a stream of events or frames', () => {
    const splitter = splitEvents();
    const event = `data: ${long}\n\n`;
    const events: string[] = [];
    for (const chunk of drip(Buffer.from(event))) events.push(...splitter.push(chunk).map(String));
    expect(events.join('') === event).toBe(true);
    const frames = splitFrames();
    const payloads: string[] = [];
    for (const chunk of drip(frame({ a: 'b' }, long), [0, 12]))
      for (const { payload } of frames.push(chunk)) payloads.push(payload.toString());
    expect(payloads.join('') === long).toBe(true);
  });

  it('when members of a long one are kept', () => {
    const key = 'usage of this very long answer';
    const scanner = scanMembers([key]);
    const text = JSON.stringify({ a: 1, [key]: long });
    const starts = [text.indexOf(key), text.indexOf(long) - 1];
    for (const chunk of drip(Buffer.from(text), starts)) scanner.push(chunk);
    expect(scanner.kept.get(key) === JSON.stringify(long)).toBe(true);
  });
});

describe('a JSON answer of any length', () => {
  it('takes no memory for members and keys that nobody looks for', () => {
    const only = ['data', 'object'];
    const scanner = scanMembers(['usage'], { only });
    const push = (text: string): void => scanner.push(Buffer.from(text));
    push('{"object":"list",');
    for (let index = 0; index < 10_000; index += 1) push(`"data":[{},{}],"m${index}":${index},`);
    push(`"${'k'.repeat(900)}`);
    for (const chunk of drip(Buffer.from('k'.repeat(2_000)))) scanner.push(chunk);
    push('":1,"usage":{"a":2}}');
    expect(scanner.complete()).toBe(true);
    expect(scanner.members.map(({ key, elements }) => [key, elements])).toEqual([
      ['object', 0],
      ['data', 2],
    ]);
    expect([...scanner.kept]).toEqual([['usage', '{"a":2}']]);
  });
});
