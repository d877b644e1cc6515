import { describe, expect, it } from 'vitest';
import { readLines } from '../../../src/batches/result-lines.ts';

/** The lines of an answer that comes so many bytes at a time. */
async function linesOf(text: string, step: number, longest?: number): Promise<readonly (string | null)[]> {
  const bytes = Buffer.from(text);
  let at = 0;
  const read = async (): Promise<Buffer | null> => {
    if (at >= bytes.length) return null;
    at += step;
    return bytes.subarray(at - step, at);
  };
  const lines: (string | null)[] = [];
  for await (const line of readLines({ read }, longest)) lines.push(line);
  return lines;
}

describe('the lines of a batch’s results', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same when %i bytes come at a time; empty ones are left out', async (step) => {
    expect(await linesOf('one\n\r\n \ntwö\r\nthree', step)).toEqual(['one', 'twö', 'three']);
    expect(await linesOf('', step)).toEqual([]);
  });

  it.each([1, 4, 1_000])('that are too long keep no other, %i bytes at a time', async (step) => {
    expect(await linesOf('four\nseventeen\nfive!\n\nsixsix', step, 5)).toEqual(['four', null, 'five!', null]);
  });
});
