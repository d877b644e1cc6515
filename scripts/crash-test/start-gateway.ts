import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const testKey = 'the key of the crash test';
export const adminKey = 'the administrator of the crash test';

const configText = (upstream: string, credits: string): string => `
server: { port: 0, metrics: null, seal_keys: [the seal key of the crash test is long enough] }
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

/** A gateway in a process of its own. */
export interface Gateway {
  readonly url: string;
  readonly pid: number;
  /** `kill -9`: resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM: resolves when it has ended in order. */
  readonly stop: () => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** What it printed until now, on both outputs. */
  readonly printed: () => string;
  /** Resolves with the exit code when the process is gone; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

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
}

/** As `startGateway`, with settings of its own. */
export async function startInstance({
  folder,
  upstream,
  flags = [],
  settings = {},
  credits = '5',
}: Start): Promise<Gateway> {
  const config = join(folder, 'diglot.yaml');
  writeFileSync(config, configText(upstream, credits));
  const options = ['serve', '--config', config, '--data', folder, '--port', '0'];
  const child = spawn(process.execPath, [...flags, 'src/bin.js', ...options], {
    // Nothing of the person's own settings: the oracle must know what it checks.
    env: { DIGLOT_ADMIN_KEY: adminKey, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ready = Promise.withResolvers<string>();
  const read = (chunk: Buffer): void => {
    said += chunk.toString();
    const url = /Address\s+(http:\/\/\S+)/.exec(said)?.[1];
    if (url && said.includes('Ready in')) ready.resolve(url);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      ready.reject(new Error(`The gateway ended with ${code} before it was ready:\n${said}`));
      resolve(code);
    });
  });
  const url = await ready.promise;
  const end = (signal: 'SIGKILL' | 'SIGTERM') => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    url,
    pid: child.pid ?? 0,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
    signal: (signal) => void child.kill(signal),
    printed: () => said,
    ended,
  };
}
