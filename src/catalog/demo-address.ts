import type { Catalog } from './catalog.ts';

/** The base address that stands for the built-in offline upstream until it has started and has one of its own. */
export const demoAddress = 'demo:';

/** True when some provider is the built-in offline upstream: then it has to be started. */
export const needsDemo = (catalog: Catalog): boolean =>
  [...catalog.providers.values()].some((provider) => provider.baseUrl === demoAddress);

/**
 * The catalogue with the built-in upstream's real address in place of `demo:`.
 *
 * @param url origin of the running demo upstream, for example `http://127.0.0.1:40321`
 */
export function withDemoAddress(catalog: Catalog, url: string): Catalog {
  const providers = [...catalog.providers].map(([id, provider]) => {
    if (provider.baseUrl !== demoAddress) return [id, provider] as const;
    return [id, { ...provider, baseUrl: provider.spec === 'a' ? `${url}/v1` : url }] as const;
  });
  return { ...catalog, providers: new Map(providers) };
}
