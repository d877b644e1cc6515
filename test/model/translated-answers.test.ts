import { describe, expect, it } from 'vitest';
import { FoldedAnswer } from '../../src/wires/translation/fold-answer.ts';
import type { TurnWireId } from '../../src/wires/translation/parts.ts';
import type { TurnEvent } from '../../src/wires/turn.ts';
import { corpusNote, eachOf, hasCorpus, recordedPairs, type RecordedPair } from '../fakes/corpus.ts';
import { comparable, majors, rebuilt } from '../unit/wires/translation/rebuild.ts';
import { grammars } from './grammars.ts';
import {
  asBody,
  asEvents,
  frameOf,
  plainSeals,
  raw,
  readStream,
  streamEvents,
  turnWires,
  wireIds,
} from '../unit/wires/translation/turn-wires.ts';

const wireOf: Readonly<Record<string, TurnWireId>> = {
  chat: 'chat-completions',
  responses: 'responses',
  messages: 'messages',
};

interface Answer {
  readonly id: string;
  readonly from: TurnWireId;
  readonly pair: RecordedPair;
  readonly events: readonly TurnEvent[];
}

function eventsOf(from: TurnWireId, { response_sse: text, response_body: body }: RecordedPair): readonly TurnEvent[] {
  if (text !== undefined) return readStream(from, streamEvents(text));
  return turnWires[from].readAnswer(raw(body as object));
}

const all: readonly Answer[] = hasCorpus
  ? [...recordedPairs()].flatMap((pair) => {
      const from = wireOf[pair.endpoint];
      return from === undefined || pair.status !== 200
        ? []
        : [{ id: pair.id, from, pair, events: plainSeals(eventsOf(from, pair)) }];
    })
  : [];

const endOf = ({ events }: Answer): string => events.at(-1)?.type ?? 'none';
const whole = all.filter((answer) => endOf(answer) === 'end');
const otherWires = (from: TurnWireId): readonly TurnWireId[] => wireIds.filter((wire) => wire !== from);

/** What an answer says, whatever wire it is read from. */
function said(events: readonly TurnEvent[]): object {
  const answer = new FoldedAnswer();
  for (const event of events) answer.push(event);
  const of = (kind: string): string =>
    answer.parts.flatMap(({ head, text }) => (head.kind === kind ? [text] : [])).join('');
  const calls = answer.parts.flatMap(({ head, text }) =>
    head.kind === 'call' && head.isCustom !== true
      ? [{ id: head.id, name: head.name, input: /^\{?\s*\}?$/.test(text.trim()) ? '{}' : text.trim() }]
      : [],
  );
  return {
    text: of('text'),
    refusal: of('refusal') || (answer.stop?.explanation ?? ''),
    calls,
    usage: answer.totals(),
  };
}

const isCustom = ({ events }: Answer): boolean =>
  events.some((event) => event.type === 'open' && event.head.kind === 'call' && event.head.isCustom === true);

/** The last events of streams that have a last event. */
const wholeEnds = /"type"\s*:\s*"(?:message_stop|response\.(?:completed|incomplete))"/;

/** Thousands of streams through each SDK take a minute on a busy machine. */
const slow = 600_000;

describe.skipIf(!hasCorpus)(`recorded answers, translated${corpusNote}`, () => {
  it('reads every answer to its end, or as a failure', () => {
    expect(all.length).toBeGreaterThan(3_000);
    expect(all.filter((answer) => !['end', 'fault'].includes(endOf(answer))).map(({ id }) => id)).toEqual([]);
    expect(whole.length).toBeGreaterThan(all.length - 20);
  });

  it.each(majors)(
    'is rebuilt by the %s SDKs from a stream as it is without one',
    async (major) => {
      await eachOf(whole, async (answer) => {
        for (const to of otherWires(answer.from)) {
          // The older SDK knows no tools that take text.
          if (to === 'chat-completions' && isCustom(answer)) continue;
          const found = await rebuilt(to, asEvents(to, answer.events), major);
          expect(comparable(to, found), `${answer.id} → ${to}`).toEqual(comparable(to, asBody(to, answer.events).body));
        }
      });
    },
    slow,
  );

  it('obeys the order of events of each wire', () => {
    for (const { from, events } of whole) for (const to of otherWires(from)) grammars[to](asEvents(to, events));
  });

  it('says the same words, calls and usage in both', () => {
    for (const { id, from, events } of whole.filter((answer) => !isCustom(answer)))
      for (const to of otherWires(from)) {
        const back = turnWires[to].readAnswer(raw(asBody(to, events).text));
        const [before, after] = [said(events), said(back)] as readonly Record<string, unknown>[];
        // A refusal is text on Messages.
        const text = (one: Record<string, unknown> | undefined): string =>
          `${String(one?.['text'])}${String(one?.['refusal'])}`;
        const calls = ({ calls: found }: Record<string, unknown>): string =>
          JSON.stringify(found).replaceAll(/"id":"[^"]*",/g, '');
        expect(text(after), `${id} → ${to}`).toBe(text(before));
        expect(calls(after ?? {}), `${id} → ${to}`).toBe(calls(before ?? {}));
        const usage = { ...(before?.['usage'] as object), writtenHour: 0, searches: 0 };
        expect({ ...(after?.['usage'] as object), writtenHour: 0, searches: 0 }, `${id} → ${to}`).toEqual(usage);
      }
  });

  it('never lets a stream that was cut look whole, at whatever event', () => {
    let cuts = 0;
    for (const { id, from, pair } of all.filter((answer) => answer.pair.response_sse !== undefined)) {
      const reader = turnWires[from].openReader();
      const writers = otherWires(from).map((to) => ({ to, writer: turnWires[to].openWriter(frameOf(to, true)) }));
      for (const [index, event] of streamEvents(pair.response_sse ?? '').entries()) {
        const read = plainSeals(reader.push(event));
        if (read.some(({ type }) => type === 'end' || type === 'fault')) break;
        for (const { to, writer } of writers) {
          const isOver = read.flatMap((each) => writer.push(each)).some(({ last }) => last);
          expect(isOver, `${id} → ${to} at ${index}`).toBe(false);
        }
        // A chat that has said why it stopped has said all; before that, what is cut fails.
        if (from === 'chat-completions' && /"(?:finish_reason|stop_reason)"\s*:\s*"\w+"/.test(event.text)) break;
        expect(
          reader.finish().map(({ type }) => type),
          `${id} cut at ${index}`,
        ).toEqual(['fault']);
        cuts += 1;
      }
    }
    expect(cuts).toBeGreaterThan(50_000);
  });

  it('fails in a stream that was cut as in one that was never read further', () => {
    for (const { id, from, pair } of all.filter((answer) => answer.pair.response_sse !== undefined)) {
      const events = streamEvents(pair.response_sse ?? '');
      const step = Math.max(1, Math.floor(events.length / 8));
      for (let cut = 0; cut < events.length; cut += step) {
        const part = events.slice(0, cut);
        const isWhole = part.some(
          ({ text }) =>
            wholeEnds.test(text) ||
            (from === 'chat-completions' && (/"finish_reason"\s*:\s*"\w+"/.test(text) || text === '[DONE]')),
        );
        expect(isWhole || readStream(from, part).at(-1)?.type === 'fault', `${id} cut at ${cut}`).toBe(true);
      }
    }
  });
});
