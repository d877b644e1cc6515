import type { Dialect, DialectId } from './dialects/dialect.ts';
import { makeChargeBatch } from './gateway/batches/charge-batch.ts';
import type { HeadOfCall } from './gateway/call.ts';
import { makeErrand, type Errand } from './gateway/errand.ts';
import { makeModelLists } from './gateway/model-lists.ts';
import { makeRelay } from './gateway/relay.ts';
import type { GatewayServices } from './gateway/services.ts';
import { routeRequestOf } from './gateway/route-request-of.ts';
import { scopeRules } from './identity/scope.ts';
import type { InForce } from './in-force.ts';
import { callLimits } from './limits.ts';
import { newCallId } from './metering/call-id.ts';
import type { MeteringRoom } from './metering/metering-room.ts';
import type { KeyStore } from './identity/key-store.ts';
import type { Drive } from './resources/drive.ts';
import type { ObjectStore } from './resources/object-store.ts';
import type { OpenSpool } from './resources/spool.ts';
import { makeFindOwned } from './resources/find-owned.ts';
import { makeRouter } from './routing/make-router.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import { fetchProduced } from './upstream/fetch-produced.ts';
import type { Upstreams } from './upstream/send-upstream.ts';

interface Parts {
  readonly inForce: InForce;
  readonly objects: ObjectStore;
  readonly keys: KeyStore;
  readonly metering: MeteringRoom;
  readonly dialects: Readonly<Record<DialectId | 'none', Dialect>>;
  readonly upstreams: Upstreams;
  readonly drive: Drive;
  readonly openSpool: OpenSpool;
  readonly origin: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

const millisecondsPerDay = 86_400_000;

/** What the front is made of. */
export interface Corridor extends GatewayServices {
  /**
   * What can be refused of a call before its body is read: Product, region, credits.
   *
   * @throws {GatewayError} as routing and admission
   */
  readonly checkHead: (call: HeadOfCall) => void;
}

/** Rooms 4 to 8 along their corridor, and what the handlers of both specs are made of. */
export function makeCorridor(parts: Parts): Corridor {
  const { inForce, objects, keys, metering, dialects, upstreams, drive, openSpool, origin, clock, log } = parts;
  const { catalog, config } = inForce;
  const { send } = upstreams;
  const callId = (): string => newCallId(clock.now());
  // The router lists what these lists say, and they are asked for on ways that the router finds.
  const ask: Errand = (way, path, use) => errand(way, path, use);
  const modelLists = makeModelLists({ catalog, errand: ask, clock, log });
  const { expand: expandPattern } = modelLists;
  const router = makeRouter({ catalog, clock, random: Math.random, scope: scopeRules, expandPattern });
  const limits = callLimits(() => config().limits, clock);
  const relay = makeRelay({ router, metering, dialects, send, clock, limits, newCallId: callId });
  const errand = makeErrand({ router, metering, send, clock, newCallId: callId });
  const chargeBatch = makeChargeBatch({ router, metering, errand, objects, keys, dialects, clock, log });
  const findOwned = makeFindOwned(objects);
  const responseRetention = (): number => config().limits.responseRetentionDays * millisecondsPerDay;
  const storedLimit = (): number => config().limits.jsonRequestBytes;
  const checkHead = (call: HeadOfCall): void => {
    const { operation, caller } = call;
    // A batch costs nothing itself, and sets aside what its lines cost. It goes to the region of its file.
    const product = operation.billed ? router.checkHead(routeRequestOf(call, null)) : null;
    if (operation.billed || operation.family === 'batches')
      metering.checkFunds({ caller, product, startedAt: clock.now() });
  };
  const kept = { objects, findOwned, drive, openSpool, fetchProduced };
  return {
    errand,
    chargeBatch,
    metering,
    relay,
    checkHead,
    router,
    modelLists,
    ...kept,
    clock,
    responseRetention,
    storedLimit,
    origin,
  };
}
