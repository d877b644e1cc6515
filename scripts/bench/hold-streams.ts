/** A process that opens as many streams as its parent says, keeps them open, and counts their events. */
import { connect } from 'node:net';
import type { OpenStreams } from './open-streams.ts';

const { origin, key, every, within = null } = JSON.parse(process.argv[2] ?? '{}') as OpenStreams;
const body = JSON.stringify({
  model: 'bench',
  stream: true,
  messages: [{ role: 'user', content: 'hi' }],
  user: every === null ? 'flood' : every > 0 ? `every ${every} ms` : 'held',
});
const request = [
  'POST /v1/chat/completions HTTP/1.1',
  'host: gateway',
  'content-type: application/json',
  `authorization: Bearer ${key}`,
  `content-length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n');
let events = 0;
/** Streams that were open and ended. */
let broken = 0;
/** Milliseconds to the first event of each stream. */
const firstEvents: number[] = [];

/** Resolves with the first event; false if the stream did not open. */
const open = (): Promise<boolean> =>
  new Promise((resolve) => {
    const from = performance.now();
    let isFirst = true;
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', noDelay: true });
    let isOpen = false;
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1');
      if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) resolve(false);
      if (!text.includes('data: ')) return;
      events += 1;
      if (isFirst) firstEvents.push(performance.now() - from);
      isFirst = false;
      if (every === null) socket.pause();
      isOpen = true;
      resolve(true);
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => {
      if (isOpen) broken += 1;
      resolve(false);
    });
    socket.write(request);
  });

/** Streams opened at the same time: more would fill the queue of connections. */
const together = 50;
let opened = 0;

/** Begins each at its own moment, spread over a time, whether or not earlier ones have ended. */
async function openWithin(count: number, milliseconds: number): Promise<readonly boolean[]> {
  const from = performance.now();
  const all: Promise<boolean>[] = [];
  while (all.length < count) {
    while (all.length < count && performance.now() - from >= (all.length / count) * milliseconds) all.push(open());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(all);
}

async function openTogether(count: number): Promise<readonly boolean[]> {
  const all: boolean[] = [];
  for (let left = count; left > 0; left -= together)
    all.push(...(await Promise.all(Array.from({ length: Math.min(together, left) }, open))));
  return all;
}

process.on('message', (message: number | 'count') => {
  if (message === 'count') return void process.send?.({ events, broken });
  void (async () => {
    firstEvents.length = 0;
    const all = await (within === null ? openTogether(message) : openWithin(message, within));
    opened += all.filter(Boolean).length;
    firstEvents.sort((one, other) => one - other);
    const at = (share: number): number => firstEvents[Math.floor(firstEvents.length * share)] ?? NaN;
    process.send?.({ opened, p50: at(0.5), p99: at(0.99) });
  })();
});
