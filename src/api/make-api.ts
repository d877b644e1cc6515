import type { Wires } from '../wires/format.ts';
import type { Seals } from '../wires/translation/proofs.ts';
import { makeBatchCharging, type BatchCharging } from '../batches/charge-batch.ts';
import { makeRouter } from '../routing/router.ts';
import { makeHeadCheck } from '../pipeline/hold-estimate.ts';
import { makeInternalRequests, type InternalRequest } from '../pipeline/internal-request.ts';
import { makeModelLists } from '../pipeline/model-lists.ts';
import { makeRelay } from '../pipeline/relay.ts';
import type { ApiDeps } from './deps.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { makeClientSecrets } from '../identity/client-secret.ts';
import { scopeRules } from '../identity/authenticate.ts';
import type { LiveConfig } from '../config/config.ts';
import { translatedWires } from '../pipeline/translation/translation.ts';
import { callLimits } from '../pipeline/upstream-draft.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { KeyStore } from '../identity/key-store.ts';
import type { Drive } from '../objects/drive.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { OpenFormSpool } from '../objects/byte-storage.ts';
import { makeFindOwned } from '../objects/find-owned.ts';
import { makeRegistry } from '../shared/collections.ts';
import { makeCallIds } from '../shared/ids.ts';
import type { Sealer } from '../shared/seal.ts';
import type { Clock } from '../shared/time/clock.ts';
import { inArea, type Log } from '../shared/log.ts';
import { oneDay } from '../shared/time/calendar.ts';
import { makeFetchProduced } from '../providers/fetch-produced.ts';
import type { Upstreams } from '../providers/egress.ts';

interface Parts {
  readonly live: LiveConfig;
  readonly objects: ObjectStore;
  readonly keys: KeyStore;
  readonly metering: MeteringService;
  readonly wires: Wires;
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
  /** Asks the open sessions to leave when their responses are over. */
  readonly endSessions: () => void;
}

/** Makes the pipeline of a call and the dependencies of the handlers. */
export function makeApi(parts: Parts): Api {
  const { live, objects, keys, metering, wires, seals, upstreams, drive, openFormSpool, origin, clock, log } = parts;
  const { catalog, config } = live;
  const { send, connect } = upstreams;
  const callId = makeCallIds(clock);
  // The router uses the model lists, which are fetched over routes of the router: hence the late binding.
  const ask: InternalRequest = (target, path, read) => internalRequest(target, path, read);
  const translated = translatedWires(wires);
  const translates = translated.size > 0;
  const modelLists = makeModelLists({ catalog, internalRequest: ask, clock, log: inArea(log, 'upstream'), translates });
  const { expand: expandPattern } = modelLists;
  const router = makeRouter({ catalog, clock, random: Math.random, scope: scopeRules, translated, expandPattern });
  const limits = callLimits(config, clock);
  const relay = makeRelay({ router, metering, wires, seals, send, clock, limits, newCallId: callId });
  const internalRequest = makeInternalRequests({ router, send, newCallId: callId });
  const { chargeBatch, isCharging } = makeBatchCharging({
    router,
    metering,
    internalRequest,
    objects,
    keys,
    wires,
    clock,
    log: inArea(log, 'batches'),
  });
  const findOwned = makeFindOwned(objects);
  const responseRetention = (): number => config().limits.responseRetentionDays * oneDay;
  const sessions = makeRegistry<() => void>();
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
    checkHead: makeHeadCheck({ router, metering, clock }),
    router,
    modelLists,
    objects,
    findOwned,
    assertStorageLeft: makeStorageCheck(objects, () => config().limits.workspaceStoredBytes),
    drive,
    openFormSpool,
    fetchProduced: makeFetchProduced(upstreams, clock),
    clientSecrets: makeClientSecrets(parts.sealer),
    realtime: { router, metering, connect, clock, newCallId: callId, limits: sessionLimits, sessions, log },
    endSessions: () => sessions.each((leave) => leave()),
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
