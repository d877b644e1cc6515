import { fromUnknown, GatewayError } from '../errors/gateway-error.ts';
import { objectOf, parseJson, type JsonObject } from '../shared/json/json.ts';
import { spliceJson } from '../shared/json/raw-json.ts';
import { readEventFields, splitEvents } from '../shared/json/sse.ts';
import type { MessageSocket } from '../shared/message-socket.ts';
import type { Call, OwnAnswer, OwnRequest, Upgrade } from '../pipeline/call.ts';
import { readUpTo } from '../shared/collections.ts';
import { shortId } from './client-events.ts';
import {
  binaryRefused,
  errorOf,
  failed,
  leftBy,
  watchSession,
  type SessionEnd,
  type WatchDeps,
} from './session-end.ts';

type SocketCall = Call & { readonly upgrade: Upgrade };

/** The most requests that run or wait at the same time. Further messages are not read until one has ended. */
const mostRequests = 16;

/** Total bytes of those requests from which no further message is read. */
const mostBytes = 16_777_216;

/** Bytes of the longest answer that is not a stream: an error. */
const longestError = 1_048_576;

/**
 * Serves `response.create` messages, each as an ordinary call of `POST /responses` by the same client, with that call's validation,
 * route, hold, settlement and log.
 */
export async function serveResponses(call: SocketCall, deps: WatchDeps): Promise<void> {
  const client = await call.upgrade.accept({});
  const { promise: ending, resolve: end } = Promise.withResolvers<SessionEnd>();
  const running = new Set<OwnRequest>();
  const lanes = new Map<string, Promise<void>>();
  const requests = { running, lanes, waiting: 0, bytes: 0, isOver: false, free: () => undefined as void };
  const watch = watchSession({ call, isBusy: () => requests.waiting > 0, end }, deps);
  const session: Session = { call, client, requests, touch: watch.touch };
  const reading = readRequests(session, end).catch((error: unknown) =>
    end(failed(fromUnknown(error, call.requestId), 1011)),
  );
  // While no further message is read, nothing else notices that the client has left.
  void client.ended.then(() => requests.free());
  const { code, reason, error } = await ending;
  requests.isOver = true;
  watch.stop();
  if (error !== undefined) void refuse(client, error, null);
  for (const request of running) request.leave();
  client.close(code, reason);
  await client.ended;
  await Promise.all([reading, ...lanes.values()]);
}

interface Session {
  readonly call: SocketCall;
  readonly client: MessageSocket;
  readonly requests: {
    readonly running: Set<OwnRequest>;
    /** The last request of each `stream_id`. */
    readonly lanes: Map<string, Promise<void>>;
    /** Requests that run or wait. */
    waiting: number;
    /** Bytes of their bodies. */
    bytes: number;
    /** True if no further request may begin. */
    isOver: boolean;
    /** Called when a request, or the connection, has ended. */
    free: () => void;
  };
  readonly touch: () => void;
}

/** Begins the requests of a client, in the order of each lane. */
async function readRequests(session: Session, end: (ending: SessionEnd) => void): Promise<void> {
  const { client, requests } = session;
  for (let message = await client.read(); message !== null; message = await client.read()) {
    session.touch();
    const { bytes, isBinary } = message;
    if (isBinary) return end(binaryRefused());
    const request = await readRequest(session, bytes);
    if (request === null || !(await isHeld(session, request))) continue;
    const { lane, body } = request;
    const before = requests.lanes.get(lane ?? '') ?? Promise.resolve();
    requests.waiting += 1;
    requests.bytes += body.length;
    const own = before
      .then(() => (requests.isOver || client.hasEnded() ? undefined : serveOne(session, lane, body)))
      .catch(() => refuse(client, brokenOff(), lane))
      .then(() => {
        requests.waiting -= 1;
        requests.bytes -= body.length;
        session.call.memory.give(body.length);
        if (requests.lanes.get(lane ?? '') === own) requests.lanes.delete(lane ?? '');
        requests.free();
      });
    requests.lanes.set(lane ?? '', own);
    while ((requests.waiting >= mostRequests || requests.bytes >= mostBytes) && !client.hasEnded())
      await new Promise<void>((resolve) => {
        requests.free = resolve;
      });
  }
  end(await leftBy(client));
}

/** The error for an answer that broke without an error of its own. */
const brokenOff = (): GatewayError => new GatewayError('internal', 'The answer broke off. Send the request again.');

interface ResponseRequest {
  /** `stream_id`; null: none. */
  readonly lane: string | null;
  /** The body of the call. */
  readonly body: Buffer;
}

/** Counts the memory of a request that may have to wait. False if it was answered with an error instead. */
async function isHeld({ call, client }: Session, { lane, body }: ResponseRequest): Promise<boolean> {
  try {
    call.memory.take(body.length);
    return true;
  } catch (error) {
    await refuse(client, fromUnknown(error, call.requestId), lane);
    return false;
  }
}

/** Reads a message; null if it was answered with an error. */
async function readRequest({ call, client }: Session, bytes: Buffer): Promise<ResponseRequest | null> {
  let lane: string | null = null;
  try {
    const event = await call.upgrade.parse(bytes);
    lane = shortId(event, 'stream_id');
    if (event['type'] !== 'response.create') throw unserved(event);
    if (event['generate'] === false)
      throw new GatewayError('invalid_value', 'generate must be true: responses are not prepared in advance.', {
        param: 'generate',
      });
    const own = { type: null, stream_id: null, generate: null } as const;
    return { lane, body: spliceJson(bytes, { ...own, stream: 'true' }) };
  } catch (error) {
    await refuse(client, fromUnknown(error, call.requestId), lane);
    return null;
  }
}

const unserved = ({ type }: JsonObject): GatewayError =>
  new GatewayError(
    'invalid_value',
    `type must be response.create${type === 'response.steer' ? '; responses cannot be steered' : ''}.`,
    { param: 'type' },
  );

/** Runs one call: sends its events, or its error, as messages. */
async function serveOne({ call, client, requests, touch }: Session, lane: string | null, body: Buffer): Promise<void> {
  const request = call.upgrade.request(body);
  requests.running.add(request);
  try {
    const answer = await request.answer;
    if (!answer.isStream) return await client.send(await refusalOf(answer, lane));
    const events = splitEvents();
    for (let chunk = await answer.read(); chunk !== null; chunk = await answer.read()) {
      touch();
      for (const event of events.push(chunk)) {
        const { data } = readEventFields(event);
        if (data !== null) await client.send(withLane(Buffer.from(data), lane));
      }
    }
  } finally {
    requests.running.delete(request);
    request.leave();
  }
}

const withLane = (data: Buffer, lane: string | null): Buffer =>
  lane === null || data[0] !== 0x7b ? data : spliceJson(data, { stream_id: JSON.stringify(lane) });

/** The error of an ordinary answer. */
async function refusalOf(answer: OwnAnswer, lane: string | null): Promise<Buffer> {
  const said = await readUpTo(answer.read, longestError);
  const error = objectOf(objectOf(parseJson(said.join()))['error']);
  const isLost = answer.status === 404 && error['param'] === 'previous_response_id';
  const shown = isLost ? { ...error, code: 'previous_response_not_found' } : error;
  return errorMessage({ status: answer.status, error: shown }, lane);
}

const refuse = (client: MessageSocket, error: NonNullable<SessionEnd['error']>, lane: string | null): Promise<void> =>
  client.send(errorMessage({ status: error.status, error: errorOf(error) }, lane));

const errorMessage = (error: { readonly status: number; readonly error: JsonObject }, lane: string | null): Buffer =>
  Buffer.from(JSON.stringify({ type: 'error', ...error, ...(lane !== null && { stream_id: lane }) }));
