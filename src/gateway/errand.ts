import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import { unrestricted, type Caller } from '../identity/caller.ts';
import type { BatchMetering } from '../metering/hold.ts';
import type { Router } from '../routing/make-router.ts';
import type { Route } from '../routing/route.ts';
import type { Clock } from '../shared/clock.ts';
import { objectOf, parseJson, type JsonObject } from '../shared/json.ts';
import { defaultVersion, pickRequestHeaders } from '../upstream/request-headers.ts';
import type { SendUpstream, UpstreamAnswer, UpstreamLimits } from '../upstream/upstream.ts';
import type { WayToObject } from './kept/kept-outgoing.ts';
import { readWhole } from './read-whole.ts';

export interface ErrandRooms {
  readonly router: Router;
  readonly metering: Pick<BatchMetering, 'errand'>;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly newCallId: () => string;
}

/** For whom the gateway asks a provider something, and where. */
export interface ErrandWay extends WayToObject {
  readonly spec: Spec;
  readonly caller: Caller;
  readonly requestId: string;
  /** The operation that the errand is for. */
  readonly operation: string;
  /** What the provider must serve. */
  readonly family: OperationFacts['family'];
  /** Absent: a minute for the head of the answer, and for silence in it. */
  readonly limits?: UpstreamLimits;
}

/** Reads the answer of an errand while it comes. */
export type ReadErrand<Result> = (answer: UpstreamAnswer, route: Route) => Promise<Result>;

/** Reads an answer that is one JSON object; anything else is an empty one. */
export const readRecord: ReadErrand<JsonObject> = async (answer) =>
  objectOf(parseJson((await readWhole(answer)).toString('utf8')));

/**
 * One unbilled question of the gateway's own, booked on the one whom it is for, whatever became of the account meanwhile.
 *
 * @returns null when the provider has no such thing (404)
 * @throws {Error} when the provider cannot be asked, or answers anything else than 200
 */
export type Errand = <Result>(way: ErrandWay, path: string, use: ReadErrand<Result>) => Promise<Result | null>;

const patience: UpstreamLimits = { firstByte: 60_000, idle: 60_000, total: null };

export const makeErrand =
  ({ router, metering, send, clock, newCallId }: ErrandRooms): Errand =>
  async ({ spec, providerId, region, requestId, operation, family, limits = patience, ...way }, path, use) => {
    const caller = { ...way.caller, scope: unrestricted };
    const route = router.route({
      spec,
      model: null,
      regionCode: region,
      caller,
      providerId,
      operation: { family, product: 'default', billed: false },
      productSku: { header: null, query: null },
    });
    const { provider } = route;
    const draft = { callId: newCallId(), requestId, operation, caller, route };
    const hold = metering.errand({ ...draft, startedAt: clock.now() });
    const end = { usage: {}, usageSource: 'none', firstByteMilliseconds: null } as const;
    let answer: UpstreamAnswer | null = null;
    try {
      answer = await send(hold, {
        provider,
        method: 'GET',
        path,
        headers: pickRequestHeaders(spec === 'b' ? { 'anthropic-version': defaultVersion } : {}, provider),
        body: null,
        limits,
        onLeave: () => () => undefined,
      });
      const { status } = answer;
      if (status !== 200 && status !== 404) throw new Error(`The provider ${providerId} answered ${status}.`);
      const result = status === 200 ? await use(answer, route) : null;
      if (status === 404) answer.abort();
      await hold.settle({ ...end, outcome: status === 200 ? 'completed' : 'failed', status });
      return result;
    } catch (error) {
      answer?.abort();
      // A good status before something that cannot be used is no success.
      const status = answer === null || answer.status === 200 ? 502 : answer.status;
      await hold.settle({ ...end, outcome: 'failed', status });
      throw error;
    }
  };
