import type { OperationFacts } from '../../../generated/operation-facts.ts';
import { operations } from '../../../generated/spec-a/operations.ts';
import type { Spec } from '../../catalog/catalog.ts';
import { answerParts } from '../../dialects/answer-parts.ts';
import { isUnbelieved } from '../../dialects/billable.ts';
import type { Dialect, DialectId, SideUsage } from '../../dialects/dialect.ts';
import { isUnclear } from '../../dialects/openai-usage.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json.ts';
import type { ReasoningPlace, Usage } from '../../shared/usage.ts';

/** A line of a batch's results that has to be paid for. */
export interface DoneLine {
  readonly customId: string;
  /** The model as the answer names it; null where it names none. */
  readonly model: string | null;
  readonly status: number;
  /** Null: the answer tells no usage. */
  readonly usage: Usage | null;
  /** What its answer reports beside its totals. */
  readonly side: readonly SideUsage[];
  /** Text that its answer puts out, for an estimate where it tells no usage. */
  readonly output: () => string;
  /** It tells a count that cannot be believed. */
  readonly isUnbelieved: boolean;
  /** It tells counts that contradict each other. */
  readonly isUnclear: boolean;
}

/** The operation that the lines of a batch of Spec A are for; null for an endpoint that nobody knows. */
export function operationOf(endpoint: string): OperationFacts | null {
  const path = endpoint.replace(/^\/v1/, '');
  return Object.values(operations).find((each) => each.method === 'post' && each.path === path) ?? null;
}

/** The format of a batch's answers: Spec A names an endpoint, Spec B has messages alone. */
export const dialectOfBatch = (spec: Spec, { endpoint }: JsonObject): DialectId | 'none' =>
  spec === 'b' ? 'anthropic-messages' : (operationOf(stringOf(endpoint) ?? '')?.dialect ?? 'none');

/** How the answers in a batch's lines are read. */
export interface LineReader {
  readonly dialect: Dialect;
  /** Where their provider counts reasoning; null: nobody has said it. */
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
  { dialect, reasoning }: LineReader,
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
    usage: dialect.readUsage(parts, reasoning),
    side: dialect.readSide?.(parts) ?? [],
    output: () => dialect.readOutput(parts),
    isUnbelieved: dialect.usageMembers.some((name) => isUnbelieved(answer[name])),
    isUnclear: dialect.usageMembers.some((name) => isUnclear(answer[name], reasoning)),
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
