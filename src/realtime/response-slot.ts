import type { BatchMetering, Hold, Metering, Outcome } from '../metering/hold.ts';
import type { Route, Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { shortTraceparent } from '../shared/ids.ts';
import { inArea, type Log } from '../shared/log.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Clock } from '../shared/time/clock.ts';
import { charactersPerToken } from '../shared/tokens/text-tokens.ts';
import type { Measure, Usage } from '../shared/usage.ts';
import type { RequestFacts } from '../wires/wire.ts';
import type { EventMeaning, SideUsage } from '../wires/meter.ts';
import type { Call } from '../pipeline/call.ts';
import { routeSideWork } from '../pipeline/counted-usage.ts';
import { boundOf, mostOutput } from '../pipeline/hold-estimate.ts';
import { makeTally, type Tally } from '../pipeline/tally.ts';

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

/** A hold, before and while a response uses it. */
export interface ResponseSlot {
  readonly hold: Hold;
  /**
   * A response uses it from now on.
   *
   * @param input the conversation so far, as an estimate
   * @param most the response's limit of output tokens; null: the model's
   */
  readonly begin: (input: Amounts, most: number | null) => void;
  /** The upstream has begun the response. */
  readonly accepted: () => void;
  readonly output: (text: string, audioTokens: number) => void;
  readonly report: (meaning: EventMeaning) => void;
  /** Work of another model. */
  readonly addSide: (usage: SideUsage) => void;
  /** Durable when resolved. */
  readonly settle: (end: ResponseEnd) => Promise<NanoCredits>;
}

interface SlotParts {
  readonly hold: Hold;
  readonly route: Route;
  readonly bound: RequestFacts['bound'];
  readonly routeOf: (model: string) => Route | null;
  readonly clock: Clock;
}

/** Deltas arrive every few milliseconds, so progress is noted for one in this many. */
const progressEvery = 32;

const positive = (usage: Usage): Usage => Object.fromEntries(Object.entries(usage).filter(([, count]) => count > 0));

/** In whole tokens, and at most `most` together. */
function within({ text, audio }: Amounts, most: number): readonly [number, number] {
  const sound = Math.min(Math.ceil(audio), most);
  return [Math.min(Math.ceil(text), most - sound), sound];
}

/** What was seen of a response, in case the upstream reports no usage: a guess, so never more than its hold. */
function measureOf(input: Amounts, output: Amounts, bound: SlotParts['bound']): Measure {
  const [read, listened] = within(input, bound.input);
  const [written, spoken] = within(output, mostOutput({ maxOutputTokens: bound.output }));
  const units = {
    input_tokens: read,
    input_audio_tokens: listened,
    output_tokens: written,
    output_audio_tokens: spoken,
  };
  const tokens = { input_tokens: read + listened, output_tokens: written + spoken };
  return { units: positive(units), tokens, most: {} };
}

/** A response that failed after a part of its output: that part was delivered, so it is charged like a stream that broke. */
const brokenOff = (end: ResponseEnd): ResponseEnd =>
  end.outcome === 'failed' ? { ...end, outcome: 'upstream_cut', status: 200 } : end;

export function makeResponseSlot({ hold, route, bound: ofModel, routeOf, clock }: SlotParts): ResponseSlot {
  let tally: Tally | null = null;
  let bound = ofModel;
  let input: Amounts = { text: 0, audio: 0 };
  let output: Amounts = { text: 0, audio: 0 };
  let deltas = 0;
  let sides: readonly SideUsage[] = [];
  const measure = (): Measure => measureOf(input, output, bound);

  const begin = (): Tally => {
    const facts = { body: () => ({}), measure };
    const { rates } = route.price;
    const parts = { hold, clock, startedMonotonic: clock.monotonic(), facts, bound, rates, routeOf };
    tally ??= makeTally({ ...parts, sidesStand: true });
    return tally;
  };

  return {
    hold,
    begin: (context, most) => {
      input = context;
      if (most !== null) bound = { ...bound, output: Math.min(most, mostOutput({ maxOutputTokens: bound.output })) };
      begin().sent();
    },
    accepted: () => {
      begin().accepted();
      hold.progress(measure().units, 'estimate');
    },
    output: (text, audioTokens) => {
      begin().output(text);
      output = { text: output.text + text.length / charactersPerToken, audio: output.audio + audioTokens };
      deltas += 1;
      if (deltas % progressEvery === 0) hold.progress(measure().units, 'estimate');
    },
    report: ({ usage, ...doubts }) => {
      begin().delivered();
      begin().doubt(doubts);
      if (usage !== undefined) begin().report(usage);
    },
    addSide: (usage) => {
      sides = [...sides, usage];
    },
    settle: (reported) => {
      const end = output.text + output.audio > 0 ? brokenOff(reported) : reported;
      if (sides.length > 0) begin().side(sides);
      if (tally !== null) return tally.close(end);
      // A client that closes a session between two responses leaves nothing unfinished.
      const isPlain = end.outcome === 'client_left' && end.status === 200 && end.error === undefined;
      return hold.settle({
        outcome: isPlain ? 'completed' : end.outcome,
        status: end.status,
        usage: { requests: 0 },
        usageSource: 'upstream',
        firstByteMilliseconds: null,
        ...(end.error !== undefined && { flags: [`error:${end.error}`] }),
      });
    },
  };
}

/** The dependencies of admitting the responses of a session. */
export interface SlotDeps {
  readonly router: Router;
  readonly metering: Metering & Pick<BatchMetering, 'holdNothing'>;
  readonly newCallId: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** For a model without a limit in the catalogue: no realtime model reads more. */
const unstatedInput = 128_000;

/** What a response may use. What it will read is not known when it is admitted. */
const openBound = { input: unstatedInput, output: null, answers: 1 } as const;

interface ResponseTarget {
  readonly call: Call;
  readonly model: string;
  /** The session's provider; null: not chosen yet. */
  readonly providerId: string | null;
}

const draftOf = ({ caller, headers, operation, requestId }: Call, route: Route, { newCallId, clock }: SlotDeps) => ({
  callId: newCallId(),
  requestId,
  traceparent: shortTraceparent(headers['traceparent']),
  operation: operation.id,
  caller,
  route,
  startedAt: clock.now(),
  stream: true,
});

function slotOf(hold: Hold, route: Route, { router, clock }: SlotDeps): ResponseSlot {
  const routeOf = (name: string): Route | null => routeSideWork(name, { route, at: clock.now() }, router);
  const bound = boundOf({ bound: openBound }, route.model);
  return makeResponseSlot({ hold, route, bound, routeOf, clock });
}

/** Routes and admits one response, as the relay does for a call. @throws {GatewayError} */
export async function admitResponse({ call, model, providerId }: ResponseTarget, deps: SlotDeps) {
  const route = deps.router.route({ ...routeRequestOf(call, model), providerId });
  const { input, output } = boundOf({ bound: openBound }, route.model);
  const estimate = { input_tokens: input, output_tokens: output ?? mostOutput(route.model), requests: 1 };
  const hold = await deps.metering.admit({ ...draftOf(call, route, deps), estimate });
  return { route, slot: slotOf(hold, route, deps) };
}

/** Holds nothing for work that an upstream does although there is no credit for it, until the session has ended because of that. */
export function uncoveredResponse(call: Call, route: Route, deps: SlotDeps): ResponseSlot {
  const draft = draftOf(call, route, deps);
  const fields = { call: draft.callId, workspace: call.caller.workspaceId };
  inArea(deps.log, 'calls').warn('work of a session is charged without credit set aside', fields);
  return slotOf(deps.metering.holdNothing(draft), route, deps);
}

/** The caller of a session as it was last seen: its key may be changed while the session is open. */
export interface Latest {
  caller: Call['caller'];
}

/** A session and its route. */
export interface Routed {
  readonly call: Call;
  readonly route: Route;
  readonly latest: Latest;
}

/** Routes a model at the provider of a session, for its caller as it is now. @throws {GatewayError} as routing */
export const routeAgain = (
  name: string,
  { call, route, latest: { caller } }: Routed,
  { router }: Pick<SlotDeps, 'router'>,
): Route => router.route({ ...routeRequestOf({ ...call, caller }, name), providerId: route.provider.id });
