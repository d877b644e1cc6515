import { writeJson, type Writable } from '../../shared/json/raw-json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import type { AnswerFrame, AnswerWriter, OutEvent, PartEvent, TurnEvent } from '../turn.ts';
import { LossList, type Members } from '../translation/writing.ts';
import { type CallerTool, callerTools, idFor } from '../translation/tool-calls.ts';
import { Field } from '../translation/field.ts';
import {
  argumentsOf,
  calledTool,
  callInput,
  FoldedAnswer,
  type FoldedPart,
  noteLosses,
} from '../translation/fold-answer.ts';
import { usesFunctions } from './read-request.ts';
import { annotationsOf, detailsOf, finishOf, writeCompletion, writeUsage } from './write-answer.ts';

const done: OutEvent = { bytes: writeEvent(null, '[DONE]'), data: null, last: true };

/** Members for parts that are joined into one text. */
const textMembers: Readonly<Partial<Record<FoldedPart['head']['kind'], string>>> = {
  text: 'content',
  refusal: 'refusal',
  reasoning: 'reasoning_content',
};

type OpenEvent = Extract<TurnEvent, { type: 'open' }>;

/** Writes the parts of an answer as deltas of a message. Calls have numbers of their own, from 0. */
class DeltaWriter {
  readonly #answer: FoldedAnswer;
  readonly #tools: (name: string) => CallerTool;
  readonly #isOld: boolean;
  readonly #callIndexes = new Map<number, number>();
  #sealsSent = 0;
  /** Whether words or a call have begun. */
  #hasBegun = false;

  /** @param isOld whether the caller uses the deprecated `functions` */
  constructor(answer: FoldedAnswer, tools: (name: string) => CallerTool, isOld: boolean) {
    this.#answer = answer;
    this.#tools = tools;
    this.#isOld = isOld;
  }

  /**
   * All seals so far, if there are new ones. Some clients keep the last list that they get, so each one is whole; others join the lists, so
   * a seal that returns several times is read once.
   *
   * @returns as `push`
   */
  seals(): string | null {
    const details = detailsOf(this.#answer);
    if (details.length === this.#sealsSent) return null;
    this.#sealsSent = details.length;
    return writeJson({ reasoning_details: details });
  }

  /** The same before the first words or call, because a stream may break after those; null before others. */
  sealsBefore({ head }: OpenEvent): string | null {
    if (this.#hasBegun || (places[head.kind] ?? 0) === 0) return null;
    this.#hasBegun = true;
    return this.seals();
  }

  /** @returns JSON text of the delta; null if it would be empty */
  push(event: PartEvent): string | null {
    const part = this.#answer.at(event.part);
    if (event.type === 'delta') return event.text === '' ? null : this.#delta(part, event.text);
    if (event.type === 'mark') return null;
    const members = event.type === 'open' ? this.#open(part) : this.#close(part);
    return members && writeJson(members);
  }

  #isCustom({ head }: FoldedPart): boolean {
    return head.kind === 'call' && (head.isCustom === true || this.#tools(head.name).isCustom);
  }

  #call(part: FoldedPart, members: Members): Members | null {
    const index = this.#callIndexes.get(part.part) ?? 0;
    if (!this.#isOld) return { tool_calls: [{ index, ...members }] };
    return index === 0 ? { function_call: members['function'] } : null;
  }

  #open(part: FoldedPart): Members | null {
    const { head } = part;
    if (head.kind !== 'call') return null;
    this.#callIndexes.set(part.part, this.#callIndexes.size);
    const { name, isCustom } = calledTool(part, this.#tools);
    const called = isCustom
      ? { type: 'custom', custom: { name, input: '' } }
      : { type: 'function', function: { name, arguments: '' } };
    return this.#call(part, { id: idFor('chat-completions', head.id), ...called });
  }

  #delta(part: FoldedPart, text: string): string | null {
    const member = textMembers[part.head.kind];
    if (member !== undefined) return `{"${member}":${JSON.stringify(text)}}`;
    // The text of a custom tool is known once its object is complete.
    if (part.head.kind !== 'call' || this.#isCustom(part)) return null;
    const called = this.#call(part, { function: { arguments: text } });
    return called && writeJson(called);
  }

  #close(part: FoldedPart): Members | null {
    if (part.head.kind !== 'call') return null;
    if (this.#isCustom(part)) return this.#call(part, { custom: { input: callInput(part, true) } });
    return part.text.trim() === '' ? this.#call(part, { function: { arguments: argumentsOf('') } }) : null;
  }
}

/** Text, thoughts and calls are one member each, so what returns to an earlier one loses its position. */
const places: Readonly<Partial<Record<FoldedPart['head']['kind'], number>>> = { reasoning: 0, text: 1, call: 2 };

/** Reports what loses its position. */
function orderNote(losses: LossList): (event: TurnEvent) => void {
  let latest = 0;
  return (event) => {
    if (event.type !== 'open') return;
    const place = places[event.head.kind] ?? latest;
    if (place < latest) losses.add('answer-order', `answer[${event.part}]`);
    latest = Math.max(latest, place);
  };
}

/** Reports the calls after the first to a caller whose answers have one. */
function callsNote(losses: LossList): (event: TurnEvent) => void {
  let hasCall = false;
  return (event) => {
    if (event.type !== 'open' || event.head.kind !== 'call') return;
    if (hasCall) losses.add('answer-calls', `answer[${event.part}]`, event.head.name);
    hasCall = true;
  };
}

export function openWriter(frame: AnswerFrame): AnswerWriter {
  const answer = new FoldedAnswer();
  const losses = new LossList('chat-completions');
  const noteOrder = orderNote(losses);
  const request = Field.of(frame.request);
  const tools = callerTools(frame.request);
  const isOld = usesFunctions(request);
  const noteCalls = isOld ? callsNote(losses) : () => {};
  const withUsage = request.at('stream_options').at('include_usage').value === true;
  const deltas = new DeltaWriter(answer, tools, isOld);
  const head = { id: frame.id, object: 'chat.completion.chunk', created: frame.createdAt, model: frame.model };
  let started = false;

  const chunkOf = (choices: readonly Writable[], usage: Writable): OutEvent => {
    const data = writeJson({ ...head, choices, usage });
    return { bytes: writeEvent(null, data), data, last: false };
  };
  // Almost every event is one of these, in which only the delta is new.
  const deltaHead = `${writeJson(head).slice(0, -1)},"choices":[{"index":0,"delta":`;
  const deltaTail = withUsage ? '}],"usage":null' : '}]';
  const chunkWith = (delta: string, finish = 'null', more = ''): OutEvent => {
    const data = `${deltaHead}${delta},"logprobs":null,"finish_reason":${finish}${deltaTail}${more}}`;
    return { bytes: writeEvent(null, data), data, last: false };
  };
  const start = (): readonly OutEvent[] => {
    if (started) return [];
    started = true;
    return [chunkWith('{"role":"assistant"}')];
  };
  const chunks = (...written: readonly (string | null)[]): readonly OutEvent[] =>
    written.flatMap((delta) => (delta === null ? [] : [chunkWith(delta)]));
  const end = (): readonly OutEvent[] => {
    const { refusal, finish } = finishOf(answer, isOld);
    const annotations = annotationsOf(answer);
    return [
      ...chunks(deltas.seals()),
      ...(refusal === null ? [] : [chunkWith(writeJson({ refusal }))]),
      ...(annotations.length === 0 ? [] : [chunkWith(writeJson({ annotations }))]),
      chunkWith('{}', `"${finish}"`, answer.tier === null ? '' : `,"service_tier":${JSON.stringify(answer.tier)}`),
      { ...chunkOf([], writeUsage(answer.totals())), hidden: !withUsage },
      done,
    ];
  };
  return {
    push: (event) => {
      answer.push(event);
      noteLosses(event, answer, losses);
      noteOrder(event);
      noteCalls(event);
      if (!frame.stream || event.type === 'fault' || event.type === 'idle') return [];
      const begun = start();
      if (event.type === 'end') return [...begun, ...end()];
      const seals = event.type === 'open' ? deltas.sealsBefore(event) : null;
      return [...begun, ...chunks(seals, 'part' in event ? deltas.push(event) : null)];
    },
    whole: () => Buffer.from(writeJson(writeCompletion(frame, { answer, tools, isOld }))),
    losses: () => losses.list(),
  };
}
