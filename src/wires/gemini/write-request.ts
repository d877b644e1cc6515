import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { budgetFor, effortFor, noteIdleEffort, requestedEffort } from '../translation/efforts.ts';
import type { CustomTool, FunctionTool, SearchTool, Tool } from '../translation/settings.ts';
import { nameFor } from '../translation/tool-calls.ts';
import { askedFormat, refuseDomains, writeLimit, writeSampling } from '../translation/write-openai.ts';
import {
  describeAsObject,
  isAllowed,
  isMissed,
  isOfCaller,
  lackTool,
  leaveChoice,
  offeredTools,
  requestWriter,
  textSchema,
  type Members,
  type Writing,
} from '../translation/writing.ts';
import { writeContents } from './write-contents.ts';

const wire = 'gemini';

function writeFunction(tool: FunctionTool, { losses }: Writing): Members {
  losses.cache(tool.cache);
  losses.own(tool.extras);
  if (tool.strict?.value === true) losses.add('tool-strict', tool.strict.path);
  return {
    name: nameFor(wire, tool.name),
    description: tool.description ?? undefined,
    parametersJsonSchema: tool.schema === null ? undefined : new RawJson(tool.schema),
  };
}

const writeCustom = (tool: CustomTool, { losses }: Writing): Members => ({
  name: nameFor(wire, tool.name),
  description: describeAsObject(tool, losses),
  parametersJsonSchema: textSchema,
});

/** The vendor's search has no settings. */
function writeSearch(tool: SearchTool, writing: Writing): Members | null {
  const { losses, target } = writing;
  losses.own(tool.extras);
  losses.cache(tool.cache);
  if (!target.abilities.search) lackTool(tool, writing);
  refuseDomains(tool, writing);
  if (tool.maxUses !== null) losses.add('search-uses', `${tool.path}.max_uses`);
  if (tool.contextSize !== null) losses.add('search-size', `${tool.path}.search_context_size`);
  if (tool.location !== null) losses.add('search-place', `${tool.path}.user_location`);
  return target.abilities.search ? { googleSearch: {} } : null;
}

/**
 * The tools that are sent: the vendor accepts functions or its own search, not both.
 *
 * @see https://ai.google.dev/gemini-api/docs/tool-combination (models that can use both show the runs, and want them back)
 */
function toolsOf(writing: Writing): readonly Tool[] {
  const { turn, target, losses } = writing;
  const offered = offeredTools(writing);
  const search = offered.find(({ type }) => type === 'search');
  if (!search || !target.abilities.search || !offered.some(isOfCaller)) return offered;
  const isLeft = offered.some((tool) => isOfCaller(tool) && isAllowed(tool, turn));
  if (isLeft) losses.add('search-tools', search.path);
  else for (const tool of offered) if (isOfCaller(tool)) losses.add('tool-allowed', tool.path);
  return offered.filter((tool) => (isLeft ? tool.type !== 'search' : !isOfCaller(tool)));
}

function writeTools(tools: readonly Tool[], writing: Writing): Writable {
  const functions: Members[] = [];
  const others: Members[] = [];
  for (const tool of tools) {
    if (tool.type === 'function') functions.push(writeFunction(tool, writing));
    else if (tool.type === 'custom') functions.push(writeCustom(tool, writing));
    else if (tool.type === 'search') others.push(...[writeSearch(tool, writing) ?? []].flat());
    else {
      // The vendor's own container is a different tool from the callers', with different results.
      if (tool.type === 'code') writing.losses.cache(tool.cache);
      lackTool(tool, writing);
    }
  }
  const written = [...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]), ...others];
  return written.length === 0 ? undefined : written;
}

/** Which functions may be called, and whether one must be. @param tools those that are sent */
function writeChoice(writing: Writing, tools: readonly Tool[]): Writable {
  const { toolChoice, parallel } = writing.turn;
  const { losses } = writing;
  if (!tools.some(isOfCaller)) return leaveChoice(writing);
  if (parallel?.value === false) losses.add('parallel-single', parallel.path);
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return undefined;
  const among = (mode: string, names?: readonly string[]): Writable => ({
    functionCallingConfig: { mode, allowedFunctionNames: names?.map((name) => nameFor(wire, name)) },
  });
  if (choice.kind === 'auto') return undefined;
  if (choice.kind === 'any') return among('ANY');
  if (choice.kind === 'none') return among('NONE');
  if (choice.kind === 'tool') return among('ANY', [choice.name]);
  if (choice.kind === 'allowed' && choice.names.length > 0)
    return among(choice.mode === 'any' ? 'ANY' : 'VALIDATED', choice.names);
  if (choice.kind === 'allowed') {
    if (isMissed(choice)) losses.add('choice-other', toolChoice.path);
    return among('NONE');
  }
  losses.add('choice-other', toolChoice.path);
  return undefined;
}

/** A budget within the bounds of the model, and below the output limit if that is high enough. */
function budgetOf(tokens: number, { turn, target }: Writing): number {
  const [least, most] = target.abilities.budgets;
  return Math.max(least, Math.min(tokens, most, (turn.limit?.value ?? Infinity) - 1));
}

/** How much to think: by level if the model has levels, else by a budget of tokens. */
function writeThinking(writing: Writing): Writable {
  const { turn, target, losses } = writing;
  const { mode, effort, summary } = turn.reasoning;
  const { thinking, thinkingOff, efforts } = target.abilities;
  if (!mode && !effort && !summary) return undefined;
  const includeThoughts = summary?.value === 'omitted' ? undefined : true;
  if (thinking === 'adaptive') {
    const asked = requestedEffort(turn.reasoning, losses);
    const level = asked && effortFor(asked, efforts, losses);
    return { thinkingLevel: level?.toUpperCase(), includeThoughts };
  }
  const path = (mode ?? effort ?? summary)?.path ?? '';
  const isOff = mode?.value.kind === 'off' || effort?.value === 'none';
  noteIdleEffort(turn.reasoning, losses);
  if (thinking === 'none') {
    if (!isOff) losses.add('thinking-none', path);
    return undefined;
  }
  if (isOff) {
    if (thinkingOff !== 'never') return { thinkingBudget: 0 };
    losses.add('thinking-always', path);
    return { thinkingBudget: target.abilities.budgets[0] };
  }
  if (mode?.value.kind === 'budget') {
    const { tokens } = mode.value;
    const thinkingBudget = budgetOf(tokens, writing);
    if (thinkingBudget !== tokens) losses.add('budget-bounds', path, `${tokens} → ${thinkingBudget}`);
    if (effort) losses.add('effort-budget', effort.path, `${effort.value} → ${thinkingBudget}`);
    return { thinkingBudget, includeThoughts };
  }
  if (!effort) return { includeThoughts };
  const thinkingBudget = budgetOf(budgetFor(effort.value, turn.limit?.value ?? Infinity) ?? 0, writing);
  losses.add('effort-budget', effort.path, `${effort.value} → ${thinkingBudget}`);
  return { thinkingBudget, includeThoughts };
}

function writeFormat(writing: Writing): Members {
  const format = askedFormat(['object', 'schema'], writing)?.value;
  return {
    responseMimeType: format && 'application/json',
    responseJsonSchema: format?.kind === 'schema' ? new RawJson(format.schema) : undefined,
  };
}

/** Stop sequences that the upstream accepts. */
const mostStops = 5;

function writeStops({ turn: { stop }, losses }: Writing): Writable {
  if (stop && stop.value.length > mostStops) losses.add('stop-five', stop.path);
  return stop?.value.slice(0, mostStops);
}

/** Members of Chat Completions that the vendor has under another name. */
const generationNames: Readonly<Record<string, string>> = {
  seed: 'seed',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
};

function writeGeneration(writing: Writing): Writable {
  const { turn, target, losses } = writing;
  const { topK } = turn;
  const sampled = writeSampling(writing);
  if (topK && target.abilities.sampling === 'refused') losses.add('sampling-fixed', topK.path);
  const extras = losses
    .own(turn.extras)
    .map(({ name, raw }): [string, Writable] => [generationNames[name] ?? name, new RawJson(raw)]);
  const members = {
    maxOutputTokens: writeLimit(writing),
    temperature: sampled['temperature'],
    topP: sampled['top_p'],
    topK: target.abilities.sampling === 'refused' ? undefined : topK?.value,
    stopSequences: writeStops(writing),
    ...Object.fromEntries(extras),
    ...writeFormat(writing),
    thinkingConfig: writeThinking(writing),
  };
  return Object.values(members).every((value) => value === undefined) ? undefined : members;
}

/** A request in the form of `generateContent`. Model and streaming are in its address. */
export const writeRequest = requestWriter(wire, (writing) => {
  const { turn, losses } = writing;
  losses.cache(turn.cache);
  const { endUser, serviceTier, verbosity } = turn;
  if (endUser) losses.add('user-none', endUser.path);
  if (serviceTier && serviceTier.value !== 'auto') losses.add('tier-none', serviceTier.path);
  if (verbosity && verbosity.value !== 'medium') losses.add('verbosity-none', verbosity.path);
  const tools = toolsOf(writing);
  return {
    generationConfig: writeGeneration(writing),
    toolConfig: writeChoice(writing, tools),
    tools: writeTools(tools, writing),
    ...writeContents(writing),
  };
});
