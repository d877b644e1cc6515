/**
 * One process of load: keeps a number of connections busy with the same call for a time, or begins calls at a rate, and reports what
 * it saw.
 */
import { Agent } from 'undici';

interface Job {
  readonly origin: string;
  readonly bytes: number;
  readonly stream: boolean;
  readonly model?: string;
  /** The bytes are one picture in Base64, not many messages. */
  readonly picture?: boolean;
  readonly connections: number;
  readonly seconds: number;
  readonly key: string;
  /** Additional headers of each call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds between calls of a connection, plus or minus half; 0: as fast as possible. */
  readonly pause: number;
  /** Calls a second, whether or not earlier ones have ended; a call is skipped if no connection is free. */
  readonly rate?: number;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const { origin, bytes, stream, picture = false, model = 'bench', connections, seconds, key, pause, rate } = job;
const agent = new Agent({
  connections,
  pipelining: 1,
  headersTimeout: 30_000,
  bodyTimeout: 30_000,
  allowH2: false,
});
const message = { role: 'user', content: 'lorem ipsum dolor sit amet '.repeat(12) };
const shell = { model, stream, messages: [] as object[] };
shell.messages = [{ ...message, content: 'hi' }];
const url = `data:image/png;base64,${Buffer.alloc((bytes * 3) / 4, 'picture').toString('base64')}`;
if (picture) shell.messages.push({ role: 'user', content: [{ type: 'image_url', image_url: { url } }] });
else while (JSON.stringify(shell).length + 350 < bytes) shell.messages.push(message);
const body = Buffer.from(JSON.stringify(shell));
const headers = { ...job.headers, 'content-type': 'application/json', authorization: `Bearer ${key}` };
const firstBytes: number[] = [];
let calls = 0;
let errors = 0;
const from = performance.now();
const end = from + seconds * 1000;

const call = (): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now();
    let first = true;
    agent.dispatch(
      { origin, path: '/v1/chat/completions', method: 'POST', headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status) => {
          if (status !== 200) errors += 1;
        },
        onResponseData: () => {
          if (first) firstBytes.push(performance.now() - began);
          first = false;
        },
        onResponseEnd: () => {
          calls += 1;
          resolve();
        },
        onResponseError: () => {
          errors += 1;
          resolve();
        },
      },
    );
  });

async function keepBusy(): Promise<void> {
  while (performance.now() < end) {
    await call();
    // Calls that were committed together would otherwise come back together, and wait for each other.
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

async function keepRate(callsASecond: number): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for (let due = performance.now(); due < end; due += (1_000 / callsASecond) * (0.5 + Math.random())) {
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    if (underWay.size >= connections) continue;
    const begun = call().then(() => void underWay.delete(begun));
    underWay.add(begun);
  }
  await Promise.all(underWay);
}

if (rate === undefined) await Promise.all(Array.from({ length: connections }, keepBusy));
else await keepRate(rate);
const ended = performance.now();
firstBytes.sort((one, other) => one - other);
const at = (share: number): number => firstBytes[Math.floor(firstBytes.length * share)] ?? 0;
const took = (ended - from) / 1000;
process.send?.({ calls, errors, took, p50: at(0.5), p99: at(0.99), bytes: body.length });
await agent.destroy();
