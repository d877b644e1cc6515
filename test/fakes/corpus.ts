import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject } from '../../src/shared/json/json.ts';

/** A recorded call of a real upstream, as far as tests look at one. */
export interface RecordedPair {
  readonly id: string;
  /** What was called, such as `chat` or `messages`. */
  readonly endpoint: string;
  readonly path?: string | null;
  readonly model: string | null;
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly request_body: Readonly<Record<string, unknown>> | null;
  readonly status: number;
  readonly response_headers: Readonly<Record<string, string>> | null;
  readonly response_body?: unknown;
  readonly response_sse?: string;
  /** Lengths of the network chunks as captured. */
  readonly sse_chunk_bytes?: readonly number[];
}

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));

/** Whether the recordings lie beside this repository; without them their tests are skipped. */
export const hasCorpus = existsSync(folder);

/** Why the tests of recordings were skipped, for their names. */
export const corpusNote = hasCorpus ? '' : ' (skipped: ../shared/corpus is absent)';

/** All recordings, file by file. */
export function* recordedPairs(): Generator<RecordedPair> {
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()) {
    for (const line of readFileSync(`${folder}${name}`, 'utf8').split('\n')) {
      if (line !== '') yield JSON.parse(line) as RecordedPair;
    }
  }
}

/** A recorded request that has a body. */
export interface RecordedBody {
  readonly id: string;
  readonly endpoint: string;
  readonly body: JsonObject;
}

/**
 * The bodies that were sent to these endpoints. Left out are those to an address that names the model in its path
 * (`/deployments/<model>/`): such a client is of a third specification, and its body has no `model`.
 */
export const recordedBodies = (endpoints: readonly string[]): readonly RecordedBody[] =>
  [...recordedPairs()].flatMap(({ id, endpoint, path, request_body: body }) => {
    if (!endpoints.includes(endpoint) || !isObject(body) || path?.includes('/deployments/') === true) return [];
    return [{ id, endpoint, body }];
  });

/** Runs a task for every item, a few at a time, and reports all that failed. */
export async function eachOf<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const item of rest) await task(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const shown = failures.slice(0, 20).map((error) => (error instanceof Error ? error.message : String(error)));
  if (failures.length > 0) throw new Error(`${failures.length} of ${items.length} failed:\n${shown.join('\n')}`);
}
