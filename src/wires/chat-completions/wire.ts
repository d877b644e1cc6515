import { arrayOf, isObject, type Json, type JsonObject, objectOf, stringOf } from '../../shared/json/json.ts';
import type { ReasoningPlace } from '../../shared/usage.ts';
import { readFacts } from '../facts.ts';
import {
  choiceError,
  doneMarker,
  doubtsOf,
  failureOf,
  openaiBase,
  readChatUsage,
  textsOf,
  usageIn,
} from '../read-usage.ts';
import type { Wire } from '../wire.ts';
import type { AnswerMeter, AnswerParts, EventMeaning, StreamEvent } from '../meter.ts';
import { openReader, readAnswer } from './read-events.ts';
import { memberTables, readRequest } from './read-request.ts';
import { openWriter } from './write-events.ts';
import { writeRequest } from './write-request.ts';

/**
 * Reads the output of the choices of a whole answer.
 *
 * @param outputOf returns the output text of one choice
 */
export const readChoices =
  (outputOf: (choice: Json) => string) =>
  ({ members }: Pick<AnswerParts, 'members'>): string =>
    arrayOf(members['choices']).map(outputOf).join('');

/** Members of which a chunk has at least one. */
const envelope = ['choices', 'usage'] as const;

const indexOf = ({ index }: JsonObject): number => (typeof index === 'number' ? index : 0);

/**
 * True if a whole answer has choices, and none of them is an error.
 *
 * @param isChoice whether one is a choice of the format
 */
export const hasChoices =
  (isChoice: (choice: JsonObject) => boolean) =>
  ({ members: { choices } }: Pick<AnswerParts, 'members'>): boolean =>
    choiceError(choices) === undefined && arrayOf(choices).some((choice) => isObject(choice) && isChoice(choice));

/**
 * Reads the chunks of chat completions and completions: `choices` with the output of each, `usage` at the end, `[DONE]` last.
 *
 * @param outputOf returns the output text of one choice
 * @param soundOf returns the audio tokens of its output; absent: there are never any
 */
export const readChunk =
  (outputOf: (choice: Json) => string, soundOf: (choice: Json) => number = () => 0) =>
  (event: StreamEvent, reasoning: ReasoningPlace | null = null): EventMeaning => {
    if (event.data === undefined) return event.text === '[DONE]' ? doneMarker : {};
    const chunk = objectOf(event.data);
    const choices = arrayOf(chunk['choices']);
    const reported = usageIn(chunk, choices);
    const usage = readChatUsage(reported, reasoning);
    const doubts = doubtsOf(reported, reasoning);
    const failure = failureOf(event, envelope);
    if (failure) return { ...failure, ...(usage && { usage }), ...doubts };
    // Also usage that cannot be read.
    if (choices.length === 0 && (chunk['usage'] ?? null) !== null)
      return { ...(usage && { usage }), ...doubts, onlyUsage: true };
    let output = '';
    let sound = 0;
    let isWhole = false;
    let completes: number[] | null = null;
    for (const choice of choices) {
      output += outputOf(choice);
      sound += soundOf(choice);
      isWhole ||= isMessage(choice);
      if (isObject(choice) && choice['finish_reason']) (completes ??= []).push(indexOf(choice));
    }
    // Almost every chunk is one of these, so this is the cheapest path.
    if (!usage && completes === null && !doubts.isUnbelieved && sound === 0)
      return output === '' ? {} : { output, ...(isWhole && { isWholeOutput: true }) };
    return {
      ...(usage && { usage }),
      ...doubts,
      ...(output !== '' && { output, ...(isWhole && { isWholeOutput: true }) }),
      ...(sound > 0 && { guess: { output_audio_tokens: sound } }),
      ...(completes && { completes }),
      ...(usage && output !== '' && completes === null && { isInterim: true }),
    };
  };

/** Members of a message that hold text, in order of output: the vendor's, and those that compatible upstreams added. */
const textMembers = ['reasoning', 'reasoning_content', 'content', 'refusal'];

/** Text that arrives as a list of parts, some of them thoughts with parts of their own. */
const partsOf = (content: Json | undefined): string =>
  Array.isArray(content) ? content.map((part: Json) => textsOf(part, ['text']) + thoughtsIn(part)).join('') : '';

/** The texts of a thought, which Mistral sends as parts of a part. */
const thoughtsIn = (part: Json): string =>
  arrayOf(objectOf(part)['thinking'])
    .map((each) => textsOf(each, ['text']))
    .join('');

/** What a choice sends to tools. */
const spokenTo = (calls: Json | undefined): string =>
  Array.isArray(calls) ? calls.map((call: Json) => calledIn(objectOf(call))).join('') : '';

const calledIn = ({ function: called, custom }: JsonObject): string =>
  textsOf(called, ['name', 'arguments']) + textsOf(custom, ['name', 'input']);

/** True if a choice of a stream holds a whole message, as some hosts send it instead of deltas or behind them. */
const isMessage = (choice: Json): boolean =>
  isObject(choice) && !isObject(choice['delta']) && isObject(choice['message']);

/** What a choice says: in a whole answer its `message`, in a stream its `delta`. Some hosts send one in the place of the other. */
const saidIn = (choice: Json, member: 'message' | 'delta'): JsonObject => {
  const { message, delta } = objectOf(choice);
  return objectOf(member === 'delta' && isObject(delta) ? delta : (message ?? delta));
};

/** The output of a choice. */
const outputIn =
  (member: 'message' | 'delta') =>
  (choice: Json): string => {
    const said = saidIn(choice, member);
    return (
      textsOf(said, textMembers) +
      partsOf(said['content']) +
      textsOf(said['audio'], ['transcript']) +
      textsOf(said['function_call'], ['name', 'arguments']) +
      spokenTo(said['tool_calls'])
    );
  };

/** Bytes of streamed audio for each token: a twentieth of a second at 24 kHz and 16 bits. */
const soundBytesOfToken = 2_400;

const soundIn = (choice: Json): number => {
  const { audio } = saidIn(choice, 'delta');
  return audio === undefined ? 0 : ((stringOf(objectOf(audio)['data'])?.length ?? 0) * 0.75) / soundBytesOfToken;
};

const chatMeter: AnswerMeter = {
  answerMembers: ['choices'],
  isAnswer: hasChoices(({ message, delta }) => isObject(message) || isObject(delta)),
  usageMembers: ['usage'],
  readUsage: ({ members }, reasoning) => readChatUsage(members['usage'], reasoning),
  outputMembers: ['choices'],
  readOutput: readChoices(outputIn('message')),
  readEvent: readChunk(outputIn('delta'), soundIn),
};

/** `POST /chat/completions`. */
export const chatCompletions: Wire = {
  ...openaiBase,
  id: 'chat-completions',
  facts: readFacts({ outputLimits: ['max_completion_tokens', 'max_tokens'], conversation: { mayExceed: true } }),
  units: ['input_tokens', 'output_tokens'],
  meter: chatMeter,
  mayExceedLimit: true,
  path: '/chat/completions',
  turn: { memberTables, readRequest, writeRequest, readAnswer, openReader, openWriter },
};
