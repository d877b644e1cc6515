import { errorShapes, fromUnknown, GatewayError, type UpstreamError } from '../errors/gateway-error.ts';
import type { Call, Upgrade } from '../pipeline/call.ts';
import { tidyMessage } from '../providers/tidy-message.ts';
import type { UpstreamSocket } from '../providers/upstream.ts';
import { newTimedId } from '../shared/ids.ts';
import { objectOf } from '../shared/json/json.ts';
import type { MessageSocket, SocketEnd } from '../shared/message-socket.ts';
import type { Secrets } from '../shared/secret.ts';
import { type Clock, repeat } from '../shared/time/clock.ts';
import type { ResponseHolds } from './response-holds.ts';
import type { ResponseEnd } from './response-slot.ts';

/** How a session ends: what its client learns, and how its unfinished responses are charged. */
export interface SessionEnd {
  readonly code: number;
  readonly reason: string;
  /** Sent as an event before the close frame. */
  readonly error?: GatewayError | UpstreamError;
  readonly response: ResponseEnd;
  /** Milliseconds for running responses to be cancelled, so that the upstream reports what they used. */
  readonly cancelMilliseconds: number;
}

/** What every session's end depends on. */
export interface WatchDeps {
  readonly clock: Clock;
  /** Milliseconds. */
  readonly limits: () => { readonly idle: number; readonly total: number; readonly firstByte: number };
  /** The shutdown of the server. */
  readonly shutdown: { readonly hasBegun: boolean };
}

/** Two seconds for a report: a vendor on another continent needs half of one, and may have sent much before it. */
const milliseconds = { recheck: 250, cancel: 2_000, cancelUnwatched: 5_000 } as const;

/** The gateway, or the upstream, cannot continue. */
export const failed = (error: GatewayError | UpstreamError, code: number): SessionEnd => ({
  code,
  reason: error.message,
  error,
  response: { outcome: code === 1001 ? 'timed_out' : 'upstream_cut', status: 200, error: error.code },
  cancelMilliseconds: milliseconds.cancel,
});

/** The caller may not continue. */
export const refused = (error: GatewayError | UpstreamError): SessionEnd => ({
  ...failed(error, 1008),
  response: { outcome: 'client_left', status: 200, error: error.code },
});

/** The server is being stopped. @param isBusy true: it cannot wait for what is running */
export const restarting = (isBusy: boolean): SessionEnd => {
  const error = new GatewayError('overloaded', 'This server is being restarted. Open another session.');
  const cut = { ...failed(error, 1012), cancelMilliseconds: 0 };
  return isBusy ? cut : { ...cut, response: { outcome: 'completed', status: 200 } };
};

/** The client closed the session, or is gone. */
export const leftBy = async ({ ended }: MessageSocket): Promise<SessionEnd> => {
  const { code, reason } = await ended;
  const response = { outcome: 'client_left', status: 200 } as const;
  return { code, reason, response, cancelMilliseconds: milliseconds.cancelUnwatched };
};

/** Without a close frame, the client learns that the upstream broke off; otherwise it gets the upstream's own code. */
export function closedBy({ code, reason }: SocketEnd, secrets: Secrets): SessionEnd {
  const response = { outcome: 'upstream_cut', status: 200 } as const;
  if (code !== 1006) return { code, reason: tidyMessage(reason, secrets), response, cancelMilliseconds: 0 };
  const error = new GatewayError('upstream_invalid', 'The upstream broke off the session. Open another one.');
  return { ...failed(error, 1011), cancelMilliseconds: 0 };
}

/** A message that is not text. */
export const binaryRefused = (): SessionEnd => ({
  ...refused(new GatewayError('invalid_value', 'Send events as text messages; this one was binary.')),
  code: 1003,
});

interface Watched {
  readonly call: Call & { readonly upgrade: Upgrade };
  /** Whether a response is running, or expected. */
  readonly isBusy: () => boolean;
  readonly end: (ending: SessionEnd) => void;
  /** Called with the caller as it is now; absent: a valid key is enough. @throws {GatewayError} if it may not */
  readonly recheck?: (caller: Call['caller']) => Promise<void>;
}

/** Watches the time limits, the key, and the shutdown of the server. */
export function watchSession({ call, isBusy, end, recheck }: Watched, { clock, limits, shutdown }: WatchDeps) {
  const { idle, total } = limits();
  const begun = clock.monotonic();
  let touched = begun;
  const late = (message: string): void => end(failed(new GatewayError('timeout', message), 1001));
  const check = async (): Promise<void> => {
    const now = clock.monotonic();
    if (shutdown.hasBegun && !isBusy()) return end(restarting(false));
    if (now - begun >= total)
      return late(`The session has reached its longest duration, ${total / 1_000} s. Open another one.`);
    if (now - touched >= idle) return late(`Nothing was sent in this session for ${idle / 1_000} s. Open another one.`);
    try {
      const caller = await call.upgrade.caller();
      await recheck?.(caller);
    } catch (error) {
      end(refused(fromUnknown(error, call.requestId)));
    }
  };
  const stopChecks = repeat({ clock, every: milliseconds.recheck, action: check, failed: () => undefined });
  return {
    /** Called with each message. */
    touch: (): void => {
      touched = clock.monotonic();
    },
    stop: (): void => void stopChecks(),
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

/** What is running in a session. */
export interface Running {
  /** Whether a response or a transcription is running, or expected. */
  readonly isBusy: () => boolean;
  /** Called when no response or transcription is left while the session ends. */
  quiet: () => void;
}

/**
 * The events that cancel what is running. Without an id, a provider cancels the response of the default conversation, or the one that
 * is about to begin, and no other.
 */
const cancelEvents = (ids: readonly string[]): readonly Buffer[] =>
  [{}, ...ids.map((id) => ({ response_id: id }))].map((named) =>
    Buffer.from(JSON.stringify({ type: 'response.cancel', ...named })),
  );

/** Cancels the running responses, and waits until the upstream has reported what they and the transcriptions used. */
export async function cancelRunning(
  { holds, upstream }: { readonly holds: ResponseHolds; readonly upstream: UpstreamSocket },
  state: Running,
  { cancelMilliseconds, clock }: { readonly cancelMilliseconds: number; readonly clock: Clock },
): Promise<void> {
  if (cancelMilliseconds === 0 || !state.isBusy()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.quiet = resolve;
  const cancel = clock.after(cancelMilliseconds, resolve);
  for (const event of holds.isBusy() ? cancelEvents(holds.running()) : [])
    holds.send((hold) => upstream.send(hold, event)).catch(resolve);
  await promise;
  cancel();
}
