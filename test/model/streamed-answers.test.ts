import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/shared/json/json.ts';
import { readEventFields, splitEvents } from '../../src/shared/json/sse.ts';
import { overlaid, type Usage } from '../../src/shared/usage.ts';
import { answerParts } from '../../src/wires/read-usage.ts';
import type { TurnEvent } from '../../src/wires/turn.ts';
import type { TurnWireId, UpstreamWireId } from '../../src/wires/translation/parts.ts';
import type { StreamEvent } from '../../src/wires/meter.ts';
import { wires } from '../../src/wires/wires.ts';
import { comparable, majors, rebuilt } from '../unit/wires/translation/rebuild.ts';
import { asBody, asEvents, raw, wireIds } from '../unit/wires/translation/turn-wires.ts';
import { grammars } from './grammars.ts';
import { render } from './render-answers.ts';
import { vendorAnswer } from './vendor-answer.ts';

const upstreams = Object.keys(render) as readonly UpstreamWireId[];

function turnOf(wire: UpstreamWireId) {
  const { readAnswer, openReader } = wires[wire].turn ?? {};
  if (!readAnswer || !openReader) throw new TypeError(`${wire} is not read`);
  return { readAnswer, openReader };
}

/** The events of a stream whose bytes come in pieces of a length. */
function eventsOf(stream: string, length: number): readonly StreamEvent[] {
  const bytes = Buffer.from(stream);
  const splitter = splitEvents();
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += length)
    for (const event of splitter.push(bytes.subarray(at, at + length))) {
      const { name, data } = readEventFields(event);
      if (data !== null) events.push({ name, text: data, data: parseJson(data) });
    }
  return events;
}

function read(wire: UpstreamWireId, events: readonly StreamEvent[]): readonly TurnEvent[] {
  const reader = turnOf(wire).openReader();
  return [...events.flatMap((event) => reader.push(event)), ...reader.finish()];
}

/** A seal that says what is in it. */
const sealed = (events: readonly TurnEvent[]): readonly TurnEvent[] =>
  events.map((event) =>
    event.type === 'mark' && event.mark.type === 'proof'
      ? { ...event, mark: { type: 'seal', seal: Buffer.from(event.mark.proof.raw).toString('base64') } }
      : event,
  );

/** The totals that an answer shows, in its own words: all input, what of it was read from a cache, and the output. */
const shown: Readonly<Record<TurnWireId, (usage: Record<string, unknown>) => readonly unknown[]>> = {
  'chat-completions': ({ prompt_tokens: input, prompt_tokens_details: details, completion_tokens: output }) => [
    input,
    (details as { cached_tokens: number }).cached_tokens,
    output,
  ],
  responses: ({ input_tokens: input, input_tokens_details: details, output_tokens: output }) => [
    input,
    (details as { cached_tokens: number }).cached_tokens,
    output,
  ],
  messages: ({ input_tokens: input, cache_read_input_tokens: cached, output_tokens: output }) => [
    Number(input) + Number(cached),
    cached,
    output,
  ],
};

interface Completion {
  readonly choices: readonly { readonly text: string; readonly finish_reason: string | null }[];
  readonly usage: object | null;
}

const length = fc.constantFrom(1, 3, 64, 1_000_000);

describe.each(upstreams)('a generated answer of %s', (from) => {
  it.each(wireIds)('is the same of %s, streamed and whole, as the SDKs have it', async (to) => {
    await fc.assert(
      fc.asyncProperty(vendorAnswer, length, fc.constantFrom(...majors), async (answer, size, major) => {
        const { body, stream } = render[from](answer);
        const whole = asBody(to, sealed(turnOf(from).readAnswer(raw(body)))).body;
        const { input, cached, output } = answer.usage;
        expect(shown[to](whole['usage'] as Record<string, unknown>)).toEqual([input, cached, output]);
        const events = asEvents(to, sealed(read(from, eventsOf(stream, size))));
        expect(comparable(to, await rebuilt(to, events, major))).toEqual(comparable(to, whole));
      }),
      { numRuns: 150 },
    );
  });

  it('is the same of completions, streamed and whole', () => {
    fc.assert(
      fc.property(vendorAnswer, fc.boolean(), (answer, echo) => {
        const { body, stream } = render[from](answer);
        const request = raw({ model: 'm', prompt: 'Say', echo, stream_options: { include_usage: true } });
        const frame = { id: 'cmpl-1', model: 'm', createdAt: 1, request };
        const open = (isStream: boolean) => wires.completions.turn?.openWriter?.({ ...frame, stream: isStream });
        const [whole, streamed] = [open(false), open(true)];
        for (const event of turnOf(from).readAnswer(raw(body))) whole?.push(event);
        const chunks = read(from, eventsOf(stream, 1_000_000))
          .flatMap((event) => streamed?.push(event) ?? [])
          .flatMap(({ data }) => (data === null ? [] : [JSON.parse(data) as Completion]));
        const { choices, usage } = JSON.parse(whole?.whole().toString() ?? '{}') as Completion;
        expect(chunks.map((chunk) => chunk.choices[0]?.text ?? '').join('')).toBe(choices[0]?.text);
        expect(chunks.findLast((chunk) => chunk.choices.length > 0)?.choices[0]?.finish_reason).toBe(
          choices[0]?.finish_reason,
        );
        expect(chunks.at(-1)?.usage).toEqual(usage);
      }),
      { numRuns: 150 },
    );
  });

  it('is billed the same, streamed and whole', () => {
    fc.assert(
      fc.property(vendorAnswer, (answer) => {
        const { meter } = wires[from];
        const { body, stream } = render[from](answer);
        const parts = answerParts(parseJson(JSON.stringify(body)) ?? null);
        let reported: Usage | null = null;
        let output = '';
        for (const event of eventsOf(stream, 1_000_000)) {
          const { usage, isUpdate = false, output: said = '' } = meter.readEvent(event);
          if (usage) reported = overlaid(reported, usage, isUpdate);
          output += said;
        }
        expect(reported).toEqual(meter.readUsage(parts));
        const { input_tokens: fresh, cached_input_tokens: cached = 0, output_tokens: put } = reported ?? {};
        const { usage } = answer;
        expect([fresh, cached, put]).toEqual([usage.input - usage.cached, usage.cached, usage.output]);
        expect(output.split('').toSorted()).toEqual(meter.readOutput(parts).split('').toSorted());
      }),
      { numRuns: 200 },
    );
  });
});

/** What an upstream does to its own events. */
type Mutation = (events: readonly StreamEvent[], at: number) => readonly StreamEvent[];

const changed = (event: StreamEvent, change: (data: Record<string, unknown>) => object): StreamEvent => {
  const data = change(event.data as Record<string, unknown>);
  return { ...event, text: JSON.stringify(data), data: data as StreamEvent['data'] };
};

const mutations: Readonly<Record<string, Mutation>> = {
  nothing: (events) => events,
  twice: (events, at) => events.toSpliced(at, 0, ...events.slice(at, at + 1)),
  never: (events, at) => events.toSpliced(at, 1),
  'out of order': (events, at) => [
    ...events.slice(0, at),
    ...events.slice(at, at + 2).toReversed(),
    ...events.slice(at + 2),
  ],
  'with an unknown type': (events, at) => {
    const data = { type: 'news', index: 1e308, delta: { text: 'x' } };
    return events.toSpliced(at, 0, { name: 'news', text: JSON.stringify(data), data });
  },
  'with huge indexes': (events) =>
    events.map((event) =>
      typeof event.data === 'object'
        ? changed(event, (data) =>
            Object.fromEntries(
              Object.entries(data).map(([name, value]) => [
                name,
                name.toLowerCase().endsWith('index') && typeof value === 'number' ? 9e15 - value : value,
              ]),
            ),
          )
        : event,
    ),
  'with negative usage': (events) =>
    events.map((event) => {
      const text = event.text.replaceAll(/("\w*(?:_tokens|Tokens|TokenCount)":)/g, '$1-');
      return { ...event, text, data: parseJson(text) };
    }),
};

/** With these an answer may say something else, and the arguments of a call be no JSON. */
const isTorn = (name: string): boolean => ['twice', 'never', 'out of order'].includes(name);

describe.each(upstreams)('a generated answer of %s that comes', (from) => {
  it.each(Object.entries(mutations))('%s is an answer of every format, or fails', async (name, mutate) => {
    await fc.assert(
      fc.asyncProperty(vendorAnswer, fc.nat(), fc.constantFrom(...wireIds), async (answer, place, to) => {
        const sent = eventsOf(render[from](answer).stream, 1_000_000);
        const events = sealed(read(from, mutate(sent, place % sent.length)));
        expect(events.filter(({ type }) => type === 'end' || type === 'fault')).toEqual([events.at(-1)]);
        if (events.at(-1)?.type === 'fault') return;
        const written = asEvents(to, events);
        grammars[to](written);
        const whole = asBody(to, events).body;
        expect(JSON.stringify(whole)).not.toMatch(/"\w+_tokens":-/);
        if (isTorn(name) && to === 'messages') return;
        const found = await rebuilt(to, written, 'newest');
        if (!isTorn(name)) expect(comparable(to, found)).toEqual(comparable(to, whole));
      }),
      { numRuns: 100 },
    );
  });
});
