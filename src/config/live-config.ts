import { withCredentials } from '../catalog/credential-store.ts';
import { withDemoAddress } from '../catalog/demo-address.ts';
import type { Config, LiveConfig } from './config.ts';

/**
 * Makes the live configuration.
 *
 * @param demoUrl origin of the built-in provider; null if it does not run
 */
export function makeLiveConfig(first: Config, demoUrl: string | null): LiveConfig {
  let keys: Parameters<LiveConfig['useCredentials']>[0] = new Map();
  let configured = first;
  const inForce = (): Config => {
    const catalog = demoUrl === null ? configured.catalog : withDemoAddress(configured.catalog, demoUrl);
    return { ...configured, catalog: withCredentials(catalog, keys) };
  };
  let config = inForce();
  return {
    config: () => config,
    catalog: () => config.catalog,
    swap: (next) => {
      const { host, port } = first.server;
      configured = { ...next, server: { ...next.server, host, port }, storage: first.storage };
      config = inForce();
    },
    useCredentials: (next) => {
      keys = next;
      config = inForce();
    },
  };
}
