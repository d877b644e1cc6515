import { GatewayError, UpstreamError, fromUnknown } from '../errors/gateway-error.ts';
import type { Hold, Metering } from '../metering/hold.ts';
import { hopsOf } from '../providers/headers.ts';
import { BrokenUpstream, type SendUpstream, type UpstreamAnswer, type UpstreamRequest } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import type { Router } from '../routing/router.ts';
import { clientLeft } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Wires } from '../wires/format.ts';
import type { Seals } from '../wires/seal.ts';
import { answerIdOf } from './answer-hook.ts';
import { letGoOfBody, routeRequestOf, type Call } from './call.ts';
import { routeSideWork } from './counted-usage.ts';
import { deliver } from './deliver.ts';
import { boundOf, closerBound, estimateHold } from './hold-estimate.ts';
import { makeTally } from './tally.ts';
import { writeRequest, type CallLimits, type UpstreamDraft } from './upstream-draft.ts';
import { translate, type Translation } from './translation.ts';
import { asFinal, reportFailure } from './upstream-failure.ts';

/** What a call passes behind the contract. */
interface Deps {
  readonly router: Router;
  readonly metering: Metering;
  readonly wires: Wires;
  readonly seals: Seals;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly limits: (call: Call) => CallLimits;
  readonly newCallId: () => string;
}

/** Carries one call from its handler to the last byte of its answer. Made once; every billed operation goes through it. */
export type Relay = (call: Call, upstreamDraft: UpstreamDraft) => Promise<void>;

/** A route, and the hold that lets a call take it. */
interface Admitted {
  readonly route: Route;
  readonly hold: Hold;
}

/**
 * The only place that knows the order of a call behind the contract: steps 5 to 9. One attempt; another only where the
 * catalogue names a fallback, and only before the first byte.
 *
 * @throws {GatewayError} what these refuse; @throws {UpstreamError} what the upstream refused. Nothing is thrown
 *   once the head has gone out.
 */
export const makeRelay =
  (deps: Deps): Relay =>
  async (call, asked) => {
    refuseLoop(call);
    const { upstreamDraft, admitted: first } = await admitFirst(call, asked, deps);
    const admitModel = (model: string | null): Promise<Admitted> => admit({ call, upstreamDraft, model }, deps);
    const fallbacks = [...first.route.model.fallbacks];
    const attempt = async (admitted: Admitted, earlier: readonly string[]): Promise<void> => {
      try {
        await carry({ call, upstreamDraft, ...admitted, earlier }, deps);
      } catch (error) {
        const mayGoOn = upstreamDraft.once !== true && mayFallBack(error) && hasTime(deps.limits(call));
        const next = mayGoOn ? await firstOpen(fallbacks, admitModel) : null;
        if (next === null) throw reportFailure(error);
        await attempt(next, [...earlier, `${admitted.route.provider.id};${statusOf(error, call)}`]);
      }
    };
    await attempt(first, []);
  };

/** Where there is too little credit for the bytes of a long text, its tokens are counted, and admission is asked once more. */
async function admitFirst(
  call: Call,
  upstreamDraft: UpstreamDraft,
  deps: Deps,
): Promise<{ upstreamDraft: UpstreamDraft; admitted: Admitted }> {
  const { facts } = upstreamDraft;
  try {
    return { upstreamDraft, admitted: await admit({ call, upstreamDraft, model: facts.model }, deps) };
  } catch (error) {
    const input = lacksCredit(error) ? await closerBound(facts) : null;
    if (input === null) throw error;
    const closer = { ...upstreamDraft, facts: { ...facts, bound: { ...facts.bound, input } } };
    return { upstreamDraft: closer, admitted: await admit({ call, upstreamDraft: closer, model: facts.model }, deps) };
  }
}

const lacksCredit = (error: unknown): boolean =>
  error instanceof GatewayError && (error.code === 'insufficient_credits' || error.code === 'limit_reached');

interface Candidate {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  readonly model: string | null;
}

/** Step 5: facts → route with its price frozen → hold. */
async function admit(
  { call, upstreamDraft, model }: Candidate,
  { router, metering, newCallId }: Deps,
): Promise<Admitted> {
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
async function firstOpen(names: string[], admitModel: (model: string) => Promise<Admitted>): Promise<Admitted | null> {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    try {
      return await admitModel(name);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  return null;
}

interface Attempt extends Admitted {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
  /** What came of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
}

/** Steps 6 to 9 of one attempt. Whatever happens, the hold is settled when it is over. */
async function carry({ call, upstreamDraft, route, hold, earlier }: Attempt, deps: Deps): Promise<void> {
  const { facts } = upstreamDraft;
  const { operation, startedMonotonic } = call;
  const bound = boundOf(facts, route.model);
  const { rates } = route.price;
  const routeOf = (model: string): Route | null => routeSideWork(model, { route, at: call.startedAt }, deps.router);
  const tally = makeTally({ hold, clock: deps.clock, startedMonotonic, facts, bound, rates, routeOf });
  let keepalive = 0;
  let translation: Translation | null = null;
  await exchange(hold, deps.send, {
    write: () => {
      const limits = deps.limits(call);
      ({ keepalive } = limits);
      translation = route.wires
        ? translate({ call, request: upstreamDraft.request ?? null, route: { ...route, wires: route.wires } }, deps)
        : null;
      const request = writeRequest({ call, upstreamDraft, route, limits, translation });
      // A hook may still look at the request when the answer has come.
      if (!upstreamDraft.hooks) letGoOfBody(call);
      return { ...request, onSent: tally.sent };
    },
    receive: (answer) => {
      tally.answered();
      const wire = deps.wires[operation.wire];
      const hooks = upstreamDraft.hooks?.(route, answer, hold) ?? [];
      return deliver({
        call,
        facts,
        route,
        meter: (translation?.wire ?? wire).meter,
        wire,
        translation: translation?.answer(answerIdOf(hooks)) ?? null,
        answer,
        tally,
        hooks,
        download: upstreamDraft.download ?? false,
        earlier,
        clock: deps.clock,
        keepalive,
      });
    },
    fail: async (failure, answer) => {
      const left = failure instanceof BrokenUpstream && failure.reason === 'client_left';
      const end = {
        outcome: left ? 'client_left' : 'failed',
        status: left ? clientLeft : statusOf(failure, call),
      } as const;
      const thrown = await tally.close(end).then(
        () => failure,
        (unsettled: unknown) => unsettled,
      );
      return answer === null ? thrown : asFinal(thrown);
    },
  });
}

/** What one exchange with an upstream does in each step. */
interface Exchange<Result> {
  /** Step 6: the request of this attempt. */
  readonly write: () => UpstreamRequest;
  /** Step 8, and 9 where all goes well: reads or delivers the answer, and settles. */
  readonly receive: (answer: UpstreamAnswer) => Promise<Result>;
  /** Step 9 where it does not: settles, and resolves to what is thrown. @param answer null: none came */
  readonly fail: (error: unknown, answer: UpstreamAnswer | null) => Promise<unknown>;
}

/** Steps 6 to 9 under an open hold, for calls and for the gateway's own requests alike: the one place that sends. */
export async function exchange<Result>(
  hold: Hold,
  send: SendUpstream,
  { write, receive, fail }: Exchange<Result>,
): Promise<Result> {
  let answer: UpstreamAnswer | null = null;
  try {
    answer = await send(hold, write());
    return await receive(answer);
  } catch (error) {
    answer?.abort();
    throw await fail(error, answer);
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
