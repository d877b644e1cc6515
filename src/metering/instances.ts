import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../shared/log.ts';
import { type Clock, repeat } from '../shared/time/clock.ts';
import { hashJson } from '../shared/json/json.ts';

/** A process that shares the store, as it describes itself. */
export interface InstanceRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly heartbeatAt: number;
  /** From `hashCatalog`; null: it has not reported one yet. */
  readonly catalogHash: string | null;
  /** Whether it is this process. */
  readonly isThis: boolean;
}

/** The processes that share a store, as a port of the store. */
export interface Instances {
  /** Records the catalogue by which this instance routes and rates calls. */
  readonly note: (catalogHash: string) => Promise<void>;
  /** This one and those with a heartbeat in the last 90 s, oldest first. */
  readonly live: () => Promise<readonly InstanceRecord[]>;
  /** The id of the shared database, generated when it was created: hexadecimal digits. */
  readonly deployment: () => Promise<string>;
}

/** Secrets become `[secret]` in JSON, so instances may have different ones. */
const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Map) return [...value.entries()];
  return typeof value === 'bigint' ? value.toString() : value;
};

/** A hash that is equal for two catalogues that route and rate every call in the same way; 16 hex digits. */
export const hashCatalog = (catalog: Catalog): string => hashJson(catalog, plain);

/** Milliseconds for which instances may differ, as they do while a new configuration is rolled out. */
const rolloutMilliseconds = 60_000;
const lookMilliseconds = 15_000;

interface Parts {
  readonly instances: Instances;
  readonly clock: Clock;
  readonly log: Log;
}

/** Watches whether all instances rate calls by the same catalogue. */
export interface CatalogWatch {
  /** Records the catalogue of this instance. */
  readonly note: (catalog: Catalog) => Promise<void>;
  /** How many instances were live at the last check, this one included. */
  readonly live: () => number;
  /** A sentence for the operator if live instances have differed for a minute; else null. */
  readonly difference: () => string | null;
  readonly stop: () => Promise<void>;
}

export function watchCatalogs({ instances, clock, log }: Parts): CatalogWatch {
  let own = '';
  let since: number | null = null;
  let difference: string | null = null;
  let live = 1;

  const look = async (): Promise<void> => {
    const all = await instances.live();
    // The hash could not be written, or the row was recreated without it after a long time without the database.
    if (own !== '' && all.some(({ isThis, catalogHash }) => isThis && catalogHash !== own)) await instances.note(own);
    const others = all.filter(({ isThis }) => !isThis);
    live = others.length + 1;
    const different = others.filter(({ catalogHash }) => catalogHash !== null && catalogHash !== own);
    if (different.length === 0) {
      since = null;
      difference = null;
      return;
    }
    since ??= clock.monotonic();
    if (clock.monotonic() - since < rolloutMilliseconds) return;
    const message = `${different.length} of ${others.length + 1} instances have a different catalogue from this one, so calls may be routed and charged differently. Give all of them the same diglot.yaml.`;
    if (difference === null) log.warn('instances have different catalogues', { reason: message });
    difference = message;
  };

  const stop = repeat({
    clock,
    every: lookMilliseconds,
    action: look,
    failed: (cause) => log.debug('the other instances could not be read', { reason: String(cause) }),
  });
  return {
    note: (catalog) => {
      own = hashCatalog(catalog);
      return instances.note(own);
    },
    live: () => live,
    difference: () => difference,
    stop,
  };
}
