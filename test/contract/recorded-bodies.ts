import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isObject, objectOf, parseJson, stringOf, type JsonObject } from '../../src/shared/json/json.ts';

/** Real traffic that lies beside the repository, and is no part of it. */
const folder = '../shared/corpus';

/** True where the recordings are at hand. */
export const hasRecordings = existsSync(folder);

/** What a test says when it has nothing to read. */
export const withoutRecordings = `skipped: ${folder} is absent`;

/** One recorded request. */
export interface RecordedBody {
  readonly id: string;
  /** What was called, such as `chat` or `messages`. */
  readonly endpoint: string;
  readonly body: JsonObject;
}

/**
 * The bodies that were sent to these endpoints. Left out are those to an address that names the model in its path
 * (`/deployments/<model>/`): such a client is of a third specification, and its body has no `model`.
 */
export function recordedBodies(endpoints: readonly string[]): readonly RecordedBody[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'));
  return lines.flatMap((line) => {
    const call = objectOf(parseJson(line));
    const [id, endpoint, path] = [stringOf(call['id']), stringOf(call['endpoint']), stringOf(call['path'])];
    const body = call['request_body'];
    if (id === null || endpoint === null || !endpoints.includes(endpoint) || !isObject(body)) return [];
    return path?.includes('/deployments/') === true ? [] : [{ id, endpoint, body }];
  });
}
