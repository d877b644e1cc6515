import { chatCompletions } from '../../../../src/wires/chat-completions/wire.ts';
import { messages } from '../../../../src/wires/messages/wire.ts';
import { responses } from '../../../../src/wires/responses/wire.ts';
import type { ModelAbilities } from '../../../../src/catalog/abilities.ts';
import { parseRaw, type RawObject } from '../../../../src/shared/json/raw-json.ts';
import { readEventFields, splitEvents } from '../../../../src/shared/json/sse.ts';
import { parseJson } from '../../../../src/shared/json/json.ts';
import type { AnswerFrame, CallerTurns, OutEvent, TurnEvent, UpstreamTurns } from '../../../../src/wires/turn.ts';
import type { Loss, TurnWireId } from '../../../../src/wires/translation/parts.ts';
import type { Wire } from '../../../../src/wires/wire.ts';
import type { StreamEvent } from '../../../../src/wires/meter.ts';

/** A wire format that both callers and upstreams speak, for translation. */
type TurnWire = UpstreamTurns & CallerTurns;

function turnOf({ id, turn }: Wire): TurnWire {
  const { memberTables, readRequest, openWriter, writeRequest, readAnswer, openReader } = turn ?? {};
  if (!memberTables || !readRequest || !openWriter || !writeRequest || !readAnswer || !openReader)
    throw new TypeError(`${id} does not go both ways`);
  return { memberTables, readRequest, openWriter, writeRequest, readAnswer, openReader };
}

export const turnWires: Readonly<Record<TurnWireId, TurnWire>> = {
  'chat-completions': turnOf(chatCompletions),
  responses: turnOf(responses),
  messages: turnOf(messages),
};

export const wireIds = Object.keys(turnWires) as readonly TurnWireId[];

/** A model that can do everything. */
export const able: ModelAbilities = {
  maxOutputTokens: 64_000,
  sampling: 'free',
  stops: true,
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  thinking: 'adaptive',
  thinkingOff: 'disabled',
  budgets: [128, 32_768],
  forcedTools: true,
  schemas: true,
  strictTools: true,
  images: true,
  documents: true,
  audio: true,
  prefill: true,
  systemInMiddle: true,
  cacheMarks: true,
  cacheKeys: false,
  search: true,
  code: true,
  phases: false,
  limitMember: 'max_completion_tokens',
  developerRole: true,
  customTools: true,
  allowedTools: true,
  parallelSwitch: true,
  topK: true,
  toolEffort: 'any',
  secondVersion: true,
  converseReasoning: 'thinking',
  callIds: true,
  cachePoints: 'everywhere',
};

export function raw(value: object | string): RawObject {
  const found = parseRaw(typeof value === 'string' ? value : JSON.stringify(value));
  if (!found) throw new TypeError('no JSON object');
  return found;
}

/** A request in another wire's words, parsed, and what was lost. */
export function translated(
  { from, to }: { readonly from: TurnWireId; readonly to: TurnWireId },
  body: object | string,
  abilities: Partial<ModelAbilities> = {},
): { readonly body: Readonly<Record<string, unknown>>; readonly text: string; readonly losses: readonly Loss[] } {
  const turn = turnWires[from].readRequest(raw(body));
  const written = turnWires[to].writeRequest(turn, { model: 'upstream', abilities: { ...able, ...abilities } });
  const text = written.body.toString();
  return { body: JSON.parse(text) as Readonly<Record<string, unknown>>, text, losses: written.losses };
}

/** `reasoning_effort`, `seed (advisory)` … as one line each. */
export const lossLines = (losses: readonly Loss[]): readonly string[] =>
  losses.map(({ path, kind }) => `${path}: ${kind}`);

/** The events of a stream. */
export function streamEvents(text: string): readonly StreamEvent[] {
  const splitter = splitEvents();
  const pieces = [...splitter.push(Buffer.from(text)), splitter.rest()];
  return pieces.flatMap((bytes) => {
    const fields = bytes && readEventFields(bytes);
    if (!fields || fields.data === null) return [];
    return [{ name: fields.name, text: fields.data, data: parseJson(fields.data) }];
  });
}

/** What a reader makes of a stream. */
export function readStream(wire: TurnWireId, events: readonly StreamEvent[]): readonly TurnEvent[] {
  const reader = turnWires[wire].openReader();
  return [...events.flatMap((event) => reader.push(event)), ...reader.finish()];
}

const ids: Readonly<Record<TurnWireId, string>> = {
  'chat-completions': 'chatcmpl-1',
  responses: 'resp_1',
  messages: 'msg_1',
};

const requests: Readonly<Record<TurnWireId, object>> = {
  'chat-completions': { model: 'm', messages: [], stream_options: { include_usage: true } },
  responses: { model: 'm', input: [] },
  messages: { model: 'm', messages: [], max_tokens: 9 },
};

export const frameOf = (wire: TurnWireId, stream: boolean, request: object = requests[wire]): AnswerFrame => ({
  id: ids[wire],
  model: 'm',
  createdAt: 1_700_000_000,
  request: raw(request),
  stream,
});

/** An answer as one body of a wire, and what was lost. */
export function asBody(
  wire: TurnWireId,
  events: readonly TurnEvent[],
  request?: object,
): { readonly body: Readonly<Record<string, unknown>>; readonly text: string; readonly losses: readonly Loss[] } {
  const writer = turnWires[wire].openWriter(frameOf(wire, false, request));
  for (const event of events) writer.push(event);
  const text = writer.whole().toString();
  return { body: JSON.parse(text) as Readonly<Record<string, unknown>>, text, losses: writer.losses() };
}

/** An answer as the events of a wire. */
export function asEvents(wire: TurnWireId, events: readonly TurnEvent[], request?: object): readonly OutEvent[] {
  const writer = turnWires[wire].openWriter(frameOf(wire, true, request));
  return events.flatMap((event) => writer.push(event));
}

/** The same seal for the same proof, so that two translations of one answer can be compared. */
export const plainSeals = (events: readonly TurnEvent[]): readonly TurnEvent[] =>
  events.map((event) =>
    event.type === 'mark' && event.mark.type === 'proof'
      ? { ...event, mark: { type: 'seal', seal: `dg1.${event.mark.proof.raw.length}` } }
      : event,
  );
