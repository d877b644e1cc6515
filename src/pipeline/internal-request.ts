import type { OperationFacts } from '../../generated/operation-facts.ts';
import { unbilled, type Spec } from '../catalog/catalog.ts';
import { unrestricted, type Caller } from '../identity/caller.ts';
import type { BatchMetering, Hold, Outcome } from '../metering/hold.ts';
import { pickRequestHeaders } from '../providers/headers.ts';
import { pathAt } from '../providers/kinds/kinds.ts';
import { BrokenUpstream, type SendUpstream, type UpstreamAnswer, type UpstreamLimits } from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import type { Router } from '../routing/router.ts';
import { objectOf, parseJson, type JsonObject } from '../shared/json/json.ts';
import { PieceList } from '../shared/piece-list.ts';
import type { Clock } from '../shared/time/clock.ts';
import { exchange } from './relay.ts';
import type { ObjectPlace } from './upstream-objects.ts';

interface InternalRequestDeps {
  readonly router: Router;
  readonly metering: Pick<BatchMetering, 'holdNothing'>;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly newCallId: () => string;
}

/** The account that an internal request is recorded on, and where it goes. */
interface InternalTarget extends ObjectPlace {
  readonly spec: Spec;
  readonly caller: Caller;
  readonly requestId: string;
  /** Id of the operation that the request is for. */
  readonly operation: string;
  /** What the provider must serve. */
  readonly family: OperationFacts['family'];
  /** Absent: a minute for the head of the answer, and for silence in it; ten for the whole. */
  readonly limits?: UpstreamLimits;
  /** Absent: GET. */
  readonly method?: 'GET' | 'POST';
  /**
   * The open hold of the call that the request is part of; then it is not recorded by itself. `unrecorded`: no call of the caller,
   * so the ledger does not record it as one. Absent: it gets a hold of its own.
   */
  readonly hold?: Hold | 'unrecorded';
}

/** Reads the answer of an internal request as it arrives. */
export type ReadInternalAnswer<Result> = (answer: UpstreamAnswer, route: Route) => Promise<Result>;

/** Reads an answer that is a JSON object; anything else reads as an empty one. */
export const readRecord: ReadInternalAnswer<JsonObject> = async (answer) =>
  objectOf(parseJson(await readWhole(answer)));

/**
 * Sends a request of the gateway itself, such as for a list of models or the results of a batch. It takes the steps of a call
 * (route, hold, send, read, settle), is free of charge, and is recorded on the account that it is for, unless its hold says
 * otherwise, even if that has been frozen or deleted since. No caller's operation can become one.
 *
 * @returns null if the provider does not have the object (404)
 * @throws {Error} if the provider cannot be reached, or answers anything but 200 and 404
 */
export type InternalRequest = <Result>(
  target: InternalTarget,
  path: string,
  read: ReadInternalAnswer<Result>,
) => Promise<Result | null>;

/** Whether an internal request failed because its provider could not be reached, or did not answer in full. */
export const isUnanswered = (error: unknown): boolean => error instanceof BrokenUpstream;

const patience: UpstreamLimits = { firstByte: 60_000, idle: 60_000, total: 600_000 };

const nothingUsed = { usage: {}, usageSource: 'none', firstByteMilliseconds: null } as const;

export const makeInternalRequests =
  (deps: InternalRequestDeps): InternalRequest =>
  async (target, path, read) => {
    const { route, hold } = admit(target, deps);
    const { provider } = route;
    const settle = async (outcome: Outcome, status: number): Promise<void> => {
      if (target.hold === undefined || target.hold === 'unrecorded')
        await hold.settle({ ...nothingUsed, outcome, status });
    };
    return exchange(hold, deps.send, {
      write: () => ({
        provider,
        method: target.method ?? 'GET',
        path: pathAt({ provider, operation: { path }, wire: 'none', model: null, stream: false }),
        headers: pickRequestHeaders({}, provider),
        body: null,
        limits: target.limits ?? patience,
        onLeave: () => () => undefined,
      }),
      receive: async (answer) => {
        const { status } = answer;
        if (status !== 200 && status !== 404) throw new Error(`The provider ${provider.id} answered ${status}.`);
        const result = status === 200 ? await read(answer, route) : null;
        if (status === 404) answer.abort();
        await settle(status === 200 ? 'completed' : 'failed', status);
        return result;
      },
      fail: async (failure, answer) => {
        // A success status with an unusable body is not a success.
        await settle('failed', answer === null || answer.status === 200 ? 502 : answer.status);
        return failure;
      },
    });
  };

/** The permission to send a request that the ledger does not record. */
function permission(callId: string): Hold {
  let isOpen = true;
  return {
    callId,
    amount: 0n,
    isOpen: () => isOpen,
    progress: () => undefined,
    settle: () => {
      isOpen = false;
      return Promise.resolve({ callId, amount: 0n, productSku: unbilled.sku });
    },
  };
}

/** Step 5: the route to the provider, and a hold of 0 credits. */
function admit(target: InternalTarget, { router, metering, clock, newCallId }: InternalRequestDeps) {
  const { spec, providerId, region, requestId, operation, family } = target;
  const caller = { ...target.caller, scope: unrestricted };
  const route = router.route({
    spec,
    model: null,
    regionCode: region,
    caller,
    providerId,
    operation: { family, product: 'default', billed: false },
    productSku: { header: null, query: null },
  });
  const callId = newCallId();
  if (target.hold === 'unrecorded') return { route, hold: permission(callId) };
  const draft = { callId, requestId, operation, caller, route };
  return { route, hold: target.hold ?? metering.holdNothing({ ...draft, startedAt: clock.now() }) };
}

/**
 * Reads the whole body of a short answer that is for the gateway itself.
 *
 * @throws {BrokenUpstream} if it breaks, or is longer than `limit` bytes
 */
async function readWhole(answer: UpstreamAnswer, limit = 8 * 1_048_576): Promise<Buffer> {
  const body = new PieceList();
  for (;;) {
    const chunk = await answer.read();
    if (chunk === null) return body.join();
    body.add(chunk);
    if (body.length <= limit) continue;
    answer.abort();
    throw new BrokenUpstream('upstream_cut', 'the answer is too long to be read whole');
  }
}
