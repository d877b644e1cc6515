import type { Dialect, DialectId } from '../dialects/dialect.ts';
import { fromUnknown } from '../errors/from-unknown.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { UpstreamError } from '../errors/upstream-error.ts';
import type { Hold, Metering } from '../metering/hold.ts';
import type { Router } from '../routing/make-router.ts';
import type { Route } from '../routing/route.ts';
import { clientLeft } from '../shared/client-left.ts';
import type { Clock } from '../shared/clock.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import type { SendUpstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { letGoOfBody, type Call } from './call.ts';
import { closerBound } from './closer-bound.ts';
import { deliver } from './deliver.ts';
import { asFinal, tellFailure } from './failure-words.ts';
import { boundOf, estimateHold } from './hold-estimate.ts';
import type { Outgoing } from './outgoing.ts';
import { routeBeside } from './side-work.ts';
import { refuseLoop } from './refuse-loop.ts';
import { routeRequestOf } from './route-request-of.ts';
import { makeTally } from './tally.ts';
import { writeRequest, type CallLimits } from './write-request.ts';

/** The rooms that a call passes behind the contract. */
export interface Rooms {
  readonly router: Router;
  readonly metering: Metering;
  readonly dialects: Readonly<Record<DialectId | 'none', Dialect>>;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly limits: (call: Call) => CallLimits;
  readonly newCallId: () => string;
}

/** Carries one call through the building. Made once; every billed operation goes through it. */
export type Relay = (call: Call, outgoing: Outgoing) => Promise<void>;

/** A way, and the hold that lets a call go it. */
interface Entered {
  readonly route: Route;
  readonly hold: Hold;
}

/**
 * The corridor, and the only place that knows the order of the rooms: routing, admission, upstream, delivery and
 * settlement. One attempt; another only where the catalogue names a fallback, and only before the first byte.
 *
 * @throws {GatewayError} what the rooms refuse; @throws {UpstreamError} what the upstream refused. Nothing is thrown
 *   once the head has gone out.
 */
export const makeRelay =
  (rooms: Rooms): Relay =>
  async (call, asking) => {
    refuseLoop(call);
    const { outgoing, entered: first } = await enterFirst(call, asking, rooms);
    const enter = (model: string | null): Entered => enterCorridor({ call, outgoing, model }, rooms);
    const fallbacks = [...first.route.model.fallbacks];
    const attempt = async (entered: Entered, earlier: readonly string[]): Promise<void> => {
      try {
        await carry({ call, outgoing, ...entered, earlier }, rooms);
      } catch (error) {
        const mayGoOn = outgoing.once !== true && mayFallBack(error) && hasTime(rooms.limits(call));
        const next = mayGoOn ? firstOpen(fallbacks, enter) : null;
        if (next === null) throw tellFailure(error);
        await attempt(next, [...earlier, `${entered.route.provider.id};${statusOf(error, call)}`]);
      }
    };
    await attempt(first, []);
  };

interface Wish {
  readonly call: Call;
  readonly outgoing: Outgoing;
  readonly model: string | null;
}

/** Where there is too little credit for the bytes of a long text, its tokens are counted, and admission is asked once more. */
async function enterFirst(
  call: Call,
  outgoing: Outgoing,
  rooms: Rooms,
): Promise<{ outgoing: Outgoing; entered: Entered }> {
  const { asked } = outgoing;
  try {
    return { outgoing, entered: enterCorridor({ call, outgoing, model: asked.model }, rooms) };
  } catch (error) {
    const input = lacksCredit(error) ? await closerBound(asked) : null;
    if (input === null) throw error;
    const closer = { ...outgoing, asked: { ...asked, bound: { ...asked.bound, input } } };
    return { outgoing: closer, entered: enterCorridor({ call, outgoing: closer, model: asked.model }, rooms) };
  }
}

const lacksCredit = (error: unknown): boolean =>
  error instanceof GatewayError && (error.code === 'insufficient_credits' || error.code === 'limit_reached');

/** Routing and admission. */
function enterCorridor({ call, outgoing, model }: Wish, { router, metering, newCallId }: Rooms): Entered {
  const { asked, providerId = null, region } = outgoing;
  const request = routeRequestOf(call, model);
  const { beside } = asked;
  const route = router.route({ ...request, beside, regionCode: region ?? request.regionCode, providerId });
  const { operation, caller, requestId, startedAt } = call;
  const estimate = estimateHold(asked, route.model, operation.dialect);
  const draft = { callId: newCallId(), requestId, operation: operation.id, caller, route, estimate, startedAt };
  return { route, hold: metering.admit(draft) };
}

/**
 * The first fallback that this call may take. One that is refused to it is passed over: the caller named another model, and is
 * told what became of that one.
 *
 * @param names those that are left; what is looked at is taken out
 */
function firstOpen(names: string[], enter: (model: string) => Entered): Entered | null {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    try {
      return enter(name);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  return null;
}

interface Attempt extends Entered {
  readonly call: Call;
  readonly outgoing: Outgoing;
  /** What came of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
}

/** Upstream, delivery and settlement. Whatever happens, the hold is settled when it is over. */
async function carry({ call, outgoing, route, hold, earlier }: Attempt, rooms: Rooms): Promise<void> {
  const { asked } = outgoing;
  const { operation, startedMonotonic } = call;
  const bound = boundOf(asked, route.model);
  const { rates } = route.price;
  const routeOf = (model: string): Route | null => routeBeside(model, { route, at: call.startedAt }, rooms.router);
  const tally = makeTally({ hold, clock: rooms.clock, startedMonotonic, asked, bound, rates, routeOf });
  let answer: UpstreamAnswer | null = null;
  try {
    const limits = rooms.limits(call);
    const sending = rooms.send(hold, { ...writeRequest({ call, outgoing, route, limits }), onSent: tally.sent });
    // What is kept of an answer may tell what was asked.
    if (!outgoing.keeping) letGoOfBody(call);
    answer = await sending;
    tally.answered();
    const dialect = rooms.dialects[operation.dialect];
    await deliver({
      call,
      asked,
      route,
      dialect,
      answer,
      tally,
      keeping: outgoing.keeping?.(route, answer) ?? null,
      download: outgoing.download ?? false,
      earlier,
      clock: rooms.clock,
      keepalive: limits.keepalive,
    });
  } catch (error) {
    answer?.abort();
    const left = error instanceof BrokenUpstream && error.reason === 'client_left';
    const end = {
      outcome: left ? 'client_left' : 'failed',
      status: left ? clientLeft : statusOf(error, call),
    } as const;
    const thrown = await tally.close(end).then(
      () => error,
      (failure: unknown) => failure,
    );
    throw answer === null ? thrown : asFinal(thrown);
  }
}

/** The status that the client is told a failure with. */
const statusOf = (failure: unknown, { requestId }: Call): number => fromUnknown(tellFailure(failure), requestId).status;

/** Milliseconds in which nothing can be answered: timers are met that much too early. */
const noTime = 10;

/** Whether another attempt can come to anything in what is left of the call's time. */
const hasTime = ({ total }: CallLimits): boolean => total === null || total > noTime;

/** Failures before the first byte that another model may not have: no answer, overload, a fault of the upstream's own. */
const mayFallBack = (error: unknown): boolean =>
  (error instanceof BrokenUpstream && error.reason !== 'client_left' && !(error.cause instanceof GatewayError)) ||
  (error instanceof UpstreamError && (error.status === 429 || error.status >= 500));
