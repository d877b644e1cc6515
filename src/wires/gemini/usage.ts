import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { Usage } from '../../shared/usage.ts';
import { countOf, failureOf, hasBadCount, hasCount, isUnbelieved, textsOf } from '../meters.ts';
import type { AnswerMeter, AnswerParts, EventMeaning, StreamEvent } from '../wire.ts';

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

/** Totals of an answer so far. */
interface Totals {
  /** Without tokens read from the cache. */
  readonly input: number;
  readonly cached: number;
  /** Includes reasoning. */
  readonly output: number;
  readonly reasoning: number;
}

/**
 * Totals of `usageMetadata`: the prompt includes cached tokens but not those of tool results, and the candidates' tokens do not
 * include thoughts.
 *
 * @returns null without a count that may be billed
 */
export function totalsOf(report: Json | undefined): Totals | null {
  if (!isObject(report) || !hasCount(report, 'promptTokenCount') || hasBadCount(report, 'candidatesTokenCount'))
    return null;
  const prompt = countOf(report, 'promptTokenCount');
  const cached = Math.min(prompt, countOf(report, 'cachedContentTokenCount'));
  const reasoning = countOf(report, 'thoughtsTokenCount');
  return {
    input: prompt - cached + countOf(report, 'toolUsePromptTokenCount'),
    cached,
    output: countOf(report, 'candidatesTokenCount') + reasoning,
    reasoning,
  };
}

const audioOf = (details: Json | undefined): number =>
  arrayOf(details).reduce<number>(
    (sum, each) => (objectOf(each)['modality'] === 'AUDIO' ? sum + countOf(each, 'tokenCount') : sum),
    0,
  );

/** Audio among the cached tokens. If a report does not say, text counts first, since its cached price is the lower one. */
function cachedAudioOf(report: JsonObject, cached: number): number {
  const audio = audioOf(report['promptTokensDetails']);
  const text = Math.max(0, countOf(report, 'promptTokenCount') - audio);
  const details = report['cacheTokensDetails'];
  const said = Array.isArray(details) ? audioOf(details) : Math.max(0, cached - text);
  return Math.min(audio, cached, said);
}

const outputCounts = ['candidatesTokenCount', 'thoughtsTokenCount', 'totalTokenCount'] as const;

function readUsage(answer: JsonObject): Usage | null {
  const report = answer['usageMetadata'];
  const totals = totalsOf(report);
  if (totals === null) return null;
  const details = objectOf(report);
  const cachedAudio = cachedAudioOf(details, totals.cached);
  const audioIn = Math.min(totals.input, Math.max(0, audioOf(details['promptTokensDetails']) - cachedAudio));
  const cachedText = totals.cached - cachedAudio;
  const audioOut = Math.min(totals.output, audioOf(details['candidatesTokensDetails']));
  const searches = searchesOf(answer);
  // The vendor leaves out counts of 0, so without the total a missing one may be 0 or unknown.
  const isCounted = outputCounts.some((name) => hasCount(report, name));
  return {
    input_tokens: totals.input - audioIn,
    ...(isCounted && { output_tokens: totals.output - audioOut }),
    ...(cachedText > 0 && { cached_input_tokens: cachedText }),
    ...(audioIn > 0 && { input_audio_tokens: audioIn }),
    ...(cachedAudio > 0 && { cached_input_audio_tokens: cachedAudio }),
    ...(audioOut > 0 && { output_audio_tokens: audioOut }),
    ...(searches > 0 && { web_searches: searches }),
  };
}

/** The text of a candidate, including calls. */
const outputOf = (answer: JsonObject): string =>
  arrayOf(objectOf(candidateOf(answer)['content'])['parts'])
    .map((part) => {
      const call = objectOf(part)['functionCall'];
      const written = isObject(call) ? textsOf(call, ['name']) + JSON.stringify(call['args'] ?? {}) : '';
      return textsOf(part, ['text']) + written;
    })
    .join('');

/** Members of which every chunk has at least one. */
const envelope = ['candidates', 'promptFeedback', 'usageMetadata'] as const;

function readEvent(event: StreamEvent): EventMeaning {
  const chunk = objectOf(event.data);
  const usage = readUsage(chunk);
  const doubts = { ...(isUnbelieved(chunk['usageMetadata']) && { isUnbelieved: true }) };
  const failure = failureOf(event, envelope);
  if (failure) return { ...failure, ...(usage && { usage }), ...doubts };
  const output = outputOf(chunk);
  const isComplete = stringOf(candidateOf(chunk)['finishReason']) !== null || blockReasonOf(chunk) !== null;
  return {
    ...(usage && { usage }),
    ...doubts,
    ...(output !== '' && { output }),
    ...(isComplete && { completes: [0] }),
    ...(usage && !isComplete && { isInterim: true }),
  };
}

const isAnswer = ({ members }: Pick<AnswerParts, 'members'>): boolean =>
  !members['error'] && (Object.keys(candidateOf(members)).length > 0 || blockReasonOf(members) !== null);

/** `generateContent` and `streamGenerateContent`. Usage comes in each chunk, as totals so far. */
export const geminiMeter: AnswerMeter = {
  answerMembers: ['candidates', 'promptFeedback'],
  isAnswer,
  usageMembers: ['usageMetadata', 'candidates', 'modelVersion'],
  readUsage: ({ members }) => readUsage(members),
  outputMembers: ['candidates'],
  readOutput: ({ members }) => outputOf(members),
  readEvent,
};
