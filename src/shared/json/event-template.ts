import { isObject, objectOf, parseJson, type Json } from './json.ts';
import type { Step } from './raw-json.ts';
import { readEventFields } from './sse.ts';

/** The parts that differ between events of one template: the output text, or padding and numbers without a meaning. */
type Slot = 'text' | 'filler' | 'number';

/**
 * The pattern of an event that a stream repeats hundreds of times, such as `data: {…,"delta":{"content":"…"},…}`: its bytes, as one
 * character each, with slots. An event that matches has the same meaning with another text, so it need not be parsed.
 */
interface EventTemplate {
  /** The text before each slot and after the last one. */
  readonly literals: readonly string[];
  readonly slots: readonly Slot[];
}

/** A template that has been verified. */
interface ProvedTemplate extends EventTemplate {
  /** Events of a run. */
  readonly most: number;
}

/** A run of events that match a template. */
interface EventRun {
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
function makeTemplate(event: string, text: string): EventTemplate | null {
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
const fillTemplate = ({ literals, slots }: EventTemplate, text: string): string =>
  literals.map((literal, index) => literal + fillingOf(slots[index], text)).join('');

const fillingOf = (slot: Slot | undefined, text: string): string =>
  slot === undefined ? '' : slot === 'text' ? text : slot === 'number' ? '7' : 'filler';

/** One event, as reading it gives it. */
interface ParsedEvent {
  readonly name: string | null;
  /** The text of its data, with fillers of another event. */
  readonly text: string;
  readonly data: Json;
}

const marker = '{the text of this event}';

/** Where a text stands in a value; null if it does not. */
function pathTo(text: string, value: Json): readonly Step[] | null {
  if (value === text) return [];
  const inside: readonly (readonly [Step, Json | undefined])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((each, index) => [index, each])
    : Object.entries(isObject(value) ? value : {});
  for (const [step, each] of inside) {
    const rest = pathTo(text, each ?? null);
    if (rest !== null) return [step, ...rest];
  }
  return null;
}

/** Makes a copy of a value with another text at a path. What does not lie on the path is shared. */
function withText(value: Json, path: readonly Step[], text: string): Json {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  const copy = (Array.isArray(value) ? value.slice() : { ...objectOf(value) }) as Record<Step, Json>;
  copy[step] = withText(copy[step] ?? null, rest, text);
  return copy;
}

/** Makes the events of a template without parsing each; null if its text cannot be found in what it means. */
function parsedEvents(template: EventTemplate): ((text: string) => ParsedEvent) | null {
  const { name, data } = readEventFields(Buffer.from(fillTemplate(template, marker), 'latin1'));
  const [begin = '', end, ...more] = (data ?? '').split(marker);
  const value = parseJson(data ?? '');
  const path = value === undefined ? null : pathTo(marker, value);
  if (value === undefined || path === null || end === undefined || more.length > 0) return null;
  return (text) => ({ name, text: begin + text + end, data: withText(value, path, text) });
}

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
interface StreamPart {
  readonly bytes: Buffer;
  readonly stream: string;
}

/**
 * Returns the run of events that match a template. It ends before the first event that does not match or is incomplete.
 *
 * @param from index at which an event begins
 */
function skimEvents({ literals, slots, most }: ProvedTemplate, { bytes, stream }: StreamPart, from: number): EventRun {
  let events = 0;
  let text = '';
  let end = from;
  while (events < most) {
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
  return { end, events, text };
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
  /** The event that `skim` has just met, where runs are of one event. */
  readonly parsed: (text: string) => ParsedEvent;
}

/** Attempts on a stream without a known template, and templates that are learned before one has been useful. */
const mostLooks = 16;
const mostTemplates = 4;

/** Skipped events that justify learning another template. */
const worthTemplate = 16;

interface SkimmerParts {
  /** Whether an event means this text and nothing else. Called with two events for each template. */
  readonly isProof: (event: Buffer, text: string) => boolean;
  /** True if each event is needed, parsed: a run is of one event then. */
  readonly isParsed: boolean;
}

export function makeSkimmer({ isProof, isParsed }: SkimmerParts): EventSkimmer {
  const most = isParsed ? 1 : Infinity;
  let template: ProvedTemplate | null = null;
  let parsed: ((text: string) => ParsedEvent) | null = null;
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
      const events = isParsed ? parsedEvents(candidate) : null;
      if (isParsed && events === null) return;
      template = { ...candidate, most };
      parsed = events;
      start = blankLine + (candidate.literals[0] ?? '');
    },
    parsed: (text) => {
      if (parsed === null) throw new TypeError('No event was met.');
      return parsed(text);
    },
  };
}

const blankLine = '\n\n';
