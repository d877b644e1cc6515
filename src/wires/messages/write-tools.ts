import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { nameBeside, nameFor, ownNames } from '../translation/tool-calls.ts';
import { cacheMarkOf } from './write-blocks.ts';
import type { CodeTool, CustomTool, FunctionTool, SearchTool, Tool, ToolChoice } from '../translation/settings.ts';
import { withStrictTools, type ToolWriting } from '../translation/strict-schema.ts';
import { writeParameters, writePlace } from '../translation/write-openai.ts';
import {
  allowedTools,
  describeAsObject,
  isOfCaller,
  lackTool,
  leaveChoice,
  rawMembers,
  textSchema,
  type Members,
  type Writing,
} from '../translation/writing.ts';

const writeFunction = (tool: FunctionTool, writing: ToolWriting): Members => ({
  name: nameFor('messages', tool.name),
  description: tool.description ?? undefined,
  input_schema: writeParameters(tool, true),
  strict: writing.strict.has(tool) || undefined,
  ...rawMembers(writing.losses.own(tool.extras)),
  cache_control: cacheMarkOf(tool.cache),
});

const writeCustom = (tool: CustomTool, { losses }: Writing): Members => ({
  name: nameFor('messages', tool.name),
  description: describeAsObject(tool, losses),
  input_schema: textSchema,
});

function writeSearch(tool: SearchTool, writing: Writing): Members | null {
  const { losses, target } = writing;
  if (!target.abilities.search) return lackTool(tool, writing);
  if (tool.contextSize !== null && tool.contextSize !== 'medium')
    losses.add('search-size', `${tool.path}.search_context_size`);
  losses.own(tool.extras);
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: tool.maxUses ?? undefined,
    allowed_domains: tool.allowedDomains ?? undefined,
    blocked_domains: tool.blockedDomains ?? undefined,
    user_location: writePlace(tool),
  };
}

function writeCode(tool: CodeTool, writing: Writing): Members | null {
  if (!writing.target.abilities.code) return lackTool(tool, writing);
  writing.losses.own(tool.extras);
  return { type: 'code_execution_20250825', name: 'code_execution', cache_control: cacheMarkOf(tool.cache) };
}

function writeTool(tool: Tool, writing: ToolWriting): Writable | null {
  if (tool.type === 'function') return writeFunction(tool, writing);
  if (tool.type === 'custom') return writeCustom(tool, writing);
  if (tool.type === 'search') return writeSearch(tool, writing);
  if (tool.type === 'code') return writeCode(tool, writing);
  return tool.wire === 'messages' ? new RawJson(tool.raw) : lackTool(tool, writing);
}

/** @param tools those that are sent */
function choiceOf(
  { turn: { toolChoice }, losses }: Writing,
  tools: readonly Tool[],
): { readonly type: string; readonly name?: string } | null {
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return null;
  if (choice.kind === 'tool') return { type: 'tool', name: nameFor('messages', choice.name) };
  if (choice.kind === 'search' || choice.kind === 'code') {
    if (tools.some(({ type }) => type === choice.kind)) return { type: 'tool', name: ownNames[choice.kind] };
  } else if (choice.kind === 'allowed') return { type: choice.mode };
  else if (choice.kind !== 'other') return { type: choice.kind };
  losses.add('choice-other', toolChoice.path);
  return null;
}

/** Some models cannot be forced to call a tool. */
function withoutForce<Choice extends { readonly type: string } | null>(
  choice: Choice,
  { turn: { toolChoice }, target, losses }: Writing,
): Choice | { readonly type: string } {
  const isForced = choice?.type === 'any' || choice?.type === 'tool';
  if (!isForced || target.abilities.forcedTools) return choice;
  losses.add('choice-forced', toolChoice?.path ?? 'tool_choice');
  return { type: 'auto' };
}

/** The choice, with the limit of one call if the caller set it, or can take no more. */
function writeChoice(writing: Writing, tools: readonly Tool[]): Writable {
  const choice = withoutForce(choiceOf(writing, tools), writing);
  const { parallel, hasOneCall = false } = writing.turn;
  const isLimited = hasOneCall || parallel?.value === false;
  if (!isLimited || choice?.type === 'none') return choice ?? undefined;
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true };
}

/** The request with other names for tools of the caller that have those of the provider's own tools: the vendor takes no name twice. */
export function withoutOwnNames(writing: Writing): Writing {
  const { turn, target } = writing;
  const isSent = (kind: 'search' | 'code'): boolean =>
    target.abilities[kind] && turn.tools.some(({ type }) => type === kind);
  const taken = new Set<string>((['search', 'code'] as const).filter(isSent).map((kind) => ownNames[kind]));
  if (!turn.tools.some((tool) => isOfCaller(tool) && taken.has(tool.name))) return writing;
  const nameOf = (name: string): string => (taken.has(name) ? nameBeside(name) : name);
  const renamed = <Named extends { readonly name: string }>(named: Named): Named => ({
    ...named,
    name: nameOf(named.name),
  });
  const choiceWith = (choice: ToolChoice): ToolChoice => {
    if (choice.kind === 'allowed') return { ...choice, names: choice.names.map(nameOf) };
    return choice.kind === 'tool' ? renamed(choice) : choice;
  };
  const { toolChoice } = turn;
  const messages = turn.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) => (part.type === 'call' ? renamed(part) : part)),
  }));
  const tools = turn.tools.map((tool) => (isOfCaller(tool) ? renamed(tool) : tool));
  const choice = toolChoice && { ...toolChoice, value: choiceWith(toolChoice.value) };
  return { ...writing, turn: { ...turn, messages, tools, toolChoice: choice } };
}

/** `tool_choice` and `tools`; if only some tools are allowed, only those. */
export function writeTools(writing: Writing): Members {
  const allowed = allowedTools(writing);
  const toolWriting = withStrictTools(writing, allowed);
  const found = allowed.flatMap((tool) => {
    const written = writeTool(tool, toolWriting);
    return written === null ? [] : [{ tool, written }];
  });
  if (found.length === 0) return { tool_choice: leaveChoice(writing) };
  const choice = writeChoice(
    writing,
    found.map(({ tool }) => tool),
  );
  return { tool_choice: choice, tools: found.map(({ written }) => written) };
}
