import type { Catalog, Model, Provider, Spec } from '../catalog/catalog.ts';
import type { Metering } from '../metering/hold.ts';
import type { Router } from '../routing/make-router.ts';
import type { Clock } from '../shared/clock.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { isObject, objectOf, parseJson } from '../shared/json.ts';
import type { Log } from '../shared/log.ts';
import { allows } from '../shared/name-pattern.ts';
import { defaultVersion, pickRequestHeaders } from '../upstream/request-headers.ts';
import type { SendUpstream } from '../upstream/upstream.ts';
import type { Call } from './call.ts';
import { readWhole } from './read-whole.ts';

/** Milliseconds for which a provider's own list is believed, and those that it gets to send it. */
const believed = 5 * 60_000;
const patience = 5_000;

/** Milliseconds until a provider is asked again that did not tell its models. */
const pause = 30_000;

/** Where a provider of each spec tells its models. */
const listPath: Readonly<Record<Spec, string>> = { a: '/models', b: '/v1/models?limit=1000' };

/** What the providers behind `prefix*` models say they have. */
export interface ModelLists {
  /** The ids that a pattern stands for, as far as they are known. */
  readonly expand: (pattern: Model, spec: Spec) => readonly string[];
  /** Asks the providers behind the patterns of a spec, where their lists are not fresh. Never rejects: a list that does not come is empty. */
  readonly refresh: (call: Call) => Promise<void>;
}

interface Rooms {
  readonly catalog: () => Catalog;
  /** Asked for when it is needed: the router itself expands patterns with these lists. */
  readonly router: () => Router;
  readonly metering: Metering;
  readonly send: SendUpstream;
  readonly clock: Clock;
  readonly log: Log;
  readonly newCallId: () => string;
}

interface Known {
  readonly ids: readonly string[];
  readonly until: number;
}

const isPattern = ({ id }: Model): boolean => id.endsWith('*');

/** Lists kept for a while, by provider. A changed provider is another one. */
export function makeModelLists(rooms: Rooms): ModelLists {
  const lists = new WeakMap<Provider, Known>();
  const asking = new WeakMap<Provider, Promise<void>>();

  const providersOf = (model: Model, spec: Spec): Provider[] => {
    const { providers } = rooms.catalog();
    return model.targets
      .map(({ provider }) => providers.get(provider))
      .filter((provider): provider is Provider => provider?.spec === spec);
  };

  const ask = async (provider: Provider, call: Call): Promise<void> => {
    try {
      const ids = await fetchIds(provider, call, rooms);
      lists.set(provider, { ids, until: rooms.clock.now() + believed });
    } catch (error) {
      rooms.log.warn('a provider did not tell its models', { provider: provider.id, reason: String(error) });
      // What one caller may not do says nothing about the provider: the next caller asks anew.
      if (error instanceof GatewayError) return;
      lists.set(provider, { ids: lists.get(provider)?.ids ?? [], until: rooms.clock.now() + pause });
    } finally {
      asking.delete(provider);
    }
  };

  return {
    expand: (pattern, spec) =>
      providersOf(pattern, spec)
        .flatMap((provider) => lists.get(provider)?.ids ?? [])
        .filter((id) => allows([pattern.id], id)),
    refresh: async (call) => {
      const stale = rooms
        .catalog()
        .models.filter(isPattern)
        .flatMap((model) => providersOf(model, call.spec))
        .filter((provider) => (lists.get(provider)?.until ?? 0) <= rooms.clock.now());
      await Promise.all(
        [...new Set(stale)].map((provider) => {
          const running = asking.get(provider);
          if (running) return running;
          const begun = ask(provider, call);
          asking.set(provider, begun);
          return begun;
        }),
      );
    },
  };
}

/** One unbilled call, booked on whoever asked. */
async function fetchIds(provider: Provider, call: Call, rooms: Rooms): Promise<string[]> {
  const { spec, caller, requestId, operation, startedAt } = call;
  const route = rooms.router().route({
    spec,
    operation: { family: 'models', product: 'default', billed: false },
    model: null,
    regionCode: provider.regions[0] ?? null,
    productSku: { header: null, query: null },
    caller,
    providerId: provider.id,
  });
  const draft = {
    callId: rooms.newCallId(),
    requestId,
    operation: operation.id,
    caller,
    route,
    estimate: {},
    startedAt,
  };
  const hold = rooms.metering.admit(draft);
  const end = { status: 200, usage: {}, usageSource: 'none', firstByteMilliseconds: null } as const;
  try {
    const answer = await rooms.send(hold, {
      provider,
      method: 'GET',
      path: listPath[spec],
      headers: pickRequestHeaders(
        spec === 'b' ? { 'anthropic-version': call.headers['anthropic-version'] ?? defaultVersion } : {},
        provider,
      ),
      body: null,
      limits: { firstByte: patience, idle: patience, total: patience },
      onLeave: () => () => undefined,
    });
    const body = parseJson((await readWhole(answer)).toString('utf8'));
    const data = objectOf(body)['data'];
    if (answer.status !== 200 || !Array.isArray(data)) throw new Error(`it answered ${answer.status}`);
    await hold.settle({ ...end, outcome: 'completed' });
    return data.flatMap((entry) => (isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : []));
  } catch (error) {
    await hold.settle({ ...end, outcome: 'failed', status: 502 });
    throw error;
  }
}
