import type { Json } from '../shared/json/json.ts';
import { type RawObject, writeJson } from '../shared/json/raw-json.ts';
import { writeEvent } from '../shared/json/sse.ts';
import { hasChoices, readChoices, readChunk } from './chat-completions/wire.ts';
import { finishReasons, writeUsage } from './chat-completions/write-answer.ts';
import { readFacts } from './facts.ts';
import { openaiBase, readChatUsage, textsOf } from './read-usage.ts';
import { Field, type MemberTable } from './translation/field.ts';
import { FoldedAnswer, noteLosses } from './translation/fold-answer.ts';
import { refuseField, stopOf } from './translation/read-openai.ts';
import { LossList, type Members } from './translation/writing.ts';
import type { AnswerFrame, AnswerWriter, OutEvent, Turn, TurnEvent } from './turn.ts';
import type { Wire } from './wire.ts';

const wire = 'completions';

/** The format's output limit for a request that names none. */
const usualLimit = 16;

/** What becomes of members that have no place in the neutral form. */
const memberTables: readonly MemberTable[] = [
  {
    wire,
    at: '',
    unknown: 'meaning',
    read: ['model', 'stream', 'stream_options', 'max_tokens', 'temperature', 'top_p', 'stop', 'user', 'echo'],
    rules: {
      prompt: { loss: 'approximated', note: 'it becomes a message of the user, which a chat answers' },
      seed: { also: ['chat-completions', 'gemini'], loss: 'advisory' },
      presence_penalty: { also: ['chat-completions', 'gemini'], loss: 'meaning', unless: [0] },
      frequency_penalty: { also: ['chat-completions', 'gemini'], loss: 'meaning', unless: [0] },
      logit_bias: { also: ['chat-completions'], loss: 'meaning' },
      n: { loss: 'meaning', unless: [1] },
      best_of: { loss: 'meaning', unless: [0, 1] },
      logprobs: { loss: 'meaning' },
      suffix: { loss: 'meaning', unless: [''] },
    },
  },
];

/**
 * The prompt of a request, if it is one text.
 *
 * @throws {GatewayError} 400 for several prompts, and for tokens, which only their own model can read
 */
function promptOf(body: Field): string {
  const prompt = body.at('prompt');
  const [first, ...others] = prompt.items();
  if (others.length > 0 && first?.text !== null)
    refuseField(prompt, 'A chat answers one prompt. Send each in a request of its own.');
  const text = prompt.text ?? first?.text ?? null;
  if (text !== null) return text;
  return refuseField(prompt, first ? 'A chat takes text and no tokens.' : 'A chat needs a text to answer.');
}

/**
 * A request for a text completion in the neutral form: its prompt becomes a message of the user.
 *
 * @throws {GatewayError} 400 if the prompt is not one text
 */
function readRequest(root: RawObject): Turn {
  const body = Field.of(root);
  const { path } = body.at('prompt');
  return {
    wire,
    stream: body.at('stream').value === true,
    messages: [{ role: 'user', path, parts: [{ type: 'text', path, text: promptOf(body) }], isString: true }],
    tools: [],
    toolChoice: null,
    parallel: null,
    limit: body.at('max_tokens').givenNumber() ?? { value: usualLimit, path: 'max_tokens' },
    temperature: body.at('temperature').givenNumber(),
    topP: body.at('top_p').givenNumber(),
    topK: null,
    stop: stopOf(body.at('stop')),
    format: null,
    verbosity: null,
    reasoning: { mode: null, effort: null, summary: null },
    endUser: body.at('user').givenText(),
    serviceTier: null,
    cache: null,
    extras: memberTables.flatMap((table) => body.extras(table)),
  };
}

const done: OutEvent = { bytes: writeEvent(null, '[DONE]'), data: null, last: true };

/** Text of an answer: the format has a single text. */
const isSaid = (kind: string): boolean => kind === 'text' || kind === 'refusal';

/** Reports thoughts, which the format does not have. */
function noteThoughts(event: TurnEvent, losses: LossList): void {
  if (event.type === 'open' && event.head.kind === 'reasoning') losses.add('answer-thought', `answer[${event.part}]`);
}

function openWriter(frame: AnswerFrame): AnswerWriter {
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

const outputOf = (choice: Json): string => textsOf(choice, ['text']);

/** `POST /completions`, the older text completion. In translation it is only a format of callers. */
export const completions: Wire = {
  ...openaiBase,
  id: 'completions',
  facts: readFacts({ outputLimits: ['max_tokens'], hasPrompts: true }),
  units: ['input_tokens', 'output_tokens'],
  meter: {
    answerMembers: ['choices'],
    isAnswer: hasChoices(({ text }) => typeof text === 'string'),
    usageMembers: ['usage'],
    readUsage: ({ members }, reasoning) => readChatUsage(members['usage'], reasoning),
    outputMembers: ['choices'],
    readOutput: readChoices(outputOf),
    readEvent: readChunk(outputOf),
  },
  turn: { memberTables, readRequest, openWriter },
};
