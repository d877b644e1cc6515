import { startServer, type Server } from './start-server.ts';

export const testKey = 'the key of the crash test';
export const adminKey = 'the administrator of the crash test';

/** One provider of each specification; `server`: its section of the configuration, a line; `credits`: of the workspace. */
export const configText = (upstream: string, server: string, credits = '5'): string => `
${server}
regions: [global]
providers:
  - { id: one, spec: a, base_url: ${upstream}/v1, regions: [global] }
  - { id: two, spec: b, base_url: ${upstream}, regions: [global] }
models:
  - id: crash
    targets: [{ provider: one, model: crash, region: global, weight: 1 }]
    product: crash
    max_reasoning_tokens: 0
    max_added_tokens: 0
  - id: crash-messages
    targets: [{ provider: two, model: crash, region: global, weight: 1 }]
    product: crash
    max_reasoning_tokens: 0
    max_added_tokens: 0
products:
  - sku: crash
    name: Crash
    prices:
      - from: 2026-01-01T00:00:00Z
        input_tokens: { credits: "0.25", per: 1000 }
        output_tokens: { credits: "2", per: 1000 }
plans:
  - { id: all, name: All, products: ["*"] }
bootstrap:
  workspaces: [{ id: acme, name: Acme, plan: all, credits: "${credits}" }]
  keys: [{ workspace: acme, name: crash, secret: "${testKey}" }]
`;

/** The process of a gateway. */
export type Gateway = Server;

/**
 * Starts the gateway as an operator would, on the data that earlier ones left.
 *
 * @param flags for Node itself
 */
export const startGateway = (folder: string, upstream: string, flags: readonly string[] = []): Promise<Gateway> =>
  startInstance({ folder, upstream, flags });

interface Start {
  readonly folder: string;
  readonly upstream: string;
  readonly flags?: readonly string[];
  /** Variables of the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the workspace. Default: 5, so that they run out. */
  readonly credits?: string;
  /** How long calls are still accepted after SIGTERM. */
  readonly delaySeconds?: number;
}

const serverLine = (delaySeconds: number): string =>
  `server: { port: 0, metrics: null, shutdown: { delay_seconds: ${delaySeconds} }, seal_keys: [the seal key of the crash test is long enough] }`;

/** Like `startGateway`, with its own settings. */
export const startInstance = ({ folder, upstream, flags = [], settings = {}, ...start }: Start): Promise<Gateway> =>
  startServer({
    folder,
    config: configText(upstream, serverLine(start.delaySeconds ?? 0), start.credits),
    // None of the user's own settings: the oracle must know what it checks.
    environment: { DIGLOT_ADMIN_KEY: adminKey, ...settings },
    nodeOptions: flags,
  });
