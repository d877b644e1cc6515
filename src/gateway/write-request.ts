import type { Route } from '../routing/route.ts';
import {
  defaultVersion,
  idempotencyKeyFor,
  pickRangeHeaders,
  pickRequestHeaders,
} from '../upstream/request-headers.ts';
import type { UpstreamLimits, UpstreamRequest } from '../upstream/upstream.ts';
import type { Call } from './call.ts';
import type { Outgoing } from './outgoing.ts';

/** Query parameters that are the gateway's own and stay here. */
const ownParameter = /^product_sku=/;

/** Time limits of a call, in milliseconds. */
export interface CallLimits extends UpstreamLimits {
  /** Silence of a stream after which the client gets a sign of life. */
  readonly keepalive: number;
}

interface Parts {
  readonly call: Call;
  readonly outgoing: Outgoing;
  readonly route: Route;
  readonly limits: CallLimits;
}

/** What goes to the upstream. Same dialect: the caller's path, allowed headers and bytes. */
export function writeRequest({ call, outgoing, route, limits }: Parts): UpstreamRequest {
  const headers = pickRequestHeaders(call.headers, route.provider);
  if (call.spec === 'b') headers['anthropic-version'] ??= defaultVersion;
  if (outgoing.asked.stream) headers['accept'] = 'text/event-stream';
  const key = call.headers['idempotency-key'];
  if (typeof key === 'string') headers['idempotency-key'] = idempotencyKeyFor(key, call.caller.workspaceId, route);
  const length = outgoing.length?.(route) ?? null;
  if (length !== null) headers['content-length'] = String(length);
  if (outgoing.download === true) Object.assign(headers, pickRangeHeaders(call.headers));
  return {
    provider: route.provider,
    method: call.operation.method.toUpperCase(),
    path: (outgoing.path ?? call.operation.path) + forwardedSearch(call.search),
    headers,
    body: outgoing.body(route),
    limits,
    onLeave: call.reply.onLeave,
  };
}

function forwardedSearch(search: string): string {
  if (search === '') return '';
  const kept = search.split('&').filter((part) => part !== '' && !ownParameter.test(part));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}
