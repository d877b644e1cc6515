import { arrayOf, isObject, memberOf, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { rawObject, type RawObject } from '../../shared/json/raw-json.ts';
import {
  cutOff,
  type EventReader,
  faultOf,
  modelFailed,
  type StopReason,
  type TurnEvent,
  type TurnUsage,
} from '../turn.ts';
import { PartReader } from './part-reader.ts';
import { countOf, hasBadCount, hasCount } from '../read-usage.ts';

/** The one candidate that the gateway requests. */
export const candidateOf = (answer: JsonObject): JsonObject =>
  objectOf(
    arrayOf(answer['candidates']).find((each) => {
      const { index } = objectOf(each);
      return index === undefined || index === 0;
    }),
  );

/** Why the vendor did not answer the prompt at all; null if it did. */
export const blockReasonOf = (answer: JsonObject): string | null =>
  stringOf(objectOf(answer['promptFeedback'])['blockReason']);

/** Models whose searches the vendor charges once for a prompt; for later ones, it charges each query. */
const chargedByPrompt = /^(?:models\/)?gemini-[12](?!\d)/;

/**
 * The number of searches that ground the answer, as the vendor counts them: queries that are empty or repeated are free.
 *
 * @see https://ai.google.dev/gemini-api/docs/google-search (pricing)
 */
export function searchesOf(answer: JsonObject): number {
  const queries = arrayOf(objectOf(candidateOf(answer)['groundingMetadata'])['webSearchQueries']);
  const { size } = new Set(queries.filter((query) => query !== ''));
  return chargedByPrompt.test(stringOf(answer['modelVersion']) ?? '') ? Math.min(1, size) : size;
}

/**
 * Totals of `usageMetadata`: the prompt includes cached tokens but not those of tool results, and the candidates' tokens do not
 * include thoughts.
 *
 * @returns null without a count that may be billed
 */
export function totalsOf(report: Json | undefined): Omit<TurnUsage, 'written' | 'writtenHour' | 'searches'> | null {
  if (!isObject(report) || !hasCount(report, 'promptTokenCount') || hasBadCount(report, 'candidatesTokenCount'))
    return null;
  const prompt = countOf(report, 'promptTokenCount');
  const cached = Math.min(prompt, countOf(report, 'cachedContentTokenCount'));
  const toolUse = countOf(report, 'toolUsePromptTokenCount');
  const reasoning = countOf(report, 'thoughtsTokenCount');
  const said = countOf(report, 'candidatesTokenCount') + reasoning;
  return {
    input: prompt - cached + toolUse,
    cached,
    output: Math.max(said, countOf(report, 'totalTokenCount') - prompt - toolUse),
    reasoning,
  };
}

/** Why a candidate stopped. An unlisted reason is an ordinary end, because the vendor adds some. */
const finishReasons: Readonly<Record<string, StopReason>> = {
  STOP: 'end',
  MAX_TOKENS: 'limit',
  SAFETY: 'refusal',
  RECITATION: 'refusal',
  LANGUAGE: 'refusal',
  BLOCKLIST: 'refusal',
  PROHIBITED_CONTENT: 'refusal',
  SPII: 'refusal',
  IMAGE_SAFETY: 'refusal',
  IMAGE_PROHIBITED_CONTENT: 'refusal',
  IMAGE_RECITATION: 'refusal',
};

/** Reasons that mean, if no call came through, that the model failed, so that its answer is not complete. */
const failures: readonly string[] = [
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'IMAGE_OTHER',
  'NO_IMAGE',
  'OTHER',
];

interface Ending {
  readonly reason: string;
  /** True if the prompt was refused, and nothing answered. */
  readonly isBlocked: boolean;
}

function endingOf({ reason, isBlocked }: Ending, hasCalls: boolean): readonly TurnEvent[] {
  if (!isBlocked && !hasCalls && failures.includes(reason)) return [modelFailed(reason)];
  const known = memberOf(finishReasons, reason) ?? 'end';
  const stopped: StopReason = isBlocked ? 'refusal' : known === 'end' && hasCalls ? 'tool' : known;
  const explanation = stopped === 'refusal' ? reason.slice(0, 64) : null;
  return [{ type: 'stop', reason: stopped, sequence: null, explanation }, { type: 'end' }];
}

function usageOf(chunk: JsonObject): readonly TurnEvent[] {
  const totals = totalsOf(chunk['usageMetadata']);
  const searches = searchesOf(chunk);
  return totals ? [{ type: 'usage', usage: { ...totals, ...(searches > 0 && { searches }) } }] : [];
}

/** Reads one answer, whole or in chunks: a chunk is an answer with a piece of the content. */
class AnswerReader {
  readonly #parts = new PartReader();
  #started = false;
  #over = false;
  #ending: Ending | null = null;

  push(root: RawObject): readonly TurnEvent[] {
    if (this.#over) return [];
    const chunk = root.value;
    if (chunk['error']) {
      this.#over = true;
      return [faultOf(chunk)];
    }
    const events: TurnEvent[] = this.#started ? [] : [{ type: 'start' }];
    this.#started = true;
    const candidate = candidateOf(chunk);
    const place = arrayOf(chunk['candidates']).indexOf(candidate);
    for (const [index, part] of arrayOf(objectOf(candidate['content'])['parts']).entries()) {
      const path = ['candidates', place, 'content', 'parts', index, 'functionCall', 'args'] as const;
      events.push(...this.#parts.push(objectOf(part), () => root.slice(path)));
    }
    const sources = { ...objectOf(candidate['groundingMetadata']), ...objectOf(candidate['citationMetadata']) };
    for (const mark of this.#parts.cite(sources)) events.push(mark);
    events.push(...usageOf(chunk));
    this.#end(chunk, candidate);
    return events;
  }

  #end(chunk: JsonObject, candidate: JsonObject): void {
    const finish = stringOf(candidate['finishReason']);
    const block = blockReasonOf(chunk);
    if (block !== null) this.#ending ??= { reason: block, isBlocked: true };
    else if (finish !== null) this.#ending ??= { reason: finish, isBlocked: false };
  }

  /** The format has no end of its own: an answer that gives the reason why it stopped is complete. */
  finish(): readonly TurnEvent[] {
    if (this.#over) return [];
    this.#over = true;
    return this.#ending ? [...this.#parts.close(), ...endingOf(this.#ending, this.#parts.hasCalls)] : [cutOff];
  }
}

/** An error as the only element of a list is read like an error by itself. */
const chunkOf = (data: Json | undefined): JsonObject | null => {
  const found = Array.isArray(data) ? (data as readonly Json[])[0] : data;
  return isObject(found) ? found : null;
};

export function openReader(): EventReader {
  const reader = new AnswerReader();
  return {
    push: ({ data, text }) => {
      const chunk = chunkOf(data);
      if (chunk === null) return [];
      const { value, slice } = rawObject(text, chunk);
      return reader.push(chunk === data ? { value, slice } : { value, slice: (path) => slice([0, ...path]) });
    },
    finish: () => reader.finish(),
  };
}

export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const reader = new AnswerReader();
  return [...reader.push(body), ...reader.finish()];
}
