import { isObject, objectOf, stringOf, type Json } from '../../src/shared/json/json.ts';
import { readFacts } from '../../src/wires/facts.ts';
import type { Wire, Wires } from '../../src/wires/wire.ts';
import type { AnswerMeter } from '../../src/wires/meter.ts';
import type { AnswerWriter, CallerTurns, OutEvent, Turn, TurnEvent, UpstreamTurns } from '../../src/wires/turn.ts';
import type { Loss, TurnWireId } from '../../src/wires/translation/parts.ts';
import { wires } from '../../src/wires/wires.ts';

/** A wire format that both callers and upstreams speak, for translation. */
export type TurnWire = UpstreamTurns & CallerTurns;

/**
 * A wire format that no vendor has, for tests of what is between two of them. It speaks in upper case: `{MODEL, SAY, STREAM}`
 * is answered with `{TEXT, IN, OUT}`, or with events of which `{END}` is the last one. It cannot say everything: of a
 * chat's members `user` is advice that it drops, `temperature` is rounded, and without `stop` the answer means something else.
 */
const notHere = (): never => {
  throw new Error('The test needs no such direction.');
};

const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

const meter: AnswerMeter = {
  answerMembers: ['TEXT'],
  usageMembers: ['IN', 'OUT'],
  readUsage: ({ members }) =>
    members['IN'] === undefined ? null : { input_tokens: count(members['IN']), output_tokens: count(members['OUT']) },
  outputMembers: ['TEXT'],
  readOutput: ({ members }) => stringOf(members['TEXT']) ?? '',
  readEvent: ({ data }) => {
    const event = objectOf(data);
    if (event['FAILED'] !== undefined) return { end: 'failed', message: stringOf(event['FAILED']) ?? '' };
    if (event['END'] === true)
      return { usage: { input_tokens: count(event['IN']), output_tokens: count(event['OUT']) }, end: 'last' };
    return { output: stringOf(event['TEXT']) ?? '' };
  },
};

/** The events of an answer that speaks so. */
const eventsOf = (event: Json | undefined): readonly TurnEvent[] => {
  const { TEXT: text, END: end, IN: input, OUT: output } = objectOf(event);
  const said: readonly TurnEvent[] =
    typeof text === 'string' ? [{ type: 'delta', part: 0, text: text.toLowerCase() }] : [];
  if (end !== true) return said;
  const usage = { input: count(input), output: count(output) };
  return [...said, { type: 'usage', usage }, { type: 'end' }];
};

const lossOf = (turn: Turn, names: { readonly meaning: readonly string[] }): readonly Loss[] =>
  turn.extras.map(({ name, path }): Loss => {
    const kind = names.meaning.includes(name) ? 'meaning' : name === 'temperature' ? 'approximated' : 'advisory';
    return { path, kind, note: `This format has no ${name}.` };
  });

/** @param loses members of a chat that it cannot do without */
const upperTurn = (loses: readonly string[]): TurnWire => ({
  memberTables: [],
  readRequest: notHere,
  writeRequest: (turn, { model }) => {
    const said = turn.messages.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')));
    const body = { MODEL: model, SAY: said.map((text) => text.toUpperCase()), STREAM: turn.stream };
    return { body: Buffer.from(JSON.stringify(body)), losses: lossOf(turn, { meaning: loses }) };
  },
  readAnswer: ({ value }) => eventsOf({ ...value, END: true }),
  openReader: () => ({
    push: ({ data }) => eventsOf(data),
    finish: () => [
      {
        type: 'fault',
        fault: { status: 502, code: 'upstream_error', message: 'The upstream stopped in the middle.', path: null },
      },
    ],
  }),
  openWriter: notHere,
});

const upperWire = (id: TurnWireId, loses: readonly string[]): Wire => ({
  id,
  facts: readFacts({}),
  units: ['input_tokens', 'output_tokens'],
  meter,
  path: `/upper/${id}`,
  writeFault: notHere,
  keepalive: Buffer.from(': STILL HERE\n\n'),
  turn: upperTurn(loses),
});

/** As much of a chat as the test sends. */
const readChat: TurnWire['readRequest'] = ({ value, slice }): Turn => ({
  wire: 'chat-completions',
  model: stringOf(value['model']) ?? '',
  stream: value['stream'] === true,
  messages: (Array.isArray(value['messages']) ? (value['messages'] as readonly Json[]) : [])
    .filter(isObject)
    .map((message, index) => ({
      path: `messages[${index}]`,
      role: 'user',
      isString: true,
      parts: [{ type: 'text', path: `messages[${index}].content`, text: stringOf(message['content']) ?? '' }],
    })),
  tools: [],
  toolChoice: null,
  parallel: null,
  limit: null,
  temperature: null,
  topP: null,
  topK: null,
  stop: null,
  format: null,
  verbosity: null,
  reasoning: { mode: null, effort: null, summary: null },
  endUser: null,
  serviceTier: null,
  cache: null,
  extras: ['user', 'temperature', 'stop'].flatMap((name) =>
    value[name] === undefined
      ? []
      : [{ wires: ['chat-completions'], name, path: name, raw: slice([name]) ?? '', loss: 'advisory' as const }],
  ),
});

const writeChat: TurnWire['openWriter'] = ({ id, model, createdAt, request }): AnswerWriter => {
  let text = '';
  let usage: object | null = null;
  const losses: Loss[] = [];
  const event = (data: string, last = false): OutEvent => ({
    bytes: Buffer.from(`data: ${data}\n\n`),
    data: last ? null : data,
    last,
  });
  const chunk = (members: object): OutEvent =>
    event(JSON.stringify({ id, object: 'chat.completion.chunk', created: createdAt, model, ...members }));
  const ended = (): readonly OutEvent[] => [
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    ...(objectOf(request.value['stream_options'])['include_usage'] === true ? [chunk({ choices: [], usage })] : []),
    event('[DONE]', true),
  ];
  return {
    push: (turned) => {
      if (turned.type === 'end') return ended();
      if (turned.type === 'usage') {
        const { input = 0, output = 0 } = turned.usage;
        usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
      }
      if (turned.type !== 'delta') return [];
      // Where the answer whispers, that is lost.
      if (turned.text.includes('(whispered)')) losses.push({ path: 'whisper', kind: 'advisory', note: 'No whisper.' });
      text += turned.text;
      return [chunk({ choices: [{ index: 0, delta: { content: turned.text }, finish_reason: null }] })];
    },
    whole: () => {
      const message = { role: 'assistant', content: text };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      return Buffer.from(JSON.stringify({ id, object: 'chat.completion', created: createdAt, model, choices, usage }));
    },
    losses: () => losses,
  };
};

/** Chat completions as they are, in a table where they can be translated into upper case: without `stop`, and with it. */
export const upperWires: Wires = {
  ...wires,
  'chat-completions': {
    ...wires['chat-completions'],
    turn: {
      readRequest: readChat,
      writeRequest: notHere,
      readAnswer: notHere,
      openReader: notHere,
      openWriter: writeChat,
    },
  },
  responses: upperWire('responses', ['stop']),
  messages: upperWire('messages', []),
};
