import { fromUnknown, GatewayError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import type { Call } from '../pipeline/call.ts';
import { reportFailure, withAnswerer } from '../pipeline/upstream-failure.ts';
import { pickRequestHeaders } from '../providers/headers.ts';
import { pathAt } from '../providers/kinds/kinds.ts';
import { readUpstreamError } from '../providers/read-error.ts';
import {
  BrokenUpstream,
  type ConnectUpstream,
  type UpstreamAnswer,
  type UpstreamSocket,
} from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import { clientLeft } from '../shared/reply.ts';
import { settingsEvent, type ClientEvent, type Pinning } from './client-events.ts';
import type { ResponseHolds } from './response-holds.ts';
import type { WatchDeps } from './session-end.ts';

export interface OpeningDeps extends Pick<WatchDeps, 'limits'> {
  readonly connect: ConnectUpstream;
}

/** What the opening of a session needs, and the session after it. */
export interface Opening {
  readonly route: Route;
  readonly holds: ResponseHolds;
  readonly pinning: Pinning;
}

/** Connects to the provider, whose refusal is the answer to the client. @returns also the settings that the session begins with */
export async function openSession(
  call: Call,
  { route, holds, hold, pinning }: Opening & { readonly hold: Hold },
  { connect, limits }: OpeningDeps,
): Promise<{ readonly upstream: UpstreamSocket; readonly settings: ClientEvent | null }> {
  const { provider, upstreamModel } = route;
  let refusal: UpstreamAnswer | null = null;
  try {
    const settings = settingsEvent(call.caller.session?.settings ?? null, pinning);
    if (provider.apiVersion !== undefined) throw datedVersion(route);
    const asked = {
      provider,
      operation: { path: '/realtime' },
      wire: 'none',
      model: upstreamModel,
      stream: true,
    } as const;
    const { 'content-type': _, accept: __, ...headers } = pickRequestHeaders(call.headers, provider);
    const opened = await connect(hold, {
      provider,
      path: pathAt(asked, `?model=${encodeURIComponent(upstreamModel)}`),
      headers,
      patience: limits().firstByte,
      onLeave: call.reply.onLeave,
    });
    if ('socket' in opened) return { upstream: opened.socket, settings };
    refusal = opened.refusal;
    const { status, abort } = refusal;
    if (status < 400) {
      abort();
      throw new GatewayError('upstream_invalid', `The upstream answered ${status} instead of opening a session.`);
    }
    throw await readUpstreamError(refusal, { provider, sent: () => ({}) });
  } catch (error) {
    const failure = reportFailure(withAnswerer(error, route, refusal));
    const { status, code } = fromUnknown(failure, call.requestId);
    const left = error instanceof BrokenUpstream && error.reason === 'client_left';
    await holds.end(left ? { outcome: 'client_left', status: clientLeft } : { outcome: 'failed', status, error: code });
    throw failure;
  }
}

const datedVersion = ({ provider, requestedModel }: Route): GatewayError =>
  new GatewayError(
    'model_not_found',
    `The model ${requestedModel} cannot be reached: realtime sessions need the path without a version, and the provider ${provider.id} has api_version ${provider.apiVersion ?? ''}. Ask the operator.`,
    { param: 'model' },
  );
