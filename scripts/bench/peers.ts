import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pin } from './candidate.ts';
import type { Running } from './candidate.ts';
import { family } from './process-figures.ts';

/** A gateway of another project, as it is measured. */
export interface Peer extends Running {
  /** What a client sends to it. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A process of a peer: what to start, with which configuration. */
interface Recipe {
  readonly command: (program: string, folder: string, port: number) => readonly string[];
  /** Prints its version. */
  readonly version: (program: string) => readonly string[];
  /** Name and text of its configuration file. */
  readonly file?: readonly [name: string, text: (place: Place) => string];
  readonly headers?: (upstream: string) => Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  /** Host and port. */
  readonly upstream: string;
}

const key = 'sk-bench-1234567890';

/**
 * How each peer is set up: one process, no access log, no cache, no retries; authentication on if it needs no database. What each
 * does with a call is in docs/figures.md.
 */
const recipes = {
  nginx: {
    version: (program) => [program, '-v'],
    command: (program, folder) => [program, '-c', join(folder, 'nginx.conf'), '-p', folder],
    file: [
      'nginx.conf',
      ({ folder, port, upstream }) => `
daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; client_max_body_size 64m; client_body_buffer_size 2m;
  upstream bench { server ${upstream}; keepalive 128; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port}; keepalive_requests 1000000; location / { proxy_pass http://bench; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; } }
}`,
    ],
  },
  haproxy: {
    version: (program) => [program, '-v'],
    command: (program, folder) => [program, '-db', '-f', join(folder, 'haproxy.cfg')],
    file: [
      'haproxy.cfg',
      ({ port, upstream }) => `
global
  nbthread 1
  maxconn 4000
defaults
  mode http
  option http-keep-alive
  option http-no-delay
  timeout connect 5s
  timeout client 300s
  timeout server 300s
frontend in
  bind 127.0.0.1:${port}
  default_backend out
backend out
  http-reuse always
  server bench ${upstream}
`,
    ],
  },
  portkey: {
    version: (folder) => ['grep', '"version"', join(folder, 'node_modules/@portkey-ai/gateway/package.json')],
    command: (folder, _, port) => [
      process.execPath,
      join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
      `--port=${port}`,
      '--headless',
    ],
    headers: (upstream) => ({ 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `http://${upstream}/v1` }),
    environment: { NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: 'localhost,127.0.0.1,::1,host.docker.internal' },
  },
  litellm: {
    version: (program) => [program, '--version'],
    command: (program, folder, port) => [
      program,
      '--config',
      join(folder, 'litellm.yaml'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--num_workers',
      '1',
    ],
    file: [
      'litellm.yaml',
      ({ upstream }) => `
model_list:
  - model_name: bench
    litellm_params: { model: openai/bench, api_base: "http://${upstream}/v1", api_key: none }
litellm_settings: { num_retries: 0, request_timeout: 600, telemetry: false }
general_settings: { master_key: ${key} }
`,
    ],
    environment: { LITELLM_LOG: 'ERROR', LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
  },
  'liter-llm': {
    version: (program) => [program, '--version'],
    command: (program, folder, port) => [
      program,
      'api',
      '--config',
      join(folder, 'liter-llm-proxy.toml'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--tokio-worker-threads',
      '1',
    ],
    file: [
      'liter-llm-proxy.toml',
      // It refuses upstreams on loopback unless the policy is off.
      ({ upstream }) => `
[security]
outbound_policy = "off"
[general]
master_key = "${key}"
[[models]]
name = "bench"
provider_model = "openai/bench"
api_key = "none"
base_url = "http://${upstream}/v1"
`,
    ],
  },
} satisfies Readonly<Record<string, Recipe>>;

export type PeerName = keyof typeof recipes;
export const peerNames = Object.keys(recipes) as readonly PeerName[];

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** What a client gets for its first call; null: nothing answers yet. */
async function tryCall(port: number, headers: Readonly<Record<string, string>>): Promise<[number, string] | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'hi' }] }),
    });
    return [response.status, await response.text()];
  } catch {
    return null;
  }
}

/** The version of a peer, a number with dots; null: the program is not there. */
export function versionOf(name: PeerName, program: string): string | null {
  const recipe: Recipe = recipes[name];
  const [command = '', ...args] = recipe.version(program);
  const { error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) return null;
  return /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] ?? '';
}

interface Start {
  readonly name: PeerName;
  /** Path of its program; for Portkey, the folder in which npm has installed it. */
  readonly program: string;
  readonly upstreamPort: number;
  readonly processor: string;
}

/**
 * Starts a peer and waits until it answers a call.
 *
 * @throws when it does not within a minute, with what it said
 */
export async function startPeer({ name, program, upstreamPort, processor }: Start): Promise<Peer> {
  const recipe: Recipe = recipes[name];
  const upstream = `127.0.0.1:${upstreamPort}`;
  const folder = mkdtempSync(join(tmpdir(), `diglot-peer-${name}-`));
  const port = await freePort();
  if (recipe.file) writeFileSync(join(folder, recipe.file[0]), recipe.file[1]({ folder, port, upstream }));
  const [command = '', ...args] = recipe.command(program, folder, port);
  const env = { PATH: process.env['PATH'], HOME: folder, ...recipe.environment };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const listen = (words: Buffer): void => {
    said = (said + words.toString()).slice(-2_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const headers = recipe.headers?.(upstream) ?? {};
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  for (let tries = 0; tries < 120 && child.exitCode === null; tries += 1) {
    await wait(500);
    const answer = await tryCall(port, headers);
    if (answer === null) continue;
    if (answer[0] !== 200) throw new Error(`${name} answered ${answer.join(' ').slice(0, 300)}`);
    const pid = child.pid ?? 0;
    const pids = (): readonly number[] => family(pid);
    for (const each of pids()) pin({ pid: each }, processor);
    return { name, pid, port, stop, key, headers, pids };
  }
  stop();
  throw new Error(`${name} does not answer: ${said}`);
}
