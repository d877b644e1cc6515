import { writeJson, type Writable } from '../../shared/json/raw-json.ts';
import type { AnswerFrame, PartEvent } from '../turn.ts';
import { type CallerTool, idFor } from '../translation/tool-calls.ts';
import { calledTool, callInput, type FoldedAnswer, type FoldedPart } from '../translation/fold-answer.ts';
import type { Citation } from '../translation/parts.ts';
import type { Members } from '../translation/writing.ts';
import {
  isFull,
  isSaid,
  isUnfinished,
  itemId,
  prefixOf,
  writeAnnotation,
  writeContent,
  writeItem,
  type ItemStatus,
} from './write-answer.ts';

/** An event without its number. */
export interface Unnumbered {
  readonly type: string;
  /** Its members except type and number: the text of an object without its opening brace. */
  readonly text: string;
}

interface OpenItem {
  readonly id: string;
  readonly index: number;
  readonly parts: FoldedPart[];
  /** The number of its parts that are not closed. */
  left: number;
  /** Whether another item has begun since: a message ends with its last part. */
  isEnding: boolean;
}

/** @param members at least one */
export const eventOf = (type: string, members: Members): Unnumbered => ({
  type: `response.${type}`,
  text: writeJson(members).slice(1),
});

/** Writes the parts of an answer as items. Successive texts form one message; items may overlap. */
export class ItemWriter {
  /** The completed items, by index. */
  readonly output: Writable[] = [];
  readonly #frame: AnswerFrame;
  readonly #answer: FoldedAnswer;
  readonly #tools: (name: string) => CallerTool;
  readonly #open = new Map<number, OpenItem>();
  /** The places of parts in their messages. */
  readonly #places = new Map<FoldedPart, number>();
  #message: OpenItem | null = null;
  /** The last item but thoughts, if it is a call that is over before its arguments are: how it ends depends on what follows. */
  #held: { readonly part: FoldedPart; readonly item: OpenItem } | null = null;
  /** The beginning of deltas for the latest text. */
  #texts: { readonly part: FoldedPart; readonly begin: string } | null = null;
  /** Annotations so far. */
  readonly #cited = new Map<FoldedPart, number>();
  #next = 0;
  /** The index of the last item but thoughts. */
  #last = 0;

  constructor(frame: AnswerFrame, answer: FoldedAnswer, tools: (name: string) => CallerTool) {
    this.#frame = frame;
    this.#answer = answer;
    this.#tools = tools;
  }

  push(event: PartEvent): readonly Unnumbered[] {
    const part = this.#answer.at(event.part);
    if (part.head.kind === 'other') return [];
    if (event.type === 'delta') return event.text === '' ? [] : this.#delta(part, event.text);
    if (event.type === 'close') return this.#close(part);
    if (event.type === 'mark')
      return event.mark.type === 'citation' && event.mark.url !== null ? this.#cite(part, event.mark) : [];
    return ['call', 'search', 'code'].includes(part.head.kind) ? this.#begin(part).events : [];
  }

  /** Ends the open message, or the call that is held. @param status `incomplete` for the last of an answer that was cut off */
  end(status: ItemStatus = 'completed'): readonly Unnumbered[] {
    const message = this.#message;
    this.#message = null;
    return [...(message ? [this.#done(message, status)] : []), ...this.endCall(status)];
  }

  /** Ends the call that is held. @param status as for `end` */
  endCall(status: ItemStatus): readonly Unnumbered[] {
    const held = this.#held;
    this.#held = null;
    return held ? [...this.#closeCall(held.part, held.item), this.#done(held.item, status)] : [];
  }

  /** Another item begins. A message whose text continues stays open until it ends. */
  #leave(part: FoldedPart): readonly Unnumbered[] {
    if (this.#held && part.head.kind === 'reasoning') return [];
    if (!this.#message || this.#message.left === 0) return this.end();
    this.#message.isEnding = true;
    this.#message = null;
    return [];
  }

  #itemFor(part: FoldedPart): OpenItem {
    const index = this.#next;
    this.#next += 1;
    if (part.head.kind !== 'reasoning') this.#last = index;
    const id = itemId(this.#frame, prefixOf(part, this.#tools), index);
    const item = { id, index, parts: [part], left: 0, isEnding: false };
    this.#open.set(part.part, item);
    return item;
  }

  #added({ id, index }: OpenItem, members: Members): Unnumbered {
    return eventOf('output_item.added', { output_index: index, item: { id, ...members } });
  }

  #done({ id, index, parts }: OpenItem, status: ItemStatus = 'completed'): Unnumbered {
    const item = writeItem({ id, parts, status }, this.#tools);
    this.output[index] = item;
    return eventOf('output_item.done', { output_index: index, item });
  }

  /** Where the deltas of a part belong. */
  #place(part: FoldedPart, { id, index }: OpenItem): Members {
    const at = { item_id: id, output_index: index };
    if (isSaid(part) || isFull(part)) return { ...at, content_index: this.#places.get(part) ?? 0 };
    return part.head.kind === 'reasoning' ? { ...at, summary_index: 0 } : at;
  }

  #begin(part: FoldedPart): { readonly item: OpenItem; readonly events: readonly Unnumbered[] } {
    const known = this.#open.get(part.part);
    if (known) return { item: known, events: [] };
    if (isSaid(part)) return this.#beginSaid(part);
    const ended = this.#leave(part);
    const item = this.#itemFor(part);
    return { item, events: [...ended, this.#added(item, this.#empty(part))] };
  }

  /** An item of its own, before its first delta. */
  #empty(part: FoldedPart): Members {
    const { head } = part;
    const status = 'in_progress';
    if (head.kind === 'reasoning') return { type: 'reasoning', summary: [], encrypted_content: null, status };
    if (head.kind === 'code')
      return { type: 'code_interpreter_call', status, code: '', container_id: null, outputs: null };
    if (head.kind !== 'call') return { type: 'web_search_call', status, action: { type: 'search', query: '' } };
    const { name, isCustom, namespace } = calledTool(part, this.#tools);
    const called = { call_id: idFor('responses', head.id), name, namespace };
    return isCustom
      ? { type: 'custom_tool_call', ...called, input: '', status }
      : { type: 'function_call', ...called, arguments: '', status };
  }

  #beginSaid(part: FoldedPart): { readonly item: OpenItem; readonly events: readonly Unnumbered[] } {
    const events: Unnumbered[] = [];
    let item = this.#message;
    if (item) {
      this.#places.set(part, item.parts.length);
      item.parts.push(part);
      this.#open.set(part.part, item);
    } else {
      events.push(...this.#leave(part));
      item = this.#itemFor(part);
      this.#message = item;
      events.push(this.#added(item, { type: 'message', status: 'in_progress', role: 'assistant', content: [] }));
    }
    item.left += 1;
    const empty = writeContent({ ...part, text: '', citations: [] });
    return { item, events: [...events, eventOf('content_part.added', { ...this.#place(part, item), part: empty })] };
  }

  #delta(part: FoldedPart, text: string): readonly Unnumbered[] {
    const { head } = part;
    if (head.kind === 'text') return this.#textDelta(part, text);
    const isNew = !this.#open.has(part.part);
    const { item, events } = this.#begin(part);
    const at = this.#place(part, item);
    if (head.kind === 'refusal') return [...events, eventOf('refusal.delta', { ...at, delta: text })];
    if (head.kind === 'reasoning') {
      const begun = isNew ? [this.#beginThought(part, at)] : [];
      const type = isFull(part) ? 'reasoning_text.delta' : 'reasoning_summary_text.delta';
      return [...events, ...begun, eventOf(type, { ...at, delta: text })];
    }
    // The text of a custom tool is known once its object is complete.
    if (head.kind !== 'call' || calledTool(part, this.#tools).isCustom) return events;
    return [...events, eventOf('function_call_arguments.delta', { ...at, delta: text })];
  }

  /** Almost every event is one of these, in which only the text is new. */
  #textDelta(part: FoldedPart, text: string): readonly Unnumbered[] {
    const eventAfter = (begin: string): Unnumbered => ({
      type: 'response.output_text.delta',
      text: `${begin}${JSON.stringify(text)},"logprobs":[]}`,
    });
    if (this.#texts?.part === part) return [eventAfter(this.#texts.begin)];
    const { item, events } = this.#begin(part);
    const begin = `${writeJson(this.#place(part, item)).slice(1, -1)},"delta":`;
    this.#texts = { part, begin };
    return [...events, eventAfter(begin)];
  }

  #beginThought(part: FoldedPart, at: Members): Unnumbered {
    return isFull(part)
      ? eventOf('content_part.added', { ...at, part: { type: 'reasoning_text', text: '' } })
      : eventOf('reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } });
  }

  #cite(part: FoldedPart, citation: Citation): readonly Unnumbered[] {
    const { item, events } = this.#begin(part);
    const index = this.#cited.get(part) ?? 0;
    this.#cited.set(part, index + 1);
    const annotation = writeAnnotation(citation, part.text);
    const cited = { ...this.#place(part, item), annotation_index: index, annotation };
    return [...events, eventOf('output_text.annotation.added', cited)];
  }

  #close(part: FoldedPart): readonly Unnumbered[] {
    const { head, seal } = part;
    const isThought = head.kind === 'reasoning';
    const known = this.#open.get(part.part);
    if (!known && !(isThought && seal !== null)) return [];
    const { item, events } = this.#begin(part);
    const at = this.#place(part, item);
    if (isSaid(part)) {
      item.left -= 1;
      const isOver = item.isEnding && item.left === 0;
      return [...events, ...this.#closeSaid(part, at), ...(isOver ? [this.#done(item)] : [])];
    }
    if (isThought) return [...events, ...(known ? this.#closeThought(part, at) : []), this.#done(item)];
    if (head.kind === 'search') return [...this.#searched(part, at), this.#done(item)];
    if (head.kind === 'code') return [...this.#ran(part, at), this.#done(item)];
    if (item.index === this.#last && isUnfinished(part)) {
      this.#held = { part, item };
      return [];
    }
    return [...this.#closeCall(part, item), this.#done(item)];
  }

  #closeSaid(part: FoldedPart, at: Members): readonly Unnumbered[] {
    const whole = { ...at, part: writeContent(part) };
    const said =
      part.head.kind === 'refusal'
        ? eventOf('refusal.done', { ...at, refusal: part.text })
        : eventOf('output_text.done', { ...at, text: part.text, logprobs: [] });
    return [said, eventOf('content_part.done', whole)];
  }

  #closeThought(part: FoldedPart, at: Members): readonly Unnumbered[] {
    const { text } = part;
    if (isFull(part))
      return [
        eventOf('reasoning_text.done', { ...at, text }),
        eventOf('content_part.done', { ...at, part: { type: 'reasoning_text', text } }),
      ];
    return [
      eventOf('reasoning_summary_text.done', { ...at, text }),
      eventOf('reasoning_summary_part.done', { ...at, part: { type: 'summary_text', text } }),
    ];
  }

  #closeCall(part: FoldedPart, item: OpenItem): readonly Unnumbered[] {
    const at = this.#place(part, item);
    const { name, isCustom } = calledTool(part, this.#tools);
    const input = callInput(part, isCustom);
    if (isCustom)
      return [
        eventOf('custom_tool_call_input.delta', { ...at, delta: input }),
        eventOf('custom_tool_call_input.done', { ...at, input }),
      ];
    const missing = part.text.trim() === '' ? [eventOf('function_call_arguments.delta', { ...at, delta: input })] : [];
    return [...missing, eventOf('function_call_arguments.done', { ...at, name, arguments: input })];
  }

  #searched({ whole }: FoldedPart, at: Members): readonly Unnumbered[] {
    const isDone = whole?.type !== 'search' || (whole.isCut !== true && !whole.failed);
    const steps = ['in_progress', 'searching', ...(isDone ? ['completed'] : [])];
    return steps.map((step) => eventOf(`web_search_call.${step}`, at));
  }

  /** A program is known once it has run. */
  #ran({ whole }: FoldedPart, at: Members): readonly Unnumbered[] {
    const run = whole?.type === 'code' ? whole : null;
    const code = run?.code ?? '';
    const written = code === '' ? [] : [eventOf('code_interpreter_call_code.delta', { ...at, delta: code })];
    return [
      eventOf('code_interpreter_call.in_progress', at),
      ...written,
      eventOf('code_interpreter_call_code.done', { ...at, code }),
      ...(run?.isCut === true ? [] : ['interpreting', 'completed']).map((step) =>
        eventOf(`code_interpreter_call.${step}`, at),
      ),
    ];
  }
}
