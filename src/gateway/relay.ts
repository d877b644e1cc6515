import type { Dialect, DialectId } from '../dialects/dialect.ts';
import { fromUnknown } from '../errors/from-unknown.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { UpstreamError } from '../errors/upstream-error.ts';
import type { Metering } from '../metering/hold.ts';
import type { Router } from '../routing/make-router.ts';
import type { Route } from '../routing/route.ts';
import type { Clock } from '../shared/clock.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import type { SendUpstream, UpstreamAnswer } from '../upstream/upstream.ts';
import type { Call } from './call.ts';
import { deliver } from './deliver.ts';
import { tellFailure } from './failure-words.ts';
import { boundOf, estimateHold } from './hold-estimate.ts';
import type { Outgoing } from './outgoing.ts';
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

/**
 * The corridor, and the only place that knows the order of the rooms: routing, admission, upstream, delivery and
 * settlement. One attempt; another only where the catalogue names a fallback, and only before the first byte.
 *
 * @throws {GatewayError} what the rooms refuse; @throws {UpstreamError} what the upstream refused. Nothing is thrown
 *   once the head has gone out.
 */
export const makeRelay =
  (rooms: Rooms): Relay =>
  async (call, outgoing) => {
    refuseLoop(call);
    const { asked, providerId = null, region, once = false } = outgoing;
    const request = routeRequestOf(call, asked.model);
    const first = rooms.router.route({ ...request, regionCode: region ?? request.regionCode, providerId });
    const fallbacks = [...first.model.fallbacks];
    let route: Route | null = first;
    for (let attempts = 1; route !== null; attempts += 1) {
      try {
        return await attempt({ call, outgoing, route, attempts }, rooms);
      } catch (error) {
        const next = !once && mayFallBack(error) ? fallbacks.shift() : undefined;
        if (next === undefined) throw tellFailure(error);
        route = rooms.router.route({ ...routeRequestOf(call, next), providerId });
      }
    }
  };

interface Attempt {
  readonly call: Call;
  readonly outgoing: Outgoing;
  readonly route: Route;
  /** Counted from 1. */
  readonly attempts: number;
}

/** One way through: hold, send, deliver. Whatever happens, the hold is settled when it is over. */
async function attempt({ call, outgoing, route, attempts }: Attempt, rooms: Rooms): Promise<void> {
  const { asked } = outgoing;
  const { operation, caller, requestId, startedAt, startedMonotonic } = call;
  const estimate = estimateHold(asked, route.model, operation.dialect);
  const draft = { callId: rooms.newCallId(), requestId, operation: operation.id, caller, route, estimate, startedAt };
  const hold = rooms.metering.admit(draft);
  const bound = boundOf(asked, route.model);
  const tally = makeTally({ hold, clock: rooms.clock, startedMonotonic, asked, bound, rates: route.price.rates });
  let answer: UpstreamAnswer | null = null;
  try {
    const limits = rooms.limits(call);
    answer = await rooms.send(hold, writeRequest({ call, outgoing, route, limits }));
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
      attempts,
      clock: rooms.clock,
      keepalive: limits.keepalive,
    });
  } catch (error) {
    answer?.abort();
    const left = error instanceof BrokenUpstream && error.reason === 'client_left';
    await tally.close({
      outcome: left ? 'client_left' : 'failed',
      status: left ? clientLeft : statusOf(error, call),
    });
    throw error;
  }
}

/** What servers commonly note where the client left before it got a status. */
const clientLeft = 499;

/** The status that the client is told a failure with. */
const statusOf = (failure: unknown, { requestId }: Call): number => fromUnknown(tellFailure(failure), requestId).status;

/** Failures before the first byte that another model may not have: no answer, overload, a fault of the upstream's own. */
const mayFallBack = (error: unknown): boolean =>
  (error instanceof BrokenUpstream && error.reason !== 'client_left' && !(error.cause instanceof GatewayError)) ||
  (error instanceof UpstreamError && (error.status === 429 || error.status >= 500));
