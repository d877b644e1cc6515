import {
  arrayOf,
  isObject,
  objectOf,
  parseJson,
  stringOf,
  type Json,
  type JsonObject,
} from '../../shared/json/json.ts';
import { newId } from '../../shared/ids.ts';
import { scanMembers, type MemberScanner } from '../../shared/json/json-members.ts';
import type { PartHead, TurnEvent } from '../turn.ts';
import type { Citation } from '../translation/parts.ts';
import { shortHash } from '../translation/tool-calls.ts';
import { fileCitation, urlCitation } from '../translation/read-openai.ts';
import { Thoughts } from './thoughts.ts';

const wire = 'chat-completions';

/** A call whose arguments are still arriving. */
interface OpenCall {
  /** Null until its name has arrived. */
  part: number | null;
  id: string | null;
  name: string;
  input: string;
  /** Finds the last brace of `input`. Null until it is first needed. */
  scanner: MemberScanner | null;
  /** The end of `input` that the scanner has not seen. */
  unscanned: string;
  /** True if `input` has its last brace and is not JSON. */
  isBroken: boolean;
  isCustom: boolean;
}

function citationOf(annotation: Json): Citation {
  const { url_citation: cited, file_citation: file } = objectOf(annotation);
  return isObject(cited) ? urlCitation(cited) : fileCitation(objectOf(file));
}

/** The text of a member that is a string, or a list of texts. */
const textOf = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : arrayOf(content)
        .map((part) => (objectOf(part)['type'] === 'text' ? (stringOf(objectOf(part)['text']) ?? '') : ''))
        .join('');

/** Turns the deltas of a message into parts. Text and thoughts follow one another; calls may overlap. */
export class DeltaReader {
  hasCalls = false;
  /** The upstream's id of the answer; empty if it has none. */
  answerId = '';
  #next = 0;
  /** The open part with text, a refusal or thoughts. */
  #open: { readonly part: number; readonly kind: 'text' | 'refusal' | 'reasoning' } | null = null;
  /** The last part of words; null: there was none. */
  #words: number | null = null;
  /** Citations that came before all words. */
  #early: Citation[] = [];
  readonly #thoughts = new Thoughts();
  readonly #calls = new Map<number, OpenCall>();
  /** Indexes of open calls by id. */
  readonly #ids = new Map<string, number>();
  /** Indexes of calls that have received more since they were last checked for completeness. */
  readonly #changed = new Set<number>();
  #lastIndex = 0;

  push(delta: JsonObject): readonly TurnEvent[] {
    const events: TurnEvent[] = [];
    const thought = this.#thoughts.push(delta);
    if (thought !== null) events.push(...this.#say('reasoning', thought));
    const { content, refusal, annotations } = delta;
    if (content) events.push(...this.#say('text', textOf(content)));
    if (refusal) events.push(...this.#say('refusal', stringOf(refusal) ?? ''));
    if (annotations) for (const mark of this.#cite(arrayOf(annotations).map(citationOf))) events.push(mark);
    for (const call of arrayOf(delta['tool_calls']))
      for (const event of this.#addCall(objectOf(call))) events.push(event);
    const old = delta['function_call'];
    if (isObject(old) && (old['name'] || old['arguments']))
      events.push(...this.#addCall({ index: 0, id: 'function_call', function: old }));
    return events;
  }

  closeAll(): readonly TurnEvent[] {
    const left = [...this.#calls.values()].flatMap((call) => [
      ...(call.part === null ? this.#openCall(call) : []),
      ...this.#closeCall(call),
    ]);
    this.#calls.clear();
    this.#changed.clear();
    return [...this.#closeOpen(), ...left];
  }

  #begin(head: PartHead): { readonly part: number; readonly event: TurnEvent } {
    const part = this.#next;
    this.#next += 1;
    return { part, event: { type: 'open', part, head } };
  }

  /** Text, a refusal or thoughts; a different kind ends the previous part. */
  #say(kind: 'text' | 'refusal' | 'reasoning', text: string): readonly TurnEvent[] {
    const isProof = kind === 'reasoning' && this.#thoughts.hasNews;
    if (text === '' && !isProof) return [];
    const events: TurnEvent[] = [];
    if (this.#open?.kind !== kind) {
      for (const event of [...this.#closeOpen(), ...this.#closeWholeCalls()]) events.push(event);
      const { part, event } = this.#begin(kind === 'reasoning' ? { kind, form: 'full' } : { kind });
      this.#open = { part, kind };
      events.push(event);
      if (kind === 'text') {
        this.#words = part;
        for (const mark of this.#early.splice(0)) events.push({ type: 'mark', part, mark });
      }
    }
    if (text !== '' && this.#open) events.push({ type: 'delta', part: this.#open.part, text });
    return events;
  }

  #closeOpen(): readonly TurnEvent[] {
    const open = this.#open;
    if (!open) return [];
    this.#open = null;
    const { part } = open;
    const raw = open.kind === 'reasoning' ? this.#thoughts.take() : null;
    const close: TurnEvent = { type: 'close', part, whole: null };
    return raw === null ? [close] : [{ type: 'mark', part, mark: { type: 'proof', proof: { wire, raw } } }, close];
  }

  /** Citations belong to the words that are open, or else to those that come first. When words are over it is too late. */
  #cite(citations: readonly Citation[]): readonly TurnEvent[] {
    const open = this.#open;
    if (open?.kind === 'text') return citations.map((mark) => ({ type: 'mark', part: open.part, mark }));
    if (this.#words !== null && citations.length > 0)
      return [{ type: 'mark', part: this.#words, mark: { type: 'late-citation' } }];
    for (const citation of citations) this.#early.push(citation);
    return [];
  }

  #addCall(call: JsonObject): readonly TurnEvent[] {
    const index = this.#indexOf(call);
    const id = stringOf(call['id']);
    const custom = call['custom'];
    const called = objectOf(isObject(custom) ? custom : call['function']);
    const given = called[isObject(custom) ? 'input' : 'arguments'];
    const text = stringOf(given) ?? (isObject(given) ? JSON.stringify(given) : '');
    const events: TurnEvent[] = [];
    let open = this.#calls.get(index);
    // A different id at an index that is taken means another call.
    if (open && id !== null && id !== '' && open.id !== null && open.id !== id) {
      events.push(...this.#closeCall(open));
      this.#forget(index, open);
      open = undefined;
    }
    if (!open) {
      for (const event of this.#closeWholeCalls()) events.push(event);
      open = newCall(isObject(custom));
      this.#calls.set(index, open);
    }
    open.id ??= id === '' ? null : id;
    if (open.id !== null) this.#ids.set(open.id, index);
    this.#changed.add(index);
    if (open.part === null) open.name += stringOf(called['name']) ?? '';
    open.input += text;
    open.unscanned += text;
    if (open.part !== null) return text === '' ? events : [...events, { type: 'delta', part: open.part, text }];
    return open.name === '' ? events : [...events, ...this.#closeOpen(), ...this.#openCall(open)];
  }

  /** The place of a call: by its index, else by its id, else the last one, or a new one if an id begins. */
  #indexOf({ index, id }: JsonObject): number {
    const given = stringOf(id) ?? '';
    const known = this.#ids.get(given);
    const isNew = given !== '' && known === undefined;
    const found = typeof index === 'number' ? index : (known ?? this.#lastIndex + (isNew && this.hasCalls ? 1 : 0));
    this.#lastIndex = found;
    return found;
  }

  #openCall(call: OpenCall): readonly TurnEvent[] {
    this.hasCalls = true;
    const id = call.id ?? this.#ownId();
    const { part, event } = this.#begin({
      kind: 'call',
      id,
      name: call.name,
      ...(call.isCustom && { isCustom: true }),
    });
    call.part = part;
    return call.input === '' ? [event] : [event, { type: 'delta', part, text: call.input }];
  }

  /** For a host that sends none. Vendors refuse a conversation in which two calls have the same id. */
  #ownId(): string {
    return this.answerId === '' ? newId('call') : `call_${shortHash(`${this.answerId} ${this.#next}`)}`;
  }

  #closeCall({ part }: OpenCall): readonly TurnEvent[] {
    return part === null ? [] : [{ type: 'close', part, whole: null }];
  }

  #forget(index: number, { id }: OpenCall): void {
    this.#calls.delete(index);
    if (id !== null && this.#ids.get(id) === index) this.#ids.delete(id);
  }

  /** When something else begins, calls whose arguments are complete JSON have ended. */
  #closeWholeCalls(): readonly TurnEvent[] {
    const over: number[] = [];
    for (const index of this.#changed) {
      const call = this.#calls.get(index);
      if (!call || call.part === null || !isWhole(call)) continue;
      over.push(call.part);
      this.#forget(index, call);
    }
    this.#changed.clear();
    return over.toSorted((a, b) => a - b).map((part) => ({ type: 'close', part, whole: null }));
  }
}

const newCall = (isCustom: boolean): OpenCall => ({
  part: null,
  id: null,
  name: '',
  input: '',
  scanner: null,
  unscanned: '',
  isBroken: false,
  isCustom,
});

/** Whether the arguments are a complete JSON object: they are scanned as they arrive, and parsed once, at their last brace. */
function isWhole(call: OpenCall): boolean {
  if (call.isBroken) return false;
  call.scanner ??= scanMembers([], { only: [] });
  call.scanner.push(Buffer.from(call.unscanned));
  call.unscanned = '';
  if (!call.scanner.complete()) return false;
  call.isBroken = !isObject(parseJson(call.input));
  return !call.isBroken;
}
