import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { adminKey, testKey } from '../crash-test/start-gateway.ts';
import { startServer, type Server } from '../crash-test/start-server.ts';
import { pin, processors, startScript, type Running } from './candidate.ts';
import { errorNote, takeTurns, type Turns } from './measure.ts';
import { residentBytes } from './process-figures.ts';

export { testKey } from '../crash-test/start-gateway.ts';

/** The gateway as an operator starts it. */
export interface Served extends Running {
  readonly readyAfter: Server['readyAfter'];
  readonly end: Server['stop'];
  /** Calls the control API. */
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
  /** Processors to pin it to; default: that of a candidate. */
  readonly processor?: string;
  /** Another checkout, to compare with. */
  readonly checkout?: string | undefined;
}

/** Verifying ten million calls takes longer than clients wait by default. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Starts `diglot serve` on a folder and waits until it is ready. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { folder, upstream, models = ['bench'], settings = {}, flags = [], checkout } = options;
  const { processor = processors.candidate } = options;
  const server = await startServer({
    folder,
    config: configText(`http://127.0.0.1:${upstream.port}`, models),
    environment: { DIGLOT_ADMIN_KEY: adminKey, ...settings },
    options: flags,
    checkout,
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
      const headers = { authorization: `Bearer ${adminKey}` };
      const { statusCode, body } = await request(`${url}/console/api${path}`, { headers, dispatcher: patient });
      if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}: ${await body.text()}`);
      return (await body.json()) as Record<string, unknown>;
    },
  };
}

/** A temporary folder that is removed afterwards. */
export async function inTemporaryFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-bench-'));
  try {
    await action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The upstream of the bench, and a temporary folder. */
export const withUpstream = (action: (place: { folder: string; upstream: Running }) => Promise<void>): Promise<void> =>
  inTemporaryFolder(async (folder) => {
    const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
    try {
      await action({ folder, upstream });
    } finally {
      upstream.stop();
    }
  });

/** Calls as fast as they go, and a few at a time: for processor time, and for times to the first byte. */
const loads = {
  busy: { bytes: 1_000, stream: false, connections: 32, pause: 0, key: testKey },
  quiet: { bytes: 1_000, stream: false, connections: 8, pause: 20, key: testKey },
} as const;

/**
 * Compares gateways that run side by side, in turns, prints a line for each, and ends them.
 *
 * @param modelOf the model that the calls to a gateway name
 */
export async function printCompared(
  gateways: Readonly<Record<string, Served>>,
  turns: Turns,
  modelOf: (name: string) => string = () => 'bench',
): Promise<void> {
  const jobsOf = (load: (typeof loads)['busy' | 'quiet']) =>
    Object.entries(gateways).map(([name, running]) => ({ running, job: { ...load, model: modelOf(name) } }));
  const busy = await takeTurns(jobsOf(loads.busy), turns);
  const quiet = await takeTurns(jobsOf(loads.quiet), { ...turns, warmUp: 0 });
  for (const [index, [name, gateway]] of Object.entries(gateways).entries()) {
    const [cost, latency] = [busy[index], quiet[index]];
    if (!cost || !latency) continue;
    const cells = [
      name.padEnd(14),
      `ready after ${gateway.readyAfter.toFixed(0)} ms`,
      `${(residentBytes(gateway.pid) / 1_048_576).toFixed(0)} MB`,
      `${cost.microsecondsPerCall.toFixed(0)} µs a call, ${cost.ratio.toFixed(2)} ×`,
      `first byte p50 ${latency.p50.toFixed(2)} p99 ${latency.p99.toFixed(2)} ms`,
      errorNote(Math.max(cost.errorShare, latency.errorShare)),
    ];
    console.log(cells.join('  '));
    await gateway.end();
  }
}
