import { mapProviders, type Catalog } from './catalog.ts';

/** Placeholder base address of the built-in provider, replaced once it listens. */
export const demoAddress = 'demo:';

/** True if a provider is the built-in one, which must then be started. */
export const needsDemo = (catalog: Catalog): boolean =>
  [...catalog.providers.values()].some((provider) => provider.baseUrl === demoAddress);

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
