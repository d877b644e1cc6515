import { arrayOf, memberOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { rawObject } from '../../shared/json/raw-json.ts';
import { closePart, type PartHead, type TurnEvent } from '../turn.ts';
import { Field } from '../translation/field.ts';
import type { Citation, ProvenPart } from '../translation/parts.ts';
import { fileCitation, urlCitation } from '../translation/read-openai.ts';
import { readCode, readReasoning, readSearch } from './read-items.ts';

/** An open part, by its item and its index in that. */
interface OpenPart {
  readonly part: number;
  /** The text so far. */
  text: string;
  /** Of a thought: the list and the index that its text is in; null: what follows is in another place. */
  place: string | null;
  citations: number;
}

/** A citation of a file has no address: no other format has it, which is reported. */
const citationOf = (annotation: JsonObject): Citation =>
  annotation['type'] === 'url_citation' ? urlCitation(annotation) : fileCitation(annotation);

/** Separates the texts of one thought. */
const paragraph = '\n\n';

const textsOf = (list: Json | undefined): string =>
  arrayOf(list)
    .map((each) => stringOf(objectOf(each)['text']) ?? '')
    .filter((text) => text !== '')
    .join(paragraph);

/** What separates a text of a thought from the one before; empty if it goes on with that. */
function follow(open: OpenPart, place: string): string {
  const isNext = open.text !== '' && open.place !== place;
  open.place = place;
  return isNext ? paragraph : '';
}

/** The content of an item that is one part, when it is complete: in the order in which its deltas came. @param said the deltas */
const itemText: Readonly<Record<string, (item: JsonObject, said: string) => string>> = {
  function_call: (item) => stringOf(item['arguments']) ?? '',
  custom_tool_call: (item) => stringOf(item['input']) ?? '',
  reasoning: ({ summary, content }, said) => {
    const whole = textsOf([...arrayOf(content), ...arrayOf(summary)]);
    return whole.startsWith(said) ? whole : textsOf([...arrayOf(summary), ...arrayOf(content)]);
  },
};

/** Items that the vendor wants back unchanged. */
const provenItems: Readonly<Record<string, (item: Field) => ProvenPart>> = {
  reasoning: readReasoning,
  web_search_call: readSearch,
  code_interpreter_call: readCode,
};

function headOf(item: JsonObject): PartHead {
  const type = stringOf(item['type']) ?? '';
  const call = { id: stringOf(item['call_id']) ?? '', name: stringOf(item['name']) ?? '' };
  if (type === 'function_call') return { kind: 'call', ...call };
  if (type === 'custom_tool_call') return { kind: 'call', ...call, isCustom: true };
  if (type === 'reasoning')
    return { kind: 'reasoning', form: arrayOf(item['content']).length > 0 ? 'full' : 'summary' };
  if (type === 'web_search_call') return { kind: 'search', id: stringOf(item['id']) ?? '' };
  if (type === 'code_interpreter_call') return { kind: 'code', id: stringOf(item['id']) ?? '' };
  return { kind: 'other', name: type };
}

/** Turns items into parts: a message becomes one part for each of its contents, every other item becomes one part. */
export class ItemReader {
  hasCalls = false;
  readonly #open = new Map<string, OpenPart>();
  readonly #done = new Set<number>();
  /** The phase of a message's text, if it is given. */
  readonly #phases = new Map<number, string>();
  #next = 0;

  /** Begins an item. A message opens no part before its first content, and neither does a thought: its form is not known. */
  added(index: number, item: JsonObject): readonly TurnEvent[] {
    const { type } = item;
    if (type === 'message') this.#notePhase(index, item);
    return type === 'message' || type === 'reasoning' ? [] : this.#begin(`${index}`, headOf(item)).events;
  }

  /** Continues a part. @param place the index of its text in the item, if that has several */
  delta(
    { index, place }: { readonly index: number; readonly place: number },
    kind: PartHead,
    text: string,
  ): readonly TurnEvent[] {
    if (this.#done.has(index) || text === '') return [];
    const { open, events } =
      kind.kind === 'text' || kind.kind === 'refusal'
        ? this.#begin(`${index}.${place}`, this.#inMessage(index, kind))
        : this.#begin(`${index}`, kind);
    const added = kind.kind === 'reasoning' ? follow(open, `${kind.form} ${place}`) + text : text;
    open.text += added;
    return [...events, { type: 'delta', part: open.part, text: added }];
  }

  /** Another summary of the same thought begins: some hosts do not number them. */
  nextSummary(index: number): readonly TurnEvent[] {
    const open = this.#open.get(`${index}`);
    if (open) open.place = null;
    return [];
  }

  cite(index: number, place: number, annotation: JsonObject): readonly TurnEvent[] {
    if (this.#done.has(index)) return [];
    const { open, events } = this.#begin(`${index}.${place}`, { kind: 'text' });
    open.citations += 1;
    return [...events, { type: 'mark', part: open.part, mark: citationOf(annotation) }];
  }

  /**
   * The items of the complete answer: adds those that no event has ended. Some hosts number events differently from the list: if as
   * many items have ended as it has, nothing is added.
   */
  rest(output: readonly Json[]): readonly TurnEvent[] {
    if (this.#done.size >= output.length) return [];
    return output.flatMap((item, index) => this.done(index, objectOf(item)));
  }

  /** Completes an item: adds what its deltas left out, then closes it. */
  done(index: number, item: JsonObject): readonly TurnEvent[] {
    if (this.#done.has(index)) return [];
    this.#done.add(index);
    if (item['type'] === 'message') {
      this.#notePhase(index, item);
      return arrayOf(item['content']).flatMap((part, place) => this.#endContent({ index, place }, objectOf(part)));
    }
    const { open, events } = this.#begin(`${index}`, headOf(item));
    const type = stringOf(item['type']) ?? '';
    const text = memberOf(itemText, type)?.(item, open.text) ?? '';
    return [...events, ...this.#rest(open, text), ...this.#end(`${index}`, open, item)];
  }

  closeAll(): readonly TurnEvent[] {
    const left = [...this.#open.values()].map(({ part }): TurnEvent => ({ type: 'close', part, whole: null }));
    this.#open.clear();
    return left;
  }

  #begin(key: string, head: PartHead): { readonly open: OpenPart; readonly events: readonly TurnEvent[] } {
    const known = this.#open.get(key);
    if (known) return { open: known, events: [] };
    const open: OpenPart = { part: this.#next, text: '', place: null, citations: 0 };
    this.#next += 1;
    this.#open.set(key, open);
    if (head.kind === 'call') this.hasCalls = true;
    return { open, events: [{ type: 'open', part: open.part, head }] };
  }

  /** What a complete text has beyond its deltas. Deltas that it contradicts cannot be taken back. */
  #rest(open: OpenPart, whole: string): readonly TurnEvent[] {
    if (!whole.startsWith(open.text) || whole.length === open.text.length) return [];
    const text = whole.slice(open.text.length);
    open.text = whole;
    return [{ type: 'delta', part: open.part, text }];
  }

  #notePhase(index: number, { phase }: JsonObject): void {
    if (typeof phase === 'string') this.#phases.set(index, phase);
  }

  /** A part of a message, with what is known about the message. */
  #inMessage(index: number, head: PartHead): PartHead {
    const phase = this.#phases.get(index);
    return head.kind === 'text' && phase !== undefined ? { kind: 'text', phase } : head;
  }

  #endContent(
    { index, place }: { readonly index: number; readonly place: number },
    content: JsonObject,
  ): readonly TurnEvent[] {
    const key = `${index}.${place}`;
    const refusal = stringOf(content['refusal']);
    const text = refusal ?? stringOf(content['text']) ?? '';
    const annotations = arrayOf(content['annotations']);
    if (text === '' && annotations.length === 0 && !this.#open.has(key)) return [];
    const head = this.#inMessage(index, { kind: refusal === null ? 'text' : 'refusal' });
    const { open, events } = this.#begin(key, head);
    const cited = annotations.slice(open.citations).map(objectOf).map(citationOf);
    this.#open.delete(key);
    return [
      ...events,
      ...this.#rest(open, text),
      ...cited.map((mark): TurnEvent => ({ type: 'mark', part: open.part, mark })),
      { type: 'close', part: open.part, whole: null },
    ];
  }

  #end(key: string, { part }: OpenPart, item: JsonObject): readonly TurnEvent[] {
    this.#open.delete(key);
    const field = Field.of(rawObject(JSON.stringify(item), item));
    const type = stringOf(item['type']) ?? '';
    const read = memberOf(provenItems, type)?.(field) ?? null;
    return closePart(part, read?.proof ?? null, read);
  }
}
