import {
  usualMost,
  type Catalog,
  type Model,
  type Plan,
  type Product,
  type Provider,
  type Spec,
} from '../../src/catalog/catalog.ts';
import { kindOf } from '../../src/catalog/provider-kinds.ts';
import type { Bootstrap, Config, Limits } from '../../src/config/config.ts';
import { usualLevels } from '../../src/shared/log.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import { unitKinds } from '../../src/shared/usage.ts';

/** The secret of the key that `makeConfig` lets in. */
export const testKey = 'sk-test CANARY-client-key';

/** What our side shows the upstream; no client may ever see it. */
export const upstreamKey = 'CANARY-upstream-key';

/** What a test wants different from the plain set-up. */
export interface ConfigDraft {
  /** What the server listens on. Absent: 127.0.0.1. */
  readonly host?: string;
  readonly providers: readonly Provider[];
  readonly models?: readonly Model[];
  readonly defaultModel?: string;
  readonly products?: readonly Product[];
  readonly plans?: readonly Plan[];
  readonly regions?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly bootstrap?: Bootstrap;
  readonly storage?: Partial<Config['storage']>;
  readonly publicUrl?: string;
  readonly corsOrigins?: readonly string[];
  /** At least 32 characters each. */
  readonly sealKeys?: readonly string[];
  readonly identityProviders?: Config['identityProviders'];
  readonly trustedProxies?: Config['trustedProxies'];
  readonly mail?: Config['mail'];
  readonly alertNetworks?: Config['alertNetworks'];
  /** Whether figures are served, on a port of their own. */
  readonly metrics?: boolean;
  /** Milliseconds. */
  readonly shutdownDelay?: number;
}

/** An upstream in the catalogue, with a credential of the usual form of its spec. */
export function makeProvider(id: string, spec: Spec, origin: string): Provider {
  const value = new Secret(upstreamKey);
  return {
    id,
    spec,
    kind: kindOf({ spec }),
    baseUrl: spec === 'a' ? `${origin}/v1` : origin,
    credential:
      spec === 'a'
        ? { type: 'header', header: 'authorization', scheme: 'Bearer', value }
        : { type: 'header', header: 'x-api-key', scheme: null, value },
    regions: ['global', 'eu'],
    operations: null,
    forwardTrace: false,
  };
}

/** A model that every given provider serves under its own name, in the region `global`. */
export const makeModel = (id: string, providers: readonly string[], changes: Partial<Model> = {}): Model => ({
  id,
  displayName: id,
  createdAt: Date.UTC(2026, 0, 1),
  ownedBy: 'test',
  targets: providers.map((provider) => ({ provider, model: null, region: 'global', weight: 1 })),
  product: 'test',
  fallbacks: [],
  maxInputTokens: 200_000,
  maxOutputTokens: 8_192,
  most: { ...usualMost, reasoning: 0, added: 0 },
  retired: false,
  ...changes,
});

/** A Product with a price of one nano-credit for every unit of every kind. */
export const makeProduct = (sku: string, models: readonly string[] | null = null): Product => ({
  sku,
  name: sku,
  free: false,
  prices: [{ from: 0, rates: Object.fromEntries(unitKinds.map((kind) => [kind, 1_000n])) }],
  models,
});

export const plainLimits: Limits = {
  voiceRequestBytes: 29_360_128,
  voiceSeconds: 300,
  jsonRequestBytes: 33_554_432,
  fileRequestBytes: 536_870_912,
  workspaceStoredBytes: 10_737_418_240,
  workspaceKeys: 10_000,
  bodyMemoryBytes: null,
  keyBodyMemoryBytes: null,
  spoolBytes: null,
  keySpoolBytes: null,
  bodyBytesPerSecond: 32_768,
  firstByteSeconds: 600,
  streamIdleSeconds: 300,
  keepaliveSeconds: 15,
  realtimeIdleSeconds: 900,
  realtimeSessionSeconds: 3_600,
  driveRetentionSeconds: 259_200,
  responseRetentionDays: 30,
};

/** Includes every Product, without a limit. */
export const plainPlan: Plan = {
  id: 'test',
  name: 'Test',
  products: ['*'],
  monthlyCredits: null,
  holdFactorPermille: 1_000,
};

/** A workspace on the plan of the tests. @param credits nano-credits that it starts with */
export const makeWorkspaceRow = (id: string, credits = 1_000n * nanoPerCredit): Bootstrap['workspaces'][number] => ({
  id,
  name: id,
  plan: 'test',
  credits,
  timeZone: 'UTC',
});

const plainBootstrap: Bootstrap = {
  workspaces: [{ ...makeWorkspaceRow('acme'), name: 'Acme' }],
  keys: [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }],
};

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** A whole configuration, as the reader of files and environment would have made it. */
export function makeConfig(draft: ConfigDraft): Config {
  const providers = byId(draft.providers);
  const catalog: Catalog = {
    regions: draft.regions ?? ['global', 'eu'],
    providers,
    models: draft.models ?? [makeModel('test-model', [...providers.keys()])],
    ...(draft.defaultModel !== undefined && { defaultModel: draft.defaultModel }),
    products: new Map((draft.products ?? [makeProduct('test')]).map((product) => [product.sku, product])),
    plans: byId(draft.plans ?? [plainPlan]),
  };
  return {
    server: {
      host: draft.host ?? '127.0.0.1',
      port: 0,
      publicUrl: draft.publicUrl ?? null,
      corsOrigins: draft.corsOrigins ?? [],
      ...(draft.sealKeys && { sealKeys: draft.sealKeys.map((key) => new Secret(key)) }),
      metrics: draft.metrics ? { host: '127.0.0.1', port: 0 } : null,
      shutdown: { delayMilliseconds: draft.shutdownDelay ?? 0, graceMilliseconds: 600_000 },
    },
    storage: {
      database: 'sqlite::memory:',
      drive: 'file:drive',
      spool: true,
      offlineMilliseconds: 30_000,
      ...draft.storage,
    },
    limits: { ...plainLimits, ...draft.limits },
    catalog,
    identityProviders: draft.identityProviders ?? [],
    trustedProxies: draft.trustedProxies ?? [],
    mail: draft.mail ?? null,
    alertNetworks: draft.alertNetworks ?? [],
    log: usualLevels,
    bootstrap: draft.bootstrap ?? plainBootstrap,
  };
}
