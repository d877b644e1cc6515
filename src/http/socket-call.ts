import { request as httpRequest } from 'node:http';
import type { Request } from 'express';
import type { Caller } from '../identity/caller.ts';
import type { OwnAnswer, OwnRequest, Upgrade } from '../pipeline/call.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { bodyBounds, findExcess } from '../shared/json/structure.ts';
import { parseBody, tooComplex, waitIfLong } from './read-body.ts';
import type { SocketRequest } from './upgrade.ts';

/** A message is held to the same rules as a body, and a long one waits for its turn among them. */
async function parseMessage(bytes: Buffer, { call }: Request): Promise<JsonObject> {
  const excess = findExcess(bytes, bodyBounds);
  if (excess !== null) throw tooComplex(excess);
  const received = { pieces: [bytes], length: bytes.length, strings: [] };
  return parseBody(await waitIfLong(received, call.memory?.holder ?? '')).value;
}

/** What a handler gets of a request for a WebSocket. @param identify authenticates the same request again */
export const upgradeOf = (
  { accept, serve }: SocketRequest,
  identify: (request: Request) => Promise<Caller>,
  request: Request,
): Upgrade => ({
  accept,
  caller: () => identify(request),
  parse: (bytes) => parseMessage(bytes, request),
  request: (body) => requestAgain({ request, serve, body }),
});

/** Headers that belong to one connection or one request. */
const ownHeaders =
  /^(?:connection|upgrade|sec-websocket-.*|content-.*|transfer-encoding|expect|te|accept|accept-encoding|x-request-id|idempotency-key)$/i;

interface Again {
  readonly request: Request;
  readonly serve: SocketRequest['serve'];
  readonly body: Buffer;
}

/** A request over a connection in memory: the server reads it like one from the network. */
function requestAgain({ request, serve, body }: Again): OwnRequest {
  const { rawHeaders, call } = request;
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!ownHeaders.test(rawHeaders[index] ?? '')) headers.push(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const { promise, resolve, reject } = Promise.withResolvers<OwnAnswer>();
  const connection = serve();
  const { path, search } = call.marks;
  const target = search === '' ? path : `${path}?${search}`;
  const sent = httpRequest({
    createConnection: () => connection,
    method: 'POST',
    path: target,
    headers,
    agent: null as never,
  });
  sent.once('error', reject);
  sent.once('response', (answer) => {
    const chunks = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
    const read = async (): Promise<Buffer | null> => {
      const next = await chunks.next();
      if (next.done !== true) return next.value;
      connection.destroy();
      return null;
    };
    resolve({ status: answer.statusCode ?? 500, isStream, read });
  });
  sent.end(body);
  return { answer: promise, leave: () => void connection.destroy() };
}
