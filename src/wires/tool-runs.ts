import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { unitKinds, type UnitKind, type Usage } from '../shared/usage.ts';
import { countOf } from './counts.ts';
import type { SideUsage } from './wire.ts';

/** What runs of the upstream's own tools are billed as. */
type ToolKind = Extract<UnitKind, 'web_searches' | 'web_fetches' | 'file_searches' | 'code_sessions' | 'images'>;

/** Where usage objects count runs: member of an object in them, and the kind that it counts. A host fills one of the objects. */
const counters: readonly (readonly [holder: string, member: string, kind: ToolKind])[] = [
  ['server_tool_use', 'web_search_requests', 'web_searches'],
  ['server_tool_use', 'web_fetch_requests', 'web_fetches'],
  ['server_tool_use_details', 'web_search_requests', 'web_searches'],
  ['server_tool_use_details', 'web_fetch_requests', 'web_fetches'],
  ['server_side_tool_usage_details', 'web_search_calls', 'web_searches'],
  ['server_side_tool_usage_details', 'x_search_calls', 'web_searches'],
  ['server_side_tool_usage_details', 'file_search_calls', 'file_searches'],
  ['server_side_tool_usage_details', 'document_search_calls', 'file_searches'],
  ['server_side_tool_usage_details', 'code_interpreter_calls', 'code_sessions'],
  ['server_side_tool_usage_details', 'image_generation_calls', 'images'],
];

const holders = [...new Set(counters.map(([holder]) => holder))];

/** Runs that a usage object counts beside its tokens; kinds that did not run are absent. */
export function toolRunsOf(usage: JsonObject): Usage {
  const runs: Partial<Record<UnitKind, number>> = {};
  const queries = countOf(usage, 'num_search_queries');
  if (queries > 0) runs.web_searches = queries;
  if (!holders.some((holder) => isObject(usage[holder]))) return runs;
  for (const [holder, member, kind] of counters) {
    const count = countOf(usage[holder], member);
    if (count > 0) runs[kind] = (runs[kind] ?? 0) + count;
  }
  return runs;
}

/** What one item of a response stands for that is neither a token nor a container. */
export function runOfItem(item: Json | undefined): Usage {
  const { type, status, action } = objectOf(item);
  // What ran and failed is not charged by anybody.
  if (status === 'failed' || status === 'in_progress') return {};
  // A search can open pages that it found: that is no search of its own.
  const did = stringOf(objectOf(action)['type']) ?? 'search';
  if (type === 'web_search_call') return did === 'search' ? { web_searches: 1 } : {};
  if (type === 'file_search_call') return { file_searches: 1 };
  return type === 'image_generation_call' ? { images: 1 } : {};
}

const containerOf = (item: Json): string | null => {
  const { container_id: id, environment } = objectOf(item);
  return stringOf(id) ?? stringOf(objectOf(environment)['container_id']);
};

/** Each kind as often as the list that has it most. */
const larger = (one: Usage, other: Usage): Usage =>
  Object.fromEntries(
    unitKinds.flatMap((kind) => {
      const count = Math.max(one[kind] ?? 0, other[kind] ?? 0);
      return count > 0 ? [[kind, count]] : [];
    }),
  );

/**
 * Runs that a whole response shows: in its items, and in the vendor's own count of them.
 *
 * @param response its top level
 */
export function runsOfResponse({ output, tool_usage: counted }: Readonly<Record<string, Json | undefined>>): Usage {
  const items = Array.isArray(output) ? (output as readonly Json[]) : [];
  const runs: Partial<Record<UnitKind, number>> = {};
  const containers = new Set<string>();
  for (const item of items) {
    const run = runOfItem(item);
    for (const kind of unitKinds) if (run[kind] !== undefined) runs[kind] = (runs[kind] ?? 0) + run[kind];
    const container = containerOf(item);
    if (container !== null) containers.add(container);
  }
  if (containers.size > 0) runs.code_sessions = containers.size;
  return larger(runs, { web_searches: countOf(objectOf(counted)['web_search'], 'num_requests') });
}

/** What a response's tool that draws used: tokens of an image model, which its totals do not have. */
export function sideOfResponse({
  tool_usage: counted,
  tools,
}: Readonly<Record<string, Json | undefined>>): readonly SideUsage[] {
  const drawn = objectOf(counted)['image_gen'];
  const [input, output] = [countOf(drawn, 'input_tokens'), countOf(drawn, 'output_tokens')];
  if (input + output === 0) return [];
  const listed = Array.isArray(tools) ? (tools as readonly Json[]) : [];
  const tool = listed.find((each) => objectOf(each)['type'] === 'image_generation');
  const model = stringOf(objectOf(tool)['model']) ?? 'image_generation';
  return [{ model, usage: { input_tokens: input, output_tokens: output } }];
}
