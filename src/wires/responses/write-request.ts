import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import {
  allowedTools,
  customNames,
  describeAsObject,
  isMissed,
  isOfCaller,
  lackTool,
  leaveChoice,
  rawMembers,
  requestWriter,
  textSchema,
  type Members,
  type Writing,
} from '../translation/writing.ts';
import { nameFor } from '../translation/tool-calls.ts';
import type { AllowedTools, SearchTool, Tool } from '../translation/settings.ts';
import {
  askedFormat,
  formatOfCustom,
  strictOf,
  writeCacheKey,
  writeEffort,
  writeLimit,
  writeParallel,
  writeParameters,
  writePlace,
  writeSampling,
  writeSchema,
  writeSearch,
  writeUser,
} from '../translation/write-openai.ts';
import { writeItems } from './write-items.ts';

const wire = 'responses';

/** The provider's own tools, as choices name them. */
const ownTypes = { search: 'web_search', code: 'code_interpreter' } as const;

function searchOf(tool: SearchTool, writing: Writing): Members | null {
  const written = writeSearch(tool, writing);
  return (
    written && {
      type: 'web_search',
      filters:
        tool.allowedDomains === null && tool.blockedDomains === null
          ? undefined
          : { allowed_domains: tool.allowedDomains ?? undefined, blocked_domains: tool.blockedDomains ?? undefined },
      ...written,
      user_location: writePlace(tool),
    }
  );
}

function writeTool(tool: Tool, writing: Writing): Writable | null {
  const { losses, target } = writing;
  if (tool.type === 'search') return searchOf(tool, writing);
  losses.cache(tool.cache);
  if (tool.type === 'code' && target.abilities.code) {
    losses.own(tool.extras);
    return { type: 'code_interpreter', container: { type: 'auto' } };
  }
  if (tool.type === 'other' && tool.wire === wire) return new RawJson(tool.raw);
  if (!isOfCaller(tool)) return lackTool(tool, writing);
  const name = nameFor(wire, tool.name);
  if (tool.type === 'custom' && !target.abilities.customTools) {
    const description = describeAsObject(tool, losses);
    return { type: 'function', name, description, parameters: textSchema, strict: false };
  }
  const described = { type: tool.type, name, description: tool.description ?? undefined };
  const extras = rawMembers(losses.own(tool.extras));
  if (tool.type === 'custom') return { ...described, format: formatOfCustom(tool), ...extras };
  return {
    ...described,
    parameters: writeParameters(tool),
    strict: strictOf(tool, writing),
    ...extras,
  };
}

const isOwnKind = (kind: string): kind is keyof typeof ownTypes => Object.hasOwn(ownTypes, kind);

/** A choice among some tools; null if none of them goes out. */
function writeAllowed({ mode, names, own }: AllowedTools, tools: readonly Tool[], writing: Writing): Writable {
  const mustCall = mode === 'any' ? 'required' : 'auto';
  // Where none can be listed, the others were left out.
  if (!writing.target.abilities.allowedTools) return mustCall;
  const customs = customNames(writing);
  const named = names.map((name) => ({ type: customs.has(name) ? 'custom' : 'function', name: nameFor(wire, name) }));
  const kinds = new Set<string>(tools.map(({ type }) => type));
  const ofProvider = (own ?? Object.keys(ownTypes)).flatMap((kind) =>
    isOwnKind(kind) && kinds.has(kind) ? [{ type: ownTypes[kind] }] : [],
  );
  const allowed = [...named, ...ofProvider];
  if (allowed.length === 0) return null;
  return { type: 'allowed_tools', mode: mustCall, tools: allowed };
}

/** @param tools those that go out */
function writeChoice(writing: Writing, tools: readonly Tool[]): Writable {
  const { turn, target, losses } = writing;
  const { toolChoice } = turn;
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return undefined;
  if (choice.kind === 'auto' || choice.kind === 'none') return choice.kind;
  if (choice.kind === 'any') return 'required';
  if ((choice.kind === 'search' || choice.kind === 'code') && tools.some(({ type }) => type === choice.kind))
    return { type: ownTypes[choice.kind] };
  if (choice.kind === 'tool') {
    const isCustom = choice.isCustom === true && target.abilities.customTools;
    return { type: isCustom ? 'custom' : 'function', name: nameFor(wire, choice.name) };
  }
  if (choice.kind === 'allowed') {
    const allowed = writeAllowed(choice, tools, writing);
    if (allowed === null && isMissed(choice)) losses.add('choice-other', toolChoice.path);
    return allowed ?? 'none';
  }
  if (choice.kind === 'other' && choice.wire === wire) return new RawJson(choice.raw);
  losses.add('choice-other', toolChoice.path);
  return undefined;
}

function writeText(writing: Writing): Members | undefined {
  const asked = askedFormat(['object', 'schema'], writing)?.value;
  const format =
    asked?.kind === 'schema'
      ? { type: 'json_schema', ...writeSchema(asked, writing) }
      : asked && { type: 'json_object' };
  const verbosity = writing.turn.verbosity?.value;
  return format === undefined && verbosity === undefined ? undefined : { format, verbosity };
}

function writeReasoning(writing: Writing): Members | undefined {
  const effort = writeEffort(writing);
  const { summary, mode } = writing.turn.reasoning;
  const hides = summary?.value === 'omitted';
  // Callers of Messages who ask for thoughts see them unless they say otherwise.
  const shows = mode !== null && mode.value.kind !== 'off' && !hides;
  const thinks = writing.target.abilities.efforts.length > 0;
  // A model that does not think refuses it.
  if (summary && !hides && !thinks) writing.losses.add('summary-none', summary.path);
  const asked = hides || !thinks ? undefined : (summary?.value ?? (shows ? 'auto' : undefined));
  return effort === undefined && asked === undefined ? undefined : { effort, summary: asked };
}

/** Tokens: the vendor takes no lower limit ("Expected a value >= 16"). */
export const leastLimit = 16;

function limitOf(writing: Writing): number | undefined {
  const limit = writeLimit(writing);
  const { turn, losses } = writing;
  if (limit === undefined || limit >= leastLimit) return limit;
  losses.add('limit-least', turn.limit?.path ?? '', `${limit} → ${leastLimit}`);
  return leastLimit;
}

/** What the answer is to show besides: thoughts to be sent back, what programs wrote, and what searches found, which Messages shows. */
function includeOf({ turn: { tools, wire: caller }, target: { abilities } }: Writing): readonly string[] | undefined {
  const uses = (kind: 'search' | 'code'): boolean => abilities[kind] && tools.some(({ type }) => type === kind);
  const asked = [
    ...(abilities.efforts.length > 0 ? ['reasoning.encrypted_content'] : []),
    ...(uses('code') ? ['code_interpreter_call.outputs'] : []),
    ...(caller === 'messages' && uses('search') ? ['web_search_call.action.sources'] : []),
  ];
  return asked.length === 0 ? undefined : asked;
}

/** A request as Responses has it. Nothing is kept at the vendor; encrypted thoughts are asked for. */
export const writeRequest = requestWriter(wire, (writing) => {
  const { turn, target, losses } = writing;
  losses.cache(turn.cache);
  if (turn.stop) losses.add('stop-none', turn.stop.path);
  if (turn.topK) losses.add('top-k-none', turn.topK.path);
  const offered = target.abilities.allowedTools ? turn.tools : allowedTools(writing);
  const tools = offered.flatMap((tool) => {
    const written = writeTool(tool, writing);
    return written === null ? [] : [{ tool, written }];
  });
  return {
    model: target.model,
    max_output_tokens: limitOf(writing),
    stream: turn.stream ? true : undefined,
    store: false,
    include: includeOf(writing),
    ...writeSampling(writing),
    reasoning: writeReasoning(writing),
    text: writeText(writing),
    service_tier: turn.serviceTier?.value === 'auto' ? undefined : turn.serviceTier?.value,
    ...writeUser(writing),
    ...writeCacheKey(writing),
    ...rawMembers(losses.own(turn.extras)),
    parallel_tool_calls: writeParallel(tools.length, writing),
    tool_choice:
      tools.length === 0
        ? leaveChoice(writing)
        : writeChoice(
            writing,
            tools.map(({ tool }) => tool),
          ),
    tools: tools.length === 0 ? undefined : tools.map(({ written }) => written),
    ...writeItems(writing),
  };
});
