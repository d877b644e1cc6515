import { fromUnknown, type GatewayError, type UpstreamError } from '../../errors/gateway-error.ts';
import type { Hold, Outcome } from '../../metering/hold.ts';
import type { Route } from '../../routing/route.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { Usage } from '../../shared/usage.ts';
import type { Measure, RequestFacts } from '../../wires/facts.ts';
import type { EventMeaning, SideUsage } from '../../wires/wire.ts';
import { makeTally, type Tally } from '../tally.ts';

/** How a response ended. */
export interface ResponseEnd {
  readonly outcome: Outcome;
  readonly status: number;
  readonly error?: string;
}

/** Tokens of text and audio. */
export interface Amounts {
  readonly text: number;
  readonly audio: number;
}

/** A hold with its route, before or while a response uses it. */
interface Slot {
  readonly hold: Hold;
  readonly route: Route;
  /** Null until a response uses it. */
  tally: Tally | null;
  sides: readonly SideUsage[];
}

/**
 * The holds of a session: one for each response, and at least one while the session is open, so that a response which the model
 * begins by itself is covered too. Each is settled once.
 */
export interface ResponseHolds {
  /** Sends under an open hold. Waits while one is replaced by the next. */
  readonly send: (send: (hold: Hold) => Promise<void>) => Promise<void>;
  /** The caller asks for a response. @throws {GatewayError} as admission, if there is no credit for one more */
  readonly requested: () => Promise<void>;
  /** A request for a response was refused by the upstream. */
  readonly refused: () => void;
  /** Input came, as an estimate of its tokens. */
  readonly heard: (input: Amounts) => void;
  /** A response has begun. @throws {GatewayError} as admission */
  readonly begun: (id: string) => Promise<void>;
  readonly output: (id: string, text: string, audioTokens: number) => void;
  /**
   * A response is over. Durable when resolved.
   *
   * @returns why there can be no further response; null: there can
   */
  readonly done: (id: string, meaning: EventMeaning, end: ResponseEnd) => Promise<GatewayError | UpstreamError | null>;
  /** Another model was used. Durable when resolved, unless a response is running: then with that. @returns as `done` */
  readonly side: (usage: SideUsage) => Promise<GatewayError | UpstreamError | null>;
  /** Whether a response is running, or expected. */
  readonly isBusy: () => boolean;
  /** Settles all that is left. */
  readonly end: (end: ResponseEnd) => Promise<void>;
}

interface Parts {
  /** Routes and admits one response. @throws {GatewayError} */
  readonly admit: () => Promise<{ readonly hold: Hold; readonly route: Route }>;
  readonly first: { readonly hold: Hold; readonly route: Route };
  readonly bound: RequestFacts['bound'];
  readonly routeOf: (model: string, route: Route) => Route | null;
  readonly clock: Clock;
  readonly requestId: string;
}

/** Letters of a text that are a token, for an estimate. */
const lettersOfToken = 4;

/** Seconds of work between two notes of progress would be too many: deltas come every few milliseconds. */
const progressEvery = 32;

const slotOf = (admitted: { readonly hold: Hold; readonly route: Route }): Slot => ({
  ...admitted,
  tally: null,
  sides: [],
});

const positive = (usage: Usage): Usage =>
  Object.fromEntries(Object.entries(usage).filter(([, quantity]) => quantity > 0)) as Usage;

export function makeResponseHolds({ admit, first, bound, routeOf, clock, requestId }: Parts): ResponseHolds {
  const free: Slot[] = [slotOf(first)];
  const running = new Map<string, Slot>();
  const outputs = new Map<Slot, { text: number; audio: number; deltas: number }>();
  /** The conversation so far: all of it is input again for each response. */
  let context: Amounts = { text: 0, audio: 0 };
  let asked = 0;
  let isOver = false;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  const measureOf = (slot: Slot, input: Amounts): Measure => {
    const { text = 0, audio = 0 } = outputs.get(slot) ?? {};
    const letters = Math.ceil(text / lettersOfToken);
    const units = positive({
      input_tokens: Math.ceil(input.text),
      input_audio_tokens: Math.ceil(input.audio),
      output_tokens: letters,
      output_audio_tokens: Math.ceil(audio),
    });
    const tokens = { input_tokens: Math.ceil(input.text + input.audio), output_tokens: letters + Math.ceil(audio) };
    return { units, tokens, most: {} };
  };

  const begin = (slot: Slot): Tally => {
    const input = context;
    const { hold, route } = slot;
    const measure = (): Measure => measureOf(slot, input);
    outputs.set(slot, { text: 0, audio: 0, deltas: 0 });
    const facts = { body: () => ({}), measure };
    const { rates } = route.price;
    const routed = (model: string): Route | null => routeOf(model, route);
    slot.tally = makeTally({ hold, clock, startedMonotonic: clock.monotonic(), facts, bound, rates, routeOf: routed });
    slot.tally.sent();
    return slot.tally;
  };

  const settle = async (slot: Slot, end: ResponseEnd): Promise<void> => {
    const tally = slot.tally ?? begin(slot);
    if (slot.sides.length > 0) tally.side(slot.sides);
    await tally.close(end);
    outputs.delete(slot);
  };

  const arm = async (): Promise<void> => {
    const slot = slotOf(await admit());
    free.push(slot);
  };
  /** Prepares for the next response, which the model may begin by itself. */
  const prepare = async (): Promise<GatewayError | UpstreamError | null> => {
    if (isOver || free.length + running.size > 0) return null;
    try {
      await arm();
      return null;
    } catch (error) {
      return fromUnknown(error, requestId);
    }
  };

  return {
    send: async (send) => {
      // The turn ends when the message has been handed over, so that a slow reader does not hold up a settlement.
      const { sent } = await inTurn(() => {
        const slot = free[0] ?? running.values().next().value;
        return Promise.resolve({ sent: slot === undefined ? Promise.resolve() : send(slot.hold) });
      });
      await sent;
    },
    requested: () =>
      inTurn(async () => {
        if (asked >= free.length) await arm();
        asked += 1;
      }),
    refused: () => {
      asked = Math.max(0, asked - 1);
    },
    heard: ({ text, audio }) => {
      context = { text: context.text + text, audio: context.audio + audio };
    },
    begun: (id) =>
      inTurn(async () => {
        asked = Math.max(0, asked - 1);
        if (free.length === 0) await arm();
        const slot = free.shift();
        if (slot === undefined) return;
        running.set(id, slot);
        begin(slot).accepted();
        slot.hold.progress(measureOf(slot, context).units, 'estimate');
      }),
    output: (id, text, audioTokens) => {
      const slot = running.get(id);
      const out = slot && outputs.get(slot);
      if (!slot?.tally || !out) return;
      slot.tally.output(text);
      out.text += text.length;
      out.audio += audioTokens;
      out.deltas += 1;
      if (out.deltas % progressEvery === 0) slot.hold.progress(measureOf(slot, context).units, 'estimate');
    },
    done: (id, { usage, ...doubts }, end) =>
      inTurn(async () => {
        const slot = running.get(id) ?? free.shift();
        if (slot === undefined) return null;
        running.delete(id);
        const tally = slot.tally ?? begin(slot);
        tally.accepted();
        tally.delivered();
        tally.doubt(doubts);
        if (usage !== undefined) {
          tally.report(usage);
          const { input_tokens: text = 0, cached_input_tokens: cached = 0, output_tokens: said = 0 } = usage;
          const { input_audio_tokens: sound = 0, cached_input_audio_tokens: kept = 0 } = usage;
          context = { text: text + cached + said, audio: sound + kept + (usage.output_audio_tokens ?? 0) };
        }
        await settle(slot, end);
        return prepare();
      }),
    side: (usage) =>
      inTurn(async () => {
        const slot = free.length > asked ? free.shift() : undefined;
        if (slot === undefined) {
          const other = running.values().next().value ?? free[0];
          if (other) other.sides = [...other.sides, usage];
          return null;
        }
        const tally = begin(slot);
        tally.accepted();
        tally.report({ input_tokens: 0, output_tokens: 0 });
        slot.sides = [...slot.sides, usage];
        await settle(slot, { outcome: 'completed', status: 200 });
        return prepare();
      }),
    isBusy: () => running.size > 0 || asked > 0,
    end: (end) =>
      inTurn(async () => {
        isOver = true;
        // What was asked for and never began is charged like a call whose client left before the answer.
        const expected = free.splice(0, asked);
        const ends = [...running.values(), ...expected].map((slot) => settle(slot, end));
        running.clear();
        const unused = { usage: {}, usageSource: 'upstream', firstByteMilliseconds: null } as const;
        const rest = free
          .splice(0)
          .map((slot) =>
            slot.sides.length > 0
              ? settle(slot, end)
              : slot.hold.settle({ ...unused, outcome: unusedOutcome(end), status: end.status, ...flagOf(end) }),
          );
        await Promise.allSettled([...ends, ...rest]);
      }),
  };
}

/** A client that closes a session between two responses leaves nothing unfinished. */
const unusedOutcome = ({ outcome, status, error }: ResponseEnd): Outcome =>
  outcome === 'client_left' && status === 200 && error === undefined ? 'completed' : outcome;

const flagOf = ({ error }: ResponseEnd) => (error === undefined ? {} : { flags: [`error:${error}`] });
