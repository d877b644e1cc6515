import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { joinResults } from '../translation/tool-calls.ts';
import { budgetFor, effortFor, noteIdleEffort, requestedEffort } from '../translation/efforts.ts';
import type { Tool } from '../translation/settings.ts';
import type { TurnMessage, UpstreamWireId } from '../translation/parts.ts';
import { schemaWithoutBounds } from '../translation/strict-schema.ts';
import { askedFormat, writeLimit, writeMildSampling } from '../translation/write-openai.ts';
import {
  hasWords,
  isAllowed,
  isOperator,
  isPrefilled,
  LossList,
  type Members,
  rawMembers,
  requestWriter,
  speakAsUser,
  splitOperator,
  type Writing,
} from '../translation/writing.ts';
import { writeParts } from './write-blocks.ts';
import { withoutOwnNames, writeTools } from './write-tools.ts';

/** If neither the caller nor the catalogue names a limit: one that every model of the vendor accepts. */
const usualLimit = 4_096;

function limitOf(writing: Writing): number {
  const { abilities, unstatedLimit = Infinity } = writing.target;
  return writeLimit(writing) ?? Math.max(1, Math.min(abilities.maxOutputTokens ?? usualLimit, unstatedLimit));
}

/** Temperature and similar parameters: within the format's bounds, and only if the model accepts them. */
function sampling(writing: Writing, thinks: boolean): Members {
  const { turn, target, losses } = writing;
  const sampled = writeMildSampling(writing, thinks);
  if (!turn.topK || (target.abilities.sampling !== 'refused' && !thinks))
    return { ...sampled, top_k: turn.topK?.value };
  losses.add('sampling-fixed', turn.topK.path);
  return sampled;
}

function stops({ turn: { stop }, losses }: Writing): Writable {
  if (!stop) return undefined;
  const taken = stop.value.filter((each) => each.trim() !== '');
  if (taken.length < stop.value.length) losses.add('stop-blank', stop.path);
  return taken.length === 0 ? undefined : taken;
}

function formatOf(writing: Writing): Writable {
  const format = askedFormat(['schema'], writing);
  return format ? { type: 'json_schema', schema: new RawJson(schemaWithoutBounds(format, writing.losses)) } : undefined;
}

const tiers: Readonly<Record<string, string | undefined>> = { auto: undefined, default: 'standard_only' };

function tierOf({ turn: { serviceTier }, losses }: Writing): string | undefined {
  if (!serviceTier) return undefined;
  if (!Object.hasOwn(tiers, serviceTier.value)) losses.add('tier-none', serviceTier.path, serviceTier.value);
  return tiers[serviceTier.value];
}

/** Characters that the vendor accepts. */
const longestUser = 512;

function metadataOf({ turn: { endUser, extras }, losses }: Writing): Writable {
  if (!endUser) return undefined;
  for (const { path, name } of extras) if (name === 'user') losses.add('user-second', path);
  if (endUser.value.length <= longestUser) return { user_id: endUser.value };
  losses.add('user-long', endUser.path);
  return undefined;
}

export const writeRequest = requestWriter('messages', (asked) => {
  const writing = withoutOwnNames(asked);
  const { turn, target, losses } = writing;
  const limit = limitOf(writing);
  const { thinking, effort } = writeThinking(writing, limit);
  const format = formatOf(writing);
  const { verbosity } = turn;
  if (verbosity && verbosity.value !== 'medium') losses.add('verbosity-none', verbosity.path);
  // The vendor accepts no sampling parameters together with thoughts of either kind.
  const thinks = thinking !== undefined && thinking.type !== 'disabled';
  return {
    model: target.model,
    max_tokens: limit,
    stream: turn.stream ? true : undefined,
    ...sampling(writing, thinks),
    stop_sequences: stops(writing),
    thinking,
    output_config: effort === null && format === undefined ? undefined : { effort: effort ?? undefined, format },
    metadata: metadataOf(writing),
    service_tier: tierOf(writing),
    ...rawMembers(losses.own(turn.extras)),
    cache_control: turn.cache ? new RawJson(turn.cache.raw) : undefined,
    ...writeTools(writing),
    ...writeMessages(writing),
  };
});

/** What the operator says at one place: the vendor accepts one message there. */
const joinOperators = (messages: readonly TurnMessage[]): readonly TurnMessage[] =>
  messages.slice(0, 1).map((first) => ({
    ...first,
    role: 'system',
    parts: messages.flatMap(({ parts }) => parts),
    isString: messages.length === 1 && first.isString,
    extras: messages.flatMap(({ extras = [] }) => extras),
  }));

/** Whether anything of a message will be written. */
const saysSomething = ({ parts }: TurnMessage, writing: Writing): boolean =>
  parts.some((part) => writeParts([part], { ...writing, losses: new LossList('messages') }).length > 0);

/**
 * Messages of the operator in the middle of a conversation: in their own role if the model knows it and the vendor accepts it there,
 * which is after the user and before the model; else marked text of the user. Messages that would be empty have no place.
 */
function placeOperators(messages: readonly TurnMessage[], writing: Writing): readonly TurnMessage[] {
  const { target, losses } = writing;
  if (!messages.some(isOperator)) return messages;
  const placed: TurnMessage[] = [];
  let waiting: TurnMessage[] = [];
  let before: TurnMessage['role'] | null = null;
  const place = (next: TurnMessage['role'] | null): void => {
    const takes = target.abilities.systemInMiddle && before === 'user' && next !== 'user';
    const spoken = takes ? joinOperators(waiting) : waiting.map((message) => speakAsUser(message, losses));
    for (const message of spoken) placed.push(message);
    waiting = [];
  };
  for (const message of messages) {
    if (isOperator(message)) {
      waiting.push(message);
      continue;
    }
    const counts = saysSomething(message, writing);
    if (counts) place(message.role);
    placed.push(message);
    if (counts) before = message.role;
  }
  place(null);
  return placed;
}

function writeMessage(message: TurnMessage, writing: Writing): Writable | null {
  writing.losses.own(message.extras);
  const [first] = message.parts;
  const isText =
    message.isString &&
    message.parts.length === 1 &&
    first?.type === 'text' &&
    first.cache === undefined &&
    hasWords(first.text);
  const content = isText ? first.text : writeParts(message.parts, writing);
  return content.length === 0 ? null : { role: message.role, content };
}

/** `system` and `messages`. */
function writeMessages(writing: Writing): { readonly system: Writable; readonly messages: readonly Writable[] } {
  const { messages } = writing.turn;
  const [operators, rest] = splitOperator(messages);
  for (const { extras } of operators) writing.losses.own(extras);
  const system = operators.flatMap(({ parts }) => writeParts(parts, writing));
  const placed = placeOperators(rest, writing);
  return {
    system: system.length === 0 ? undefined : system,
    messages: joinResults(placed).flatMap((message) => writeMessage(message, writing) ?? []),
  };
}

interface Thinking {
  readonly thinking:
    | { readonly type: 'disabled' | 'between_tools' }
    | { readonly type: 'adaptive'; readonly display?: string | undefined }
    | { readonly type: 'enabled'; readonly budget_tokens: number }
    | undefined;
  readonly effort: string | null;
}

const noThinking: Thinking = { thinking: undefined, effort: null };

/** No thoughts, or as few as the model can. */
function withoutThoughts({ target: { abilities }, losses }: Writing, path: string): Thinking {
  const { thinkingOff, efforts } = abilities;
  if (thinkingOff === 'disabled') return { thinking: { type: 'disabled' }, effort: null };
  losses.add('thinking-always', path);
  if (thinkingOff === 'between_tools') return { thinking: { type: 'between_tools' }, effort: null };
  return { thinking: undefined, effort: efforts[0] ?? null };
}

/** Whether the last message of the model calls tools, and its thoughts were not sent back: the vendor refuses that with a budget. */
function lacksThoughts(messages: readonly TurnMessage[], wire: UpstreamWireId): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant');
  const after = last ? messages.slice(messages.indexOf(last) + 1) : [];
  const isOpen = after.some(({ parts }) => parts.some(({ type }) => type === 'result'));
  const calls = last?.parts.some(({ type }) => type === 'call') ?? false;
  const thought = last?.parts.some((part) => part.type === 'reasoning' && part.proof?.wire === wire) ?? false;
  return isOpen && calls && !thought;
}

/** Whether one of the sent tools is forced, which the vendor refuses together with thoughts. */
function isForced({ turn, target: { abilities } }: Writing, wire: UpstreamWireId): boolean {
  const choice = turn.toolChoice?.value;
  const goesOut = (tool: Tool): boolean => {
    if (!isAllowed(tool, turn)) return false;
    if (tool.type === 'function' || tool.type === 'custom') return true;
    return wire === 'messages' && (tool.type === 'other' ? tool.wire === wire : abilities[tool.type]);
  };
  const offered = turn.tools.filter(goesOut);
  if (choice?.kind === 'search' || choice?.kind === 'code') return offered.some(({ type }) => type === choice.kind);
  const mode = choice?.kind === 'allowed' ? choice.mode : choice?.kind;
  return offered.length > 0 && (mode === 'any' || mode === 'tool');
}

/** `thinking` and the effort, as the target accepts them. @param wire the format that is written */
export function writeThinking(writing: Writing, limit: number, wire: UpstreamWireId = 'messages'): Thinking {
  const { turn, target, losses } = writing;
  const { mode, effort, summary } = turn.reasoning;
  const { thinking, efforts } = target.abilities;
  const path = mode?.path ?? effort?.path ?? '';
  noteIdleEffort(turn.reasoning, losses);
  if (mode?.value.kind === 'off' || effort?.value === 'none')
    return thinking === 'none' ? noThinking : withoutThoughts(writing, path);
  if (!mode && !effort && summary) losses.add('summary-unasked', summary.path);
  if (!mode && !effort) return noThinking;
  if (thinking === 'none') {
    losses.add('thinking-none', path);
    return noThinking;
  }
  if (isForced(writing, wire) && target.abilities.forcedTools) {
    losses.add('thinking-forced', path);
    return withoutThoughts(writing, path);
  }
  if (thinking === 'adaptive') {
    const asked = requestedEffort(turn.reasoning, losses);
    const found = asked && effortFor(asked, efforts, losses);
    if (summary && ['concise', 'detailed'].includes(summary.value))
      losses.add('summary-kind', summary.path, `${summary.value} → summarized`);
    return { thinking: { type: 'adaptive', display: displayOf(turn.wire, summary?.value) }, effort: found };
  }
  const prefilled = isPrefilled(turn.messages, wire);
  if (prefilled || lacksThoughts(turn.messages, wire)) {
    losses.add(prefilled ? 'thinking-prefill' : 'thinking-lost', path);
    return withoutThoughts(writing, path);
  }
  return withBudget(writing, { path, limit });
}

function withBudget(writing: Writing, { path, limit }: { path: string; limit: number }): Thinking {
  const { turn, losses } = writing;
  const { mode, effort } = turn.reasoning;
  const asked = mode?.value.kind === 'budget' ? mode.value.tokens : budgetFor(effort?.value ?? 'medium', limit);
  if (asked === null || asked >= limit) {
    losses.add('thinking-limit', path);
    return withoutThoughts(writing, path);
  }
  const given = mode?.value.kind === 'budget' ? effort?.path : path;
  if (given !== undefined) losses.add('effort-budget', given, `${asked} tokens`);
  return { thinking: { type: 'enabled', budget_tokens: asked }, effort: null };
}

/** Callers of Responses see thoughts if they request a summary; others see what the model shows. */
function displayOf(wire: string, summary: string | undefined): string | undefined {
  if (summary === 'omitted') return 'omitted';
  if (summary !== undefined) return 'summarized';
  return wire === 'responses' ? 'omitted' : undefined;
}
