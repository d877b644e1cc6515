import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { PartHead, StopReason, TurnEvent, TurnUsage } from '../turn.ts';
import { CallInput } from './call-input.ts';
import { type CallerTool, shortHash } from './tool-calls.ts';
import type { Citation, CodePart, Part } from './parts.ts';
import type { LossList } from './writing.ts';

/** A part of an answer so far. */
export interface FoldedPart {
  readonly part: number;
  readonly head: PartHead;
  text: string;
  readonly citations: Citation[];
  seal: string | null;
  whole: Part | null;
}

/** How an answer stopped. */
interface Stop {
  readonly reason: StopReason;
  readonly sequence: string | null;
  readonly explanation: string | null;
}

/** An answer so far, in any format. */
export class FoldedAnswer {
  readonly parts: FoldedPart[] = [];
  readonly usage: Partial<TurnUsage> = {};
  stop: Stop | null = null;
  /** How it was served; null: unknown. */
  tier: string | null = null;
  readonly #byNumber = new Map<number, FoldedPart>();
  readonly #callIds = new Set<string>();

  push(event: TurnEvent): void {
    if (event.type === 'open') {
      const { part } = event;
      const head = this.#withOwnId(part, event.head);
      const folded: FoldedPart = { part, head, text: '', citations: [], seal: null, whole: null };
      this.parts.push(folded);
      this.#byNumber.set(part, folded);
    } else if (event.type === 'delta') this.at(event.part).text += event.text;
    else if (event.type === 'mark') {
      const { mark } = event;
      if (mark.type === 'citation') this.at(event.part).citations.push(mark);
      if (mark.type === 'seal') this.at(event.part).seal = mark.seal;
    } else if (event.type === 'close') this.at(event.part).whole = event.whole;
    else if (event.type === 'usage') Object.assign(this.usage, event.usage);
    else if (event.type === 'stop') this.stop ??= event;
    else if (event.type === 'tier') this.tier = event.tier;
  }

  /** Clients and vendors distinguish calls by their ids: a repeated id in one answer is replaced. */
  #withOwnId(part: number, head: PartHead): PartHead {
    if (head.kind !== 'call') return head;
    const id = this.#callIds.has(head.id) ? `call_${shortHash(`${head.id} ${part}`)}` : head.id;
    this.#callIds.add(id);
    return { ...head, id };
  }

  /** @throws {TypeError} for a part that was never opened, which is a mistake of the reader */
  at(part: number): FoldedPart {
    const found = this.#byNumber.get(part);
    if (!found) throw new TypeError(`Part ${part} was never opened.`);
    return found;
  }

  /** Totals, with 0 for unknown ones. */
  totals(): TurnUsage {
    const none = { input: 0, cached: 0, written: 0, writtenHour: 0, output: 0, reasoning: 0, searches: 0 };
    return { ...none, ...this.usage };
  }
}

/** The arguments of a call as JSON text; an empty object if there are none. */
export const argumentsOf = (text: string): string => (text.trim() === '' ? '{}' : text);

/** The tool that a part calls, and whether it takes text. */
export function calledTool({ head }: FoldedPart, tools: (name: string) => CallerTool): CallerTool {
  if (head.kind !== 'call') return { name: '', isCustom: false };
  const tool = tools(head.name);
  return { ...tool, isCustom: head.isCustom === true || tool.isCustom };
}

/**
 * The text for a tool that accepts text, if it was called with an object that contains it; if that is cut off, the text so far. Any
 * other input stays as it is.
 */
function textInput(input: string): string {
  const textIn = (json: string): string | null => stringOf(objectOf(parseJson(json))['input']);
  const whole = textIn(input);
  if (whole !== null) return whole;
  const reader = new CallInput();
  const read = reader.push(input);
  return reader.isOpen ? (textIn(read + reader.complete(input)) ?? '') : (textIn(read) ?? input);
}

/** What a call says to its tool, when it is whole. */
export function callInput({ head, text }: FoldedPart, isCustom: boolean): string {
  if (!isCustom) return argumentsOf(text);
  return head.kind === 'call' && head.isCustom === true ? text : textInput(text);
}

/** What the caller's wire does not have of a run of code. */
function noteCode(part: CodePart, path: string, losses: LossList): void {
  const { wire } = losses;
  if (wire !== 'responses' && wire !== 'messages') {
    losses.add('answer-other', path, part.type);
    return;
  }
  losses.add('answer-container', `${path}.container`);
  if (part.hasFiles) losses.add('answer-files', `${path}.outputs`);
  if (wire === 'messages') {
    if (part.exitCode === null && (!part.failed || part.output))
      losses.add('answer-exit-unknown', `${path}.return_code`);
    return;
  }
  if (!part.isProgram) losses.add('answer-command', `${path}.code`);
  if (part.exitCode !== null && part.exitCode !== 0) losses.add('answer-exit', `${path}.return_code`);
}

/**
 * Reports what the caller's wire does not have: blocks and items of one vendor's own, and its own reasons to stop; and a usage that
 * the upstream did not report.
 *
 * @param answer as far as it has come
 */
export function noteLosses(event: TurnEvent, answer: FoldedAnswer, losses: LossList): void {
  if (event.type === 'delta') return;
  if (event.type === 'open' && event.head.kind === 'other')
    losses.add('answer-other', `answer[${event.part}]`, event.head.name);
  if (event.type === 'close' && event.whole?.type === 'code') noteCode(event.whole, `answer[${event.part}]`, losses);
  if (event.type === 'open' && event.head.kind === 'text' && event.head.phase !== undefined)
    losses.add('answer-phase', `answer[${event.part}].phase`, event.head.phase);
  if (event.type === 'tier' && losses.wire === 'messages' && !['default', 'priority'].includes(event.tier))
    losses.add('answer-tier', 'service_tier', event.tier);
  if (event.type === 'stop' && event.sequence !== null && losses.wire !== 'messages')
    losses.add('answer-sequence', 'stop_sequence');
  if (event.type === 'end' && Object.keys(answer.usage).length === 0) losses.add('answer-usage', 'usage');
  if (event.type === 'stop' && (event.reason === 'pause' || event.reason === 'compaction'))
    losses.add('answer-stop', 'stop_reason', event.reason);
  if (event.type === 'mark' && event.mark.type === 'citation' && event.mark.url === null)
    losses.add('answer-citation', `answer[${event.part}].citations`);
  if (event.type === 'mark' && event.mark.type === 'late-citation')
    losses.add('answer-citation-late', `answer[${event.part}].citations`);
}
