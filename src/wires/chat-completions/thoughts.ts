import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';

/** Members in which hosts send the thoughts of a model as text. */
const plainMembers = ['reasoning_content', 'reasoning'] as const;
const thoughtMembers = [...plainMembers, 'reasoning_details'] as const;

const isThere = (value: Json | undefined): boolean => value !== null && value !== undefined && value !== '';

/** Whether there is anything in a value. Hosts fill what they do not use with null, empty texts, or lists and objects of such. */
export const isFilled = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((each) =>
        typeof each === 'object' && each !== null ? Object.values(each).some(isThere) : isThere(each),
      )
    : isThere(value);

/** The parts that some hosts put among the content. */
const thinkingIn = (content: Json | undefined): readonly JsonObject[] =>
  arrayOf(content)
    .map(objectOf)
    .filter(({ type }) => type === 'thinking');

/** The words of a content: all of it where it is a string, or else its texts. */
export const contentText = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : arrayOf(content)
        .map((part) => (objectOf(part)['type'] === 'text' ? (stringOf(objectOf(part)['text']) ?? '') : ''))
        .join('');

/** The text of a part with thoughts. */
export const thinkingText = ({ thinking }: JsonObject): string =>
  stringOf(thinking) ??
  arrayOf(thinking)
    .map((each) => stringOf(objectOf(each)['text']) ?? '')
    .join('');

/** Without a prototype, so that a member may have any name. */
const newDetail = (): Record<string, Json | undefined> => Object.create(null) as Record<string, Json | undefined>;

/** Adds to what a host wants back, in objects by its own names; of each of their members the last one counts. */
export function mergeExtra(before: JsonObject | null, extra: JsonObject): JsonObject {
  const merged = Object.entries(extra).map(([name, value]): readonly [string, Json | undefined] => [
    name,
    isObject(value) ? { ...objectOf(before?.[name]), ...value } : value,
  ]);
  return { ...before, ...Object.fromEntries(merged) };
}

/** A part among the content, of which each delta has a piece. */
class ThinkingPart {
  #members: Record<string, Json | undefined> | null = null;
  #text = '';
  /** What is in the list of a part besides text, such as references, and the texts between; null: no list has come. */
  #list: Json[] | null = null;

  push(piece: JsonObject): void {
    const { thinking } = piece;
    this.#members ??= newDetail();
    for (const [name, value] of Object.entries(piece)) this.#members[name] = value;
    if (typeof thinking === 'string') this.#text += thinking;
    else for (const each of arrayOf(thinking)) this.#pushToList(each);
  }

  /** The whole part; null if no piece has come. */
  take(): JsonObject | null {
    const members = this.#members;
    if (members === null) return null;
    if (this.#list !== null) this.#endText();
    const whole = { ...members, thinking: this.#list ?? this.#text };
    this.#members = null;
    this.#list = null;
    this.#text = '';
    return whole;
  }

  #pushToList(each: Json): void {
    const { type, text } = objectOf(each);
    this.#list ??= [];
    if (type === 'text' && typeof text === 'string') {
      this.#text += text;
      return;
    }
    this.#endText();
    this.#list.push(each);
  }

  #endText(): void {
    if (this.#text !== '') this.#list?.push({ type: 'text', text: this.#text });
    this.#text = '';
  }
}

/** Collects thoughts, so that the same host gets them back in the members that it sent them in. */
export class Thoughts {
  /** Whether there was anything but text. */
  hasNews = false;
  #member = '';
  #text = '';
  readonly #inside = new ThinkingPart();
  readonly #details = new Map<string, Record<string, Json | undefined>>();

  /** The text that a delta adds; null if it holds no thoughts. */
  push(delta: JsonObject): string | null {
    this.hasNews = false;
    const { content = null } = delta;
    const isWords = content === null || typeof content === 'string';
    if (isWords && !thoughtMembers.some((name) => name in delta)) return null;
    const details = arrayOf(delta['reasoning_details']).map(objectOf);
    for (const detail of details) this.#merge(detail);
    const member = plainMembers.find((name) => typeof delta[name] === 'string' && delta[name] !== '');
    const plain = member === undefined ? '' : (stringOf(delta[member]) ?? '');
    const listed = details.map(({ text, summary }) => stringOf(text) ?? stringOf(summary) ?? '').join('');
    const inside = thinkingIn(content);
    for (const part of inside) this.#inside.push(part);
    const text = plain !== '' ? plain : listed !== '' ? listed : inside.map(thinkingText).join('');
    if (member !== undefined) this.#member = member;
    this.#text += text;
    this.hasNews = details.length > 0;
    return text === '' && details.length === 0 ? null : text;
  }

  /** JSON text of the members that the host wants back, once; null if there are none. */
  take(): string | null {
    const details = [...this.#details.values()];
    const member = this.#member === '' ? 'reasoning_content' : this.#member;
    const inside = this.#inside.take();
    const whole =
      details.length > 0
        ? { reasoning_details: details }
        : inside === null
          ? { [member]: this.#text }
          : { content: [inside] };
    const isEmpty = details.length === 0 && this.#text === '';
    this.#details.clear();
    this.#text = '';
    return isEmpty ? null : JSON.stringify(whole);
  }

  /** Pieces of one detail share an index and a type: texts are joined; of everything else, the last one counts. */
  #merge(detail: JsonObject): void {
    const key = `${JSON.stringify(detail['index'] ?? null)} ${stringOf(detail['type']) ?? ''}`;
    const joined = this.#details.get(key) ?? newDetail();
    this.#details.set(key, joined);
    for (const [name, value] of Object.entries(detail)) {
      const before = joined[name];
      const isText = name === 'text' || name === 'summary' || name === 'data';
      joined[name] = isText && typeof before === 'string' && typeof value === 'string' ? before + value : value;
    }
  }
}
