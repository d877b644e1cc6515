import { allows, type Catalog, type Model, type Provider, type Spec } from '../catalog/catalog.ts';
import { kinds } from '../providers/kinds/kinds.ts';
import type { UpstreamLimits } from '../providers/upstream.ts';
import type { ExpandPattern, ListedModel } from '../routing/callable-models.ts';
import { isPattern } from '../routing/targets.ts';
import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Call } from './call.ts';
import { readJson, type InternalRequest, type ReadInternalAnswer } from './internal-request.ts';

/** Milliseconds for which a provider's list is cached, and within which it must arrive. */
const cacheMilliseconds = 5 * 60_000;
const listMilliseconds = 5_000;
const limits: UpstreamLimits = { firstByte: listMilliseconds, idle: listMilliseconds, total: listMilliseconds };

/** Milliseconds until a list that failed is requested again. */
const retryMilliseconds = 30_000;

/** The most models that are kept from one provider's list; no vendor has nearly as many. */
const mostModels = 5_000;

/** Where a provider lists its models: of Spec A in one answer, of Spec B page by page. */
function listPath({ spec, kind }: Provider, after: string | null): string {
  const { modelsPath } = kinds[kind];
  if (modelsPath === null) throw new Error('its kind has no list');
  if (spec === 'a') return modelsPath;
  return `${modelsPath}?limit=1000${after === null ? '' : `&after_id=${encodeURIComponent(after)}`}`;
}

/** The lists of models of the providers behind patterns such as `prefix*`. */
export interface ModelLists {
  /** Returns the known models that a pattern stands for. */
  readonly expand: ExpandPattern;
  /** Fetches stale lists of the providers behind the patterns of a spec. Never rejects: if a list fails, the last one is kept. */
  readonly refresh: (call: Call) => Promise<void>;
}

interface Deps {
  readonly catalog: () => Catalog;
  readonly internalRequest: InternalRequest;
  readonly clock: Clock;
  readonly log: Log;
}

interface Known {
  readonly models: readonly ListedModel[];
  readonly until: number;
}

/** Cached lists, by provider. A changed provider counts as a new one. */
export function makeModelLists(deps: Deps): ModelLists {
  const lists = new WeakMap<Provider, Known>();
  const asking = new WeakMap<Provider, Promise<void>>();

  /** Calls of a spec without providers of its own are translated for those of the other. */
  const providersOf = ({ targets }: Pick<Model, 'targets'>, spec: Spec): Provider[] => {
    const { providers } = deps.catalog();
    const all = targets
      .map(({ provider }) => providers.get(provider))
      .filter((provider): provider is Provider => provider !== undefined);
    const own = all.filter((provider) => provider.spec === spec);
    return own.length === 0 ? all : own;
  };

  const ask = async (provider: Provider, call: Call): Promise<void> => {
    try {
      const models = await fetchModels(provider, call, deps);
      lists.set(provider, { models, until: deps.clock.now() + cacheMilliseconds });
    } catch (error) {
      deps.log.warn('a provider did not list its models', { provider: provider.id, reason: String(error) });
      lists.set(provider, { models: lists.get(provider)?.models ?? [], until: deps.clock.now() + retryMilliseconds });
    } finally {
      asking.delete(provider);
    }
  };

  return {
    expand: (pattern, { spec, region }) =>
      providersOf({ targets: pattern.targets.filter((target) => target.region === region) }, spec)
        .flatMap((provider) => lists.get(provider)?.models ?? [])
        .filter(({ id }) => allows([pattern.id], id)),
    refresh: async (call) => {
      const stale = deps
        .catalog()
        .models.filter(isPattern)
        .flatMap((model) => providersOf(model, call.spec))
        .filter((provider) => (lists.get(provider)?.until ?? 0) <= deps.clock.now());
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

/** Fetches a provider's list for a caller who wants it. */
async function fetchModels(
  provider: Provider,
  call: Call,
  { internalRequest, clock }: Deps,
): Promise<readonly ListedModel[]> {
  const { spec } = provider;
  const place = { providerId: provider.id, region: provider.regions[0] ?? '' };
  const target = { spec, ...place, caller: call.caller, family: 'models', limits } as const;
  const models: ListedModel[] = [];
  const end = clock.now() + listMilliseconds;
  for (let after: string | null = null; ;) {
    const page: ListPage | null = await internalRequest(target, listPath(provider, after), readPage);
    if (page === null) throw new Error('it has no list');
    for (const model of page.models.slice(0, mostModels)) models.push(model);
    const goesOn = spec === 'b' && page.next !== null && page.next !== after && page.models.length > 0;
    if (!goesOn || models.length >= mostModels || clock.now() > end) return models.slice(0, mostModels);
    after = page.next;
  }
}

interface ListPage {
  readonly models: readonly ListedModel[];
  /** Cursor of the next page; null: this is the last one. */
  readonly next: string | null;
}

const readPage: ReadInternalAnswer<ListPage> = async (answer, route) => {
  const page = await readJson(answer, route);
  // Together AI sends the list alone.
  const { data = page, models, has_more: hasMore, last_id: last } = objectOf(page);
  const listed = Array.isArray(data) ? data.filter(isObject) : arrayOf(models).map(fromGoogle);
  if (listed.length === 0 && !Array.isArray(data)) throw new Error('it sent no list');
  return { models: listed.flatMap(readEntry), next: hasMore === true ? stringOf(last) : null };
};

/** Converts an entry of Google's list to the members of the specs. */
function fromGoogle(entry: Json): JsonObject {
  const { name, displayName, inputTokenLimit, outputTokenLimit } = objectOf(entry);
  const id = stringOf(name)?.replace(/^models\//, '') ?? null;
  const named = displayName === undefined ? {} : { display_name: displayName };
  return { id, ...named, max_input_tokens: inputTokenLimit ?? null, max_tokens: outputTokenLimit ?? null };
}

/** Reads an entry as either spec writes it. Members of the wrong type count as absent. */
function readEntry(entry: JsonObject): readonly ListedModel[] {
  const { id, display_name: name, created, created_at: createdAt, owned_by: owner } = entry;
  if (typeof id !== 'string' || id.length > longestName) return [];
  const seconds = typeof created === 'number' ? created * 1_000 : Date.parse(stringOf(createdAt) ?? '');
  return [
    {
      id,
      displayName: nameOf(name),
      createdAt: Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= latest ? seconds : null,
      ownedBy: nameOf(owner),
      maxInputTokens: countOf(entry['max_input_tokens']),
      maxOutputTokens: countOf(entry['max_tokens']),
    },
  ];
}

/** The most characters of an id or a name: the same as in the catalogue. */
const longestName = 200;

/** The end of the year 9999, the last that RFC 3339 can write. */
const latest = Date.UTC(9999, 11, 31);

const nameOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' && value.length <= longestName ? value : null;

const countOf = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
