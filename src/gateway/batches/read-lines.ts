import type { UpstreamAnswer } from '../../upstream/upstream.ts';

/** Bytes of the longest line that is read: an answer with several images in it. */
const longestLine = 64 * 1_048_576;
const newline = 10;

/**
 * The lines of an answer, one at a time; empty ones are left out.
 *
 * @throws {BrokenUpstream} when the answer breaks; {Error} when a line is longer than 64 MiB
 */
export async function* readLines(answer: Pick<UpstreamAnswer, 'read'>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let size = 0;
  for (let chunk = await answer.read(); chunk !== null; chunk = await answer.read()) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const text = Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      size = 0;
      from = end + 1;
      if (text.trim() !== '') yield text;
    }
    size += chunk.length - from;
    if (size > longestLine) throw new Error('A line of the results of a batch is longer than 64 MiB.');
    begun.push(chunk.subarray(from));
  }
  const last = Buffer.concat(begun).toString('utf8');
  if (last.trim() !== '') yield last;
}
