import { parseJson } from '../../shared/json/json.ts';

/** What may come next, outside strings. */
type Expected = 'object' | 'firstKey' | 'key' | 'colon' | 'value' | 'firstItem' | 'rest' | 'nothing';

/** Characters that stand in a string as they are. */
// oxlint-disable-next-line no-control-regex -- these are exactly what a string cannot hold
const plain = /[^"\\\u0000-\u001f]+/y;
const blank = /[ \t\n\r]+/y;
const scalar = /[-+.\w]+/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const begunEscape = /\\(?:u[\da-fA-F]{0,3})?$/y;

/** Characters of the longest number or literal that is held until it is whole. */
const longestScalar = 4_096;

/** The run of such characters that begins at `at`; empty: none does. */
function runAt(kind: RegExp, text: string, at: number): string {
  kind.lastIndex = at;
  return kind.exec(text)?.[0] ?? '';
}

/** What ends a value that was broken off where this is expected. */
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
 * The arguments of a call on their way to a caller who reads them as an object. All that was given is the beginning of a JSON object
 * at any time: clients parse it before it is whole, and throw away the stream if they cannot.
 */
export class CallInput {
  /** True where the upstream wrote something that is no JSON object, nor the beginning of one. */
  isBroken = false;
  #expected: Expected = 'object';
  /** The string that is open. */
  #string: 'key' | 'value' | null = null;
  /** Open objects and arrays. */
  readonly #levels: ('{' | '[')[] = [];
  /** An escape, number or literal that may go on. */
  #held = '';
  /** Nothing can be read any more. */
  #isOver = false;

  /** True where more is needed for an object, and may come. */
  get isOpen(): boolean {
    return !this.#isOver && this.#expected !== 'nothing';
  }

  /** What may go out of a text. Characters that a string cannot hold are escaped; from the first one on that cannot be read, nothing does. */
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

  /** The rest of a text that was cut off where it was allowed to be. */
  cut(): string {
    return this.#held;
  }

  /** What makes an object of all that went out: the ends of what is open, and the whole text beside it if it was not an object. */
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
