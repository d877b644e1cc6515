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
import { closePart, type PartHead, type TurnEvent } from '../turn.ts';
import type { Citation } from '../translation/parts.ts';
import { shortHash } from '../translation/tool-calls.ts';
import { fileCitation, urlCitation } from '../translation/read-openai.ts';
import { contentText, isFilled, mergeExtra, Thoughts } from './thoughts.ts';

const wire = 'chat-completions';

/** A call whose arguments are still arriving. */
interface OpenCall {
  readonly index: number;
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
  /** What the host wants back with it; null: nothing so far. */
  extra: JsonObject | null;
}

function citationOf(annotation: Json): Citation {
  const { url_citation: cited, file_citation: file } = objectOf(annotation);
  return isObject(cited) ? urlCitation(cited) : fileCitation(objectOf(file));
}

/** Turns the deltas of a message into parts. Text and thoughts follow one another; calls may overlap. */
export class DeltaReader {
  /** What has been said so far. */
  readonly said = new Set<'text' | 'refusal' | 'reasoning' | 'citation' | 'call'>();
  /** The upstream's id of the answer; empty if it has none. */
  answerId = '';
  #next = 0;
  /** The open part with text, a refusal or thoughts. */
  #open: { readonly part: number; readonly kind: 'text' | 'refusal' | 'reasoning' } | null = null;
  /** The last part of words; null: there was none. */
  #words: number | null = null;
  /** Citations that came before all words. */
  #early: Citation[] = [];
  /** What the host wants back with the message; null: nothing so far. */
  #extra: JsonObject | null = null;
  /** What has been reported as left out. */
  readonly #leftOut = new Set<string>();
  readonly #thoughts = new Thoughts();
  readonly #calls = new Map<number, OpenCall>();
  /** Indexes of open calls by id. */
  readonly #ids = new Map<string, number>();
  /** The id of the last call at each index, and those of all calls, as the caller gets them, which is never the word of old calls. */
  readonly #idAt = new Map<number, string>();
  readonly #given = new Set(['function_call']);
  /** Indexes of calls that have received more since they were last checked for completeness. */
  readonly #changed = new Set<number>();
  /** The indexes of the calls in the last list, and in those of the same length just before it. */
  #places: number[] = [];
  #lastIndex = 0;
  #highestIndex = 0;

  push(delta: JsonObject): readonly TurnEvent[] {
    const events: TurnEvent[] = [];
    const thought = this.#thoughts.push(delta);
    if (thought !== null) events.push(...this.#say('reasoning', thought));
    const { content, audio, refusal, annotations, extra_content: extra } = delta;
    if (content) events.push(...this.#say('text', contentText(content)));
    if (isObject(audio) && !content) events.push(...this.#say('text', stringOf(audio['transcript']) ?? ''));
    if (refusal) events.push(...this.#say('refusal', stringOf(refusal) ?? ''));
    const cited = arrayOf(annotations).filter((each) => isFilled({ ...objectOf(each), type: null }));
    if (cited.length > 0) for (const mark of this.#cite(cited.map(citationOf))) events.push(mark);
    if (isObject(extra)) this.#extra = mergeExtra(this.#extra, extra);
    const calls = arrayOf(delta['tool_calls']);
    if (calls.length > 0 && calls.length !== this.#places.length) this.#places = [];
    for (const [place, call] of calls.entries())
      for (const event of this.#addCall(objectOf(call), place)) events.push(event);
    const old = delta['function_call'];
    if (isObject(old) && (old['name'] || old['arguments']))
      events.push(...this.#addCall({ index: 0, id: 'function_call', function: old }, 0));
    return events;
  }

  /** Sources of the whole answer. A message's own citations are more exact. */
  cite(sources: readonly Citation[]): readonly TurnEvent[] {
    return this.said.has('citation') ? [] : this.#cite(sources);
  }

  /** Content that no caller gets, which is reported, once for each name. */
  leaveOut(name: string): readonly TurnEvent[] {
    if (this.#leftOut.has(name)) return [];
    this.#leftOut.add(name);
    const { part, event } = this.#begin({ kind: 'other', name });
    return [event, { type: 'close', part, whole: null }];
  }

  closeAll(): readonly TurnEvent[] {
    const left = [...this.#calls.values()].flatMap((call) => [
      // What has neither a name nor arguments is no call.
      ...(call.part === null && call.input !== '' ? this.#openCall(call) : []),
      ...this.#closeCall(call),
    ]);
    this.#calls.clear();
    this.#changed.clear();
    const wanted = this.#extra === null ? [] : this.#prove({ extra_content: this.#extra });
    return [...this.#closeOpen(), ...left, ...wanted];
  }

  #begin(head: PartHead): { readonly part: number; readonly event: TurnEvent } {
    const part = this.#next;
    this.#next += 1;
    return { part, event: { type: 'open', part, head } };
  }

  /** What the host wants back unchanged, as thoughts without a word. */
  #prove(wanted: JsonObject): readonly TurnEvent[] {
    const { part, event } = this.#begin({ kind: 'reasoning', form: 'full' });
    return [event, ...closePart(part, { wire, raw: JSON.stringify(wanted) })];
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
      this.said.add(kind);
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
    const raw = open.kind === 'reasoning' ? this.#thoughts.take() : null;
    return closePart(open.part, raw === null ? null : { wire, raw });
  }

  /** Citations belong to the words that are open, or else to those that come first. When words are over it is too late. */
  #cite(citations: readonly Citation[]): readonly TurnEvent[] {
    if (citations.length > 0) this.said.add('citation');
    const open = this.#open;
    if (open?.kind === 'text') return citations.map((mark) => ({ type: 'mark', part: open.part, mark }));
    if (this.#words !== null && citations.length > 0)
      return [{ type: 'mark', part: this.#words, mark: { type: 'late-citation' } }];
    for (const citation of citations) this.#early.push(citation);
    return [];
  }

  /** @param place in the list of its delta */
  #addCall(call: JsonObject, place: number): readonly TurnEvent[] {
    const id = stringOf(call['id']);
    const { custom, extra_content: extra } = call;
    const called = objectOf(isObject(custom) ? custom : call['function']);
    const name = stringOf(called['name']) ?? '';
    const given = called[isObject(custom) ? 'input' : 'arguments'];
    const text = stringOf(given) ?? (isObject(given) ? JSON.stringify(given) : '');
    const index = this.#indexOf(call, place, { name, input: text });
    const events: TurnEvent[] = [];
    let open = this.#calls.get(index);
    // The same whole call right behind itself: not another one, or a client would run its tool twice.
    if (open && id && open.id === id && open.name === name && open.input === text && !extra && isWhole(open)) return [];
    // A different id at an index that is taken means another call, and so does a name behind arguments that are complete.
    const isOther = id !== null && id !== '' && open?.id != null && open.id !== id;
    const isNamed = name !== '' && (text.trim() !== '' || name !== open?.name);
    if (open && (isOther || (isNamed && open.part !== null && isWhole(open)))) {
      events.push(...this.#closeCall(open));
      this.#forget(index, open);
      open = undefined;
    }
    if (!open) {
      for (const event of this.#closeWholeCalls()) events.push(event);
      open = { ...noCall, index, isCustom: isObject(custom) };
      this.#calls.set(index, open);
    }
    open.id ??= id === '' ? null : id;
    if (open.id !== null) this.#ids.set(open.id, index);
    this.#changed.add(index);
    if (isObject(extra)) open.extra = mergeExtra(open.extra, extra);
    if (open.part === null) open.name += name;
    open.input += text;
    open.unscanned += text;
    if (open.part !== null) return text === '' ? events : [...events, { type: 'delta', part: open.part, text }];
    return open.name === '' ? events : [...events, ...this.#closeOpen(), ...this.#openCall(open)];
  }

  /** The index of a call: its own, else by its id, else by its place, else the last one; or a new one if another call begins. */
  #indexOf({ index, id }: JsonObject, place: number, piece: Pick<OpenCall, 'name' | 'input'>): number {
    const given = stringOf(id) ?? '';
    const isNew = (): boolean => (given === '' ? place > 0 || this.#isLastOver(piece) : this.said.has('call'));
    const isNameless = given === '' && piece.name === '';
    const known = typeof index === 'number' ? index : isNameless ? this.#places[place] : this.#ids.get(given);
    const found = known ?? (isNew() ? this.#highestIndex + 1 : this.#lastIndex);
    this.#places[place] = found;
    this.#lastIndex = found;
    this.#highestIndex = Math.max(this.#highestIndex, found);
    return found;
  }

  /** Whether a name begins another call than the last one. Some hosts repeat it with every piece of the arguments. */
  #isLastOver({ name, input }: Pick<OpenCall, 'name' | 'input'>): boolean {
    const last = this.#calls.get(this.#lastIndex);
    if (!last || last.name === '' || name === '') return false;
    if (last.input === '' && last.name === name && input !== '') return false;
    return last.isCustom || last.input === '' || isWhole(last) || last.isBroken;
  }

  #openCall(call: OpenCall): readonly TurnEvent[] {
    this.said.add('call');
    const id = call.id === null || this.#given.has(call.id) ? this.#ownId() : call.id;
    this.#given.add(id);
    this.#idAt.set(call.index, id);
    const signed = this.#sign(call);
    const { name, isCustom } = call;
    const { part, event } = this.#begin({ kind: 'call', id, name, ...(isCustom && { isCustom }) });
    call.part = part;
    return [...signed, event, ...(call.input === '' ? [] : [{ type: 'delta' as const, part, text: call.input }])];
  }

  /** For a host that sends none, or one twice. Vendors refuse a conversation in which two calls have the same id. */
  #ownId(): string {
    return this.answerId === '' ? newId('call') : `call_${shortHash(`${this.answerId} ${this.#next}`)}`;
  }

  #closeCall(call: OpenCall): readonly TurnEvent[] {
    const { part } = call;
    return [...(part === null ? [] : [{ type: 'close' as const, part, whole: null }]), ...this.#sign(call)];
  }

  /** What the host wants back with a call: before it, unless it comes later. */
  #sign(call: OpenCall): readonly TurnEvent[] {
    const { index, extra } = call;
    const id = this.#idAt.get(index);
    if (extra === null || id === undefined) return [];
    call.extra = null;
    return this.#prove({ tool_calls: [{ id, extra_content: extra }] });
  }

  #forget(index: number, { id }: OpenCall): void {
    this.#calls.delete(index);
    if (id !== null && this.#ids.get(id) === index) this.#ids.delete(id);
  }

  /** When something else begins, calls whose arguments are complete JSON have ended. */
  #closeWholeCalls(): readonly TurnEvent[] {
    const over: OpenCall[] = [];
    for (const index of this.#changed) {
      const call = this.#calls.get(index);
      if (!call || call.part === null || !isWhole(call)) continue;
      over.push(call);
      this.#forget(index, call);
    }
    this.#changed.clear();
    return over.toSorted((a, b) => (a.part ?? 0) - (b.part ?? 0)).flatMap((call) => this.#closeCall(call));
  }
}

const noCall = {
  part: null,
  id: null,
  name: '',
  input: '',
  scanner: null,
  unscanned: '',
  isBroken: false,
  extra: null,
};

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
