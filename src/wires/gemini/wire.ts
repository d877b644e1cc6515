import { arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import type { Usage } from '../../shared/usage.ts';
import { openaiBase, countOf, failureOf, hasCount, isUnbelieved, textsOf } from '../read-usage.ts';
import type { Wire } from '../wire.ts';
import type { AnswerMeter, AnswerParts, EventMeaning, StreamEvent } from '../meter.ts';
import { blockReasonOf, candidateOf, openReader, readAnswer, searchesOf, totalsOf } from './read-events.ts';
import { writeRequest } from './write-request.ts';

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

/** Google's `generateContent`. An upstream's format only: no operation of the documents has it, so callers never see its failures. */
export const gemini: Wire = {
  ...openaiBase,
  id: 'gemini',
  units: ['input_tokens', 'output_tokens'],
  meter: geminiMeter,
  path: '',
  turn: { writeRequest, readAnswer, openReader },
};
