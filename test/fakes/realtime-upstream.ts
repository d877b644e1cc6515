import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { objectOf, parseJson, type JsonObject } from '../../src/shared/json/json.ts';

/** A session that reached the upstream. */
export interface ReceivedSession {
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Messages of the gateway, as text, in the order they came. */
  readonly texts: readonly string[];
  /** Resolves with the message of that number, counted from 1. */
  readonly text: (number: number) => Promise<string>;
  /** Resolves with the next message of this type, from the first one on. */
  readonly event: (type: string, number?: number) => Promise<JsonObject>;
  readonly send: (event: object | string) => void;
  readonly socket: WebSocket;
  /** Code and reason with which it ended. */
  readonly ended: Promise<{ readonly code: number; readonly reason: string }>;
}

/** A provider of realtime sessions that does what a test tells it. */
export interface RealtimeUpstream {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly sessions: readonly ReceivedSession[];
  /** Resolves with the session of that number, counted from 1. */
  readonly session: (number?: number) => Promise<ReceivedSession>;
  /** The next handshake is refused. */
  readonly refuse: (status: number, body: object) => void;
  /** The next handshake gets the head of an answer that never ends. Resolves when the gateway has ended the connection. */
  readonly hang: (status: number) => Promise<void>;
  /** The next handshake is answered when `go` resolves. Resolves when that handshake has come. */
  readonly delay: (go: Promise<void>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param greet what each session begins with */
export async function startRealtimeUpstream(
  greet: (session: ReceivedSession) => void = ({ send }) => send(sessionCreated),
): Promise<RealtimeUpstream> {
  const sessions: ReceivedSession[] = [];
  const waiting: (() => void)[] = [];
  const wake = (): void => {
    for (const each of waiting.splice(0)) each();
  };
  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  const refusals: { status: number; body: object }[] = [];
  const delays: { go: Promise<void>; come: () => void }[] = [];
  const hanging: { status: number; ended: () => void }[] = [];
  const server: Server = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    const hung = hanging.shift();
    if (hung !== undefined) {
      socket.once('end', () => socket.destroy());
      socket.once('close', hung.ended).resume();
      socket.on('error', () => undefined);
      return void socket.write(`HTTP/1.1 ${hung.status} No\r\ncontent-length: 1000\r\n\r\n{`);
    }
    const refusal = refusals.shift();
    if (refusal !== undefined) {
      const text = JSON.stringify(refusal.body);
      const lines = [`HTTP/1.1 ${refusal.status} Refused`, 'content-type: application/json', 'connection: close'];
      return void socket.end(`${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    }
    const delay = delays.shift();
    if (delay === undefined) return accept(request, socket, head);
    socket.once('end', () => socket.destroy()).on('error', () => undefined);
    socket.resume();
    delay.come();
    void delay.go.then(() => accept(request, socket, head));
  });
  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer): void =>
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      const texts: string[] = [];
      accepted.on('message', (data: Buffer) => {
        texts.push(data.toString('utf8'));
        wake();
      });
      accepted.on('error', () => undefined);
      const session: ReceivedSession = {
        url: request.url ?? '',
        headers: request.headers,
        texts,
        text: (number) => until(() => texts[number - 1]),
        event: (type, number = 1) =>
          until(
            () => texts.map((text) => objectOf(parseJson(text))).filter((event) => event['type'] === type)[number - 1],
          ),
        send: (event) => accepted.send(typeof event === 'string' ? event : JSON.stringify(event)),
        socket: accepted,
        ended: once(accepted, 'close').then(([code, reason]) => ({ code: code as number, reason: String(reason) })),
      };
      sessions.push(session);
      greet(session);
      wake();
    });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    session: (number = 1) => until(() => sessions[number - 1]),
    refuse: (status, body) => void refusals.push({ status, body }),
    hang: (status) =>
      new Promise((ended) => {
        hanging.push({ status, ended });
      }),
    delay: (go) =>
      new Promise((come) => {
        delays.push({ go, come });
      }),
    close: async () => {
      for (const { socket } of sessions) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export const sessionCreated = {
  type: 'session.created',
  event_id: 'event_1',
  session: { id: 'sess_1', object: 'realtime.session', type: 'realtime', model: 'gpt-realtime-2' },
} as const;

/** As the vendor reports it: cached tokens are part of the input, and audio is part of both. */
const usage = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    image_tokens: 0,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 60, audio_tokens: 4, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
} as const;

/** What that is billed as, at one nano-credit for each unit, with one request. */
export const usageCharge = 254n;

export const responseCreated = (id: string) => ({
  type: 'response.created',
  event_id: `event_${id}_1`,
  response: { object: 'realtime.response', id, status: 'in_progress', output: [] },
});

export const textDelta = (id: string, delta: string) => ({
  type: 'response.output_text.delta',
  event_id: `event_${id}_2`,
  response_id: id,
  item_id: 'item_1',
  output_index: 0,
  content_index: 0,
  delta,
});

export const responseDone = (id: string, changes: object = {}) => ({
  type: 'response.done',
  event_id: `event_${id}_3`,
  response: { object: 'realtime.response', id, status: 'completed', output: [], usage, ...changes },
});
