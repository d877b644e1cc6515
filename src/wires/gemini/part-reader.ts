import { newId } from '../../shared/ids.ts';
import { arrayOf, isObject, type JsonObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { Citation, Proof } from '../translation/parts.ts';
import { citation, type PartHead, type TurnEvent } from '../turn.ts';

/** The most citations of one answer; no model sends as many. */
const mostCitations = 1_000;

/** The most characters of a citation's title and passage; a longer address is dropped. */
const longestCited = 2_048;

/** Turns the parts of a candidate into parts of an answer, one after the other. */
export class PartReader {
  hasCalls = false;
  #next = 0;
  /** The citations so far, as text. */
  readonly #cited = new Set<string>();
  /** The lists of which a citation was left out. */
  readonly #cut = new Set<string>();
  /** Text or thoughts that may continue. */
  #open: { readonly part: number; readonly kind: 'text' | 'reasoning' } | null = null;
  /** The last part of words; null: there was none. */
  #words: number | null = null;
  /** Of the words that are open: what the answer is grounded on comes behind it, and belongs to them. */
  #signature: string | null = null;

  /** @param args JSON text of the arguments, if the part is a call */
  push(part: JsonObject, args: () => string | null): readonly TurnEvent[] {
    const signature = stringOf(part['thoughtSignature']);
    const text = stringOf(part['text']);
    const call = part['functionCall'];
    if (isObject(call)) return [...this.#sign('call', signature), ...this.#call(call, args() ?? '{}')];
    if (text === null) return this.#other(part);
    if (part['thought'] === true) return [...this.#say('reasoning', text), ...this.#sign('text', signature)];
    return [...this.#say('text', text), ...this.#sign('text', signature)];
  }

  /** Sources belong to the open text. Chunks repeat those before. @param grounding with the members of the citation metadata */
  cite(grounding: JsonObject): readonly TurnEvent[] {
    const open = this.#open;
    const events: TurnEvent[] = [];
    for (const [name, mark] of citationsOf(grounding)) {
      const key = JSON.stringify([mark.url, mark.title, mark.quoted]);
      if (this.#cited.has(key)) continue;
      if (open?.kind !== 'text') {
        const part = this.#words;
        return part === null ? [] : [{ type: 'mark', part, mark: { type: 'late-citation' } }];
      }
      if (this.#cited.size < mostCitations && (mark.url?.length ?? 0) <= longestCited) {
        this.#cited.add(key);
        events.push({ type: 'mark', part: open.part, mark });
      } else if (!this.#cut.has(name)) {
        this.#cut.add(name);
        events.push(...this.#leaveOut(name));
      }
    }
    return events;
  }

  close(): readonly TurnEvent[] {
    if (!this.#open) return [];
    const { part } = this.#open;
    const signature = this.#signature;
    this.#open = null;
    this.#signature = null;
    const closed: TurnEvent = { type: 'close', part, whole: null };
    return signature === null ? [closed] : [closed, ...this.#sign('text', signature)];
  }

  #begin(head: PartHead): { readonly part: number; readonly events: readonly TurnEvent[] } {
    const closed = this.close();
    const part = this.#next;
    this.#next += 1;
    return { part, events: [...closed, { type: 'open', part, head }] };
  }

  #say(kind: 'text' | 'reasoning', text: string): readonly TurnEvent[] {
    if (text === '') return [];
    const begun = this.#open?.kind === kind && this.#signature === null ? [] : this.#beginWords(kind);
    return this.#open ? [...begun, { type: 'delta', part: this.#open.part, text }] : begun;
  }

  #beginWords(kind: 'text' | 'reasoning'): readonly TurnEvent[] {
    const { part, events } = this.#begin(kind === 'text' ? { kind } : { kind, form: 'summary' });
    this.#open = { part, kind };
    if (kind === 'text') this.#words = part;
    return events;
  }

  /** A signature closes the open thoughts; without any, it becomes a part without text after the open ones. */
  #sign(on: Signature['on'], signature: string | null): readonly TurnEvent[] {
    if (signature === null || signature === '') return [];
    if (on === 'text' && this.#open?.kind === 'text') {
      if (this.#signature !== null) return [...this.close(), ...this.#sign(on, signature)];
      this.#signature = signature;
      return [];
    }
    const begun = this.#open?.kind === 'reasoning' ? [] : this.#beginWords('reasoning');
    const part = this.#open?.part ?? 0;
    const proof = writeProof({ on, signature });
    return [...begun, { type: 'mark', part, mark: { type: 'proof', proof } }, ...this.close()];
  }

  #call(call: JsonObject, args: string): readonly TurnEvent[] {
    this.hasCalls = true;
    const given = stringOf(call['id']) ?? '';
    const id = given === '' ? newId(madeIdPrefix) : given;
    const { part, events } = this.#begin({ kind: 'call', id, name: stringOf(call['name']) ?? '' });
    return [...events, { type: 'delta', part, text: args }, { type: 'close', part, whole: null }];
  }

  #other(part: JsonObject): readonly TurnEvent[] {
    const name = Object.keys(part).find((each) => !['thought', 'thoughtSignature'].includes(each));
    if (name === undefined) return this.#sign('text', stringOf(part['thoughtSignature']));
    return [...this.close(), ...this.#leaveOut(name)];
  }

  /** A part that no caller gets, which is reported. What is open may continue. */
  #leaveOut(name: string): readonly TurnEvent[] {
    const part = this.#next;
    this.#next += 1;
    return [
      { type: 'open', part, head: { kind: 'other', name } },
      { type: 'close', part, whole: null },
    ];
  }
}

const cited = ({ uri, title }: JsonObject, quoted: string | null): Citation =>
  citation({ url: stringOf(uri), title: stringOf(title)?.slice(0, longestCited) ?? null, quoted });

/**
 * One citation for each source of a passage. Sources have numbers, so a short answer may cite a long one any number of times. Sources
 * of what the answer repeats stand in a list of their own, with positions in bytes.
 */
function* citationsOf(grounding: JsonObject): Generator<readonly [list: string, Citation]> {
  const sources = arrayOf(grounding['groundingChunks']);
  for (const support of arrayOf(grounding['groundingSupports'])) {
    const { segment, groundingChunkIndices } = objectOf(support);
    const quoted = stringOf(objectOf(segment)['text'])?.slice(0, longestCited) ?? null;
    for (const index of new Set(arrayOf(groundingChunkIndices))) {
      const { web } = objectOf(typeof index === 'number' ? sources[index] : null);
      const found = cited(objectOf(web), quoted);
      if (found.url !== null) yield ['groundingSupports', found];
    }
  }
  for (const name of ['citationSources', 'citations'])
    for (const source of arrayOf(grounding[name])) yield [name, cited(objectOf(source), null)];
}

/** A vendor's signature for the model's thoughts, and what it was attached to: a call, or text. */
interface Signature {
  readonly on: 'call' | 'text';
  /** Base64. */
  readonly signature: string;
}

const writeProof = ({ on, signature }: Signature): Proof => ({
  wire: 'gemini',
  raw: JSON.stringify({ on, thoughtSignature: signature }),
});

export function readProof({ raw }: Proof): Signature {
  const { on, thoughtSignature } = objectOf(parseJson(raw));
  return { on: on === 'call' ? 'call' : 'text', signature: stringOf(thoughtSignature) ?? '' };
}

/** Replaces a required signature if another vendor's model made the call. The vendor documents it for that purpose. */
export const foreignSignature = 'skip_thought_signature_validator';

/** The prefix of ids for calls that the vendor sent without one. The vendor does not get them back. */
export const madeIdPrefix = 'dgfc';
