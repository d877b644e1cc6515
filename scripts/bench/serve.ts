import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminKey, testKey } from '../crash-test/start-gateway.ts';
import { startServer, type Server } from '../crash-test/start-server.ts';
import { pin, processors, startScript, type Running } from './candidate.ts';

export { testKey } from '../crash-test/start-gateway.ts';

/** The gateway as an operator starts it. */
export interface Served extends Running {
  readonly readyAfter: Server['readyAfter'];
  readonly end: Server['stop'];
  /** Asks the control API. */
  readonly control: (path: string) => Promise<Record<string, unknown>>;
}

const modelLine = (id: string): string =>
  `  - { id: "${id}", targets: [{ provider: up, model: bench, region: global, weight: 1 }], product: bench, max_reasoning_tokens: 0, max_added_tokens: 0 }`;

/** A configuration with one provider. */
const configText = (upstream: string, models: readonly string[]): string => `
server: { port: 0, metrics: null, seal_keys: [the seal key of the bench is long enough for it] }
regions: [global]
providers:
  - { id: up, spec: a, base_url: ${upstream}/v1, regions: [global] }
models:
${models.map(modelLine).join('\n')}
products:
  - sku: bench
    name: Bench
    prices:
      - from: 2026-01-01T00:00:00Z
        input_tokens: { credits: "0.000001", per: 1000 }
        output_tokens: { credits: "0.000002", per: 1000 }
plans:
  - { id: all, name: All, products: ["*"] }
bootstrap:
  workspaces: [{ id: acme, name: Acme, plan: all, credits: "1000" }]
  keys: [{ workspace: acme, name: bench, secret: "${testKey}" }]
`;

export interface ServeOptions {
  readonly folder: string;
  readonly upstream: Running;
  readonly models?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Processors to tie it to; default: that of a candidate. */
  readonly processor?: string;
}

/** Starts `diglot serve` on a folder and waits until it is ready. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { folder, upstream, models = ['bench'], settings = {}, flags = [], processor = processors.candidate } = options;
  const server = await startServer({
    folder,
    config: configText(`http://127.0.0.1:${upstream.port}`, models),
    environment: { DIGLOT_ADMIN_KEY: adminKey, ...settings },
    options: flags,
    onStart: (pid) => pin({ pid }, processor),
  });
  const { url, pid, readyAfter } = server;
  return {
    name: 'Diglot',
    pid,
    port: Number(new URL(url).port),
    readyAfter,
    stop: () => server.signal('SIGTERM'),
    end: server.stop,
    control: async (path) => {
      const response = await fetch(`${url}/console/api${path}`, { headers: { authorization: `Bearer ${adminKey}` } });
      if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    },
  };
}

/** The upstream of the bench, and a folder that is gone afterwards. */
export async function withUpstream(action: (place: { folder: string; upstream: Running }) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-bench-'));
  const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
  try {
    await action({ folder, upstream });
  } finally {
    upstream.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
