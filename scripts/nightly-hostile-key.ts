/**
 * One key does its worst while another one makes calls: bodies that are large, slow or all structure, and an upstream whose
 * answers and events are alike. Loopback only. Exits with 1 if a call of the good key fails, or if their 99th percentile or the
 * gateway's memory exceeds its bound.
 *
 * Argument: seconds; default 60.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { json } from '../test/fakes/script.ts';
import { startScriptedUpstream } from '../test/fakes/scripted-upstream.ts';
import { chatCall } from '../test/fakes/sample-calls.ts';
import { residentBytes } from './bench/process-figures.ts';

const seconds = Number(process.argv[2] ?? 60);

/** Milliseconds in which 99 of 100 calls of the good key must have ended. */
const slowest = 100;

/** Heap that the gateway is given, in MiB. Bodies may take half of it. */
const heap = 1_024;

/** The bound of its resident memory, in MiB: what it had before, the heap that it may use, and a quarter more for bytes outside. */
const mostGrowth = heap * 1.25;

/** Milliseconds between two calls of the good key. */
const between = 20;

const mebibyte = 1_048_576;

const configText = (calm: string, wild: string): string => `
server: { port: 0, metrics: { port: 0 } }
regions: [global]
providers:
  # Files go to the first one.
  - { id: wild, spec: a, base_url: ${wild}/v1, regions: [global] }
  - { id: calm, spec: a, base_url: ${calm}/v1, regions: [global] }
models:
  - { id: test-model, product: test, targets: [{ provider: calm, model: test-model, region: global, weight: 1 }] }
  - { id: wild, product: test, targets: [{ provider: wild, model: wild, region: global, weight: 1 }] }
products:
  - { sku: test, name: Test, prices: [{ from: 2026-01-01T00:00:00Z, input_tokens: { credits: "0.000001", per: 1000 }, output_tokens: { credits: "0.000001", per: 1000 } }] }
plans:
  - { id: all, name: All, products: ["*"] }
bootstrap:
  workspaces:
    - { id: good, name: Good, plan: all, credits: "1000" }
    - { id: hostile, name: Hostile, plan: all, credits: "1000" }
    - { id: poor, name: Poor, plan: all, credits: "0" }
  keys:
    - { workspace: good, name: good, secret: sk-nightly-good }
    - { workspace: hostile, name: hostile, secret: sk-nightly-hostile }
    - { workspace: poor, name: poor, secret: sk-nightly-poor }
`;

interface Gateway {
  readonly process: ChildProcess;
  readonly port: number;
  /** Where its metrics are. */
  readonly metrics: string;
}

async function startGateway(folder: string, config: string): Promise<Gateway> {
  const file = join(folder, 'diglot.yaml');
  writeFileSync(file, config);
  const options = ['serve', '--config', file, '--data', folder, '--port', '0'];
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, 'src/bin.js', ...options], {
    env: {},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text: Buffer) => {
    process.stderr.write(text);
    if (printed.length < mebibyte) printed += text.toString();
  });
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}.`);
    const port = portIn(folder);
    const metrics = /http:\/\/[\d.:]+\/metrics/.exec(printed)?.[0];
    if (port !== null && metrics !== undefined && (await isReady(port))) return { process: child, port, metrics };
  }
}

function portIn(folder: string): number | null {
  try {
    const { url } = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')) as { readonly url: string };
    return Number(new URL(url).port);
  } catch {
    return null;
  }
}

/** How late the gateway's event loop was since the last call, in milliseconds. */
async function loopDelay({ metrics }: Gateway): Promise<string> {
  const text = await (await fetch(metrics)).text();
  const at = (part: string): string =>
    (Number(new RegExp(`^diglot_nodejs_eventloop_lag_${part}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1_000).toFixed(1);
  return `median ${at('p50')} ms, p99 ${at('p99')} ms, longest ${at('max')} ms`;
}

const isReady = async (port: number): Promise<boolean> => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const body = JSON.stringify(chatCall.request);

/** One call of the good key: its status (0 for none) and milliseconds. */
function callOnce(port: number): Promise<{ readonly status: number; readonly milliseconds: number }> {
  const begun = performance.now();
  const { promise, resolve } = Promise.withResolvers<{ status: number; milliseconds: number }>();
  const end = (status: number) => (): void => resolve({ status, milliseconds: performance.now() - begun });
  const headers = { authorization: 'Bearer sk-nightly-good', 'content-type': 'application/json' };
  const sending = request({ port, host: '127.0.0.1', path: chatCall.path, method: 'POST', headers, agent });
  sending.on('error', end(0));
  sending.on('response', (response) => {
    response.resume();
    response.on('end', end(response.statusCode ?? 0));
  });
  sending.end(body);
  return promise;
}

/** Calls at an even rate, whether or not earlier ones have ended. */
async function callFor(milliseconds: number, port: number) {
  const running: ReturnType<typeof callOnce>[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    running.push(callOnce(port));
    await new Promise((resolve) => setTimeout(resolve, between));
  }
  const ended = await Promise.all(running);
  const times = ended.map((each) => each.milliseconds).toSorted((one, other) => one - other);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const failed = ended.filter(({ status }) => status !== 200).length;
  return { calls: ended.length, failed, p50: at(0.5), p99: at(0.99), most: at(1) };
}

const folder = mkdtempSync(join(tmpdir(), 'diglot-hostile-'));
const calm = await startScriptedUpstream();
calm.always(json(chatCall.answer));
const attacker = fork(fileURLToPath(new URL('./hostile-key/attacker.ts', import.meta.url)), { stdio: 'inherit' });
const [{ upstream: wild }] = (await once(attacker, 'message')) as [{ readonly upstream: string }];
const gateway = await startGateway(folder, configText(calm.url, wild));
const pid = gateway.process.pid ?? 0;

// Work that a start continues after it is ready is done by then.
await new Promise((resolve) => setTimeout(resolve, 3_000));
const quiet = await callFor(3_000, gateway.port);
const before = residentBytes(pid);
let peak = before;
const watching = setInterval(() => {
  peak = Math.max(peak, residentBytes(pid));
}, 50);
await loopDelay(gateway);
attacker.send({ port: gateway.port });
const attacked = await callFor(seconds * 1_000, gateway.port);
clearInterval(watching);
const delay = await loopDelay(gateway);
attacker.send({ tell: true });
const [{ seen }] = (await once(attacker, 'message')) as [{ readonly seen: readonly [string, object][] }];
attacker.disconnect();
const ended = gateway.process.exitCode;
// It settles open calls while it shuts down, so its database stays until it has ended.
const closed = ended === null ? once(gateway.process, 'exit') : null;
gateway.process.kill();
await closed;
await calm.close();
rmSync(folder, { recursive: true, force: true });

const figures = ({ calls, failed, p50, p99, most }: typeof quiet): string =>
  `${calls} calls, ${failed} failed, median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, slowest ${most.toFixed(0)} ms`;
console.log(`before:       ${figures(quiet)}`);
console.log(`under attack: ${figures(attacked)}`);
console.log(`event loop:   ${delay} (its timers are 10 ms apart)`);
const growth = (peak - before) / mebibyte;
console.log(
  `memory: ${(before / mebibyte).toFixed(0)} MiB, at most ${growth.toFixed(0)} MiB more; bound ${mostGrowth} MiB more`,
);
for (const [name, statuses] of seen) console.log(`${name}: ${JSON.stringify(statuses)}`);
const isGood = ended === null && attacked.failed === 0 && attacked.p99 <= slowest && growth <= mostGrowth;
console.log(isGood ? 'The good key was served.' : 'The good key was hurt.');
process.exit(isGood ? 0 : 1);
