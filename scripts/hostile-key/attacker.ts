/**
 * The hostile side, in a separate process: an upstream whose answers are as bad as possible, and a key that calls it with
 * expensive bodies, and sends them slowly. Arguments: the gateway's config is written by its parent, which sends the gateway's
 * address as a message; everything ends when the parent disconnects.
 */
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { startScriptedUpstream } from '../../test/fakes/scripted-upstream.ts';
import { bytes, head, json, sse } from '../../test/fakes/script.ts';

const mebibyte = 1_048_576;

// Attackers have their own processors: what this one uses must not be taken from the gateway.
setPriority(constants.priority.PRIORITY_LOW);
const keys = { hostile: 'sk-nightly-hostile', poor: 'sk-nightly-poor' } as const;
const objects = (size: number): string => '{},'.repeat(Math.floor(size / 3));

const answer = Buffer.from(`{"id":"x","object":"chat.completion","choices":[${objects(60 * mebibyte)}{}]}`);
const event = Buffer.from(`data: {"choices":[${objects(30 * mebibyte)}{}]}\n\n`);
const upstream = await startScriptedUpstream();
upstream.always(({ path, body }) => {
  if (path.endsWith('/files')) return json({ id: 'file', object: 'file' });
  return body.length < mebibyte && body.includes('"stream":true')
    ? sse([event, 'data: [DONE]\n\n'])
    : [head(200, { 'content-type': 'application/json', 'content-length': String(answer.length) }), bytes(answer)];
});

const chat = (content: string, more = ''): Buffer =>
  Buffer.from(`{"model":"wild",${more}"messages":[{"role":"user","content":${content}}]}`);
const long = chat(`"${'x'.repeat(30 * mebibyte)}"`);
/** A file of requests as a form. */
const file = (text: string): Buffer =>
  Buffer.from(
    [
      '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n',
      `--x\r\ncontent-disposition: form-data; name="file"; filename="in.jsonl"\r\n\r\n${text}\r\n--x--\r\n`,
    ].join(''),
  );
const lines = (text: string): string => text.repeat((30 * mebibyte) / text.length);
const request = '{"url":"/v1/chat/completions","body":{"model":"wild"}}\n';
const listed = (size: number): Buffer => Buffer.from(`{"model":"wild","messages":[${objects(size)}{}]}`);

/** One kind of attack: who makes it, on how many connections, and what is sent after the head. */
interface Attack {
  readonly name: string;
  readonly key: keyof typeof keys;
  readonly connections: number;
  readonly body: Buffer;
  /** It is a form with a file. */
  readonly isFile?: boolean;
  /** Bytes that are sent at once; the rest is sent at a kilobyte a second. Absent: all. */
  readonly atOnce?: number;
  /** Sent without a length, each byte as its own chunk. */
  readonly byByte?: boolean;
}

const attacks: readonly Attack[] = [
  { name: '150 bodies of 30 MiB', key: 'hostile', connections: 150, body: long },
  { name: '40 bodies of 30 MiB, their ends slow', key: 'hostile', connections: 40, body: long, atOnce: 24 * mebibyte },
  { name: 'the same without credits', key: 'poor', connections: 40, body: long, atOnce: 24 * mebibyte },
  { name: '4 MiB of {},', key: 'hostile', connections: 8, body: listed(4 * mebibyte) },
  { name: '30 MiB of {},', key: 'hostile', connections: 4, body: listed(30 * mebibyte) },
  { name: 'chunks of a byte', key: 'hostile', connections: 2, body: Buffer.alloc(mebibyte, 0x20), byByte: true },
  { name: 'an answer of 60 MiB of {},', key: 'hostile', connections: 4, body: chat('"hi"', '"store":true,') },
  { name: 'an event of 30 MiB of {},', key: 'hostile', connections: 4, body: chat('"hi"', '"stream":true,') },
  { name: 'a file of short lines', key: 'hostile', connections: 4, body: file(lines(request)), isFile: true },
  { name: 'a file of newlines', key: 'hostile', connections: 4, body: file(lines('\n')), isFile: true },
];

/** How often each attack was answered with which status; 0: the connection ended without one. */
const seen = new Map<string, Map<number, number>>();

function count(name: string, status: number): void {
  const statuses = seen.get(name) ?? new Map<number, number>();
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  seen.set(name, statuses);
}

const headOf = ({ key, body, isFile = false, byByte = false }: Attack): string =>
  [
    `POST /v1/${isFile ? 'files' : 'chat/completions'} HTTP/1.1`,
    'host: x',
    `content-type: ${isFile ? 'multipart/form-data; boundary=x' : 'application/json'}`,
    `x-api-key: ${keys[key]}`,
    byByte ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
    '\r\n',
  ].join('\r\n');

/** One call. Resolves with its status when it has been answered, or its connection has ended. */
function call(attack: Attack, port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect({ port, host: '127.0.0.1' });
  const { body, atOnce = body.length, byByte = false } = attack;
  let status = 0;
  let sent = atOnce;
  const timer = setInterval(() => {
    if (sent < body.length) socket.write(body.subarray(sent, (sent += 1_024)));
  }, 1_000);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    resolve(status);
  });
  socket.on('data', (piece: Buffer) => {
    if (status !== 0) return;
    status = Number(piece.toString('latin1', 9, 12));
    // The point of a slow call is what it holds while it waits. Any other call has achieved its goal, except for the end of its
    // answer.
    if (status !== 200) socket.destroy();
  });
  socket.on('end', () => socket.destroy());
  socket.write(headOf(attack));
  socket.write(byByte ? Buffer.from('1\r\n \r\n'.repeat(body.length)) : body.subarray(0, atOnce));
  // Longer than any answer takes, and short enough to start again several times a minute.
  setTimeout(() => socket.destroy(), 10_000).unref();
  return promise;
}

async function repeat(attack: Attack, port: number): Promise<never> {
  for (;;) {
    count(attack.name, await call(attack, port));
    // Otherwise a client that is refused at once would only connect.
    await wait(500);
  }
}

process.on('message', ({ port, tell }: { port?: number; tell?: boolean }) => {
  if (tell) process.send?.({ seen: [...seen].map(([name, statuses]) => [name, Object.fromEntries(statuses)]) });
  if (port !== undefined)
    for (const attack of attacks) for (let index = 0; index < attack.connections; index += 1) void repeat(attack, port);
});
process.once('disconnect', () => process.exit());
process.send?.({ upstream: upstream.url });
