import { writeJson } from '../../shared/json/raw-json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import { finishReasons, writeUsage } from '../chat-completions/write-answer.ts';
import { Field } from '../translation/field.ts';
import { FoldedAnswer } from '../translation/fold-answer.ts';
import { LossList, noteLosses, type Members } from '../translation/writing.ts';
import type { AnswerFrame, AnswerWriter, OutEvent, TurnEvent } from '../turn.ts';
import { promptOf } from './read-request.ts';

const done: OutEvent = { bytes: writeEvent(null, '[DONE]'), data: null, last: true };

/** Text of an answer: the format has a single text. */
const isSaid = (kind: string): boolean => kind === 'text' || kind === 'refusal';

/** Reports thoughts, which the format does not have. */
function noteThoughts(event: TurnEvent, losses: LossList): void {
  if (event.type === 'open' && event.head.kind === 'reasoning') losses.add('answer-thought', `answer[${event.part}]`);
}

/** Writes one text completion, as events or as one body. */
export function openWriter(frame: AnswerFrame): AnswerWriter {
  const answer = new FoldedAnswer();
  const losses = new LossList('completions');
  const request = Field.of(frame.request);
  const echo = request.at('echo').value === true ? promptOf(request) : '';
  const withUsage = request.at('stream_options').at('include_usage').value === true;
  const head = { id: frame.id, object: 'text_completion', created: frame.createdAt, model: frame.model };
  let started = false;

  const choiceOf = (text: string, finish: string | null): Members => ({
    index: 0,
    text,
    logprobs: null,
    finish_reason: finish,
  });
  const eventOf = (members: Members): OutEvent => {
    const data = writeJson({ ...head, ...members });
    return { bytes: writeEvent(null, data), data, last: false };
  };
  const textEvent = (text: string, finish: string | null = null): OutEvent =>
    eventOf({ choices: [choiceOf(text, finish)], usage: withUsage ? null : undefined });
  const explanation = (): string => {
    const isRefused =
      answer.stop?.reason === 'refusal' && !answer.parts.some(({ head: { kind } }) => kind === 'refusal');
    return isRefused ? (answer.stop?.explanation ?? '') : '';
  };
  const finish = (): string => finishReasons[answer.stop?.reason ?? 'end'];
  const end = (): readonly OutEvent[] => [
    textEvent(explanation(), finish()),
    ...(withUsage ? [eventOf({ choices: [], usage: writeUsage(answer.totals()) })] : []),
    done,
  ];
  return {
    push: (event) => {
      answer.push(event);
      noteLosses(event, answer, losses);
      noteThoughts(event, losses);
      if (!frame.stream || event.type === 'fault' || event.type === 'idle') return [];
      const begun = started || echo === '' ? [] : [textEvent(echo)];
      started = true;
      if (event.type === 'end') return [...begun, ...end()];
      const isText = event.type === 'delta' && event.text !== '' && isSaid(answer.at(event.part).head.kind);
      return isText ? [...begun, textEvent(event.text)] : begun;
    },
    whole: () => {
      const said = answer.parts.flatMap(({ head: { kind }, text }) => (isSaid(kind) ? [text] : [])).join('');
      const choices = [choiceOf(`${echo}${said}${explanation()}`, finish())];
      return Buffer.from(writeJson({ ...head, choices, usage: writeUsage(answer.totals()) }));
    },
    losses: () => losses.list(),
  };
}
