import { objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { oneDay } from '../../shared/time/calendar.ts';
import {
  type Answer,
  badRequest,
  type Call,
  DemoFault,
  type DemoRoute,
  errorBody,
  json,
  rfc3339,
  type StoredObject,
} from '../call.ts';
import { deleteRoute, newestFirst, objectsOf, pageOf, storeBytes, storeObject, takeObject } from '../object-store.ts';
import { plainBehaviour } from '../behaviour.ts';

const workingMilliseconds = 1_000;
const expiresMilliseconds = oneDay;
const path = '/v1/messages/batches';

/** Everything under `/v1/messages/batches`. A batch ends after a second. */
export const messageBatches: readonly DemoRoute[] = [
  { method: 'POST', path, answer: create },
  {
    method: 'GET',
    path,
    answer: (call) => {
      const items = newestFirst(call, 'msgbatch').map((stored) => stateOf(stored, call));
      return json({ ...pageOf(items, call.query) }, plainBehaviour);
    },
  },
  {
    method: 'GET',
    path: `${path}/{}`,
    answer: (call) => json(stateOf(takeObject(call, 'msgbatch'), call), plainBehaviour),
  },
  { method: 'POST', path: `${path}/{}/cancel`, answer: cancel },
  { method: 'GET', path: `${path}/{}/results`, answer: results },
  deleteRoute(`${path}/{}`, 'msgbatch', (id) => ({ id, type: 'message_batch_deleted' })),
];

/** Runs the requests at once. The result becomes visible after a delay. */
async function create(call: Call): Promise<Answer> {
  const requests = Array.isArray(call.body['requests']) ? (call.body['requests'] as readonly Json[]) : [];
  const done = await Promise.all(requests.map((request) => resultOf(call, objectOf(request))));
  const errored = done.filter((result) => objectOf(result['result'])['type'] === 'errored').length;
  const body = {
    id: call.newId('msgbatch'),
    type: 'message_batch',
    created_at: rfc3339(call.now),
    expires_at: rfc3339(call.now + expiresMilliseconds),
    archived_at: null,
    cancel_initiated_at: null,
    request_counts: { processing: 0, succeeded: done.length - errored, errored, canceled: 0, expired: 0 },
  };
  const bytes = await storeBytes([Buffer.from(done.map((result) => `${JSON.stringify(result)}\n`).join(''))]);
  storeObject(call, { kind: 'msgbatch', body, bytes });
  return json(stateOf({ createdAt: call.now, body, bytes }, call), plainBehaviour);
}

async function resultOf(call: Call, request: JsonObject): Promise<JsonObject> {
  const custom_id = stringOf(request['custom_id']) ?? '';
  try {
    const message = await call.again('/v1/messages', objectOf(request['params']));
    return { custom_id, result: { type: 'succeeded', message } };
  } catch (error) {
    if (!(error instanceof DemoFault)) throw error;
    return { custom_id, result: { type: 'errored', error: errorBody(error, 'b', call.newId('req')) } };
  }
}

function cancel(call: Call): Answer {
  const stored = takeObject(call, 'msgbatch');
  const total = totalOf(stored);
  const body = {
    ...stored.body,
    cancel_initiated_at: rfc3339(call.now),
    request_counts: { processing: 0, succeeded: 0, errored: 0, canceled: total, expired: 0 },
  };
  objectsOf(call.objects, 'msgbatch').set(call.id, { ...stored, body });
  return json(stateOf({ ...stored, body }, call), plainBehaviour);
}

function results(call: Call): Answer {
  const stored = takeObject(call, 'msgbatch');
  const ended = stateOf(stored, call)['processing_status'] === 'ended';
  if (!ended || !stored.bytes) throw badRequest('The results of this batch are not available yet.');
  return { kind: 'file', type: 'application/x-jsonl', length: stored.bytes.length, stream: stored.bytes.stream() };
}

const totalOf = ({ body }: StoredObject): number =>
  Object.values(objectOf(body['request_counts'])).reduce((sum: number, count) => sum + Number(count), 0);

function stateOf(stored: StoredObject, { now, origin }: Call): JsonObject {
  const { createdAt, body } = stored;
  const results_url = `${origin}${path}/${stringOf(body['id']) ?? ''}/results`;
  const ended_at = rfc3339(createdAt + workingMilliseconds);
  if (now >= createdAt + workingMilliseconds) return { ...body, processing_status: 'ended', ended_at, results_url };
  const request_counts = { processing: totalOf(stored), succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  const processing_status = body['cancel_initiated_at'] === null ? 'in_progress' : 'canceling';
  return { ...body, processing_status, ended_at: null, results_url: null, request_counts };
}
