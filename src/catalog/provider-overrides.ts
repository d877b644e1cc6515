import type { AuditEvent } from '../shared/audit-event.ts';
import type { Secret } from '../shared/secret.ts';
import { type Catalog, mapProviders, type Product } from './catalog.ts';

/** Placeholder base address of the built-in provider, replaced once it listens. */
export const demoAddress = 'demo:';

/** True if a provider is the built-in one, which must then be started. */
export const needsDemo = (catalog: Catalog): boolean =>
  [...catalog.providers.values()].some((provider) => provider.baseUrl === demoAddress);

/** The SKU of the built-in models. */
export const demoSku = 'demo';

/** True if a Product is that of the built-in models and nothing else is billed to it: its prices are those of the release. */
export const isOfRelease = ({ models, providers }: Catalog, { sku, models: patterns }: Product): boolean =>
  sku === demoSku &&
  patterns === null &&
  models
    .filter(({ product }) => product === sku)
    .every(({ targets }) => targets.every(({ provider }) => providers.get(provider)?.baseUrl === demoAddress));

/**
 * Returns the catalogue with the built-in provider's real address in place of `demo:`.
 *
 * @param url origin of the running demo, for example `http://127.0.0.1:40321`; null if it does not run
 */
export function withDemoAddress(catalog: Catalog, url: string | null): Catalog {
  if (url === null) return catalog;
  return mapProviders(catalog, (provider) =>
    provider.baseUrl === demoAddress ? { ...provider, baseUrl: provider.spec === 'a' ? `${url}/v1` : url } : provider,
  );
}

/** The key of a provider that an operator has set in place of the configured one. */
export interface StoredCredential {
  readonly providerId: string;
  /** Sealed for the provider. */
  readonly secret: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  /** Grows with every change: one that was made from an older state is refused. */
  readonly version: number;
}

/** A stored credential, at the version from which it is changed. */
export type CredentialReference = Pick<StoredCredential, 'providerId' | 'version'>;

/** Where such keys live. A write is durable together with its event. */
export interface CredentialStore {
  readonly list: () => Promise<readonly StoredCredential[]>;
  /**
   * Adds a key at version 0, or replaces the one of this version.
   *
   * @returns false: another change came first, and nothing was written
   */
  readonly put: (credential: StoredCredential, event: AuditEvent) => Promise<boolean>;
  /** @returns false as `put` */
  readonly remove: (credential: CredentialReference, event: AuditEvent) => Promise<boolean>;
  /** Replaces the secret `from` by `to`, which is the same one sealed anew. Without effect if it is another one by now. */
  readonly reseal: (providerId: string, from: string, to: string) => Promise<void>;
}

/** The catalogue with these keys, by provider, in place of the configured ones. Only a key of one header can be replaced. */
export function withCredentials(catalog: Catalog, keys: ReadonlyMap<string, Secret>): Catalog {
  if (keys.size === 0) return catalog;
  return mapProviders(catalog, (provider) => {
    const [value, { credential }] = [keys.get(provider.id), provider];
    return value === undefined || credential?.type !== 'header'
      ? provider
      : { ...provider, credential: { ...credential, value } };
  });
}
