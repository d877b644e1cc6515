import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Surface } from '../errors/shapes.ts';
import { clientLeft, type Reply } from '../shared/reply.ts';
import type { Upload } from '../pipeline/call.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Json } from '../shared/json/json.ts';
import type { Log } from '../shared/log.ts';
import { answerError, discardRest } from './answer-error.ts';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import type { Contract } from '../contract/load-contract.ts';
import type { Query } from '../contract/query.ts';
import { findOperation, marksOf } from './find-operation.ts';
import { makeReply } from './http-reply.ts';
import { readInput } from './read-input.ts';
import { receiveUpload, type ReceivedUpload } from './receive-upload.ts';
import { readRequestId, traceIdOf } from './check-head.ts';
import type { Match, RouteTable } from './route-table.ts';
import { surfaceOf } from './spec-of-request.ts';

/** What an operation of any document tells the journey. The control API's families are its own. */
export type JourneyOperation = Pick<OperationFacts, 'id' | 'method' | 'path' | 'body' | 'limit' | 'voice'> & {
  readonly family: string;
};

/** What stands in a request's head, and who may read the rest of it. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly match: Match<JourneyOperation>;
  readonly search: string;
}

/** A request that has passed authentication and the contract. */
export interface Admitted extends RoutedRequest {
  readonly requestId: string;
  readonly startedAt: number;
  readonly startedMonotonic: number;
  readonly bytes: Buffer;
  /** As the document types it. */
  readonly query: Query;
  /** A parsed JSON body; undefined where there is none. */
  readonly body: Json | undefined;
  /** A body that has not been read: it flows. Null where there is none. */
  readonly upload: Upload | null;
  readonly reply: Reply;
  readonly memory: BodyShare;
}

/** Who calls, as far as the head tells. */
export interface Entry {
  /** In whose name the memory that a body takes is counted. */
  readonly holder: string;
  /**
   * Checks what else the head alone tells: Product, region, credits. Called before a byte of the body is read.
   *
   * @throws {GatewayError} 400, 403, 404, 503
   */
  readonly checkHead: () => void;
  /** Rooms 4 to 8. */
  readonly serve: (admitted: Admitted) => Promise<void>;
}

/** How one document's requests are received: who may come in, by which contract, and who serves them. */
export interface Reception {
  /**
   * Before a byte of the body is read. Gives the way on for whoever it is.
   *
   * @throws {GatewayError} 401, 403
   */
  readonly identify: (routed: RoutedRequest) => Entry | Promise<Entry>;
  /** Validates its requests. */
  readonly contract: Contract;
}

export interface JourneyParts {
  readonly table: RouteTable<JourneyOperation>;
  readonly receptions: Readonly<Record<Surface, Reception>>;
  readonly origin: () => string;
  /** Bytes that a request body may have. */
  readonly bodyLimit: (operation: JourneyOperation) => number;
  /** Milliseconds that a request body may take; null, or where nobody says: as long as it keeps its pace. */
  readonly bodyTime?: (operation: JourneyOperation) => number | null;
  /** Bytes a second that a body which is held in memory must bring on average. */
  readonly bodyPace: () => number;
  readonly bodyBudget: BodyBudget;
  readonly newRequestId: () => string;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of every call when it is over. */
  readonly observe: (call: FinishedCall) => void;
}

/** A line of the request log. */
export interface FinishedCall {
  readonly requestId: string;
  /** Of the caller's `traceparent`. */
  readonly traceId: string | null;
  readonly surface: Surface;
  /** operationId, or null for what has none. */
  readonly operation: string | null;
  /** What was asked for, where it has no operation: the path without its query, fit for a log. */
  readonly unserved?: { readonly method: string; readonly path: string };
  /** 499 where the client left before it got one. */
  readonly status: number;
  readonly milliseconds: number;
}

/** A path that fits into a line of a log: visible ASCII, without what looks like a key, at most 100 characters. */
const loggedPath = (path: string): string =>
  path
    .slice(0, 1_000)
    .replaceAll(/[^!-~]/g, '?')
    .replaceAll(/(sk-|dg-admin-)[\w-]{4,}/g, '$1…')
    .slice(0, 100);

/** Answers one request, whatever it is. */
export type Journey = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The way of a request through the house. Values flow on; nothing is hung on the request. */
export function makeJourney(parts: JourneyParts): Journey {
  const { clock } = parts;
  return async (request, response) => {
    const startedMonotonic = clock.monotonic();
    const marks = marksOf(request);
    let surface = surfaceOf(marks);
    let operation: string | null = null;
    let requestId = parts.newRequestId();
    response.on('close', () => {
      const milliseconds = clock.monotonic() - startedMonotonic;
      const status = response.headersSent ? response.statusCode : clientLeft;
      const traceId = traceIdOf(request.headers['traceparent']);
      const unserved = operation === null && {
        unserved: { method: request.method ?? '', path: loggedPath(marks.path) },
      };
      parts.observe({ requestId, traceId, surface, operation, ...unserved, status, milliseconds });
    });
    try {
      requestId = readRequestId(request.headers['x-request-id']) ?? requestId;
      const match = findOperation(request, { marks, surface }, parts);
      operation = match.operation.id;
      // A path that only one spec has is that spec's, whatever headers came along.
      surface = match.surface;
      await walk({ request, match, search: marks.search }, { parts, response, requestId, startedMonotonic });
    } catch (error) {
      answerError(error, { request, response, surface, requestId }, parts);
    }
  };
}

interface Passage {
  readonly parts: JourneyParts;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedMonotonic: number;
}

/** From identity to the last byte. */
async function walk(routed: RoutedRequest, passage: Passage): Promise<void> {
  const { parts } = passage;
  const entry = await parts.receptions[routed.match.surface].identify(routed);
  const memory = parts.bodyBudget.open(entry.holder);
  try {
    await enter(routed, { entry, memory }, passage);
  } finally {
    memory.end();
  }
}

interface Entered {
  readonly entry: Entry;
  readonly memory: BodyShare;
}

/** From the rest of the head on. Whoever waits for an answer waits outside: nothing in here may keep the parsed body alive. */
async function enter(routed: RoutedRequest, { entry, memory }: Entered, passage: Passage): Promise<void> {
  const { request, match, search } = routed;
  const { parts, response, requestId, startedMonotonic } = passage;
  const { operation, params } = match;
  const { clock } = parts;
  const startedAt = clock.now();
  const { contract } = parts.receptions[match.surface];
  const sent = { headers: request.headers, search, body: undefined };
  const query = await contract.check({ id: operation.id, params }, sent);
  if (operation.body !== 'none') entry.checkHead();
  const limit = parts.bodyLimit(operation);
  const rules = { limit, milliseconds: parts.bodyTime?.(operation) ?? null, bytesPerSecond: parts.bodyPace(), clock };
  const input = await readInput(request, response, { body: operation.body, ...rules, memory });
  const { bytes, value: body, flows } = input;
  const reply = makeReply(response, requestId, clock);
  if (body !== undefined) await contract.checkBody(operation.id, body);
  const head = { request, match, search, requestId, startedAt, startedMonotonic, query, reply, memory };
  if (!flows) return entry.serve({ ...head, body, bytes, upload: null });
  return serveUpload(receiveUpload(request, { ...rules, form: contract.form(operation.id) }), {
    serve: (upload) => entry.serve({ ...head, body, bytes, upload }),
    request,
    clock,
  });
}

interface Served {
  readonly serve: (upload: Upload) => Promise<void>;
  readonly request: IncomingMessage;
  readonly clock: Clock;
}

async function serveUpload({ upload, stop }: ReceivedUpload, { serve, request, clock }: Served): Promise<void> {
  try {
    await serve(upload);
  } finally {
    stop();
  }
  // An answer that came before the end of what it answers: the rest is read so that its sender can see it.
  if (!request.complete) discardRest(request, clock);
}
