import type { CheckBody } from './check-bodies.ts';
import type { RecordedBody } from '../fakes/corpus.ts';
import type { RefusedBodies } from './refused-bodies.ts';

interface Expectation {
  readonly checkBody: CheckBody;
  /** The operation of an endpoint, by the endpoint's name in the recordings. */
  readonly operations: Readonly<Record<string, string>>;
  readonly refused: readonly RefusedBodies[];
}

/** What became of the recorded bodies. */
interface Findings {
  /** Refused, and not listed: `id: sentence`. */
  readonly unexpected: readonly string[];
  /** Entries of the list that no refusal needs any more. */
  readonly idle: readonly string[];
}

/** Checks every recorded body and compares with the list of those that are rightly refused. */
export async function checkRecordings(
  bodies: readonly RecordedBody[],
  { checkBody, operations, refused }: Expectation,
): Promise<Findings> {
  const unexpected: string[] = [];
  const needed = new Set<RefusedBodies>();
  for (const { id, endpoint, body } of bodies) {
    const refusal = await checkBody(operations[endpoint] ?? endpoint, body);
    if (refusal === null) continue;
    const listed = refused.find((entry) => entry.id.test(id) && entry.says.test(refusal));
    if (listed) needed.add(listed);
    else unexpected.push(`${id}: ${refusal}`);
  }
  return { unexpected, idle: refused.filter((entry) => !needed.has(entry)).map(({ id }) => String(id)) };
}
