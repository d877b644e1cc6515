import { parseJson } from '../../shared/json/json.ts';
import { outsideBounds } from '../../shared/json/structure.ts';

/** What may come next, outside strings. */
type Expected = 'object' | 'firstKey' | 'key' | 'colon' | 'value' | 'firstItem' | 'rest' | 'nothing';

/** Characters that need no escape in a string. */
// oxlint-disable-next-line no-control-regex -- these are exactly what a string cannot hold
const plain = /[^"\\\u0000-\u001f]+/y;
const blank = /[ \t\n\r]+/y;
const scalar = /[-+.\w]+/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const begunEscape = /\\(?:u[\da-fA-F]{0,3})?$/y;

/** The most characters of a number or literal, which is held until it is complete. */
const longestScalar = 4_096;

/** The run of such characters that begins at `at`; empty: none does. */
function runAt(kind: RegExp, text: string, at: number): string {
  kind.lastIndex = at;
  return kind.exec(text)?.[0] ?? '';
}

/** What completes a value that breaks off while this is expected. */
const endings: Readonly<Record<Expected, string>> = {
  object: '{',
  firstKey: '',
  key: '"_raw":null',
  colon: ':null',
  value: 'null',
  firstItem: '',
  rest: '',
  nothing: '',
};

/**
 * The arguments of a call, written for a client that parses them before they are complete and throws if it cannot: at any time, what
 * has been written is the beginning of a JSON object.
 */
export class CallInput {
  /** True if the upstream's text is neither a JSON object nor the beginning of one. */
  isBroken = false;
  #expected: Expected = 'object';
  /** The open string, if there is one. */
  #string: 'key' | 'value' | null = null;
  /** Open objects and arrays. */
  readonly #levels: ('{' | '[')[] = [];
  /** An escape, number or literal that may continue. */
  #held = '';
  /** True after a character that cannot be read. */
  #isOver = false;

  /** True while the object is incomplete and can still be completed. */
  get isOpen(): boolean {
    return !this.#isOver && this.#expected !== 'nothing';
  }

  /**
   * Returns what to write for the next part of the text. Characters that a string cannot hold are escaped. Nothing is written from the
   * first character on that cannot be read, or where objects and arrays are too deep.
   */
  push(text: string): string {
    const all = this.#held + text;
    this.#held = '';
    let out = '';
    for (let at = 0; at < all.length && !this.#isOver && this.#held === '';) {
      const [read, written] = this.#string === null ? this.#readToken(all, at) : this.#readString(all, at);
      at += read;
      out += written;
    }
    return out;
  }

  /** Returns what is left to write of a text that was cut off, if the stop reason says so. */
  cut(): string {
    return this.#held;
  }

  /** Returns what completes the object: the ends of what is open, and the whole text as `_raw` if it was not an object. */
  complete(text: string): string {
    if (this.#expected === 'nothing') return '';
    this.isBroken = true;
    const isRoot = this.#levels.length <= 1;
    const isBare = isRoot && this.#string === null && ['object', 'firstKey', 'key'].includes(this.#expected);
    const ending = isBare && this.#expected === 'key' ? '' : this.#ending();
    const closed = this.#levels
      .slice(1)
      .toReversed()
      .map((level) => (level === '{' ? '}' : ']'));
    return `${ending}${closed.join('')}${isBare ? '' : ','}"_raw":${JSON.stringify(text)}}`;
  }

  #ending(): string {
    if (this.#string !== null) return this.#string === 'key' ? '":null' : '"';
    return this.#held !== '' && parseJson(this.#held) !== undefined ? this.#held : endings[this.#expected];
  }

  /** @returns how many characters were read, and what goes out for them */
  #readString(text: string, at: number): readonly [number, string] {
    const run = runAt(plain, text, at) || runAt(escape, text, at);
    if (run !== '') return [run.length, run];
    const character = text.charAt(at);
    if (character === '"') {
      this.#expected = this.#string === 'key' ? 'colon' : 'rest';
      this.#string = null;
      return [1, character];
    }
    const begun = runAt(begunEscape, text, at);
    if (begun !== '') return this.#hold(begun);
    this.isBroken = true;
    return [1, JSON.stringify(character).slice(1, -1)];
  }

  #readToken(text: string, at: number): readonly [number, string] {
    const run = runAt(blank, text, at);
    if (run !== '') return [run.length, run];
    const isValue = this.#expected === 'value' || this.#expected === 'firstItem';
    const word = isValue ? runAt(scalar, text, at) : '';
    if (word === '') return this.#take(text.charAt(at), isValue);
    const isHeld = at + word.length === text.length;
    if (word.length > longestScalar || (!isHeld && parseJson(word) === undefined)) return this.#stop();
    if (isHeld) return this.#hold(word);
    this.#expected = 'rest';
    return [word.length, word];
  }

  /** One character that is a token by itself, or begins a string. */
  #take(character: string, isValue: boolean): readonly [number, string] {
    const level = this.#levels.at(-1);
    const isKey = this.#expected === 'key' || this.#expected === 'firstKey';
    if ('{['.includes(character) && this.#levels.length === outsideBounds.depth) return this.#stop();
    if (character === '"' && (isKey || isValue)) this.#string = isKey ? 'key' : 'value';
    else if (character === '{' && (isValue || this.#expected === 'object')) this.#open('{', 'firstKey');
    else if (character === '[' && isValue) this.#open('[', 'firstItem');
    else if (character === ':' && this.#expected === 'colon') this.#expected = 'value';
    else if (character === ',' && this.#expected === 'rest') this.#expected = level === '{' ? 'key' : 'value';
    else if (character === '}' && level === '{' && ['firstKey', 'rest'].includes(this.#expected)) this.#close();
    else if (character === ']' && level === '[' && ['firstItem', 'rest'].includes(this.#expected)) this.#close();
    else return this.#stop();
    return [1, character];
  }

  #open(level: '{' | '[', expected: Expected): void {
    this.#levels.push(level);
    this.#expected = expected;
  }

  #close(): void {
    this.#levels.pop();
    this.#expected = this.#levels.length === 0 ? 'nothing' : 'rest';
  }

  #hold(text: string): readonly [number, string] {
    this.#held = text;
    return [text.length, ''];
  }

  #stop(): readonly [number, string] {
    this.isBroken = true;
    this.#isOver = true;
    return [0, ''];
  }
}
