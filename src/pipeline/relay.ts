import { GatewayError, UpstreamError, fromUnknown } from '../errors/gateway-error.ts';
import type { Hold, Metering } from '../metering/hold.ts';
import { hopsOf } from '../providers/headers.ts';
import { BrokenUpstream, type SendUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import type { Router } from '../routing/router.ts';
import { clientLeft } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Wire, WireId } from '../wires/wire.ts';
import { letGoOfBody, type Call } from './call.ts';
import { deliver } from './deliver.ts';
import { boundOf, closerBound, estimateHold } from './hold-estimate.ts';
import { routeRequestOf } from './request-facts.ts';
import { routeBeside } from './side-work.ts';
import { makeTally } from './tally.ts';
import { writeRequest, type CallLimits, type UpstreamDraft } from './upstream-draft.ts';
import { asFinal, reportFailure } from './upstream-failure.ts';

/** What a call passes behind the contract. */
interface Deps {
  readonly router: Router;
  readonly metering: Metering;
  readonly wires: Readonly<Record<WireId | 'none', Wire>>;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly limits: (call: Call) => CallLimits;
  readonly newCallId: () => string;
}

/** Carries one call through the building. Made once; every billed operation goes through it. */
export type Relay = (call: Call, upstreamDraft: UpstreamDraft) => Promise<void>;

/** A way, and the hold that lets a call go it. */
interface Entered {
  readonly route: Route;
  readonly hold: Hold;
}

/**
 * The only place that knows the order of a call behind the contract: routing, admission, upstream, delivery and
 * settlement. One attempt; another only where the catalogue names a fallback, and only before the first byte.
 *
 * @throws {GatewayError} what these refuse; @throws {UpstreamError} what the upstream refused. Nothing is thrown
 *   once the head has gone out.
 */
export const makeRelay =
  (deps: Deps): Relay =>
  async (call, asking) => {
    refuseLoop(call);
    const { upstreamDraft, entered: first } = await enterFirst(call, asking, deps);
    const enter = (model: string | null): Promise<Entered> => enterCorridor({ call, upstreamDraft, model }, deps);
    const fallbacks = [...first.route.model.fallbacks];
    const attempt = async (entered: Entered, earlier: readonly string[]): Promise<void> => {
      try {
        await carry({ call, upstreamDraft, ...entered, earlier }, deps);
      } catch (error) {
        const mayGoOn = upstreamDraft.once !== true && mayFallBack(error) && hasTime(deps.limits(call));
        const next = mayGoOn ? await firstOpen(fallbacks, enter) : null;
        if (next === null) throw reportFailure(error);
        await attempt(next, [...earlier, `${entered.route.provider.id};${statusOf(error, call)}`]);
      }
    };
    await attempt(first, []);
  };

interface Wish {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  readonly model: string | null;
}

/** Where there is too little credit for the bytes of a long text, its tokens are counted, and admission is asked once more. */
async function enterFirst(
  call: Call,
  upstreamDraft: UpstreamDraft,
  deps: Deps,
): Promise<{ upstreamDraft: UpstreamDraft; entered: Entered }> {
  const { facts } = upstreamDraft;
  try {
    return { upstreamDraft, entered: await enterCorridor({ call, upstreamDraft, model: facts.model }, deps) };
  } catch (error) {
    const input = lacksCredit(error) ? await closerBound(facts) : null;
    if (input === null) throw error;
    const closer = { ...upstreamDraft, facts: { ...facts, bound: { ...facts.bound, input } } };
    const entered = await enterCorridor({ call, upstreamDraft: closer, model: facts.model }, deps);
    return { upstreamDraft: closer, entered };
  }
}

const lacksCredit = (error: unknown): boolean =>
  error instanceof GatewayError && (error.code === 'insufficient_credits' || error.code === 'limit_reached');

/** Routing and admission. */
async function enterCorridor(
  { call, upstreamDraft, model }: Wish,
  { router, metering, newCallId }: Deps,
): Promise<Entered> {
  const { facts, providerId = null, region } = upstreamDraft;
  const request = routeRequestOf(call, model);
  const { referenced } = facts;
  const route = router.route({ ...request, referenced, regionCode: region ?? request.regionCode, providerId });
  const { operation, caller, requestId, startedAt } = call;
  const estimate = estimateHold(facts, route.model, operation.wire);
  const draft = { callId: newCallId(), requestId, operation: operation.id, caller, route, estimate, startedAt };
  return { route, hold: await metering.admit(draft) };
}

/**
 * The first fallback that this call may take. One that is refused to it is passed over: the caller named another model, and is
 * told what became of that one.
 *
 * @param names those that are left; what is looked at is taken out
 */
async function firstOpen(names: string[], enter: (model: string) => Promise<Entered>): Promise<Entered | null> {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    try {
      return await enter(name);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  return null;
}

interface Attempt extends Entered {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  /** What came of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
}

/** Upstream, delivery and settlement. Whatever happens, the hold is settled when it is over. */
async function carry({ call, upstreamDraft, route, hold, earlier }: Attempt, deps: Deps): Promise<void> {
  const { facts } = upstreamDraft;
  const { operation, startedMonotonic } = call;
  const bound = boundOf(facts, route.model);
  const { rates } = route.price;
  const routeOf = (model: string): Route | null => routeBeside(model, { route, at: call.startedAt }, deps.router);
  const tally = makeTally({ hold, clock: deps.clock, startedMonotonic, facts, bound, rates, routeOf });
  let answer: UpstreamAnswer | null = null;
  try {
    const limits = deps.limits(call);
    const sending = deps.send(hold, { ...writeRequest({ call, upstreamDraft, route, limits }), onSent: tally.sent });
    // What is kept of an answer may tell what was asked.
    if (!upstreamDraft.hook) letGoOfBody(call);
    answer = await sending;
    tally.answered();
    const wire = deps.wires[operation.wire];
    await deliver({
      call,
      facts,
      route,
      wire,
      answer,
      tally,
      hook: upstreamDraft.hook?.(route, answer, hold) ?? null,
      download: upstreamDraft.download ?? false,
      earlier,
      clock: deps.clock,
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
const statusOf = (failure: unknown, { requestId }: Call): number =>
  fromUnknown(reportFailure(failure), requestId).status;

/** Milliseconds in which nothing can be answered: timers are met that much too early. */
const noTime = 10;

/** Whether another attempt can come to anything in what is left of the call's time. */
const hasTime = ({ total }: CallLimits): boolean => total === null || total > noTime;

/** Failures before the first byte that another model may not have: no answer, overload, a fault of the upstream's own. */
const mayFallBack = (error: unknown): boolean =>
  (error instanceof BrokenUpstream && error.reason !== 'client_left' && !(error.cause instanceof GatewayError)) ||
  (error instanceof UpstreamError && (error.status === 429 || error.status >= 500));

/** Gateways that a call may pass: one in front of another is a set-up, more are a loop. */
const mostHops = 3;

/** @throws {GatewayError} `loop_detected` when the call has come through too many gateways of our kind */
export function refuseLoop({ headers }: Call): void {
  const hops = hopsOf(headers);
  if (hops < mostHops) return;
  throw new GatewayError(
    'loop_detected',
    `This call has passed ${hops} Diglot gateways: a provider's base address points back to a gateway. Correct it there.`,
  );
}
