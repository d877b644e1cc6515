/**
 * The bare proxy with the parts that every call must have, as short as they can be written, up to the named one: what the gateway
 * costs at least. No metering, no routing, no stored object is on the way.
 *
 * Arguments: the upstream, the last part, and where the parts stand: on a `route` of Express (default), on one behind the layers that
 * the gateway has before it (`layers`), or behind Node's server alone (`no-express`), which has no contract.
 */
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express, { Router, type RequestHandler } from 'express';
import { Pool, type Dispatcher } from 'undici';
import { loadContract } from '../../../src/contract/contract.ts';
import { compose } from '../../../src/contract/library.ts';
import type { Document } from '../../../src/contract/document.ts';
import type { SettledCall } from '../../../src/metering/ledger-records.ts';
import { makeBodyBudget } from '../../../src/http/body-budget.ts';
import { parseBody, readBody } from '../../../src/http/read-body.ts';
import { tuneCollector, handleOf, messagesOf, type Handle } from '../../../src/http/server.ts';
import { estimateHold } from '../../../src/pipeline/hold-estimate.ts';
import { readRequestFacts } from '../../../src/pipeline/upstream-draft.ts';
import { refuseCredential } from '../../../src/providers/guard-answer.ts';
import { noCuts } from '../../../src/shared/json/skim.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { newTimedId } from '../../../src/shared/ids.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { usualLevels } from '../../../src/shared/log.ts';
import { backgroundOutput, jsonLog } from '../../../src/telemetry/log.ts';
import { makeModel } from '../../../test/fakes/make-config.ts';
import { tellHeldBytes } from '../held-bytes.ts';
import { floorParts, type FloorPart } from './parts.ts';

const [origin = '', last = 'Express', place = 'route'] = process.argv.slice(2);
const has = (part: FloorPart): boolean => floorParts.indexOf(part) <= floorParts.indexOf(last as FloorPart);

const folder = mkdtempSync(join(tmpdir(), 'diglot-floor-'));
const clock = systemClock;
const log = jsonLog(() => usualLevels, backgroundOutput(join(folder, 'log')));
const model = makeModel('bench', ['up']);
const bodyBudget = makeBodyBudget(() => ({ bodyMemoryBytes: Infinity, keyBodyMemoryBytes: Infinity }));
const secrets = [new Secret('sk-a-credential-of-the-provider')];
const lengthOf = (bytes: Buffer | readonly Buffer[]): number =>
  Buffer.isBuffer(bytes) ? bytes.length : bytes.reduce((sum, piece) => sum + piece.length, 0);
const store = has('ledger') ? await openStore({ database: `sqlite:${join(folder, 'floor.db')}`, clock, log }) : null;
await store?.ledger.open(clock.now());
const document = JSON.parse(
  readFileSync(new URL('../../../generated/spec-a/openapi.json', import.meta.url), 'utf8'),
) as Document;
const contract = loadContract(document)('createChatCompletion');
const pool = new Pool(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0, allowH2: false });

const identify: RequestHandler = (request, _response, next) => {
  hash('sha256', request.headers.authorization ?? '', 'hex');
  next();
};

const readInBounds: RequestHandler = async (request, response, next) => {
  const received = await readBody(request, { limit: 33_554_432, clock, skims: true }, bodyBudget.open('floor'));
  const { value, bytes, cuts } = parseBody(received);
  response.locals['bytes'] = cuts === noCuts ? bytes : cuts.restore(bytes);
  request.body = value;
  next();
};

const read: RequestHandler = (request, response, next) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(chunks);
    response.locals['bytes'] = bytes;
    if (has('JSON')) request.body = JSON.parse(bytes.toString('utf8')) as unknown;
    next();
  });
};

/** What a call can cost at most. */
const holdOf: RequestHandler = (request, response, next) => {
  const { bytes } = response.locals as { readonly bytes: Buffer | readonly Buffer[] };
  const facts = readRequestFacts({ length: lengthOf(bytes) }, request.body, 'chat-completions');
  estimateHold(facts, model, 'chat-completions');
  next();
};

/** A call as the gateway writes it. */
const settledCall = (id: string, startedAt: number): SettledCall => ({
  id,
  requestId: id,
  workspaceId: 'acme',
  keyId: 'key_1',
  productSku: 'bench',
  model: 'bench',
  operation: 'createChatCompletion',
  provider: 'up',
  region: 'global',
  status: 200,
  outcome: 'completed',
  usageSource: 'upstream',
  hold: 10n,
  charge: 10n,
  priceFrom: 0,
  startedAt,
  firstByteMilliseconds: 1,
  endedAt: startedAt,
  journalled: false,
  flags: '',
  batchId: null,
  losses: '',
  lines: [{ unitKind: 'input_tokens', quantity: 20, unitPrice: 1000n, amount: 20_000n }],
});

/** Reads each event of a stream, in whatever pieces it comes. */
function makeEventReader(): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const events = (rest + chunk.toString('utf8')).split(eventEnd);
    rest = events.pop() ?? '';
    for (const event of events) if (!event.endsWith('[DONE]')) JSON.parse(event.slice(dataPrefix.length));
  };
}

const eventEnd = '\n\n';
const dataPrefix = 'data: ';
const lastEvent = Buffer.from('data: [DONE]\n\n');

const send: RequestHandler = (_request, response) => {
  const startedAt = clock.now();
  const id = newTimedId('call', startedAt);
  const chunks: Buffer[] = [];
  let isStream = false;
  let held: Buffer | undefined;
  const readEvents = makeEventReader();
  const { bytes } = response.locals as { readonly bytes: Buffer | readonly Buffer[] };
  const headers = {
    'content-type': 'application/json',
    'content-length': String(lengthOf(bytes)),
    authorization: 'Bearer upstream',
  };
  const sent = Buffer.isBuffer(bytes) ? bytes : Readable.from(bytes, { objectMode: false, highWaterMark: 65_536 });
  const settle = async (): Promise<void> => store?.ledger.settle(settledCall(id, startedAt)).then(() => undefined);
  const note = (): void => {
    if (has('log'))
      log.info('call', { requestId: id, operation: 'createChatCompletion', status: 200, milliseconds: 1 });
  };
  const end = async (): Promise<void> => {
    const body = isStream ? held : Buffer.concat(chunks);
    if (!isStream && body && has('usage')) JSON.parse(body.toString('utf8'));
    if (!isStream && body && has('guard')) refuseCredential(body, secrets);
    await settle();
    if (!isStream)
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body?.length ?? 0) });
    response.end(body);
    note();
  };
  const forward = (controller: Dispatcher.DispatchController, chunk: Buffer): void => {
    if (has('usage')) readEvents(chunk);
    if (has('guard')) refuseCredential(chunk, secrets);
    // It goes out after the charge.
    const isLast = chunk.subarray(-lastEvent.length).equals(lastEvent);
    if (isLast) held = lastEvent;
    const passing = isLast ? chunk.subarray(0, -lastEvent.length) : chunk;
    if (passing.length === 0 || response.write(passing)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  };
  pool.dispatch(
    { path: '/chat/completions', method: 'POST', headers, body: sent },
    {
      onRequestStart: (controller) => void response.once('close', () => controller.abort(new Error('left'))),
      onResponseStart: (_controller, status, { 'content-type': type }) => {
        isStream = type === 'text/event-stream';
        if (isStream) response.writeHead(status, { 'content-type': 'text/event-stream' });
      },
      onResponseData: (controller, chunk) => {
        if (isStream) forward(controller, chunk);
        else chunks.push(chunk);
      },
      onResponseEnd: () => void end(),
      onResponseError: () => void response.destroy(),
    },
  );
};

const pass: RequestHandler = (_request, _response, next) => next();

/** The parts on a route of Express. @param before middleware that the route has before them */
function onRoute(parts: readonly RequestHandler[], before: readonly RequestHandler[]) {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('strict routing').enable('case sensitive routing');
  if (before.length > 0) app.use(pass).use(pass).get(/^/, pass);
  const router = Router({ strict: true, caseSensitive: true }).post('/chat/completions', ...before, ...parts);
  app.use(before.length > 0 ? ['/v1', '/openai/v1'] : '/v1', before.length > 0 ? compose([router]) : router);
  return { handle: handleOf(app), messages: messagesOf(app) };
}

/** The parts behind Node's server. */
function alone(parts: readonly RequestHandler[]): { readonly handle: Handle; readonly messages: ServerOptions } {
  const chain = compose(parts);
  const handle: Handle = (request, response) => {
    const served = Object.assign(response, { locals: {} });
    chain(request as Parameters<RequestHandler>[0], served as unknown as Parameters<RequestHandler>[1], () =>
      response.destroy(),
    );
  };
  return { handle, messages: {} };
}

await contract.warm();
if (has('bounds')) tuneCollector();
tellHeldBytes();
const parts = [
  ...(has('key') ? [identify] : []),
  has('bounds') ? readInBounds : read,
  ...(has('contract') ? [contract.validate] : []),
  ...(has('hold') ? [holdOf] : []),
  send,
];
const { handle, messages } =
  place === 'no-express' ? alone(parts) : onRoute(parts, place === 'layers' ? [pass, pass, pass, pass] : []);
const server = createServer(messages, handle);
server.listen(0, '127.0.0.1', () => process.send?.({ ready: (server.address() as { port: number }).port }));
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
