import type { UpstreamAnswer } from '../../upstream/upstream.ts';

/** Bytes of the longest line that is read: an answer with several images in it. */
const longestLine = 64 * 1_048_576;
const newline = 10;

/**
 * The lines of an answer, one at a time; empty ones are left out, and null stands for one that is longer than 64 MiB.
 *
 * @throws {BrokenUpstream} when the answer breaks
 */
export async function* readLines(
  answer: Pick<UpstreamAnswer, 'read'>,
  longest = longestLine,
): AsyncGenerator<string | null> {
  const line = openLine(longest);
  for (let chunk = await answer.read(); chunk !== null; chunk = await answer.read()) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      line.add(chunk.subarray(from, end));
      const text = line.take();
      if (text !== '') yield text;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.take();
  if (last !== '') yield last;
}

/** The line that is being read; of one that is too long nothing is held. */
function openLine(longest: number) {
  let begun: Buffer[] = [];
  let size = 0;
  return {
    add: (bytes: Buffer): void => {
      size += bytes.length;
      if (size > longest) begun = [];
      else begun.push(bytes);
    },
    /** Null for one that was too long. */
    take: (): string | null => {
      const text = size > longest ? null : Buffer.concat(begun, size).toString('utf8').trim();
      begun = [];
      size = 0;
      return text;
    },
  };
}
