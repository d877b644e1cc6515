import type { AnswerFrame, StopReason, TurnUsage } from '../turn.ts';
import { type CallerTool, idFor } from '../translation/tool-calls.ts';
import { calledTool, callInput, type FoldedAnswer, type FoldedPart } from '../translation/fold-answer.ts';
import type { Members } from '../translation/writing.ts';

/** Why an answer ended, in the terms of the older formats. */
export const finishReasons: Readonly<Record<StopReason, string>> = {
  end: 'stop',
  sequence: 'stop',
  tool: 'tool_calls',
  limit: 'length',
  context: 'length',
  refusal: 'content_filter',
  pause: 'stop',
  compaction: 'stop',
};

/** Why the completion ended, and the text of a refusal that is not a refusal part. */
export function finishOf(
  { stop, parts }: FoldedAnswer,
  isOld: boolean,
): { readonly finish: string; readonly refusal: string | null } {
  const reason = stop?.reason ?? 'end';
  const refuses = parts.some(({ head }) => head.kind === 'refusal');
  const refusal = reason === 'refusal' && !refuses ? (stop?.explanation ?? null) : null;
  return { finish: reason === 'tool' && isOld ? 'function_call' : finishReasons[reason], refusal };
}

export const writeUsage = (usage: TurnUsage): Members => {
  const prompt = usage.input + usage.cached + usage.written;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cached,
      cache_write_tokens: usage.written > 0 ? usage.written : undefined,
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
};

/** The texts of an answer are joined into one: where each of them begins. */
function textsOf({ parts }: FoldedAnswer): readonly { readonly part: FoldedPart; readonly start: number }[] {
  let start = 0;
  return parts.flatMap((part) => {
    if (part.head.kind !== 'text') return [];
    const found = { part, start };
    start += part.text.length;
    return [found];
  });
}

/** Sources of the answer's statements. One without a position stands for the whole text that it belongs to. */
export const annotationsOf = (answer: FoldedAnswer): readonly Members[] =>
  textsOf(answer).flatMap(({ part, start }) =>
    part.citations.flatMap((citation) =>
      citation.url === null
        ? []
        : [
            {
              type: 'url_citation',
              url_citation: {
                url: citation.url,
                title: citation.title ?? citation.url,
                start_index: start + (citation.start ?? 0),
                end_index: start + (citation.end ?? part.text.length),
              },
            },
          ],
    ),
  );

/** What the vendor wants back of the thoughts. Their readable text is next to it. */
export const detailsOf = ({ parts }: FoldedAnswer): readonly Members[] =>
  parts
    .flatMap(({ seal, head }) => (seal === null || head.kind !== 'reasoning' ? [] : [seal]))
    .map((data, index) => ({ type: 'reasoning.encrypted', data, index }));

/** The parts that the message of a whole completion is made of. */
interface Whole {
  readonly answer: FoldedAnswer;
  readonly tools: (name: string) => CallerTool;
  readonly isOld: boolean;
}

function callOf(part: FoldedPart, tools: Whole['tools']): Members | null {
  const { head } = part;
  if (head.kind !== 'call') return null;
  const { name, isCustom } = calledTool(part, tools);
  const id = idFor('chat-completions', head.id);
  const input = callInput(part, isCustom);
  return isCustom
    ? { id, type: 'custom', custom: { name, input } }
    : { id, type: 'function', function: { name, arguments: input } };
}

/** The text of all parts of a kind; null if there are none. */
function joined({ parts }: FoldedAnswer, kind: FoldedPart['head']['kind']): string | null {
  const found = parts.filter(({ head, text }) => head.kind === kind && text !== '');
  return found.length === 0 ? null : found.map(({ text }) => text).join('');
}

function messageOf({ answer, tools, isOld }: Whole): Members {
  const calls = answer.parts.flatMap((part): readonly Members[] => {
    const call = callOf(part, tools);
    return call ? [call] : [];
  });
  const details = detailsOf(answer);
  const annotations = annotationsOf(answer);
  const [first] = calls;
  return {
    role: 'assistant',
    content: joined(answer, 'text'),
    refusal: joined(answer, 'refusal') ?? finishOf(answer, isOld).refusal,
    reasoning_content: joined(answer, 'reasoning') ?? undefined,
    reasoning_details: details.length === 0 ? undefined : details,
    annotations: annotations.length === 0 ? undefined : annotations,
    ...(isOld && first ? { function_call: first['function'] } : {}),
    tool_calls: isOld || calls.length === 0 ? undefined : calls,
  };
}

export const writeCompletion = (frame: AnswerFrame, whole: Whole): Members => ({
  id: frame.id,
  object: 'chat.completion',
  created: frame.createdAt,
  model: frame.model,
  choices: [
    { index: 0, message: messageOf(whole), logprobs: null, finish_reason: finishOf(whole.answer, whole.isOld).finish },
  ],
  service_tier: whole.answer.tier ?? undefined,
  usage: writeUsage(whole.answer.totals()),
});
