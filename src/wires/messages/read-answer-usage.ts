import { isObject, objectOf, type Json } from '../../shared/json/json.ts';
import { countOf, hasCount } from '../usage-counts.ts';
import type { TurnEvent, TurnUsage } from '../turn.ts';

type Counts = { -readonly [Kind in keyof TurnUsage]?: number };

const members: readonly (readonly [member: string, kind: keyof TurnUsage])[] = [
  ['input_tokens', 'input'],
  ['cache_read_input_tokens', 'cached'],
  ['cache_creation_input_tokens', 'written'],
  ['output_tokens', 'output'],
];

/** Totals of a usage object; nothing where there are none. */
export function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  if (!isObject(usage)) return [];
  const counts: Counts = {};
  for (const [member, kind] of members) if (hasCount(usage, member)) counts[kind] = countOf(usage, member);
  const written = usage['cache_creation'];
  if (hasCount(written, 'ephemeral_1h_input_tokens'))
    counts.writtenHour = countOf(written, 'ephemeral_1h_input_tokens');
  const details = objectOf(usage['output_tokens_details']);
  if (hasCount(details, 'thinking_tokens')) counts.reasoning = countOf(details, 'thinking_tokens');
  const searches = countOf(usage['server_tool_use'], 'web_search_requests');
  if (searches > 0) counts.searches = searches;
  return [{ type: 'usage', usage: counts }];
}
