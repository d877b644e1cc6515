import type { Catalog, Model, Provider, Spec } from '../catalog/catalog.ts';
import { isPattern } from '../routing/catalog-index.ts';
import type { Clock } from '../shared/clock.ts';
import { isObject } from '../shared/json.ts';
import type { Log } from '../shared/log.ts';
import { allows } from '../shared/name-pattern.ts';
import type { UpstreamLimits } from '../upstream/upstream.ts';
import type { Call } from './call.ts';
import { readRecord, type Errand } from './errand.ts';

/** Milliseconds for which a provider's own list is believed, and those that it gets to send it. */
const believed = 5 * 60_000;
const limits: UpstreamLimits = { firstByte: 5_000, idle: 5_000, total: 5_000 };

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
  readonly errand: Errand;
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly ids: readonly string[];
  readonly until: number;
}

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

/** Asked in the name of whoever wants the list. */
async function fetchIds(provider: Provider, call: Call, { errand }: Rooms): Promise<string[]> {
  const { spec, caller, requestId, operation } = call;
  const place = { providerId: provider.id, region: provider.regions[0] ?? '' };
  const way = { spec, ...place, caller, requestId, operation: operation.id, family: 'models', limits } as const;
  const ids = await errand(way, listPath[spec], async (answer, route) => {
    const { data } = await readRecord(answer, route);
    if (!Array.isArray(data)) throw new Error('it sent no list');
    return data.flatMap((entry) => (isObject(entry) && typeof entry['id'] === 'string' ? [entry['id']] : []));
  });
  if (ids === null) throw new Error('it has no list');
  return ids;
}
