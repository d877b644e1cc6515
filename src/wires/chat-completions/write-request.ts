import { parseJson, objectOf } from '../../shared/json/json.ts';
import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import {
  customNames,
  describeAsObject,
  isMissed,
  isOfCaller,
  lackTool,
  leaveChoice,
  offeredTools,
  rawMembers,
  requestWriter,
  textSchema,
  type Members,
  type Writing,
} from '../translation/writing.ts';
import { nameFor } from '../translation/tool-calls.ts';
import type { CustomTool, Tool } from '../translation/settings.ts';
import {
  askedFormat,
  refuseDomains,
  strictOf,
  writeCacheKey,
  writeEffort,
  writeLimit,
  writeParallel,
  writeParameters,
  writeSampling,
  writeSchema,
  writeSearch,
  writeUser,
} from '../translation/write-openai.ts';
import { writeMessages } from './write-messages.ts';

const wire = 'chat-completions';

/** A grammar: its members, which Responses has next to the type, go into an object of their own. */
function nestedFormat(format: string): Writable {
  const { type, syntax, definition } = objectOf(parseJson(format));
  return type === 'grammar' ? { type, grammar: { syntax, definition } } : new RawJson(format);
}

/** A tool that takes free text; a function, if the target accepts only those. */
function writeCustom(tool: CustomTool, described: Members, { target, losses }: Writing): Members {
  if (!target.abilities.customTools) {
    const description = describeAsObject(tool, losses);
    return { type: 'function', function: { ...described, description, parameters: textSchema } };
  }
  const format = tool.format === null ? undefined : nestedFormat(tool.format);
  return { type: 'custom', custom: { ...described, format, ...rawMembers(losses.own(tool.extras)) } };
}

function writeTool(tool: Tool, writing: Writing): Writable | null {
  const { losses } = writing;
  if (tool.type === 'search') return null;
  losses.cache(tool.cache);
  if (tool.type === 'other' && tool.wire === wire) return new RawJson(tool.raw);
  if (!isOfCaller(tool)) return lackTool(tool, writing);
  const described = { name: nameFor(wire, tool.name), description: tool.description ?? undefined };
  if (tool.type === 'custom') return writeCustom(tool, described, writing);
  return {
    type: 'function',
    function: {
      ...described,
      parameters: writeParameters(tool),
      strict: strictOf(tool, writing) ? true : undefined,
      ...rawMembers(losses.own(tool.extras)),
    },
  };
}

function writeChoice(writing: Writing): Writable {
  const { turn, target, losses } = writing;
  const { toolChoice } = turn;
  const { allowedTools, customTools } = target.abilities;
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return undefined;
  const named = (name: string, isCustom = false): Writable =>
    isCustom
      ? { type: 'custom', custom: { name: nameFor(wire, name) } }
      : { type: 'function', function: { name: nameFor(wire, name) } };
  if (choice.kind === 'auto' || choice.kind === 'none') return choice.kind;
  if (choice.kind === 'any') return 'required';
  if (choice.kind === 'tool') return named(choice.name, choice.isCustom === true && customTools);
  // No chat has the provider's own tools among the allowed ones.
  if (choice.kind === 'allowed' && choice.names.length > 0) {
    const mode = choice.mode === 'any' ? 'required' : 'auto';
    if (!allowedTools) return mode;
    const customs = customNames(writing);
    const allowed = choice.names.map((name) => named(name, customs.has(name)));
    return { type: 'allowed_tools', allowed_tools: { mode, tools: allowed } };
  }
  if (choice.kind === 'other' && choice.wire === wire) return new RawJson(choice.raw);
  if (choice.kind !== 'allowed' || isMissed(choice)) losses.add('choice-other', toolChoice.path);
  return choice.kind === 'allowed' ? 'none' : undefined;
}

function writeFormat(writing: Writing): Writable {
  const format = askedFormat(['object', 'schema'], writing)?.value;
  if (format?.kind === 'schema') return { type: 'json_schema', json_schema: writeSchema(format, writing) };
  return format && { type: 'json_object' };
}

/** What stops the output: the format accepts four at most. */
function writeStop({ turn: { stop }, target, losses }: Writing): Writable {
  if (stop && !target.abilities.stops) {
    losses.add('stop-model', stop.path);
    return undefined;
  }
  if (stop && stop.value.length > 4) losses.add('stop-four', stop.path);
  return stop?.value.slice(0, 4);
}

function searchOptions(writing: Writing, offered: readonly Tool[]): Members | undefined {
  const tool = offered.find(({ type }) => type === 'search');
  if (tool?.type !== 'search') return undefined;
  const written = writeSearch(tool, writing);
  if (written) refuseDomains(tool, writing);
  const location = tool.location === null ? null : new RawJson(tool.location);
  return written === null
    ? undefined
    : { ...written, user_location: location ? { type: 'approximate', approximate: location } : undefined };
}

/** The effort: some models accept none together with tools, and some must be sent "none". */
function effortWith(tools: number, writing: Writing): string | undefined {
  const { turn, target, losses } = writing;
  const { toolEffort } = target.abilities;
  const effort = writeEffort(writing);
  if (tools === 0 || toolEffort === 'any') return effort;
  const { mode, effort: asked } = turn.reasoning;
  if (effort !== 'none' && (effort !== undefined || toolEffort === 'none'))
    losses.add('thinking-tools', (asked ?? mode)?.path ?? turn.tools[0]?.path ?? 'tools');
  return toolEffort === 'none' ? 'none' : undefined;
}

function writeTopK({ turn: { topK }, target, losses }: Writing): number | undefined {
  if (!topK || target.abilities.topK) return topK?.value;
  losses.add('top-k-none', topK.path);
  return undefined;
}

export const writeRequest = requestWriter(wire, (writing) => {
  const { turn, target, losses } = writing;
  losses.cache(turn.cache);
  const { summary } = turn.reasoning;
  if (summary) losses.add('summary-none', summary.path);
  const offered = offeredTools(writing, target.abilities.allowedTools);
  const tools = offered.flatMap((tool) => writeTool(tool, writing) ?? []);
  return {
    model: target.model,
    [target.abilities.limitMember]: writeLimit(writing),
    stream: turn.stream ? true : undefined,
    stream_options: turn.stream ? { include_usage: true } : undefined,
    ...writeSampling(writing),
    top_k: writeTopK(writing),
    stop: writeStop(writing),
    reasoning_effort: effortWith(tools.length, writing),
    verbosity: turn.verbosity?.value,
    response_format: writeFormat(writing),
    service_tier: turn.serviceTier?.value === 'auto' ? undefined : turn.serviceTier?.value,
    ...writeUser(writing),
    ...writeCacheKey(writing),
    ...rawMembers(losses.own(turn.extras)),
    web_search_options: searchOptions(writing, offered),
    parallel_tool_calls: writeParallel(tools.length, writing),
    tool_choice: tools.length === 0 ? leaveChoice(writing) : writeChoice(writing),
    tools: tools.length === 0 ? undefined : tools,
    messages: writeMessages(writing),
  };
});
