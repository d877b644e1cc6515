import { GatewayError } from '../errors/gateway-error.ts';
import { largestSettings, refuseClientSecret, refuseOtherModel } from '../identity/client-secret.ts';
import { routeRequestOf } from '../routing/router.ts';
import type { Call } from '../pipeline/call.ts';
import { refuseSettings, transcribersOf } from '../realtime/client-events.ts';
import { newId } from '../shared/ids.ts';
import { objectOf, type JsonObject } from '../shared/json/json.ts';
import { replyJson } from '../shared/reply.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';

/** @throws {GatewayError} `websocket_required` for a request that asks for no WebSocket */
export function assertUpgrade<Given extends Call>(
  call: Given,
): asserts call is Given & Required<Pick<Call, 'upgrade'>> {
  if (call.upgrade !== undefined) return;
  const { path } = call.operation;
  const message = `GET /v1${path} is served over a WebSocket. Connect to wss://…/v1${path} with a WebSocket client.`;
  const handshake =
    ' A handshake has Connection: Upgrade, Sec-WebSocket-Version: 13, and 16 bytes in base64 as its key.';
  throw new GatewayError('websocket_required', message + (call.headers['upgrade'] === undefined ? '' : handshake), {
    headers: { upgrade: 'websocket', 'sec-websocket-version': '13' },
  });
}

/** `GET /realtime`. What a session needs is loaded with the first one. */
const connectRealtime =
  ({ realtime }: ApiDeps): SpecAHandlers['connectRealtime'] =>
  async (call) => {
    assertUpgrade(call);
    refuseOtherModel(call.caller, call.query.model);
    const { runSession } = await import('../realtime/session.ts');
    await runSession(call, call.query.model, realtime);
  };

interface SecretDraft {
  /** Seconds; absent: 10 minutes. */
  readonly seconds: number | undefined;
  readonly settings: JsonObject | null;
}

const usualSeconds = 600;

/**
 * Issues a client secret for the secret of the caller's key.
 *
 * @throws {GatewayError} `out_of_scope` for a client secret in place of the key; as routing, for a model that the key may not
 *   use; `invalid_value` for settings that are too large or direct the session elsewhere
 */
function issueSecret(call: Call, { seconds = usualSeconds, settings }: SecretDraft, deps: ApiDeps) {
  const { caller } = call;
  refuseClientSecret(caller);
  const model = typeof settings?.['model'] === 'string' ? settings['model'] : null;
  const text = JSON.stringify(settings);
  if (Buffer.byteLength(text) > largestSettings)
    throw new GatewayError(
      'invalid_value',
      `The session has ${Buffer.byteLength(text)} bytes of JSON; a client secret holds at most ${largestSettings}. Send the rest in a session.update.`,
      { param: 'session' },
    );
  if (settings !== null) refuseSettings(settings, 'session');
  const transcribers = settings === null ? [] : transcribersOf(settings);
  const operation = { ...call.operation, billed: true };
  for (const name of [...(model === null ? [] : [model]), ...transcribers])
    deps.router.route({ ...routeRequestOf(call, name), operation });
  const expiresAt = (Math.floor(deps.clock.now() / 1_000) + seconds) * 1_000;
  const terms = { keyHash: caller.secretHash, expiresAt, model, transcribers, settings };
  return { value: deps.clientSecrets.issue(terms).reveal(), expires_at: expiresAt / 1_000 };
}

/** `POST /realtime/client_secrets` */
const createRealtimeClientSecret =
  (deps: ApiDeps): SpecAHandlers['createRealtimeClientSecret'] =>
  async (call) => {
    const { expires_after: after, session } = call.body;
    const settings = session === undefined ? null : objectOf(session);
    const secret = issueSecret(call, { seconds: after?.seconds, settings }, deps);
    const shown = { type: 'realtime', ...settings, id: newId('sess'), object: 'realtime.session' };
    replyJson(call.reply, 200, { ...secret, session: shown });
  };

/** `POST /realtime/sessions` */
const createRealtimeSession =
  (deps: ApiDeps): SpecAHandlers['createRealtimeSession'] =>
  async (call) => {
    const { client_secret: secret, ...session } = call.body;
    const settings = objectOf(session);
    const issued = issueSecret(call, { seconds: secret?.expires_after?.seconds, settings }, deps);
    replyJson(call.reply, 200, { ...settings, client_secret: issued });
  };

/** The handlers of `/realtime`. */
export const realtimeOperations = { connectRealtime, createRealtimeClientSecret, createRealtimeSession };
