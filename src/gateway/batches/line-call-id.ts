import { createHash } from 'node:crypto';
import { base62Alphabet } from '../../shared/ids.ts';

/**
 * The id under which a line of a batch is in the ledger: always the same for the same line, so that it is charged once
 * however often its results are read. `call_` and 22 base62 characters of a SHA-256 (131 bits).
 *
 * @param earlier how many lines with the same `custom_id` stand before it
 */
export function lineCallId(batchId: string, customId: string, earlier: number): string {
  const name = `${batchId}\n${customId}${earlier === 0 ? '' : `\n${earlier}`}`;
  let rest = BigInt(`0x${createHash('sha256').update(name).digest('hex')}`);
  let text = '';
  for (; text.length < 22; rest /= 62n) text += base62Alphabet[Number(rest % 62n)];
  return `call_${text}`;
}
