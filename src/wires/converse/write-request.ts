import { memberOf } from '../../shared/json/json.ts';
import type { Writable } from '../../shared/json/raw-json.ts';
import { writeThinking } from '../messages/write-request.ts';
import { effortFor, requestedEffort } from '../translation/efforts.ts';
import type { CustomTool, FunctionTool, Tool } from '../translation/settings.ts';
import { nameFor } from '../translation/tool-calls.ts';
import { schemaWithoutBounds, type ToolWriting, withStrictTools } from '../translation/strict-schema.ts';
import { askedFormat, writeLimit, writeParameters, writeMildSampling } from '../translation/write-openai.ts';
import {
  allowedTools,
  describeAsObject,
  isOfCaller,
  lackTool,
  leaveChoice,
  requestWriter,
  textSchema,
  type Members,
  type Writing,
} from '../translation/writing.ts';
import type { TargetProfile } from '../turn.ts';
import { cachePoint, withCallsAsText, writeContent } from './write-content.ts';

const wire = 'converse';

/** Leaves out an object whose members all lack a value. */
const orNothing = (members: Members): Members | undefined =>
  Object.values(members).every((value) => value === undefined) ? undefined : members;

const writeFunction = (tool: FunctionTool, writing: ToolWriting): Members => {
  writing.losses.own(tool.extras);
  return {
    name: nameFor(wire, tool.name),
    description: tool.description === null || tool.description === '' ? undefined : tool.description,
    inputSchema: { json: writeParameters(tool, true) },
    strict: writing.strict.has(tool) || undefined,
  };
};

const writeCustom = (tool: CustomTool, { losses }: Writing): Members => ({
  name: nameFor(wire, tool.name),
  description: describeAsObject(tool, losses),
  inputSchema: { json: textSchema },
});

function writeTool(tool: Tool, writing: ToolWriting): readonly Writable[] {
  if (!isOfCaller(tool)) {
    lackTool(tool, writing);
    writing.losses.cache(tool.cache);
    return [];
  }
  const toolSpec = tool.type === 'function' ? writeFunction(tool, writing) : writeCustom(tool, writing);
  return [{ toolSpec }, ...cachePoint(tool.cache, writing, ['everywhere'])];
}

/** A choice in the vendor's form, which lacks `none`: then no tools are sent. */
function writeChoice({ turn: { toolChoice, parallel }, target, losses }: Writing): Writable {
  if (parallel?.value === false) losses.add('parallel-single', parallel.path);
  const choice = toolChoice?.value;
  if (!choice || !toolChoice) return undefined;
  const mode = choice.kind === 'allowed' ? choice.mode : choice.kind;
  if (mode === 'auto') return { auto: {} };
  if (mode === 'any' || mode === 'tool') {
    if (!target.abilities.forcedTools) {
      losses.add('choice-forced', toolChoice.path);
      return undefined;
    }
    return choice.kind === 'tool' ? { tool: { name: nameFor(wire, choice.name) } } : { any: {} };
  }
  losses.add('choice-other', toolChoice.path);
  return undefined;
}

/** The tools and the choice; if only some are allowed, only those. */
function writeTools(writing: Writing): Writable {
  if (writing.turn.toolChoice?.value.kind === 'none') return undefined;
  const allowed = allowedTools(writing);
  const toolWriting = withStrictTools(writing, allowed);
  const tools = allowed.flatMap((tool) => writeTool(tool, toolWriting));
  return tools.length > 0 ? { tools, toolChoice: writeChoice(writing) } : leaveChoice(writing);
}

function writeFormat(writing: Writing): Writable {
  const format = askedFormat(['schema'], writing);
  if (!format) return undefined;
  const { name, description } = format.value;
  const schema = schemaWithoutBounds(format, writing.losses);
  const jsonSchema = { schema, name: name ?? undefined, description: description ?? undefined };
  return { type: 'json_schema', structure: { jsonSchema } };
}

/** How a model is asked to think. */
interface Thinking {
  /** Members of `additionalModelRequestFields`. */
  readonly fields: Members;
  /** Members of `outputConfig`. */
  readonly effort?: string | undefined;
  /** True if it accepts no sampling parameters then. */
  readonly thinks: boolean;
}

/** If the caller sets no limit, the model's own applies. Thoughts have to stay below that, and below what credit is held for. */
const roomy = 65_536;

function claudeThinking(writing: Writing): Thinking {
  const { target } = writing;
  const { abilities, unstatedLimit = Infinity } = target;
  const limit = writeLimit(writing) ?? Math.min(abilities.maxOutputTokens ?? roomy, unstatedLimit);
  const { thinking, effort } = writeThinking(writing, limit, wire);
  const thinks = thinking !== undefined && thinking.type !== 'disabled';
  return { fields: { thinking }, effort: effort ?? undefined, thinks };
}

/** An effort alone, under the name that the model's vendor uses. */
const effortThinking =
  (fieldsOf: (effort: string) => Members) =>
  ({ turn, target, losses }: Writing): Thinking => {
    const { summary } = turn.reasoning;
    if (summary) losses.add('summary-none', summary.path);
    const asked = requestedEffort(turn.reasoning, losses);
    const effort = asked && effortFor(asked, target.abilities.efforts, losses);
    return { fields: effort === null ? {} : fieldsOf(effort), thinks: false };
  };

/** The ways in which models are asked to think, by their member. */
const thinkings: Readonly<Record<TargetProfile['abilities']['converseReasoning'], (writing: Writing) => Thinking>> = {
  thinking: claudeThinking,
  reasoningConfig: effortThinking((effort) => ({
    reasoningConfig: effort === 'none' ? { type: 'disabled' } : { type: 'enabled', maxReasoningEffort: effort },
  })),
  reasoning_effort: effortThinking((effort) => ({ reasoning_effort: effort })),
  reasoning: effortThinking((effort) => ({ reasoning: { effort } })),
  none: ({ turn: { reasoning }, losses }) => {
    const { mode, effort, summary } = reasoning;
    if (mode && mode.value.kind !== 'off') losses.add('thinking-none', mode.path);
    if (effort && effort.value !== 'none') losses.add('effort-none', effort.path);
    if (summary) losses.add('summary-none', summary.path);
    return { fields: {}, thinks: false };
  },
};

/** Service tiers, by their names in either specification. */
const tiers: Readonly<Record<string, string | null>> = {
  auto: null,
  default: 'default',
  standard_only: 'default',
  flex: 'flex',
  priority: 'priority',
};

function writeTier({ turn: { serviceTier }, losses }: Writing): Writable {
  if (!serviceTier) return undefined;
  const type = memberOf(tiers, serviceTier.value);
  if (type === undefined) losses.add('tier-other', serviceTier.path);
  return type ? { type } : undefined;
}

/** Temperature and similar parameters, within the vendor's bounds. */
function writeInference(writing: Writing, thinks: boolean): Members | undefined {
  const { turn } = writing;
  const sampled = writeMildSampling(writing, thinks);
  return orNothing({
    maxTokens: writeLimit(writing),
    temperature: sampled['temperature'],
    topP: sampled['top_p'],
    stopSequences: turn.stop && turn.stop.value.length > 0 ? turn.stop.value : undefined,
  });
}

function writeTopK({ turn: { topK }, target: { abilities }, losses }: Writing, thinks: boolean): number | undefined {
  if (!topK) return undefined;
  // The member is Claude's.
  if (abilities.converseReasoning === 'thinking' && abilities.sampling !== 'refused' && !thinks) return topK.value;
  losses.add(abilities.converseReasoning === 'thinking' ? 'sampling-fixed' : 'top-k-none', topK.path);
  return undefined;
}

/** A request in the form of Converse. Model and streaming are in its address. */
export const writeRequest = requestWriter(wire, (asked) => {
  const toolConfig = writeTools(asked);
  const writing = toolConfig === undefined ? withCallsAsText(asked) : asked;
  const { turn, target, losses } = writing;
  losses.own(turn.extras);
  const { endUser, verbosity } = turn;
  if (endUser) losses.add('user-none', endUser.path);
  if (verbosity && verbosity.value !== 'medium') losses.add('verbosity-none', verbosity.path);
  const { fields, effort, thinks } = thinkings[target.abilities.converseReasoning](writing);
  const hasStops = turn.stop !== null && turn.stop.value.length > 0;
  return {
    inferenceConfig: writeInference(writing, thinks),
    additionalModelRequestFields: orNothing({ ...fields, top_k: writeTopK(writing, thinks) }),
    // Which sequence stopped the answer is only in the model's own fields.
    additionalModelResponseFieldPaths: hasStops ? ['/stop_sequence'] : undefined,
    serviceTier: writeTier(writing),
    outputConfig: orNothing({ textFormat: writeFormat(writing), effort }),
    toolConfig,
    ...writeContent(writing),
  };
});
