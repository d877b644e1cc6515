import { arrayOf, isObject, type Json, type JsonObject, memberOf, objectOf, stringOf } from '../../shared/json/json.ts';
import type { Usage } from '../../shared/usage.ts';
import { openaiBase, failureOf, isUnbelieved, textsOf } from '../read-usage.ts';
import type { Wire } from '../wire.ts';
import type { AnswerMeter, AnswerParts, EventMeaning, StreamEvent } from '../meter.ts';
import { openReader, readAnswer, totalsOf } from './read-events.ts';
import { writeRequest } from './write-request.ts';

function readUsage(usage: Json | undefined): Usage | null {
  const totals = totalsOf(usage);
  if (totals === null) return null;
  const { input, cached, written, writtenHour, output } = totals;
  return {
    input_tokens: input,
    output_tokens: output,
    ...(cached > 0 && { cached_input_tokens: cached }),
    ...(written > writtenHour && { cache_write_tokens: written - writtenHour }),
    ...(writtenHour > 0 && { cache_write_1h_tokens: writtenHour }),
  };
}

/** The output of a block of a whole answer: the same as that of its events. */
function outputOf(block: Json): string {
  const { text, toolUse, reasoningContent, citationsContent } = objectOf(block);
  const { name, input } = objectOf(toolUse);
  const cited = arrayOf(objectOf(citationsContent)['content']).map((each) => textsOf(each, ['text']));
  const thought = textsOf(objectOf(reasoningContent)['reasoningText'], ['text']);
  const called = isObject(toolUse) ? (stringOf(name) ?? '') + JSON.stringify(input ?? {}) : '';
  return (stringOf(text) ?? '') + thought + cited.join('') + called;
}

const contentOf = ({ output }: JsonObject): readonly Json[] =>
  arrayOf(objectOf(objectOf(output)['message'])['content']);

const deltaOf = (data: JsonObject): string => {
  const { toolUse, reasoningContent, ...delta } = objectOf(data['delta']);
  return textsOf(delta, ['text']) + textsOf(toolUse, ['input']) + textsOf(reasoningContent, ['text']);
};

const said = (output: string): EventMeaning => (output === '' ? {} : { output });

/** The meaning of the events, by name. The usage arrives after the end of the message, and nothing follows it. */
const meanings: Readonly<Record<string, (data: JsonObject) => EventMeaning>> = {
  contentBlockStart: (data) => said(textsOf(objectOf(data['start'])['toolUse'], ['name'])),
  contentBlockDelta: (data) => said(deltaOf(data)),
  messageStop: () => ({ completes: [0] }),
  metadata: ({ usage }) => {
    const read = readUsage(usage);
    return { end: 'last', ...(read && { usage: read }), ...(isUnbelieved(usage) && { isUnbelieved: true }) };
  },
};

/** Members of which every event has at least one. */
const envelope = ['role', 'start', 'delta', 'contentBlockIndex', 'stopReason', 'usage', 'metrics'] as const;

function readEvent(event: StreamEvent): EventMeaning {
  return failureOf(event, envelope) ?? memberOf(meanings, event.name ?? '')?.(objectOf(event.data)) ?? {};
}

const isAnswer = ({ members: { output, stopReason } }: Pick<AnswerParts, 'members'>): boolean =>
  isObject(objectOf(output)['message']) || typeof stopReason === 'string';

/** `Converse` and `ConverseStream`. */
export const converseMeter: AnswerMeter = {
  answerMembers: ['output', 'stopReason'],
  isAnswer,
  usageMembers: ['usage'],
  readUsage: ({ members: { usage } }) => readUsage(usage),
  outputMembers: ['output'],
  readOutput: ({ members }) => contentOf(members).map(outputOf).join(''),
  readEvent,
};

/** Bedrock's Converse and ConverseStream. An upstream's format only: no operation of the documents has it, so callers never see its failures. */
export const converse: Wire = {
  ...openaiBase,
  id: 'converse',
  units: ['input_tokens', 'output_tokens'],
  meter: converseMeter,
  path: '',
  turn: { writeRequest, readAnswer, openReader },
};
