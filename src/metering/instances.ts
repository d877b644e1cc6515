import { createHash } from 'node:crypto';
import type { Catalog } from '../catalog/catalog.ts';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import { repeat } from '../shared/time/repeat.ts';

/** A process that shares the store, as it describes itself. */
export interface InstanceRecord {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly heartbeatAt: number;
  /** Of `hashCatalog`; null: it has not said yet. */
  readonly catalogHash: string | null;
  /** Whether it is the one that answers. */
  readonly isThis: boolean;
}

/** The processes that share a store, as a port of the store. */
export interface Instances {
  /** Notes by which catalogue this instance rates and routes calls. */
  readonly note: (catalogHash: string) => Promise<void>;
  /** This one and those with a heartbeat in the last 90 s, the oldest first. */
  readonly live: () => Promise<readonly InstanceRecord[]>;
  /** The id of the database that they share, made with it: hexadecimal digits. */
  readonly deployment: () => Promise<string>;
}

/** Secrets are `[secret]` in JSON: instances may have their own. */
const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Map) return [...value.entries()];
  return typeof value === 'bigint' ? value.toString() : value;
};

/** The same for two catalogues that route and rate every call in the same way; 16 hex digits. */
export const hashCatalog = (catalog: Catalog): string =>
  createHash('sha256').update(JSON.stringify(catalog, plain)).digest('hex').slice(0, 16);

/** Milliseconds that instances may differ, as they do while a new configuration reaches one after the other. */
const patience = 60_000;
const lookMilliseconds = 15_000;

interface Parts {
  readonly instances: Instances;
  readonly clock: Clock;
  readonly log: Log;
}

/** Follows by which catalogues the instances rate calls. */
export interface CatalogWatch {
  /** Notes the catalogue of this instance. */
  readonly note: (catalog: Catalog) => Promise<void>;
  /** How many instances live, this one included, as of the last look. */
  readonly live: () => number;
  /** A sentence for the operator when live instances have differed for a minute; else null. */
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
    // It could not be noted, or the row of an instance that did not reach the database for long was written anew, without it.
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
    if (clock.monotonic() - since < patience) return;
    const message = `${different.length} of ${others.length + 1} instances have another catalogue than this one, so that calls may be routed and charged differently. Give all of them the same diglot.yaml.`;
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
