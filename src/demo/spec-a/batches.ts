import { objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import {
  type Answer,
  badRequest,
  type Call,
  DemoFault,
  type DemoRoute,
  errorBody,
  expiryAfter,
  json,
  seconds,
  type StoredObject,
} from '../call.ts';
import { newestFirst, objectsOf, pageOf, storeBytes, storeObject, takeObject } from '../object-store.ts';
import { plainBehaviour } from '../behaviour.ts';

const validatingMilliseconds = 300;
const workingMilliseconds = 1_000;
const expiresSeconds = 86_400;

/** Everything under `/v1/batches`. A batch completes after a second. */
export const batches: readonly DemoRoute[] = [
  { method: 'POST', path: '/v1/batches', answer: create },
  {
    method: 'GET',
    path: '/v1/batches',
    answer: (call) => {
      const items = newestFirst(call, 'batch').map((stored) => stateOf(stored, call.now));
      return json({ object: 'list', ...pageOf(items, call.query) }, plainBehaviour);
    },
  },
  {
    method: 'GET',
    path: '/v1/batches/{}',
    answer: (call) => json(stateOf(takeObject(call, 'batch'), call.now), plainBehaviour),
  },
  { method: 'POST', path: '/v1/batches/{}/cancel', answer: cancel },
];

/** Runs the requests at once. The result becomes visible after a delay. */
async function create(call: Call): Promise<Answer> {
  const input_file_id = stringOf(call.body['input_file_id']) ?? '';
  const endpoint = stringOf(call.body['endpoint']) ?? '';
  const input = objectsOf(call.objects, 'file').get(input_file_id)?.bytes;
  if (!input) throw badRequest(`No such File object: ${input_file_id}`);
  const requests = requestsIn(await input.text());
  const results = await Promise.all(requests.map((request) => resultOf(call, endpoint, request)));
  const failed = results.filter((result) => result['error'] !== null).length;
  const head = { id: call.newId('batch'), object: 'batch', endpoint, errors: null, input_file_id };
  const body = {
    ...head,
    completion_window: stringOf(call.body['completion_window']) ?? '24h',
    output_file_id: await storeOutput(call, head.id, results),
    error_file_id: null,
    created_at: seconds(call.now),
    expires_at: seconds(call.now) + expiresSeconds,
    request_counts: { total: results.length, completed: results.length - failed, failed },
    metadata: call.body['metadata'] ?? null,
  };
  storeObject(call, { kind: 'batch', body });
  return json(stateOf({ createdAt: call.now, body, bytes: null }, call.now), plainBehaviour);
}

function requestsIn(text: string): readonly JsonObject[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [objectOf(JSON.parse(line) as Json)];
    } catch {
      throw badRequest(`Line ${index + 1} of the input file is not JSON.`);
    }
  });
}

async function resultOf(call: Call, endpoint: string, request: JsonObject): Promise<JsonObject> {
  const answer = (status_code: number, body: JsonObject): JsonObject => ({
    id: call.newId('batch_req'),
    custom_id: request['custom_id'] ?? null,
    response: { status_code, request_id: call.newId('req'), body },
    error: null,
  });
  try {
    return answer(200, await call.again(endpoint, objectOf(request['body'])));
  } catch (error) {
    if (!(error instanceof DemoFault)) throw error;
    return { ...answer(error.status, errorBody(error, 'a', '')), error: { code: error.code, message: error.message } };
  }
}

async function storeOutput(call: Call, batch: string, results: readonly JsonObject[]): Promise<string> {
  const text = Buffer.from(results.map((result) => `${JSON.stringify(result)}\n`).join(''));
  const id = call.newId('file');
  const filename = `${batch}_output.jsonl`;
  const body = {
    id,
    object: 'file',
    bytes: text.length,
    created_at: seconds(call.now),
    filename,
    purpose: 'batch_output',
    status: 'processed',
    ...expiryAfter(call, objectOf(call.body['output_expires_after'])['seconds']),
  };
  storeObject(call, { kind: 'file', body, bytes: await storeBytes([text]) });
  return id;
}

function cancel(call: Call): Answer {
  const stored = takeObject(call, 'batch');
  const state = stateOf(stored, call.now);
  if (state['status'] === 'completed') throw badRequest('Cannot cancel a batch that is completed.');
  const at = seconds(call.now);
  const body = { ...stored.body, cancelling_at: at, cancelled_at: at };
  objectsOf(call.objects, 'batch').set(call.id, { ...stored, body });
  return json(stateOf({ ...stored, body }, call.now), plainBehaviour);
}

function stateOf({ body, createdAt }: StoredObject, now: number): JsonObject {
  const { output_file_id, request_counts, ...rest } = body;
  const none = { total: objectOf(request_counts)['total'] ?? 0, completed: 0, failed: 0 };
  const started = seconds(createdAt + validatingMilliseconds);
  if (body['cancelled_at'] !== undefined) return { ...rest, status: 'cancelled', request_counts: none };
  if (now < createdAt + validatingMilliseconds) return { ...rest, status: 'validating', request_counts: none };
  if (now < createdAt + workingMilliseconds) {
    return { ...rest, status: 'in_progress', in_progress_at: started, request_counts: none };
  }
  const ended = seconds(createdAt + workingMilliseconds);
  return {
    ...rest,
    status: 'completed',
    in_progress_at: started,
    finalizing_at: ended,
    completed_at: ended,
    output_file_id,
    request_counts,
  };
}
