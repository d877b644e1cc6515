import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { newId } from '../shared/ids.ts';
import { type JsonObject, objectOf } from '../shared/json/json.ts';
import { type Clock, systemClock } from '../shared/time/clock.ts';
import {
  type Answer,
  badRequest,
  type Behaviour,
  type Call,
  DemoFault,
  type DemoRoute,
  errorBody,
  type Form,
  type Frame,
  notFound,
  pause,
  specOf,
} from './call.ts';
import { files, readForm } from './files.ts';
import { clearObjects, emptyObjects } from './object-store.ts';
import { createSpeech, transcriptions, voices } from './spec-a/audio.ts';
import { batches } from './spec-a/batches.ts';
import { chatCompletions } from './spec-a/chat-completions.ts';
import { images } from './spec-a/images.ts';
import { completions, embeddings, models, moderations } from './spec-a/plain-answers.ts';
import type { Upgrading } from './spec-a/realtime.ts';
import { responses } from './spec-a/responses.ts';
import { messageBatches } from './spec-b/batches.ts';
import { complete, messages } from './spec-b/messages.ts';

/** The demo while it runs. */
export interface Demo {
  /** `http://127.0.0.1:port`: the base address of Spec B; Spec A's is this with `/v1`. */
  readonly url: string;
  /** Closes all connections and deletes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the built-in provider: an HTTP server on the loopback interface that simulates a vendor of either spec, so that calls,
 * streams and failures can be tried without a provider, a key or a network.
 */
export async function startDemo({ clock = systemClock }: { readonly clock?: Clock } = {}): Promise<Demo> {
  const objects = emptyObjects();
  let origin = '';
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const spec = specOf(request);
    response.setHeader(spec === 'a' ? 'x-request-id' : 'request-id', newId('demo'));
    try {
      const answer = await answerCall(request, { spec, objects, origin, now: clock.now(), newId });
      await deliver(answer, { response, clock });
    } catch (error) {
      refuse(response, error, spec);
    }
  };
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    response.on('error', () => undefined);
    void serve(request, response);
  });
  const sessions = new Set<Socket>();
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    sessions.add(socket);
    socket.on('error', () => undefined).on('close', () => sessions.delete(socket));
    void upgrade({ request, socket, head }, clock);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    for (const socket of sessions) socket.destroy();
    await closed;
    await clearObjects(objects);
  };
  return { url: origin, close };
}

/** A realtime session. What it needs is loaded with the first one. */
async function upgrade(upgrading: Upgrading & { readonly socket: Socket }, clock: Clock): Promise<void> {
  try {
    const { acceptRealtime } = await import('./spec-a/realtime.ts');
    acceptRealtime(upgrading, clock);
  } catch (error) {
    const response = new ServerResponse(upgrading.request);
    response.shouldKeepAlive = false;
    response.assignSocket(upgrading.socket);
    response.once('finish', () => upgrading.socket.destroySoon());
    refuse(response, error, 'a');
  }
}

function refuse(response: ServerResponse, error: unknown, spec: 'a' | 'b'): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const fault =
    error instanceof DemoFault
      ? error
      : new DemoFault({ status: 500, type: 'server_error', message: 'The demo failed.' });
  response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
  response.end(JSON.stringify(errorBody(fault, spec, String(response.getHeader('request-id') ?? ''))));
}

/** The destination of an answer, and the clock for its pace. */
interface Channel {
  readonly response: ServerResponse;
  readonly clock: Clock;
}

type Body = Iterable<string | Uint8Array>;

/** Sends an answer at the pace of its behaviour, until the client disconnects. */
async function deliver(answer: Answer, channel: Channel): Promise<void> {
  const { response, clock } = channel;
  if (answer.kind === 'file') {
    response.writeHead(200, { 'content-type': answer.type, 'content-length': answer.length });
    return pipeline(answer.stream, response);
  }
  await pause(clock, answer.behaviour.firstByteMilliseconds);
  if (answer.kind === 'json') {
    const bytes = Buffer.from(JSON.stringify(answer.body));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
    return send(channel, halves(bytes), answer.behaviour);
  }
  const type = answer.kind === 'events' ? 'text/event-stream; charset=utf-8' : answer.type;
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
  const body = answer.kind === 'events' ? answer.frames.map(writeFrame) : answer.chunks;
  return send(channel, body, answer.behaviour);
}

const writeFrame = ({ event, data }: Frame): string => `${event === null ? '' : `event: ${event}\n`}data: ${data}\n\n`;

const halves = (bytes: Uint8Array): readonly Uint8Array[] => {
  const middle = Math.floor(bytes.length / 2);
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
};

async function send({ response, clock }: Channel, body: Body, behaviour: Behaviour): Promise<void> {
  const pieces = [...body];
  const kept = behaviour.end === 'drop' ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  for (const [index, piece] of kept.entries()) {
    if (response.destroyed) return;
    if (index > 0) await pause(clock, behaviour.wordMilliseconds);
    if (!response.write(piece)) await drained(response);
  }
  if (behaviour.end === 'drop') {
    await pause(clock, behaviour.wordMilliseconds);
    response.socket?.resetAndDestroy();
  } else response.end();
}

/** Resolves when the client continues reading, or disconnects. */
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

type CallContext = Pick<Call, 'spec' | 'objects' | 'origin' | 'now' | 'newId'>;

/**
 * Finds the route of a request, reads its body and answers it.
 *
 * @throws {DemoFault} 404 for an unknown path, 400 for an invalid body, and the faults of the route
 */
export async function answerCall(request: IncomingMessage, context: CallContext): Promise<Answer> {
  const { method = '', url: target = '/' } = request;
  const url = URL.parse(context.origin + target);
  const found = url && findRoute(method, url.pathname, context.spec);
  if (!found) throw notFound(`Not found: ${method} ${target}`);
  const form = isForm(request) ? await readForm(request, found.route.keep === true) : null;
  const body = form ? fieldsOf(form) : await readJson(request);
  return answerWith(found, { ...context, query: url.searchParams, form, body });
}

interface Found {
  readonly route: DemoRoute;
  readonly id: string;
}

function answerWith({ route, id }: Found, call: Omit<Call, 'id' | 'again'>): Answer | Promise<Answer> {
  const again = async (path: string, body: JsonObject): Promise<JsonObject> => {
    const found = findRoute('POST', path, call.spec);
    if (!found) throw notFound(`Not found: POST ${path}`);
    const answer = await answerWith(found, { ...call, query: new URLSearchParams(), form: null, body });
    if (answer.kind !== 'json') throw badRequest('A batch cannot stream.');
    return answer.body;
  };
  return route.answer({ ...call, id, again });
}

function findRoute(method: string, path: string, spec: Call['spec']): Found | undefined {
  for (const route of demoRoutes) {
    if (route.method !== method || (route.spec ?? spec) !== spec) continue;
    const id = match(route.path, path);
    if (id !== undefined) return { route, id };
  }
  return undefined;
}

/** The text that matches `{}` in the pattern (empty if it has none), or undefined if the path does not match. */
function match(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split('{}');
  if (after === undefined) return path === pattern ? '' : undefined;
  const middle = path.slice(before.length, path.length - after.length);
  const fits = path.startsWith(before) && path.endsWith(after) && middle !== '' && !middle.includes('/');
  return fits && before.length + middle.length + after.length === path.length ? decoded(middle) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest(`The path cannot be decoded: ${text}`);
  }
}

const isForm = (request: IncomingMessage): boolean =>
  (request.headers['content-type'] ?? '').startsWith('multipart/form-data');

const fieldsOf = (form: Form): JsonObject =>
  Object.fromEntries([...form.fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const chunks = await Array.fromAsync(request, (chunk) => chunk as Buffer);
  if (chunks.length === 0) return {};
  try {
    return objectOf(JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown);
  } catch {
    throw badRequest('We could not parse the JSON body of your request.');
  }
}

const onlyA = [
  chatCompletions,
  ...responses,
  completions,
  embeddings,
  moderations,
  ...images,
  createSpeech,
  ...transcriptions,
  ...voices,
  ...batches,
];
const onlyB = [...messages, ...messageBatches, complete];

/** All operations of the demo. */
const demoRoutes: readonly DemoRoute[] = [
  ...models,
  ...files,
  ...onlyA.map((route) => ({ ...route, spec: 'a' as const })),
  ...onlyB.map((route) => ({ ...route, spec: 'b' as const })),
];
