import { withDemoAddress } from '../catalog/demo-address.ts';
import type { Config } from './config.ts';

/** The live configuration. It is replaced as a whole, so read it anew for every use. */
export interface LiveConfig {
  readonly config: () => Config;
  readonly catalog: () => Config['catalog'];
  /** Replaces the configuration, except for the address and the storage, which need a restart. */
  readonly swap: (next: Config) => void;
}

/**
 * Makes the live configuration.
 *
 * @param demoUrl origin of the built-in provider; null if it does not run
 */
export function makeLiveConfig(first: Config, demoUrl: string | null): LiveConfig {
  const placed = (config: Config): Config =>
    demoUrl === null ? config : { ...config, catalog: withDemoAddress(config.catalog, demoUrl) };
  let config = placed(first);
  return {
    config: () => config,
    catalog: () => config.catalog,
    swap: (next) => {
      const { host, port } = first.server;
      config = { ...placed(next), server: { ...next.server, host, port }, storage: first.storage };
    },
  };
}
