import type { TurnMessage, UpstreamWireId } from '../translation/parts.ts';
import { budgetFor, effortFor, requestedEffort } from '../translation/efforts.ts';
import type { Tool } from '../translation/settings.ts';
import { isAllowed, type Writing } from '../translation/writing.ts';

interface Thinking {
  readonly thinking:
    | { readonly type: 'disabled' | 'between_tools' }
    | { readonly type: 'adaptive'; readonly display?: string | undefined }
    | { readonly type: 'enabled'; readonly budget_tokens: number }
    | undefined;
  readonly effort: string | null;
}

const nothing: Thinking = { thinking: undefined, effort: null };

/** No thoughts, or as few as the model can. */
function off({ target: { abilities }, losses }: Writing, path: string): Thinking {
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
  if (mode?.value.kind === 'off' || effort?.value === 'none') return thinking === 'none' ? nothing : off(writing, path);
  if (!mode && !effort && summary) losses.add('summary-unasked', summary.path);
  if (!mode && !effort) return nothing;
  if (thinking === 'none') {
    losses.add('thinking-none', path);
    return nothing;
  }
  if (isForced(writing, wire) && target.abilities.forcedTools) {
    losses.add('thinking-forced', path);
    return off(writing, path);
  }
  if (thinking === 'adaptive') {
    const asked = requestedEffort(turn.reasoning, losses);
    const found = asked && effortFor(asked, efforts, losses);
    if (summary && ['concise', 'detailed'].includes(summary.value))
      losses.add('summary-kind', summary.path, `${summary.value} → summarized`);
    return { thinking: { type: 'adaptive', display: displayOf(turn.wire, summary?.value) }, effort: found };
  }
  if (lacksThoughts(turn.messages, wire)) {
    losses.add('thinking-lost', path);
    return off(writing, path);
  }
  return withBudget(writing, { path, limit });
}

function withBudget(writing: Writing, { path, limit }: { path: string; limit: number }): Thinking {
  const { turn, losses } = writing;
  const { mode, effort } = turn.reasoning;
  const asked = mode?.value.kind === 'budget' ? mode.value.tokens : budgetFor(effort?.value ?? 'medium', limit);
  if (asked === null || asked >= limit) {
    losses.add('thinking-room', path);
    return off(writing, path);
  }
  if (mode?.value.kind !== 'budget') losses.add('effort-budget', path, `${asked} tokens`);
  return { thinking: { type: 'enabled', budget_tokens: asked }, effort: null };
}

/** Callers of Responses see thoughts if they request a summary; others see what the model shows. */
function displayOf(wire: string, summary: string | undefined): string | undefined {
  if (summary === 'omitted') return 'omitted';
  if (summary !== undefined) return 'summarized';
  return wire === 'responses' ? 'omitted' : undefined;
}
