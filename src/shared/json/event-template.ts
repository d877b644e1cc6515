/** The parts that differ between events of one template: the output text, or padding and numbers without a meaning. */
type Slot = 'text' | 'filler' | 'number';

/**
 * The pattern of an event that a stream repeats hundreds of times, such as `data: {…,"delta":{"content":"…"},…}`: its bytes, as one
 * character each, with slots. An event that matches has the same meaning with another text, so it need not be parsed.
 */
export interface EventTemplate {
  /** The text before each slot and after the last one. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

/** A run of events that match a template. */
export interface EventRun {
  /** Index of its end. */
  readonly end: number;
  readonly events: number;
  /** The output text of the events. */
  readonly text: string;
}

/**
 * Members that differ from event to event and have no meaning in any wire format: padding against eavesdroppers, and sequence
 * numbers.
 */
const fillers = /"(?:obfuscation":"([\w+/=-]*)"|sequence_number":(0|[1-9]\d*)(?=[,}]))/g;

/** Longer events are rare and differ too much. */
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
 * Makes the template of an event. Its text becomes a slot, if the event contains it exactly once and unescaped; so do fillers.
 *
 * @param event one whole event, with one character per byte
 * @param text its output text
 * @returns null if the event has no template. Verify a template before you use it: see `fillTemplate`
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

/** Makes an event of a template with this text. If it means nothing but that text, the template is verified. */
export const fillTemplate = ({ literals, slots }: EventTemplate, text: string): string =>
  literals.map((literal, index) => literal + fillingOf(slots[index], text)).join('');

const fillingOf = (slot: Slot | undefined, text: string): string =>
  slot === undefined ? '' : slot === 'text' ? text : slot === 'number' ? '7' : 'filler';

/** Index of the end of a string without escapes and control characters; -1 for any other. */
function endOfText(stream: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = stream.charCodeAt(at);
    if (code === quote) return at;
    // After the end of the stream the code is NaN, for which every comparison is false.
    if (!(code >= space) || code === backslash) return -1;
  }
}

/** Index of the end of an integer; -1 if there is none. */
function endOfNumber(stream: string, start: number): number {
  let at = start;
  while (stream.charCodeAt(at) >= zero && stream.charCodeAt(at) <= nine) at += 1;
  return at === start || (at > start + 1 && stream.charCodeAt(start) === zero) ? -1 : at;
}

/** V8 copies slices up to this length. A longer slice would keep the whole stream part in memory. */
const copiedLength = 12;

const isLatin = /^[\0-\x7f]*$/;

/** A part of the stream as text, which does not keep the rest of the stream in memory. */
function textBetween(bytes: Buffer, stream: string, { start, end }: { start: number; end: number }): string {
  if (end - start <= copiedLength) {
    const short = stream.slice(start, end);
    if (isLatin.test(short)) return short;
  }
  return bytes.toString('utf8', start, end);
}

/** A part of a stream: its bytes, and the same as text with one character per byte. */
export interface StreamPart {
  readonly bytes: Buffer;
  readonly stream: string;
}

/**
 * Returns the run of events that match a template. It ends before the first event that does not match or is incomplete.
 *
 * @param from index at which an event begins
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

/** Learns the pattern of the most frequent events of one stream, and skips events that match it. */
export interface EventSkimmer {
  /** True if a template is known or may still be learned. */
  readonly isAble: () => boolean;
  /** The run of matching events from an index on: see `skimEvents`. */
  readonly skim: (part: StreamPart, from: number) => EventRun;
  /** Index of the next event that may match; the end of the part if there is none. */
  readonly next: (stream: string, from: number) => number;
  /** Learns from an event that meant nothing but its text. */
  readonly learn: (event: Buffer, text: string) => void;
}

/** Attempts on a stream without a known template, and templates that are learned before one has been useful. */
const mostLooks = 16;
const mostTemplates = 4;

/** Skipped events that justify learning another template. */
const worthTemplate = 16;

/**
 * @param isProof whether an event means this text and nothing else. Called with two events for each template
 */
export function makeSkimmer(isProof: (event: Buffer, text: string) => boolean): EventSkimmer {
  let template: EventTemplate | null = null;
  let start = '';
  let looks = 0;
  let learned = 0;
  let skipped = 0;
  const isProved = (candidate: EventTemplate): boolean =>
    ['', 'some other'].every((text) => isProof(Buffer.from(fillTemplate(candidate, text), 'latin1'), text));
  return {
    isAble: () => template !== null || looks < mostLooks,
    skim: (part, from) => {
      const run = template === null ? { end: from, events: 0, text: '' } : skimEvents(template, part, from);
      skipped += run.events;
      return run;
    },
    next: (stream, from) => {
      looks += template === null ? 1 : 0;
      const at = template === null && looks > mostLooks ? -1 : stream.indexOf(start === '' ? blankLine : start, from);
      return at === -1 ? stream.length : at + blankLine.length;
    },
    learn: (event, text) => {
      if (learned >= mostTemplates + skipped / worthTemplate) return;
      learned += 1;
      const candidate = makeTemplate(event.toString('latin1'), text);
      if (candidate === null || !isProved(candidate)) return;
      template = candidate;
      start = blankLine + (candidate.literals[0] ?? '');
    },
  };
}

const blankLine = '\n\n';
