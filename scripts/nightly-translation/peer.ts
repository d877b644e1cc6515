import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { UpstreamWireId } from '../../src/wires/translation/parts.ts';

/** What an upstream answers. */
export interface Reply {
  readonly type: string;
  readonly bytes: Buffer;
}

/** An upstream on loopback that keeps the body of the last request, and returns the answers that are set. */
export interface Recorder {
  /** Where it stands in for a wire. */
  readonly address: string;
  readonly answer: (reply: Reply) => void;
  /** JSON text; null: nothing has arrived since its answer was set. */
  readonly received: () => string | null;
  readonly close: () => void;
}

export async function startRecorder(): Promise<Recorder> {
  let reply: Reply = { type: 'application/json', bytes: Buffer.from('{}') };
  let received: string | null = null;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.method === 'POST') received = Buffer.concat(pieces).toString();
      response.writeHead(200, { 'content-type': reply.type }).end(reply.bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next) => {
      reply = next;
      received = null;
    },
    received: () => received,
    close: () => server.close().closeAllConnections(),
  };
}

/** A gateway with one model for each wire of upstreams: `to-messages`. */
export interface Gateway {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly upstream: Recorder;
  readonly stop: () => Promise<void>;
}

/** The model behind each wire, and its maximum output tokens. Both gateways know these, and what they can do. */
export const upstreamModels: Readonly<Record<UpstreamWireId, { readonly model: string; readonly most: number }>> = {
  messages: { model: 'claude-sonnet-4-5', most: 64_000 },
  responses: { model: 'gpt-4.1', most: 32_768 },
  'chat-completions': { model: 'gpt-4.1', most: 32_768 },
  converse: { model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', most: 64_000 },
  gemini: { model: 'gemini-2.5-flash', most: 65_536 },
};

const key = 'sk-translation';

const rowsOf = (upstream: string): string => {
  const { messages, responses, 'chat-completions': chat, converse, gemini } = upstreamModels;
  const aws = 'aws_access_key_id: a, aws_secret_access_key: b, aws_region_name: us-east-1';
  return `
model_list:
- { model_name: to-messages, litellm_params: { model: anthropic/${messages.model}, api_base: "${upstream}", api_key: none } }
- { model_name: to-responses, litellm_params: { model: openai/${responses.model}, api_base: "${upstream}/v1", api_key: none } }
- { model_name: to-chat-completions, litellm_params: { model: hosted_vllm/${chat.model}, api_base: "${upstream}/v1", api_key: none } }
- { model_name: to-converse, litellm_params: { model: "bedrock/converse/${converse.model}", aws_bedrock_runtime_endpoint: "${upstream}", ${aws} } }
- { model_name: to-gemini, litellm_params: { model: gemini/${gemini.model}, api_base: "${upstream}/v1beta", api_key: none } }
litellm_settings: { num_retries: 0, request_timeout: 60, telemetry: false, drop_params: true, modify_params: true }
router_settings: { disable_cooldowns: true }
general_settings: { master_key: ${key} }
`;
};

/** The version of LiteLLM; null: the program is not installed. */
export function versionOfLiteLlm(program: string): string | null {
  const env = { PATH: process.env['PATH'], LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
  const { error, stdout, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8', env, timeout: 120_000 });
  return error ? null : (/\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] ?? null);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/**
 * Starts LiteLLM in front of a recorder, and waits until it is alive.
 *
 * @throws if it is not within two minutes, with its last output
 */
export async function startLiteLlm(program: string): Promise<Gateway> {
  const upstream = await startRecorder();
  const folder = mkdtempSync(join(tmpdir(), 'diglot-litellm-'));
  writeFileSync(join(folder, 'litellm.yaml'), rowsOf(upstream.address));
  const port = await freePort();
  const args = ['--config', 'litellm.yaml', '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'];
  const env = { PATH: process.env['PATH'], HOME: folder, LITELLM_LOG: 'ERROR', LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
  const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words: Buffer) => {
      said = (said + words.toString()).slice(-2_000);
    });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    upstream.close();
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 240 && child.exitCode === null; tries += 1) {
    await wait(500);
    const alive = await fetch(`${url}/health/liveliness`).catch(() => null);
    if (alive?.ok) return { name: 'LiteLLM', url, key, upstream, stop };
  }
  await stop();
  throw new Error(`LiteLLM does not answer: ${said}`);
}
