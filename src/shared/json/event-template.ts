/** What may differ between the events of one template: the text that is put out, or what no format gives a meaning. */
type Slot = 'text' | 'filler' | 'number';

/**
 * The form of an event of which a stream has hundreds, such as `data: {…,"delta":{"content":"…"},…}`: its bytes, one character
 * each, with gaps. An event that fits means what the first one meant, with another text: it need not be parsed.
 */
export interface EventTemplate {
  /** What stands before each slot, and behind the last one. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

/** A run of events that fit a template. */
export interface EventRun {
  /** Where it ends in the bytes. */
  readonly end: number;
  readonly events: number;
  /** What the events put out, one after another. */
  readonly text: string;
}

/**
 * Members that differ from event to event and that no wire format gives a meaning: padding against eavesdroppers, and numbers of
 * events.
 */
const fillers = /"(?:obfuscation":"([\w+/=-]*)"|sequence_number":(0|[1-9]\d*)(?=[,}]))/g;

/** Longer events are rare, and of one kind each. */
const longestEvent = 4_096;

const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;
const zero = 0x30;
const nine = 0x39;

interface Gap {
  readonly slot: Slot;
  readonly start: number;
  readonly end: number;
}

/**
 * The template of an event: its text, where that stands in it once and as it is, is a slot, and so are fillers.
 *
 * @param event one whole event, a character each byte
 * @param text what it puts out
 * @returns null where there is none. What it promises is to be proved: see `fillTemplate`
 */
export function makeTemplate(event: string, text: string): EventTemplate | null {
  if (text === '' || event.length > longestEvent || event.includes('\r')) return null;
  const written = `"${Buffer.from(text).toString('latin1')}"`;
  const at = event.indexOf(written);
  if (at === -1 || event.includes(written, at + 1)) return null;
  const gaps: Gap[] = [{ slot: 'text', start: at + 1, end: at + written.length - 1 }];
  for (const found of event.matchAll(fillers)) {
    const value = found[1] ?? found[2] ?? '';
    const end = found.index + found[0].length - (found[1] === undefined ? 0 : 1);
    gaps.push({ slot: found[1] === undefined ? 'number' : 'filler', start: end - value.length, end });
  }
  gaps.sort((one, other) => one.start - other.start);
  if (gaps.some(({ start }, index) => start < (gaps[index - 1]?.end ?? 0))) return null;
  return {
    slots: gaps.map(({ slot }) => slot),
    literals: [
      ...gaps.map(({ start }, index) => event.slice(gaps[index - 1]?.end ?? 0, start)),
      event.slice(gaps.at(-1)?.end),
    ],
  };
}

/** An event of a template with this text: one that means no more than its text proves the template. */
export const fillTemplate = ({ literals, slots }: EventTemplate, text: string): string =>
  literals.map((literal, index) => literal + fillingOf(slots[index], text)).join('');

const fillingOf = (slot: Slot | undefined, text: string): string =>
  slot === undefined ? '' : slot === 'text' ? text : slot === 'number' ? '7' : 'filler';

/** Where a string ends that has no escape and no control character in it; -1 for any other. */
function endOfText(stream: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = stream.charCodeAt(at);
    if (code === quote) return at;
    // Behind the end there is no number, which compares with none.
    if (!(code >= space) || code === backslash) return -1;
  }
}

/** Where a whole number ends; -1 where none begins. */
function endOfNumber(stream: string, start: number): number {
  let at = start;
  while (stream.charCodeAt(at) >= zero && stream.charCodeAt(at) <= nine) at += 1;
  return at === start || (at > start + 1 && stream.charCodeAt(start) === zero) ? -1 : at;
}

/** Strings up to here are copied when they are cut out; a longer one would keep all that it was cut out of. */
const copiedLength = 12;

const isLatin = /^[\0-\x7f]*$/;

/** A text of the stream's bytes, which keeps nothing else in memory. */
function textBetween(bytes: Buffer, stream: string, { start, end }: { start: number; end: number }): string {
  if (end - start <= copiedLength) {
    const short = stream.slice(start, end);
    if (isLatin.test(short)) return short;
  }
  return bytes.toString('utf8', start, end);
}

/** A part of a stream: its bytes, and the same as a text of one character each. */
export interface StreamPart {
  readonly bytes: Buffer;
  readonly stream: string;
}

/**
 * The events from a place on that fit a template. Where nothing fits, or an event is not whole, the run ends before it.
 *
 * @param from where an event begins
 */
export function skimEvents({ literals, slots }: EventTemplate, { bytes, stream }: StreamPart, from: number): EventRun {
  let events = 0;
  let text = '';
  let end = from;
  for (;;) {
    let at = end;
    let own = '';
    for (let index = 0; index < literals.length; index += 1) {
      const literal = literals[index] ?? '';
      if (stream.slice(at, at + literal.length) !== literal) return { end, events, text };
      at += literal.length;
      const slot = slots[index];
      if (slot === undefined) break;
      const start = at;
      at = slot === 'number' ? endOfNumber(stream, start) : endOfText(stream, start);
      if (at === -1) return { end, events, text };
      if (slot === 'text') own = textBetween(bytes, stream, { start, end: at });
    }
    text += own;
    events += 1;
    end = at;
  }
}

/** Learns what the usual events of one stream look like, and passes over those that look so. */
export interface EventSkimmer {
  /** Whether a look at the bytes can be worth it: a form is known, or may be learned. */
  readonly isAble: () => boolean;
  /** The usual events from a place on; see `skimEvents`. */
  readonly skim: (part: StreamPart, from: number) => EventRun;
  /** Where the next event begins that may be a usual one; the end of the stream's part where none does. */
  readonly next: (stream: string, from: number) => number;
  /** Shows it an event that meant nothing but its text. */
  readonly learn: (event: Buffer, text: string) => void;
}

/** Looks at a stream of which no usual event is known, and forms that are learned before any has been of use. */
const mostLooks = 16;
const mostForms = 4;

/** Events that a form must have passed over to be worth another one. */
const worthForm = 16;

/**
 * @param isProof told an event of a form with a text: whether it means that text, and nothing else. Two such proofs are asked
 *   for each form
 */
export function makeSkimmer(isProof: (event: Buffer, text: string) => boolean): EventSkimmer {
  let form: EventTemplate | null = null;
  let start = '';
  let looks = 0;
  let forms = 0;
  let passed = 0;
  const isProved = (template: EventTemplate): boolean =>
    ['', 'some other'].every((text) => isProof(Buffer.from(fillTemplate(template, text), 'latin1'), text));
  return {
    isAble: () => form !== null || looks < mostLooks,
    skim: (part, from) => {
      const run = form === null ? { end: from, events: 0, text: '' } : skimEvents(form, part, from);
      passed += run.events;
      return run;
    },
    next: (stream, from) => {
      looks += form === null ? 1 : 0;
      const at = form === null && looks > mostLooks ? -1 : stream.indexOf(start === '' ? blankLine : start, from);
      return at === -1 ? stream.length : at + blankLine.length;
    },
    learn: (event, text) => {
      if (forms >= mostForms + passed / worthForm) return;
      forms += 1;
      const template = makeTemplate(event.toString('latin1'), text);
      if (template === null || !isProved(template)) return;
      form = template;
      start = blankLine + (template.literals[0] ?? '');
    },
  };
}

const blankLine = '\n\n';
