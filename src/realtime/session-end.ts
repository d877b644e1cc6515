import { errorShapes, fromUnknown, GatewayError, type UpstreamError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import type { Call, Upgrade } from '../pipeline/call.ts';
import { reportFailure, withAnswerer } from '../pipeline/upstream-failure.ts';
import { pickRequestHeaders } from '../providers/headers.ts';
import { pathAt } from '../providers/kinds/kinds.ts';
import { readUpstreamError } from '../providers/read-error.ts';
import { tidyMessage } from '../providers/tidy-message.ts';
import {
  BrokenUpstream,
  type ConnectUpstream,
  type UpstreamAnswer,
  type UpstreamSocket,
} from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import type { Registry } from '../shared/collections.ts';
import { newTimedId } from '../shared/ids.ts';
import { objectOf } from '../shared/json/json.ts';
import type { MessageSocket, SocketEnd } from '../shared/message-socket.ts';
import { clientLeft } from '../shared/reply.ts';
import type { Secrets } from '../shared/secret.ts';
import { type Clock, repeat } from '../shared/time/clock.ts';
import { type ClientEvent, type Pinning, settingsEvent } from './client-events.ts';
import type { ResponseHolds } from './response-holds.ts';
import type { ResponseEnd } from './response-slot.ts';

/** How a session ends: what its client learns, and how its unfinished responses are charged. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
  /** Sent as an event before the close frame. */
  readonly error?: GatewayError | UpstreamError;
  readonly response: ResponseEnd;
  /** Milliseconds for running responses to be cancelled, so that the upstream reports what they used. */
  readonly patience: number;
}

/** What every session's end depends on. */
export interface WatchDeps {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly limits: () => { readonly idle: number; readonly total: number; readonly firstByte: number };
  /** How to ask each open session to leave. */
  readonly sessions: Registry<() => void>;
}

/** Two seconds for a report: a vendor on another continent needs half of one, and may have sent much before it. */
const milliseconds = { recheck: 250, cancel: 2_000, cancelUnwatched: 5_000 } as const;

/** The gateway, or the upstream, cannot continue. */
export const failed = (error: GatewayError | UpstreamError, code: number): Ending => ({
  code,
  reason: error.message,
  error,
  response: { outcome: code === 1001 ? 'timed_out' : 'upstream_cut', status: 200, error: error.code },
  patience: milliseconds.cancel,
});

/** The caller may not continue. */
export const refused = (error: GatewayError | UpstreamError): Ending => ({
  ...failed(error, 1008),
  response: { outcome: 'client_left', status: 200, error: error.code },
});

/** The server is being stopped. */
export const restarting = (): Ending => {
  const error = new GatewayError('overloaded', 'This server is being restarted. Open another session.');
  return { ...failed(error, 1012), patience: 0, response: { outcome: 'completed', status: 200 } };
};

/** The client closed the session, or is gone. */
export const leftBy = async ({ ended }: MessageSocket): Promise<Ending> => {
  const { code, reason } = await ended;
  const response = { outcome: 'client_left', status: 200 } as const;
  return { code, reason, response, patience: milliseconds.cancelUnwatched };
};

/** Without a close frame, the client learns that the upstream broke off; otherwise it gets the upstream's own code. */
export function closedBy({ code, reason }: SocketEnd, secrets: Secrets): Ending {
  const response = { outcome: 'upstream_cut', status: 200 } as const;
  if (code !== 1006) return { code, reason: tidyMessage(reason, secrets), response, patience: 0 };
  const error = new GatewayError('upstream_invalid', 'The upstream broke off the session. Open another one.');
  return { ...failed(error, 1011), patience: 0 };
}

/** A message that is not text. */
export const binaryRefused = (): Ending => ({
  ...refused(new GatewayError('invalid_value', 'Send events as text messages; this one was binary.')),
  code: 1003,
});

interface Watched {
  readonly call: Call & { readonly upgrade: Upgrade };
  /** Whether a response is running, or expected. */
  readonly isBusy: () => boolean;
  readonly end: (ending: Ending) => void;
}

/** Watches the time limits, the key, and the shutdown of the server. */
interface Watch {
  /** Called with each message. */
  readonly touch: () => void;
  readonly isLeaving: () => boolean;
  readonly stop: () => void;
}

export function watchSession({ call, isBusy, end }: Watched, { clock, limits, sessions }: WatchDeps): Watch {
  const { idle, total } = limits();
  const begun = clock.monotonic();
  let touched = begun;
  let isLeaving = false;
  const late = (message: string): void => end(failed(new GatewayError('timeout', message), 1001));
  const remove = sessions.add(() => {
    isLeaving = true;
  });
  const check = async (): Promise<void> => {
    const now = clock.monotonic();
    if (isLeaving && !isBusy()) return end(restarting());
    if (now - begun >= total)
      return late(`The session has reached its longest duration, ${total / 1_000} s. Open another one.`);
    if (now - touched >= idle) return late(`Nothing was sent in this session for ${idle / 1_000} s. Open another one.`);
    try {
      await call.upgrade.caller();
    } catch (error) {
      end(refused(fromUnknown(error, call.requestId)));
    }
  };
  const stopChecks = repeat({ clock, every: milliseconds.recheck, action: check, failed: () => undefined });
  return {
    isLeaving: () => isLeaving,
    touch: () => {
      touched = clock.monotonic();
    },
    stop: () => {
      remove();
      void stopChecks();
    },
  };
}

/** An error as Spec A writes it. */
export const errorOf = (error: GatewayError | UpstreamError) =>
  objectOf(objectOf(errorShapes.a(error, '').body)['error']);

/** An error as an event of a realtime session. @param eventId the client's id of the event that caused it; null: none */
export const errorEvent = (error: GatewayError | UpstreamError, eventId: string | null, clock: Clock): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'error',
      event_id: newTimedId('event', clock.now()),
      error: { ...errorOf(error), event_id: eventId },
    }),
  );

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
