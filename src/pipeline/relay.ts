import { asRecorded, GatewayError, fromUnknown } from '../errors/gateway-error.ts';
import type { Hold, Metering } from '../metering/hold.ts';
import { lacksCredit } from '../metering/refusal.ts';
import { guardAnswer, guardHeaders } from '../providers/guard-answer.ts';
import { codingOf, headerOf, refuseLoop } from '../providers/headers.ts';
import { kinds } from '../providers/kinds/kinds.ts';
import { BrokenUpstream, type SendUpstream, type UpstreamAnswer, type UpstreamRequest } from '../providers/upstream.ts';
import type { Route, Router } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { shortTraceparent } from '../shared/ids.ts';
import { clientLeft } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import { wires } from '../wires/wires.ts';
import type { Loss } from '../wires/translation/parts.ts';
import type { Seals } from '../wires/translation/proofs.ts';
import { answerIdOf, asSuccess, type Delivery, isForeignType, unusable } from './delivery.ts';
import type { Call } from './call.ts';
import { routeSideWork } from './counted-usage.ts';
import { deliverBytes } from './deliver-bytes.ts';
import { deliverJson } from './deliver-json.ts';
import { deliverStream } from './deliver-stream.ts';
import { boundOf, factsSent, mostOfCall, tighterBound } from './hold-estimate.ts';
import { makeTally, type Tally, type TallyEnd } from './tally.ts';
import { asksForPart, dropParsedBody, writeRequest, type CallLimits, type UpstreamDraft } from './upstream-draft.ts';
import { translate, UntranslatedError, type Translation } from './translation/translation.ts';
import { suggestModel } from './translation/suggest-model.ts';
import { mayFallBack, readRefusal, reportFailure, sourceOf, withAnswerer, withAttempts } from './upstream-failure.ts';

/** What a call needs after validation. */
interface PipelineDeps {
  readonly router: Router;
  readonly metering: Metering;
  readonly seals: Seals;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly limits: (call: Call) => CallLimits;
  readonly newCallId: () => string;
}

/** Takes one call from its handler to the last byte of its answer. Every billed operation goes through it. */
export type Relay = (call: Call, upstreamDraft: UpstreamDraft) => Promise<void>;

/** A route, and the hold that lets a call take it. */
interface AdmittedRoute {
  readonly route: Route;
  readonly hold: Hold;
}

/**
 * Defines the order of a call after validation: steps 5 to 9. Tries fallbacks only if the catalogue names them and no byte has gone
 * out. Nothing is thrown once the head has gone out.
 *
 * @throws {GatewayError} for a refusal by the gateway
 * @throws {UpstreamError} for a refusal by the upstream
 */
export const makeRelay =
  (deps: PipelineDeps): Relay =>
  async (call, draft) => {
    refuseLoop(call);
    const [upstreamDraft, first] = await admitFirst({ call, upstreamDraft: draft }, deps);
    const fallbacks = [...first.route.model.fallbacks];
    let earlier: readonly string[] = [];
    let failure: unknown = null;
    const progress = { isAnswered: false };
    for (let admitted = first; ;) {
      const { route, hold } = admitted;
      try {
        const attempt = new Attempt({ call, upstreamDraft, route, hold, earlier, progress }, deps);
        return await exchange(hold, deps.send, attempt);
      } catch (error) {
        // A fallback that the request cannot be written for is skipped: the earlier failure is the one to report.
        failure = error instanceof UntranslatedError ? (failure ?? error) : error;
        const mayGoOn = upstreamDraft.once !== true && mayFallBack(error) && hasTime(deps.limits(call));
        const next = mayGoOn ? await firstOpen(fallbacks, { call, upstreamDraft }, deps) : null;
        earlier = [...earlier, `${route.provider.id};${reported(error, call).status}`];
        if (next === null) {
          const tried = { call, upstreamDraft };
          const last =
            failure instanceof UntranslatedError ? suggestModel({ ...tried, error: failure }, deps) : failure;
          throw asRecorded(withAttempts(reportFailure(last, progress.isAnswered), earlier));
        }
        admitted = next;
      }
    }
  };

/** Admits the first attempt. If credit does not cover a long text by its bytes, counts its tokens and tries once more. */
async function admitFirst(drafted: Drafted, deps: PipelineDeps): Promise<readonly [UpstreamDraft, AdmittedRoute]> {
  const { facts } = drafted.upstreamDraft;
  try {
    const admitted = admit({ ...drafted, model: facts.model }, deps);
    return [drafted.upstreamDraft, admitted instanceof Promise ? await admitted : admitted];
  } catch (error) {
    const input = lacksCredit(error) ? await tighterBound(facts).catch(() => null) : null;
    if (input === null) throw error;
    const bounded = { ...drafted.upstreamDraft, facts: { ...facts, bound: { ...facts.bound, input } } };
    return [bounded, await admit({ ...drafted, upstreamDraft: bounded, model: facts.model }, deps)];
  }
}

interface Drafted {
  readonly call: Call;
  readonly upstreamDraft: UpstreamDraft;
}

/** Step 5: facts → route with its price frozen → hold. */
function admit(
  { call, upstreamDraft, model }: Drafted & { readonly model: string | null },
  { router, metering, newCallId }: PipelineDeps,
): AdmittedRoute | Promise<AdmittedRoute> {
  const { facts, providerId = null, region } = upstreamDraft;
  const { referenced, stream } = facts;
  const request = routeRequestOf(call, model);
  const dearer = call.operation.billed ? (facts.dearer ?? []) : [];
  const route = router.route({ ...request, referenced, dearer, regionCode: region ?? request.regionCode, providerId });
  const { operation, caller, requestId, startedAt } = call;
  const most = mostOfCall(factsSent(facts, route), route, { wire: operation.wire, at: startedAt, router });
  const ids = { callId: newCallId(), requestId, traceparent: shortTraceparent(call.headers['traceparent']) };
  const held = metering.admit({ ...ids, operation: operation.id, caller, route, ...most, startedAt, stream });
  return held instanceof Promise ? held.then((hold) => ({ route, hold })) : { route, hold: held };
}

/**
 * Admits the call to the first fallback that it may take. A fallback that is refused is skipped: the caller named another model,
 * and gets that model's error.
 *
 * @param names the remaining fallbacks; those that were tried are removed
 */
async function firstOpen(names: string[], tried: Drafted, deps: PipelineDeps): Promise<AdmittedRoute | null> {
  for (let model = names.shift(); model !== undefined; model = names.shift()) {
    try {
      return await admit({ ...tried, model }, deps);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
    }
  }
  return null;
}

interface AttemptStart extends Drafted, AdmittedRoute {
  /** Providers and statuses of the attempts before this one: `openai;503`. */
  readonly earlier: readonly string[];
  /** Set when the head of a success has arrived: an upstream may have done the work. */
  readonly progress: { isAnswered: boolean };
}

/** What one exchange with an upstream does in each step. */
interface ExchangeSteps<Result> {
  /** Step 6: the request of this attempt. */
  readonly write: () => UpstreamRequest;
  /** Step 8, and step 9 on success: reads or delivers the answer, and settles. */
  readonly receive: (answer: UpstreamAnswer) => Promise<Result>;
  /** Step 9 after a failure: settles, and resolves to the error to throw. @param answer null if there was none */
  readonly fail: (error: unknown, answer: UpstreamAnswer | null) => Promise<unknown>;
}

/** Runs steps 6 to 9 under an open hold, for calls and internal requests alike. Nothing else sends to an upstream. */
export async function exchange<Result>(hold: Hold, send: SendUpstream, steps: ExchangeSteps<Result>): Promise<Result> {
  let answer: UpstreamAnswer | null = null;
  try {
    answer = await send(hold, steps.write());
    return await steps.receive(answer);
  } catch (error) {
    answer?.abort();
    throw asRecorded(await steps.fail(error, answer));
  }
}

/** One attempt of a call. The hold is settled in every case. */
class Attempt implements ExchangeSteps<void> {
  readonly #start: AttemptStart;
  readonly #deps: PipelineDeps;
  readonly #tally: Tally;
  #translation: Translation | null = null;
  /** What this kind of provider does not take. */
  #adapted: readonly Loss[] = [];
  #keepalive = 0;

  constructor(start: AttemptStart, deps: PipelineDeps) {
    const { call, upstreamDraft, route, hold } = start;
    const { startedAt, startedMonotonic } = call;
    const { facts } = upstreamDraft;
    const { clock, router } = deps;
    const { rates } = route.price;
    const bound = boundOf(factsSent(facts, route), route.model);
    const routeOf = (model: string): Route | null => routeSideWork(model, { route, at: startedAt }, router);
    this.#start = start;
    this.#deps = deps;
    this.#tally = makeTally({ hold, clock, startedMonotonic, facts, bound, rates, routeOf, losses: this.#losses });
  }

  /** Step 6: the body is translated if the wire formats differ, then written for this provider. */
  write(): UpstreamRequest {
    const { call, upstreamDraft, route } = this.#start;
    const limits = this.#deps.limits(call);
    const { wires: formats } = route;
    const request = formats ? (upstreamDraft.request?.() ?? null) : null;
    const translation = formats ? translate({ call, request, route: { ...route, wires: formats } }, this.#deps) : null;
    this.#keepalive = limits.keepalive;
    this.#translation = translation;
    const written = writeRequest({ call, upstreamDraft, route, limits, translation, onSent: this.#tally.sent });
    this.#adapted = written.losses;
    // A hook may still look at the request when the answer has come, and a translation holds it until then.
    if (!upstreamDraft.hooks && translation === null) dropParsedBody(call);
    return written.request;
  }

  /** Steps 8 and 9: the answer is delivered with its side effects, and the call is settled. */
  receive(given: UpstreamAnswer): Promise<void> {
    const { call, upstreamDraft, route, hold, earlier, progress } = this.#start;
    const answer = asSuccess(given, upstreamDraft.emptyAnswer);
    progress.isAnswered ||= answer.status < 400;
    const wire = wires[call.operation.wire];
    const hooks = upstreamDraft.hooks?.(route, answer, hold) ?? [];
    return deliver({
      call,
      facts: upstreamDraft.facts,
      route,
      meter: (this.#translation?.wire ?? wire).meter,
      wire,
      translation: this.#translation?.answer(answerIdOf(hooks), answer.secrets) ?? null,
      answer,
      tally: this.#tally,
      hooks,
      download: upstreamDraft.download ?? false,
      losses: this.#losses,
      earlier,
      clock: this.#deps.clock,
      keepalive: this.#keepalive,
    });
  }

  /** Step 9 after a failure. An error of the settlement takes precedence over the failure. */
  async fail(failure: unknown, answer: UpstreamAnswer | null): Promise<unknown> {
    const left = failure instanceof BrokenUpstream && failure.reason === 'client_left';
    const { status, code } = reported(failure, this.#start.call);
    const failed: TallyEnd = { outcome: 'failed', status, error: code };
    return this.#tally.close(left ? { outcome: 'client_left', status: clientLeft } : failed).then(
      () => withAnswerer(failure, this.#start.route, answer),
      (unsettled: unknown) => unsettled,
    );
  }

  /** What request and answer have lost so far. */
  readonly #losses = (): readonly Loss[] => {
    const lost = (this.#translation ?? this.#start.upstreamDraft).losses?.() ?? [];
    return this.#adapted.length === 0 ? lost : [...lost, ...this.#adapted];
  };
}

/** A failure as the client gets it. */
const reported = (failure: unknown, { requestId }: Call): ReturnType<typeof fromUnknown> =>
  fromUnknown(reportFailure(failure), requestId);

/** Whether the rest of the call's time allows another attempt: timers may fire 10 milliseconds early. */
const hasTime = ({ total }: CallLimits): boolean => total === null || total > 10;

/** How an answer is delivered, by its media type. */
const byMediaType: readonly (readonly [RegExp, (delivery: Delivery) => Promise<void>])[] = [
  [/^text\/event-stream\b/i, deliverStream],
  [/^application\/json\b|\+json\b/i, deliverJson],
  [
    /^(?:audio|video|image)\/|^application\/(?:octet-stream|x-jsonl|binary|x-subrip)|^text\/(?:plain|vtt|srt)\b/i,
    deliverBytes,
  ],
];

/**
 * Delivers an upstream's answer to the client and settles the call.
 *
 * @throws {UpstreamError} for a 4xx or 5xx
 * @throws {GatewayError} `upstream_invalid` for anything but an answer, such as a redirect, a web page or an encoding that was not
 *   requested; also for an answer that contains the provider's credential, if nothing has gone out yet
 * @throws {BrokenUpstream} when the answer broke before the head went out
 */
async function deliver(delivery: Delivery): Promise<void> {
  const { route, download, answer: given } = delivery;
  const open = given.status === 200 ? kinds[route.provider.kind].open : undefined;
  if (!open) delivery.tally.answered();
  if (given.status >= 400 && given.status < 600) throw await readRefusal(delivery);
  const answer = open ? await open(given, sourceOf(delivery), delivery.wire.id) : given;
  const encoding = codingOf(answer);
  const mediaType = headerOf(answer, 'content-type') ?? '';
  const deliverAs = download ? deliverBytes : byMediaType.find(([pattern]) => pattern.test(mediaType))?.[1];
  const isWhole = answer.status === 200 || (download && answer.status === 206 && asksForPart(delivery.call));
  // A client that did not request a stream would take the events for the answer itself.
  const isUnrequestedStream = deliverAs === deliverStream && !delivery.facts.stream;
  const isUnexpectedType = deliverAs === deliverBytes && isForeignType(delivery, mediaType);
  if (!isWhole || encoding !== 'identity' || deliverAs === undefined || isUnrequestedStream || isUnexpectedType) {
    answer.abort();
    throw new GatewayError('upstream_invalid', `${unusable(answer.status, encoding, mediaType)} Nothing was charged.`);
  }
  delivery.tally.accepted();
  const secrets = delivery.answer.secrets();
  const guarded = guardHeaders(answer, secrets);
  // Events and JSON are guarded as they go out, after the failure reports of an upstream have been tidied.
  const passing = deliverAs === deliverBytes ? guardAnswer(guarded, secrets) : guarded;
  return deliverAs(passing === given ? delivery : { ...delivery, answer: passing });
}
