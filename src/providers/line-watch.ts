import { headerOf } from './headers.ts';
import type { UpstreamAnswer } from './upstream.ts';
import { PieceList } from '../shared/collections.ts';
import { isObject, parseJson } from '../shared/json/json.ts';

const newline = 0x0a;

/** Bytes of the longest last line that is read. */
const longestRead = 1_048_576;

/** JSON lines of an answer that has no mark for its end. */
export interface LineWatch {
  readonly bytes: (chunk: Buffer) => void;
  /** Whether the bytes so far end in the middle of a line. */
  readonly isCut: () => boolean;
}

const isLines = (answer: UpstreamAnswer): boolean =>
  /\b(?:x-)?(?:jsonl|ndjson)\b/i.test(headerOf(answer, 'content-type') ?? '');

/**
 * Watches an answer whose end is only that of its connection: without length and chunks, one that was cut looks whole
 * (RFC 9112, section 6.3), but its last line does not. Null for any other answer.
 */
export function watchLines(answer: UpstreamAnswer): LineWatch | null {
  const isFramed = ['content-length', 'transfer-encoding'].some((name) => headerOf(answer, name) !== undefined);
  if (isFramed || !isLines(answer)) return null;
  const line = new PieceList();
  let isLong = false;
  return {
    bytes: (chunk) => {
      const end = chunk.lastIndexOf(newline);
      if (end !== -1) {
        line.clear();
        isLong = false;
      }
      isLong ||= line.length + chunk.length - end - 1 > longestRead;
      if (isLong) line.clear();
      else line.add(chunk.subarray(end + 1));
    },
    isCut: () => {
      const rest = line.join().toString('utf8').trim();
      return isLong || (rest !== '' && !isObject(parseJson(rest)));
    },
  };
}
