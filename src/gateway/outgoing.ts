import type { Readable } from 'node:stream';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Route } from '../routing/route.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { objectOf, parseJson } from '../shared/json.ts';
import { spliceJson } from '../shared/splice-json.ts';
import type { Call } from './call.ts';
import type { Keeping } from './keeping.ts';
import { readAsked, type Asked } from './read-asked.ts';
import { splicesOf } from './splices.ts';

/** What a call wants to send: what it asks for, and the bytes for the place that routing chose. */
export interface Outgoing {
  readonly asked: Asked;
  readonly body: (route: Route) => Uint8Array | Readable | null;
  /** Bytes of a body that flows; null where nobody knows them yet. */
  readonly length?: (route: Route) => number | null;
  /** True where the body can be sent only once: then there is no second attempt. */
  readonly once?: boolean;
  /** The provider that keeps what the call is about; absent: routing chooses. */
  readonly providerId?: string;
  /** The region in which it is kept, whatever the call says of regions; absent: the call's. */
  readonly region?: string;
  /** Path at the provider, where ids in it are the provider's; absent: the operation's own. */
  readonly path?: string;
  /** True where the answer is bytes that somebody kept: of any media type, in ranges. */
  readonly download?: boolean;
  /** What is kept of the answer; made anew for each attempt. Absent: nothing. */
  readonly keeping?: (route: Route, answer: UpstreamAnswer) => Keeping;
}

/** A call whose body is JSON: bytes that are at hand, for any number of attempts. */
export interface JsonOutgoing extends Outgoing {
  readonly body: (route: Route) => Buffer;
}

/**
 * A JSON call's own bytes, apart from the named splices.
 *
 * @param defaultModel the model of a request that names none; without one, the request is refused
 * @throws {GatewayError} `invalid_value` when no model is named
 */
export function jsonOutgoing(call: Call, body: unknown, defaultModel?: string): JsonOutgoing {
  const read = readAsked(call.bytes, body, call.operation.dialect);
  const model = read.model ?? defaultModel;
  if (model === undefined) {
    throw new GatewayError('invalid_value', 'model is required. GET /v1/models lists what this key may call.', {
      param: 'model',
    });
  }
  const { bytes, operation } = call;
  const asked = withoutBody({ ...read, model }, bytes);
  return { asked, body: (route) => spliceJson(bytes, splicesOf({ operation }, asked, route)) };
}

/** The same, without keeping the parsed body alive: an estimate reads it again from its bytes, where nobody else has it any more. */
function withoutBody({ body, ...asked }: Asked, bytes: Buffer): Asked {
  const known = new WeakRef(body);
  return {
    ...asked,
    get body() {
      return known.deref() ?? objectOf(parseJson(bytes.toString('utf8')));
    },
  };
}
