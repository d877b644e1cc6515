import { withDemoAddress } from '../catalog/demo-address.ts';
import type { Config } from './config.ts';

/** The configuration of this moment. It is swapped whole; whoever needs it asks each time. */
export interface LiveConfig {
  readonly config: () => Config;
  readonly catalog: () => Config['catalog'];
  /** Puts another one in force, but for what a running process cannot change: its address and its storage. */
  readonly swap: (next: Config) => void;
}

/**
 * Holds the configuration in force.
 *
 * @param demoUrl where the built-in upstream runs, for providers that are it; null where it does not
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
