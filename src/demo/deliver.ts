import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../shared/clock.ts';
import type { Answer, Frame } from './answer.ts';
import type { Manner } from './manner.ts';

/** Where an answer goes, and the time it takes its pace from. */
interface Channel {
  readonly response: ServerResponse;
  readonly clock: Clock;
}

type Body = Iterable<string | Uint8Array>;

/** Sends an answer at its manner's pace, and stops quietly when the client leaves. */
export async function deliver(answer: Answer, channel: Channel): Promise<void> {
  const { response, clock } = channel;
  if (answer.kind === 'file') {
    response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.length });
    return pipeline(answer.stream, response);
  }
  await pause(clock, answer.manner.firstByteMilliseconds);
  if (answer.kind === 'json') {
    const bytes = Buffer.from(JSON.stringify(answer.body));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    return send(channel, halves(bytes), answer.manner);
  }
  const type = answer.kind === 'events' ? 'text/event-stream; charset=utf-8' : answer.type;
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  const body = answer.kind === 'events' ? answer.frames.map(writeFrame) : answer.chunks;
  return send(channel, body, answer.manner);
}

const writeFrame = ({ event, data }: Frame): string => `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`;

const halves = (bytes: Uint8Array): readonly Uint8Array[] => {
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
};

async function send({ response, clock }: Channel, body: Body, manner: Manner): Promise<void> {
  const pieces = [...body];
  const kept = manner.end === 'drop' ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  for (const [index, piece] of kept.entries()) {
    if (response.destroyed) return;
    if (index > 0) await pause(clock, manner.wordMilliseconds);
    if (!response.write(piece)) await drained(response);
  }
  if (manner.end === 'drop') {
    await pause(clock, manner.wordMilliseconds);
    response.socket?.resetAndDestroy();
  } else response.end();
}

/** Resolves when the client has read on, or has left. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settled = (): void => {
      response.off('drain', settled);
      response.off('close', settled);
      resolve();
    };
    response.on('drain', settled);
    response.on('close', settled);
  });

const pause = (clock: Clock, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
