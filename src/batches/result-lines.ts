import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations } from '../../generated/spec-a/operations.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { UpstreamAnswer } from '../providers/upstream.ts';
import { digestOf } from '../shared/ids.ts';
import { scanMembers, type MemberScanner } from '../shared/json/json-members.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { PieceList } from '../shared/collections.ts';
import type { ReasoningPlace, Usage } from '../shared/usage.ts';
import { isUnbelieved, isUnclear, answerParts } from '../wires/read-usage.ts';
import type { AnswerMeter, SideUsage, WireId } from '../wires/meter.ts';

/** Bytes of the longest line that is held and parsed as a whole; of a longer one only what its cost is read from is. */
const longestHeld = 1_048_576;
const newline = 10;

/**
 * The lines of an answer, one at a time; empty ones are left out.
 *
 * @param openLong takes the bytes of a line that is longer than `longest`, in the place of its text
 * @throws {BrokenUpstream} when the answer breaks
 */
export async function* readLines<Long extends Pick<LongLine, 'push'>>(
  answer: Pick<UpstreamAnswer, 'read'>,
  openLong: () => Long,
  longest = longestHeld,
): AsyncGenerator<string | Long> {
  const line = openLine(openLong, longest);
  for (let chunk = await answer.read(); chunk !== null; chunk = await answer.read()) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      line.add(chunk.subarray(from, end));
      const whole = line.take();
      if (whole !== '') yield whole;
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  const last = line.take();
  if (last !== '') yield last;
}

/** The line that is being read. */
function openLine<Long extends Pick<LongLine, 'push'>>(openLong: () => Long, longest: number) {
  const begun = new PieceList();
  let long: Long | null = null;
  return {
    add: (bytes: Buffer): void => {
      if (long !== null) return long.push(bytes);
      begun.add(bytes);
      if (begun.length <= longest) return;
      long = openLong();
      begun.pieces().forEach(long.push);
      begun.clear();
    },
    take: (): string | Long => {
      const whole = long ?? begun.join().toString('utf8').trim();
      long = null;
      begun.clear();
      return whole;
    },
  };
}

/** A line that is read while it comes: the output of a model may be a hundred times as long as its usage. */
interface LongLine {
  readonly push: (bytes: Buffer) => void;
  /** Its members from which its cost is read; undefined if it is no JSON object. */
  readonly value: () => JsonObject | undefined;
  /** Members of its answer from which output is estimated. */
  readonly output: () => JsonObject;
  /** Length of the list `data` in its answer. */
  readonly dataLength: () => number;
}

/** Where a line of each specification says how it ended, and where its answer is. */
const places: Readonly<Record<Spec, Readonly<Record<'holder' | 'end' | 'answer', string>>>> = {
  a: { holder: 'response', end: 'status_code', answer: 'body' },
  b: { holder: 'result', end: 'type', answer: 'message' },
};

/** Members of a line besides where its answer is. */
const named = ['custom_id', 'error'];

/** Bytes of the longest member that is kept. */
const longestMember = 8 * 1_048_576;

/** The members that were kept under these names. */
const keptOf = ({ kept }: Pick<MemberScanner, 'kept'>, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = parseJson(kept.get(name) ?? '');
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Reads lines that are too long to be held. */
export const openLongLines =
  (spec: Spec, { usageMembers, outputMembers }: Pick<AnswerMeter, 'usageMembers' | 'outputMembers'>) =>
  (): LongLine => {
    const { holder: holderName, end, answer: answerName } = places[spec];
    const bounds = { longestKept: longestMember, only: [] };
    const priced = ['model', 'error', ...usageMembers];
    const answer = scanMembers([...priced, ...outputMembers], { ...bounds, only: ['data'] });
    const holder = scanMembers([end], { ...bounds, into: new Map([[answerName, answer.push]]) });
    const line = scanMembers(named, { ...bounds, into: new Map([[holderName, holder.push]]) });
    return {
      push: line.push,
      value: () =>
        line.complete()
          ? {
              ...keptOf(line, named),
              [holderName]: {
                ...keptOf(holder, [end]),
                [answerName]: answer.complete() ? keptOf(answer, priced) : null,
              },
            }
          : undefined,
      output: () => keptOf(answer, outputMembers),
      dataLength: () => answer.members[0]?.elements ?? 0,
    };
  };

/** A line of a batch's results that has to be paid for. */
export interface DoneLine {
  readonly customId: string;
  /** The model as the answer names it; null if it names none. */
  readonly model: string | null;
  readonly status: number;
  /** Null: the answer reports no usage. */
  readonly usage: Usage | null;
  /** What its answer reports besides its totals. */
  readonly side: readonly SideUsage[];
  /** Text that its answer puts out, for an estimate if it reports no usage. */
  readonly output: () => string;
  /** An estimate of its output other than text, in tokens; 0 if its answer counts output. */
  readonly guess: () => number;
  /** It reports a count that is not plausible. */
  readonly isUnbelieved: boolean;
  /** It reports counts that contradict each other. */
  readonly isUnclear: boolean;
}

/** A line that costs nothing, because it says that it failed, expired, or was cancelled. */
interface FreeLine extends Pick<DoneLine, 'customId'> {
  readonly status: null;
}

/** The operation that the lines of a batch of Spec A are for; null for an unknown endpoint. */
export function operationOf(endpoint: string): OperationFacts | null {
  const path = endpoint.replace(/^\/v1/, '');
  return Object.values(operations).find((each) => each.method === 'post' && each.path === path) ?? null;
}

/** The format of a batch's answers: Spec A names an endpoint, Spec B has messages alone. */
export const wireOfBatch = (spec: Spec, endpoint: string | null): WireId | 'none' =>
  spec === 'b' ? 'messages' : (operationOf(endpoint ?? '')?.wire ?? 'none');

/** How the answers in a batch's lines are read. */
interface LineReader {
  readonly meter: AnswerMeter;
  /** Where their provider counts reasoning; null: unknown. */
  readonly reasoning: ReasoningPlace | null;
}

/** Why the cost of a line cannot be known. */
export const unknownCosts = {
  unreadable: 'it is no JSON',
  unended: 'it has neither an answer nor an error',
} as const;

/**
 * Reads one line of results.
 *
 * @returns `foreign` for one that is no result; one of `unknownCosts` for one that may have cost something
 */
export function readResultLine(
  text: string | LongLine,
  spec: Spec,
  { meter, reasoning }: LineReader,
): DoneLine | FreeLine | keyof typeof unknownCosts | 'foreign' {
  const long = typeof text === 'string' ? null : text;
  const line = typeof text === 'string' ? parseJson(text) : text.value();
  if (line === undefined) return 'unreadable';
  const done = spec === 'a' ? doneOfA(objectOf(line)) : doneOfB(objectOf(line));
  const { custom_id: id } = objectOf(line);
  if ((done === null || done === 'unended') && id === undefined) return 'foreign';
  const customId = stringOf(id) ?? '';
  if (done === null) return { customId, status: null };
  if (done === 'unended') return done;
  const { answer, status } = done;
  const parts = long === null ? answerParts(answer) : { members: answer, dataLength: long.dataLength() };
  const usage = meter.readUsage(parts, reasoning);
  return {
    customId,
    model: stringOf(answer['model']),
    status,
    usage,
    side: meter.readSide?.(parts) ?? [],
    output: () => meter.readOutput(long === null ? parts : { members: long.output() }),
    guess: () => (usage?.output_tokens === undefined ? Math.ceil(meter.readGuess?.(parts, {}).output_tokens ?? 0) : 0),
    isUnbelieved: meter.usageMembers.some((name) => isUnbelieved(answer[name])),
    isUnclear: meter.usageMembers.some((name) => isUnclear(answer[name], reasoning)),
  };
}

interface Done {
  readonly status: number;
  readonly answer: JsonObject;
}

/** How a line ended; null: without an answer, and it says so. */
type LineEnd = Done | null | 'unended';

function doneOfA({ response, error }: JsonObject): LineEnd {
  const { status_code: said, body } = objectOf(response);
  const status = statusOf(said, body);
  if (status !== null && status >= 400) return null;
  if (status !== null && isObject(body)) return { status, answer: body };
  if (isError(error)) return null;
  // An answer that is no object was work too; nothing can be read from it.
  return status === null || (body ?? null) === null ? 'unended' : { status, answer: {} };
}

/** Some hosts write the status as text, or none. An answer without a status is a success if it is not an error. */
function statusOf(said: Json | undefined, body: Json | undefined): number | null {
  const status = typeof said === 'string' ? Number.parseInt(said, 10) : said;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100) return status;
  if (!isObject(body)) return null;
  return isObject(body['error']) ? 500 : 200;
}

const isError = (value: Json | undefined): boolean => isObject(value) || (typeof value === 'string' && value !== '');

/** The ends of a line of Spec B that cost nothing. */
const freeEnds = ['errored', 'canceled', 'expired'];

function doneOfB({ result }: JsonObject): LineEnd {
  const { type, message, error } = objectOf(result);
  if (type === 'succeeded' && isObject(message)) return { status: 200, answer: message };
  return freeEnds.includes(stringOf(type) ?? '') || isError(error) ? null : 'unended';
}

/**
 * The id of a batch's line in the ledger: always the same for the same line, so that it is charged once however often its results
 * are read. `call_` and a digest.
 *
 * @param earlier the number of earlier lines with the same `custom_id`
 */
export function lineCallId(batchId: string, customId: string, earlier: number): string {
  // JSON for what is ambiguous in the plain form: a newline before a number, and halves of a surrogate pair, which UTF-8 lacks.
  const isPlain = !customId.includes('\n') && customId.isWellFormed();
  const name = isPlain
    ? `${batchId}\n${customId}${earlier === 0 ? '' : `\n${earlier}`}`
    : JSON.stringify([batchId, customId, earlier]);
  return `call_${digestOf(name)}`;
}
