import { isObject, type Json } from '../../shared/json/json.ts';
import { countOf, hasCount } from '../usage-counts.ts';
import type { TurnEvent } from '../turn.ts';
import { splitInput } from '../translation/split-input.ts';

/** Totals of a usage object; nothing where there are none. */
export function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  if (!isObject(usage) || !hasCount(usage, 'prompt_tokens')) return [];
  const details = usage['prompt_tokens_details'];
  const cached = Math.max(countOf(details, 'cached_tokens'), countOf(usage, 'prompt_cache_hit_tokens'));
  const written = countOf(details, 'cache_write_tokens');
  const said = countOf(usage, 'completion_tokens');
  const reasoning = Math.max(
    countOf(usage['completion_tokens_details'], 'reasoning_tokens'),
    countOf(usage, 'reasoning_tokens'),
  );
  const total = countOf(usage, 'total_tokens');
  // Some hosts count reasoning beside the output: their own total says so.
  const output = Math.max(said, total - countOf(usage, 'prompt_tokens'));
  const input = splitInput({ total: countOf(usage, 'prompt_tokens'), cached, written });
  return [{ type: 'usage', usage: { ...input, output, reasoning } }];
}
