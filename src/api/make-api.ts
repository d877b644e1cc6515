import { type BatchCharging, makeBatchCharging } from '../batches/charge-batch.ts';
import type { LiveConfig } from '../config/config.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { scopeRules } from '../identity/authenticate.ts';
import { makeClientSecrets } from '../identity/client-secret.ts';
import type { KeyStore } from '../identity/stores.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { OpenFormSpool } from '../objects/byte-storage.ts';
import type { Drive } from '../objects/drive.ts';
import { makeFindOwned, type ObjectStore } from '../objects/object-store.ts';
import type { Call } from '../pipeline/call.ts';
import { makeRouteAndFundsCheck } from '../pipeline/hold-estimate.ts';
import { type InternalRequest, makeInternalRequests } from '../pipeline/internal-request.ts';
import { makeModelLists } from '../pipeline/model-lists.ts';
import { makeRelay } from '../pipeline/relay.ts';
import { translatedWires } from '../pipeline/translation/translation.ts';
import { callLimits, draftJson } from '../pipeline/upstream-draft.ts';
import type { Upstreams } from '../providers/egress.ts';
import { makeFetchProduced } from '../providers/fetch-produced.ts';
import { makeRouter } from '../routing/router.ts';
import { makeCallIds } from '../shared/ids.ts';
import { inArea, type Log } from '../shared/log.ts';
import type { Sealer } from '../shared/secret.ts';
import { oneDay } from '../shared/time/calendar.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Seals } from '../wires/translation/proofs.ts';
import { audioOperations } from './audio.ts';
import { batchOperations } from './batches.ts';
import { chatCompletionOperations } from './chat-completions.ts';
import { conversationOperations } from './conversations.ts';
import type { ApiDeps, SpecAHandlers, SpecBHandlers } from './deps.ts';
import { driveOperations } from './drive.ts';
import { fileOperations } from './files.ts';
import { imageOperations } from './images.ts';
import { keyOperations } from './key.ts';
import { messageOperations } from './messages.ts';
import { modelOperations } from './models.ts';
import { realtimeOperations } from './realtime.ts';
import { responseOperations } from './responses.ts';
import { voiceOperations } from './voices.ts';

interface Parts {
  readonly live: LiveConfig;
  readonly objects: ObjectStore;
  readonly keys: KeyStore;
  readonly metering: MeteringService;
  readonly seals: Seals;
  readonly sealer: Sealer;
  readonly upstreams: Upstreams;
  readonly drive: Drive;
  readonly openFormSpool: OpenFormSpool;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/** The dependencies of the handlers, how the sessions end, and which batches are being charged. */
export interface Api extends ApiDeps, Pick<BatchCharging, 'isCharging'> {
  /** Asks the sessions, also those that are being opened, to leave when their responses are over. */
  readonly endSessions: () => void;
}

/** Makes the pipeline of a call and the dependencies of the handlers. */
export function makeApi(parts: Parts): Api {
  const { live, objects, keys, metering, seals, upstreams, drive, openFormSpool, origin, clock, log } = parts;
  const { catalog, config } = live;
  const { send, connect } = upstreams;
  const callId = makeCallIds(clock);
  // The router uses the model lists, which are fetched over routes of the router: hence the late binding.
  const ask: InternalRequest = (target, path, read) => internalRequest(target, path, read);
  const modelLists = makeModelLists({ catalog, internalRequest: ask, clock, log: inArea(log, 'upstream') });
  const rules = { scope: scopeRules, translated: translatedWires, expandPattern: modelLists.expand };
  const router = makeRouter({ catalog, clock, random: Math.random, ...rules });
  const limits = callLimits(config, clock);
  const relay = makeRelay({ router, metering, seals, send, clock, limits, newCallId: callId });
  const internalRequest = makeInternalRequests({ router, send, newCallId: callId });
  const { chargeBatch, isCharging } = makeBatchCharging({
    router,
    metering,
    internalRequest,
    objects,
    keys,
    clock,
    log: inArea(log, 'batches'),
  });
  const findOwned = makeFindOwned(objects);
  const responseRetention = (): number => config().limits.responseRetentionDays * oneDay;
  const shutdown = { hasBegun: false };
  const sessionLimits = (): ReturnType<ApiDeps['realtime']['limits']> => {
    const { realtimeIdleSeconds: idle, realtimeSessionSeconds: total, firstByteSeconds: first } = config().limits;
    return { idle: idle * 1_000, total: total * 1_000, firstByte: first * 1_000 };
  };
  const storedLimit = (): number => config().limits.jsonRequestBytes;
  return {
    internalRequest,
    chargeBatch,
    isCharging,
    metering,
    funds: metering,
    keys,
    relay,
    checkRouteAndFunds: makeRouteAndFundsCheck({ router, metering, clock }),
    router,
    modelLists,
    objects,
    findOwned,
    assertStorageLeft: makeStorageCheck(objects, () => config().limits.workspaceStoredBytes),
    assertStores: metering.assertStores,
    drive,
    openFormSpool,
    fetchProduced: makeFetchProduced(upstreams, clock),
    clientSecrets: makeClientSecrets(parts.sealer),
    realtime: { router, metering, connect, clock, newCallId: callId, limits: sessionLimits, shutdown, log },
    endSessions: () => void (shutdown.hasBegun = true),
    clock,
    log,
    responseRetention,
    storedLimit,
    origin,
  };
}

/** @param limit bytes that a workspace may store until it deletes them */
const makeStorageCheck =
  (objects: Pick<ObjectStore, 'storedBytes'>, limit: () => number): ApiDeps['assertStorageLeft'] =>
  async ({ caller: { workspaceId } }) => {
    const stored = await objects.storedBytes(workspaceId);
    if (stored < limit()) return;
    const [has, most] = [stored, limit()].map((bytes) => bytes.toLocaleString('en-US'));
    throw new GatewayError(
      'storage_limit_reached',
      `The workspace stores ${has} of ${most} bytes: conversations with their items, and the records of files, voices and batches. ` +
        'Delete what is no longer needed, or ask the operator to raise limits.workspace_stored_bytes.',
    );
  };

/** Relays a JSON call that names no stored objects. @param defaultModel the vendor's default, if it has one */
const relayed =
  (defaultModel?: string) =>
  ({ relay }: ApiDeps) =>
  (call: Call & { readonly body: object }): Promise<void> =>
    relay(call, draftJson(call, call.body, defaultModel));

type Makers<Handlers> = { readonly [Id in keyof Handlers]: (deps: ApiDeps) => Handlers[Id] };

/** All operations of Spec A. A missing one does not compile. */
const specA: Makers<SpecAHandlers> = {
  ...chatCompletionOperations,
  createCompletion: relayed(),
  createEmbedding: relayed(),
  createModeration: relayed('omni-moderation-latest'),
  ...responseOperations,
  ...conversationOperations,
  ...imageOperations,
  ...audioOperations,
  ...voiceOperations,
  ...fileOperations.specA,
  ...batchOperations.specA,
  ...driveOperations,
  ...realtimeOperations,
  ...modelOperations.specA,
  ...keyOperations,
};

/** All operations of Spec B. */
const specB: Makers<SpecBHandlers> = {
  createTextCompletion: relayed(),
  ...messageOperations,
  ...fileOperations.specB,
  ...batchOperations.specB,
  ...modelOperations.specB,
};

const handlersOf = <Handlers>(makers: Makers<Handlers>, deps: ApiDeps): Handlers => {
  const made = Object.entries<(deps: ApiDeps) => unknown>(makers).map(([id, make]) => [id, make(deps)]);
  return Object.fromEntries(made) as Handlers;
};

export const makeSpecAOperations = (deps: ApiDeps): SpecAHandlers => handlersOf(specA, deps);

export const makeSpecBOperations = (deps: ApiDeps): SpecBHandlers => handlersOf(specB, deps);
