import { isDeepStrictEqual } from 'node:util';
import { fromUnknown, GatewayError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import type { Call, Upgrade } from '../pipeline/call.ts';
import { routeSideWork } from '../pipeline/counted-usage.ts';
import { reportFailure, withAnswerer } from '../pipeline/upstream-failure.ts';
import { pickRequestHeaders, refuseLoop } from '../providers/headers.ts';
import { pathAt } from '../providers/kinds/kinds.ts';
import { readUpstreamError } from '../providers/read-error.ts';
import {
  BrokenUpstream,
  type ConnectUpstream,
  type UpstreamAnswer,
  type UpstreamSocket,
} from '../providers/upstream.ts';
import type { Route } from '../routing/route.ts';
import { spliceJson } from '../shared/json/raw-json.ts';
import type { MessageSocket } from '../shared/message-socket.ts';
import { clientLeft } from '../shared/reply.ts';
import {
  type ClientEvent,
  type EventIds,
  makeEventIds,
  makeTranscriber,
  type Pinning,
  readClientEvent,
  settingsEvent,
  shortId,
  type Transcriber,
} from './client-events.ts';
import { ResponseHolds } from './response-holds.ts';
import {
  admitResponse,
  type Latest,
  type ResponseSlot,
  routeAgain,
  type Routed,
  type SlotDeps,
  uncoveredResponse,
} from './response-slot.ts';
import { meter, readServerEvent } from './server-events.ts';
import {
  binaryRefused,
  cancelRunning,
  closedBy,
  type SessionEnd,
  errorEvent,
  failed,
  leftBy,
  refused,
  restarting,
  type Running,
  type WatchDeps,
  watchSession,
} from './session-end.ts';
import { Transcriptions } from './usage.ts';

export interface SessionDeps extends WatchDeps, SlotDeps {
  readonly connect: ConnectUpstream;
}

/** A call that opens a session. */
type SessionCall = Call & { readonly upgrade: Upgrade };

/**
 * Opens a session and runs it to its end. Everything that can be refused is refused before the connection is upgraded.
 *
 * @throws {GatewayError}, {UpstreamError} before the upgrade
 */
export async function runSession(call: SessionCall, model: string, deps: SessionDeps): Promise<void> {
  refuseLoop(call);
  const { route, slot: first } = await admitResponse({ call, model, providerId: null }, deps);
  const { provider } = route;
  const next = async (): Promise<ResponseSlot> => {
    const caller = await call.upgrade.caller();
    const { slot } = await admitResponse({ call: { ...call, caller }, model, providerId: provider.id }, deps);
    return slot;
  };
  const uncovered = (): ResponseSlot => uncoveredResponse(call, route, deps);
  const holds = new ResponseHolds({ admit: next, first, uncovered, requestId: call.requestId });
  const latest: Latest = { caller: call.caller };
  const pinning = pinningOf({ call, route, latest }, deps);
  const { upstream, settings } = await openSession(call, { route, holds, hold: first.hold, pinning }, deps);
  let client: MessageSocket;
  try {
    const named = { 'x-diglot-product-sku': route.product.sku, 'x-diglot-provider': provider.id };
    client = await call.upgrade.accept(named);
  } catch {
    upstream.cut();
    return holds.end({ outcome: 'client_left', status: clientLeft });
  }
  await carry({ call, latest, pinning, settings, route, holds, upstream, client }, deps);
}

/** What the opening of a session needs, and the session after it. */
interface Opening {
  readonly route: Route;
  readonly holds: ResponseHolds;
  readonly pinning: Pinning;
}

/** Connects to the provider, whose refusal is the answer to the client. @returns also the settings that the session begins with */
async function openSession(
  call: Call,
  { route, holds, hold, pinning }: Opening & { readonly hold: Hold },
  { connect, limits }: SessionDeps,
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
      handshakeMilliseconds: limits().firstByte,
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

/** The models of a session: its own, and the models for transcriptions that its provider has and its key may use. */
const pinningOf = (routed: Routed, deps: SessionDeps) => ({
  model: { requested: routed.route.requestedModel, upstream: routed.route.upstreamModel },
  transcriber: (name: string) => routeAgain(name, routed, deps).upstreamModel,
});

/** Checks a session again when the scope or the limits of its caller have changed. Each response is checked against the plan. */
const recheckCaller =
  (routed: Session, transcriber: Transcriber, deps: SessionDeps) => async (caller: Call['caller']) => {
    const { latest, route, holds } = routed;
    const { scope, limits } = latest.caller;
    latest.caller = caller;
    if (!isDeepStrictEqual(caller.scope, scope))
      for (const name of [route.requestedModel, ...transcriber.inUse()]) routeAgain(name, routed, deps);
    const refusal = isDeepStrictEqual(caller.limits, limits) ? null : await holds.renewed();
    if (refusal !== null) throw refusal;
  };

interface Session extends Opening {
  readonly call: SessionCall;
  readonly latest: Latest;
  /** The settings that it begins with; null: the provider's. */
  readonly settings: ClientEvent | null;
  readonly upstream: UpstreamSocket;
  readonly client: MessageSocket;
}

/** Passes events in both directions until one side, or the gateway, ends the session; then settles what is left. */
async function carry(session: Session, deps: SessionDeps): Promise<void> {
  const { call, route, settings, holds, upstream, client } = session;
  const { promise: ending, resolve: end } = Promise.withResolvers<SessionEnd>();
  const transcriber = makeTranscriber(session.pinning, settings?.transcription ?? null);
  const ratesOf = (name: string) =>
    (routeSideWork(name, { route, at: deps.clock.now() }, deps.router) ?? route).price.rates;
  const transcriptions = new Transcriptions({ transcriber, ratesOf });
  const isBusy = (): boolean => holds.isBusy() || transcriptions.isBusy();
  const { touch, stop } = watchSession({ call, isBusy, end, recheck: recheckCaller(session, transcriber, deps) }, deps);
  const state: State = {
    end,
    isEnding: false,
    touch,
    ids: makeEventIds(deps.clock),
    transcriber,
    transcriptions,
    isBusy,
    letGo: () => undefined,
    quiet: () => undefined,
  };
  // The client gets no session before they are in force.
  if (settings !== null) {
    holds.configured(settings.settings);
    await holds.send((hold) => upstream.send(hold, settings.bytes));
  }
  const passing = Promise.all([passClient(session, state, deps), passUpstream(session, state, deps)]).catch(
    (error: unknown) => end({ ...failed(fromUnknown(error, call.requestId), 1011), cancelMilliseconds: 0 }),
  );
  const { code, reason, error, response, cancelMilliseconds } = await ending;
  state.isEnding = true;
  state.letGo();
  stop();
  if (error !== undefined) void client.send(errorEvent(error, null, deps.clock));
  try {
    await cancelRunning(session, state, { cancelMilliseconds, clock: deps.clock });
    await Promise.all(transcriptions.end().map((usage) => holds.side(usage)));
  } finally {
    await holds.end(response);
    upstream.close(1000, '');
    client.close(code, reason);
  }
  await client.ended;
  await passing;
}

/** What both directions share. */
interface State extends Running {
  readonly end: (ending: SessionEnd) => void;
  isEnding: boolean;
  /** Called when the session begins to end. */
  letGo: () => void;
  /** Called with each message. */
  readonly touch: () => void;
  readonly ids: EventIds;
  readonly transcriber: Transcriber;
  readonly transcriptions: Transcriptions;
}

/** From the client to the upstream. */
async function passClient(session: Session, state: State, { clock }: SessionDeps): Promise<void> {
  const { call, pinning, holds, upstream, client } = session;
  for (let message = await client.read(); message !== null && !state.isEnding; message = await client.read()) {
    state.touch();
    const { bytes, isBinary } = message;
    if (isBinary) return state.end(binaryRefused());
    let event: ReturnType<typeof readClientEvent>;
    let eventId: string | null = null;
    try {
      const parsed = await call.upgrade.parse(bytes);
      eventId = shortId(parsed, 'event_id');
      event = readClientEvent(bytes, parsed, pinning);
    } catch (error) {
      await client.send(errorEvent(fromUnknown(error, call.requestId), eventId, clock));
      continue;
    }
    if (event.transcription !== undefined) state.transcriber.ask(event.transcription);
    if (event.isClearing) state.transcriptions.clearing();
    holds.configured(event.settings);
    holds.received(event.input);
    state.transcriptions.sent(event.input.audio);
    const given = event.request === null ? null : state.ids.give(eventId);
    try {
      if (given !== null) await holds.requested(given, event.request ?? undefined);
    } catch (error) {
      return state.end(refused(fromUnknown(error, call.requestId)));
    }
    const sent = given === null ? event.bytes : spliceJson(event.bytes, { event_id: JSON.stringify(given) });
    await holds.send((hold) => upstream.send(hold, sent));
  }
  state.end(await leftBy(client));
}

/**
 * Resolves when the client has taken the bytes, or the session begins to end. `Promise.race` with a promise of the whole session would
 * leave something behind at that promise with each event.
 */
const sendUnlessEnding = (client: MessageSocket, bytes: Buffer, state: State): Promise<void> =>
  new Promise((resolve) => {
    state.letGo = resolve;
    void client.send(bytes).then(resolve);
  });

/** From the upstream to the client. Its last events wait for the charge. */
async function passUpstream(session: Session, state: State, { shutdown }: SessionDeps): Promise<void> {
  const { holds, upstream, client, route } = session;
  const { ids } = state;
  for (let message = await upstream.read(); message !== null; message = await upstream.read()) {
    state.touch();
    const event = readServerEvent(message, { secrets: upstream.secrets(), ids }, route.provider);
    const refusal = await meter(event, holds, state);
    if (state.isEnding) {
      if (!state.isBusy()) state.quiet();
    } else if (event.bytes !== null) {
      // Reading goes on at the end of a session even if its client takes nothing: usage may still be reported.
      await sendUnlessEnding(client, event.bytes, state);
    }
    if (refusal !== null) state.end(refused(refusal));
  }
  state.quiet();
  state.end(shutdown.hasBegun ? restarting(state.isBusy()) : closedBy(await upstream.ended, upstream.secrets()));
}
