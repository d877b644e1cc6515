import { RawJson, writeJson, type Writable } from '../../shared/json/raw-json.ts';
import type { TargetProfile, Turn } from '../turn.ts';
import { checkCalls } from '../translation/check-calls.ts';
import { budgetFor, effortFor, requestedEffort } from '../translation/efforts.ts';
import { nameFor } from '../translation/names.ts';
import type { Loss } from '../translation/parts.ts';
import type { CustomTool, FunctionTool, SearchTool, Tool } from '../translation/settings.ts';
import { writeLimit, writeSampling } from '../translation/write-openai.ts';
import { describeAsObject, LossList, textSchema, type Members, type Writing } from '../translation/writing.ts';
import { writeContents } from './write-contents.ts';

const wire = 'gemini';

function writeFunction(tool: FunctionTool, { losses }: Writing): Members {
  losses.cache(tool.cache);
  losses.own(tool.extras);
  if (tool.strict?.value === true)
    losses.add('approximated', tool.strict.path, 'The upstream does not promise to hold this schema.');
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

/** The search of the vendor takes no settings. */
function writeSearch(tool: SearchTool, { losses, target }: Writing): Members | null {
  losses.own(tool.extras);
  if (!target.abilities.search) losses.add('meaning', tool.path, 'The upstream has no web search.');
  const limits = { allowed_domains: tool.allowedDomains, blocked_domains: tool.blockedDomains };
  for (const [name, value] of Object.entries(limits))
    if (value !== null) losses.add('meaning', `${tool.path}.${name}`, 'The upstream searches everywhere.');
  const wishes = { max_uses: tool.maxUses, search_context_size: tool.contextSize, user_location: tool.location };
  for (const [name, value] of Object.entries(wishes))
    if (value !== null) losses.add('advisory', `${tool.path}.${name}`, 'The upstream has no such setting.');
  return target.abilities.search ? { googleSearch: {} } : null;
}

function writeTools(writing: Writing): Writable {
  const functions: Members[] = [];
  const others: Members[] = [];
  for (const tool of writing.turn.tools) {
    if (tool.type === 'function') functions.push(writeFunction(tool, writing));
    else if (tool.type === 'custom') functions.push(writeCustom(tool, writing));
    else if (tool.type === 'search') others.push(...[writeSearch(tool, writing) ?? []].flat());
    else writing.losses.add('meaning', tool.path, `The upstream has no tool ${JSON.stringify(tool.kind)}.`);
  }
  const tools = [...(functions.length === 0 ? [] : [{ functionDeclarations: functions }]), ...others];
  return tools.length === 0 ? undefined : tools;
}

const isFunction = ({ type }: Tool): boolean => type === 'function' || type === 'custom';

/** Which functions may be called, and whether one must be. */
function writeChoice({ turn: { toolChoice, tools, parallel }, losses }: Writing): Writable {
  if (!tools.some(isFunction)) return undefined;
  if (parallel?.value === false)
    losses.add('meaning', parallel.path, 'The upstream cannot be held to one call at a time.');
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return undefined;
  const among = (mode: string, names?: readonly string[]): Writable => ({
    functionCallingConfig: { mode, allowedFunctionNames: names?.map((name) => nameFor(wire, name)) },
  });
  if (choice.kind === 'auto') return undefined;
  if (choice.kind === 'any') return among('ANY');
  if (choice.kind === 'none') return among('NONE');
  if (choice.kind === 'tool') return among('ANY', [choice.name]);
  if (choice.kind === 'allowed') return among(choice.mode === 'any' ? 'ANY' : 'VALIDATED', choice.names);
  losses.add('meaning', toolChoice.path, 'The upstream cannot restrict the tools this way.');
  return undefined;
}

/** How much to think: by level where the model has levels, else by a budget of tokens. */
function writeThinking(writing: Writing): Writable {
  const { turn, target, losses } = writing;
  const { mode, effort, summary } = turn.reasoning;
  const { thinking, efforts } = target.abilities;
  if (!mode && !effort && !summary) return undefined;
  const includeThoughts = summary?.value === 'omitted' ? undefined : true;
  if (thinking === 'adaptive') {
    const asked = requestedEffort(turn.reasoning, losses);
    const level = asked && effortFor(asked, efforts, losses);
    return { thinkingLevel: level?.toUpperCase(), includeThoughts };
  }
  if (mode?.value.kind === 'off' || effort?.value === 'none')
    return thinking === 'none' ? undefined : { thinkingBudget: 0 };
  if (thinking === 'none') {
    losses.add('approximated', mode?.path ?? effort?.path ?? '', 'The model does not think before it answers.');
    return undefined;
  }
  if (mode?.value.kind === 'budget') return { thinkingBudget: mode.value.tokens, includeThoughts };
  if (!effort) return { includeThoughts };
  const thinkingBudget = budgetFor(effort.value, turn.limit?.value ?? Number.MAX_SAFE_INTEGER) ?? undefined;
  losses.add('approximated', effort.path, `a budget of ${thinkingBudget ?? 'the usual'} tokens`);
  return { thinkingBudget, includeThoughts };
}

function writeFormat({ turn: { format }, target, losses }: Writing): Members {
  if (!format || format.value.kind === 'text') return {};
  const responseMimeType = 'application/json';
  if (format.value.kind === 'object') return { responseMimeType };
  if (format.value.kind === 'schema' && target.abilities.schemas)
    return { responseMimeType, responseJsonSchema: new RawJson(format.value.schema) };
  losses.add('meaning', format.path, 'The model cannot be held to it.');
  return {};
}

/** Sequences that the upstream takes. */
const mostStops = 5;

function writeStops({ turn: { stop }, losses }: Writing): Writable {
  if (stop && stop.value.length > mostStops)
    losses.add('meaning', stop.path, `The upstream takes ${mostStops} sequences at most.`);
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
  if (topK && target.abilities.sampling === 'refused') losses.add('advisory', topK.path, 'The model does not take it.');
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

/**
 * A request as `generateContent` has it. Model and streaming stand in its address. What grows from turn to turn stands last and in the
 * same order, so that one turn is a prefix of the next.
 *
 * @throws {GatewayError} 400 where calls and results do not fit together
 */
export function writeRequest(
  turn: Turn,
  target: TargetProfile,
): { readonly body: Buffer; readonly losses: readonly Loss[] } {
  checkCalls(turn.messages);
  const losses = new LossList(wire);
  const writing: Writing = { turn, target, losses };
  losses.cache(turn.cache);
  const { endUser, serviceTier, verbosity } = turn;
  for (const given of [endUser, serviceTier?.value === 'auto' ? null : serviceTier])
    if (given) losses.add('advisory', given.path, 'The upstream has no such member.');
  if (verbosity && verbosity.value !== 'medium')
    losses.add('advisory', verbosity.path, 'The upstream has no such setting.');
  const body = {
    generationConfig: writeGeneration(writing),
    toolConfig: writeChoice(writing),
    tools: writeTools(writing),
    ...writeContents(writing),
  };
  return { body: Buffer.from(writeJson(body)), losses: losses.list() };
}
