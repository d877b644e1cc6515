import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations } from '../../generated/spec-a/operations.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { UpstreamAnswer } from '../providers/upstream.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../shared/json/json.ts';
import { PieceList } from '../shared/piece-list.ts';
import type { ReasoningPlace, Usage } from '../shared/usage.ts';
import { isUnbelieved, isUnclear, answerParts } from '../wires/meters.ts';
import type { AnswerMeter, SideUsage, WireId } from '../wires/wire.ts';

/** Bytes of the longest line that is read: an answer with several images in it. */
const longestLine = 64 * 1_048_576;
const newline = 10;

/**
 * The lines of an answer, one at a time; empty ones are left out, and null stands for one that is longer than 64 MiB.
 *
 * @throws {BrokenUpstream} when the answer breaks
 */
export async function* readLines(
  answer: Pick<UpstreamAnswer, 'read'>,
  longest = longestLine,
): AsyncGenerator<string | null> {
  const line = openLine(longest);
  for (let chunk = await answer.read(); chunk !== null; chunk = await answer.read()) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      line.add(chunk.subarray(from, end));
      const text = line.take();
      if (text !== '') yield text;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.take();
  if (last !== '') yield last;
}

/** The line that is being read; of one that is too long nothing is held. */
function openLine(longest: number) {
  const begun = new PieceList();
  let size = 0;
  return {
    add: (bytes: Buffer): void => {
      size += bytes.length;
      if (size > longest) begun.clear();
      else begun.add(bytes);
    },
    /** Null for one that was too long. */
    take: (): string | null => {
      const text = size > longest ? null : begun.join().toString('utf8').trim();
      begun.clear();
      size = 0;
      return text;
    },
  };
}

/** A line of a batch's results that has to be paid for. */
export interface DoneLine {
  readonly customId: string;
  /** The model as the answer names it; null where it names none. */
  readonly model: string | null;
  readonly status: number;
  /** Null: the answer reports no usage. */
  readonly usage: Usage | null;
  /** What its answer reports besides its totals. */
  readonly side: readonly SideUsage[];
  /** Text that its answer puts out, for an estimate if it reports no usage. */
  readonly output: () => string;
  /** It reports a count that is not plausible. */
  readonly isUnbelieved: boolean;
  /** It reports counts that contradict each other. */
  readonly isUnclear: boolean;
}

/** The operation that the lines of a batch of Spec A are for; null for an unknown endpoint. */
export function operationOf(endpoint: string): OperationFacts | null {
  const path = endpoint.replace(/^\/v1/, '');
  return Object.values(operations).find((each) => each.method === 'post' && each.path === path) ?? null;
}

/** The format of a batch's answers: Spec A names an endpoint, Spec B has messages alone. */
export const wireOfBatch = (spec: Spec, { endpoint }: JsonObject): WireId | 'none' =>
  spec === 'b' ? 'messages' : (operationOf(stringOf(endpoint) ?? '')?.wire ?? 'none');

/** How the answers in a batch's lines are read. */
interface LineReader {
  readonly meter: AnswerMeter;
  /** Where their provider counts reasoning; null: unknown. */
  readonly reasoning: ReasoningPlace | null;
}

/**
 * Reads one line of results.
 *
 * @returns null for one that costs nothing: it failed, expired, was cancelled, or is no result. `unreadable` for one that
 *   is no JSON: what it cost cannot be known
 */
export function readResultLine(
  text: string,
  spec: Spec,
  { meter, reasoning }: LineReader,
): DoneLine | null | 'unreadable' {
  const line = parseJson(text);
  if (line === undefined) return 'unreadable';
  const done = spec === 'a' ? doneOfA(objectOf(line)) : doneOfB(objectOf(line));
  if (done === null) return null;
  const { answer, status } = done;
  const parts = answerParts(answer);
  return {
    customId: stringOf(objectOf(line)['custom_id']) ?? '',
    model: stringOf(answer['model']),
    status,
    usage: meter.readUsage(parts, reasoning),
    side: meter.readSide?.(parts) ?? [],
    output: () => meter.readOutput(parts),
    isUnbelieved: meter.usageMembers.some((name) => isUnbelieved(answer[name])),
    isUnclear: meter.usageMembers.some((name) => isUnclear(answer[name], reasoning)),
  };
}

interface Done {
  readonly status: number;
  readonly answer: JsonObject;
}

function doneOfA(line: JsonObject): Done | null {
  const { status_code: status, body } = objectOf(line['response']);
  return typeof status === 'number' && status < 400 ? { status, answer: objectOf(body) } : null;
}

function doneOfB({ result }: JsonObject): Done | null {
  const { type, message } = objectOf(result);
  return type === 'succeeded' ? { status: 200, answer: objectOf(message) } : null;
}
