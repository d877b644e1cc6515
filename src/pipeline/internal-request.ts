import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import { unrestricted, type Caller } from '../identity/caller.ts';
import type { Hold } from '../metering/hold.ts';
import { codingOf, pickRequestHeaders } from '../providers/headers.ts';
import { pathAt } from '../providers/kinds/kinds.ts';
import { BrokenUpstream, type SendUpstream, type UpstreamAnswer, type UpstreamLimits } from '../providers/upstream.ts';
import type { Route, Router } from '../routing/route.ts';
import { objectOf, parseJson, type Json, type JsonObject } from '../shared/json/json.ts';
import { readUpTo } from '../shared/collections.ts';
import { exchange } from './relay.ts';
import type { ObjectPlace } from './upstream-objects.ts';

interface InternalRequestDeps {
  readonly router: Router;
  readonly send: SendUpstream;
  readonly newCallId: () => string;
}

/** Bytes of the longest answer that is read whole. */
const longestWhole = 8 * 1_048_576;

/** Whom an internal request is for, and where it goes. */
interface InternalTarget extends ObjectPlace {
  readonly spec: Spec;
  readonly caller: Caller;
  /** What the provider must serve. */
  readonly family: OperationFacts['family'];
  /** Absent: a minute for the head of the answer, and for silence in it; ten for the whole. */
  readonly limits?: UpstreamLimits;
  /** Absent: GET. */
  readonly method?: 'GET' | 'POST';
  /** The open hold of the call that the request is part of. Absent: it is part of none, and costs nothing. */
  readonly hold?: Hold;
}

/** Reads the answer of an internal request as it arrives. */
export type ReadInternalAnswer<Result> = (answer: UpstreamAnswer, route: Route) => Promise<Result>;

/** Reads an answer that is JSON; anything else reads as undefined. */
export const readJson: ReadInternalAnswer<Json | undefined> = async (answer) => parseJson(await readWhole(answer));

/** Reads an answer that is a JSON object; anything else reads as an empty one. */
export const readRecord: ReadInternalAnswer<JsonObject> = async (answer, route) =>
  objectOf(await readJson(answer, route));

/**
 * Sends a request of the gateway itself, such as for a list of models or the results of a batch. It takes the steps of a call
 * (route, hold, send, read), and is free of charge. The ledger does not record it, because it is no call of the caller. Accounts
 * that have been frozen or deleted since do not stop it. No caller's operation can become one.
 *
 * @returns null if the provider does not have the object (404)
 * @throws {Error} if the provider cannot be reached, answers anything but 200 and 404, or compresses its answer
 */
export type InternalRequest = <Result>(
  target: InternalTarget,
  path: string,
  read: ReadInternalAnswer<Result>,
) => Promise<Result | null>;

/** Whether an internal request failed because its provider could not be reached, or did not answer in full. */
export const isUnanswered = (error: unknown): boolean => error instanceof BrokenUpstream;

const defaultLimits: UpstreamLimits = { firstByte: 60_000, idle: 60_000, total: 600_000 };

export const makeInternalRequests =
  (deps: InternalRequestDeps): InternalRequest =>
  async (target, path, read) => {
    const { route, hold, end } = admit(target, deps);
    const { provider } = route;
    const exchanged = exchange(hold, deps.send, {
      write: () => ({
        provider,
        method: target.method ?? 'GET',
        path: pathAt({ provider, operation: { path }, wire: 'none', model: null, stream: false }),
        headers: pickRequestHeaders({}, provider),
        body: null,
        limits: target.limits ?? defaultLimits,
        onLeave: () => () => undefined,
      }),
      receive: async (answer) => {
        const { status } = answer;
        if (status !== 200 && status !== 404) throw new Error(`The provider ${provider.id} answered ${status}.`);
        if (status === 200 && codingOf(answer) !== 'identity')
          throw new Error(`The provider ${provider.id} sent a compressed answer, which it was not asked for.`);
        const result = status === 200 ? await read(answer, route) : null;
        if (status === 404) answer.abort();
        return result;
      },
      fail: (failure) => Promise.resolve(failure),
    });
    return exchanged.finally(end);
  };

/** The permission to send a request that the ledger does not record, until it ends. */
function permission(callId: string): { readonly hold: Hold; readonly end: () => void } {
  let isOpen = true;
  const end = (): void => {
    isOpen = false;
  };
  const settle: Hold['settle'] = () => {
    end();
    return Promise.resolve(0n);
  };
  return { hold: { callId, isOpen: () => isOpen, progress: () => undefined, settle }, end };
}

/** Step 5: the route to the provider, and the permission to send. */
function admit(target: InternalTarget, { router, newCallId }: InternalRequestDeps) {
  const { spec, providerId, region, family, hold } = target;
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
  return { route, ...(hold === undefined ? permission(newCallId()) : { hold, end: () => undefined }) };
}

/**
 * Reads the whole body of a short answer that is for the gateway itself.
 *
 * @throws {BrokenUpstream} if it breaks, or is too long
 */
async function readWhole(answer: UpstreamAnswer): Promise<Buffer> {
  const body = await readUpTo(answer.read, longestWhole);
  if (body.length <= longestWhole) return body.join();
  answer.abort();
  throw new BrokenUpstream('upstream_cut', 'the answer is too long to be read whole');
}
