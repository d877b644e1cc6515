import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { parseRaw } from '../../src/shared/json/raw-json.ts';
import type { TurnWireId, UpstreamWireId } from '../../src/wires/translation/parts.ts';
import { converseAnswers, converseFrames } from '../../test/fakes/converse-answers.ts';
import { hasCorpus, recordedPairs } from '../../test/fakes/corpus.ts';
import { asEvents, turnWires } from '../../test/unit/wires/translation/turn-wires.ts';
import type { Reply } from './peer.ts';

/** A request of a caller. */
export interface SampleRequest {
  readonly name: string;
  readonly wire: TurnWireId;
  readonly body: JsonObject;
}

/** An answer of an upstream, whole and streamed. */
export interface SampleAnswer {
  readonly name: string;
  readonly wire: UpstreamWireId;
  readonly whole: Reply | null;
  readonly streamed: Reply | null;
}

const wireOf: Readonly<Record<string, TurnWireId>> = {
  chat: 'chat-completions',
  responses: 'responses',
  messages: 'messages',
};

/** The names and types within a value: two requests of one shape say nothing new. */
function shapeOf(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${[...new Set((value as readonly Json[]).map(shapeOf))].toSorted().join()}]`;
  if (!isObject(value)) return typeof value;
  const type = typeof value['type'] === 'string' ? value['type'] : '';
  const members = Object.entries(value).map(([name, each]) => `${name}:${shapeOf(each)}`);
  return `${type}{${members.toSorted().join()}}`;
}

/** Schemas and arguments of any kind are alike. */
const outline = (body: JsonObject): string =>
  shapeOf(
    JSON.parse(JSON.stringify(body), (name, each: unknown) =>
      ['parameters', 'input_schema', 'schema', 'arguments', 'metadata'].includes(name) ? '' : each,
    ) as Json,
  );

const golden = join(import.meta.dirname, '../../test/fixtures/golden');

/** Pairs that were written by hand: `chat-completions-to-messages.json` has the first wire's requests. */
const goldenPairs = (): readonly JsonObject[] =>
  readdirSync(golden).flatMap((file) => {
    const [from = ''] = file.replace('.json', '').split('-to-');
    const pairs = parseJson(readFileSync(join(golden, file), 'utf8')) as readonly JsonObject[];
    return pairs.map((pair) => ({ from, ...pair }));
  });

function* allRequests(): Iterable<SampleRequest> {
  for (const { from, name, request } of goldenPairs())
    if (isObject(request)) yield { name: `golden: ${stringOf(name)}`, wire: from as TurnWireId, body: request };
  if (!hasCorpus) return;
  for (const { id, endpoint, status, request_body: body } of recordedPairs()) {
    const wire = wireOf[endpoint];
    if (wire && body && status === 200)
      yield { name: `recorded: ${id}`, wire, body: objectOf(parseJson(JSON.stringify(body))) };
  }
}

/** Requests of different shapes: written by hand, and recorded ones if available. */
export function sampleRequests(): readonly SampleRequest[] {
  const seen = new Map<string, SampleRequest>();
  for (const sample of allRequests()) {
    const outlined = `${sample.wire} ${outline(sample.body)}`;
    if (!seen.has(outlined)) seen.set(outlined, sample);
  }
  return [...seen.values()];
}

const json = (body: unknown): Reply => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
const stream = (text: string): Reply => ({ type: 'text/event-stream', bytes: Buffer.from(text) });

/** The stream of an answer, as its wire has it. */
function streamOf(wire: TurnWireId, body: JsonObject): Reply {
  const read = parseRaw(JSON.stringify(body));
  if (!read) throw new TypeError('no JSON object');
  const events = asEvents(wire, turnWires[wire].readAnswer(read));
  return { type: 'text/event-stream', bytes: Buffer.concat(events.map(({ bytes }) => bytes)) };
}

const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 5, thoughtsTokenCount: 2, totalTokenCount: 18 };
const geminiAnswers: Readonly<Record<string, readonly object[]>> = {
  words: [{ text: 'Hello' }],
  'thoughts and a call': [
    { text: 'I wonder.', thought: true },
    { text: 'Let me look.' },
    { functionCall: { name: 'weather', args: { city: 'Oslo' } } },
  ],
};

function* allAnswers(): Iterable<SampleAnswer> {
  for (const { from, name, answer } of goldenPairs()) {
    const wire = from as TurnWireId;
    if (isObject(answer))
      yield { name: `golden: ${stringOf(name)}`, wire, whole: json(answer), streamed: streamOf(wire, answer) };
  }
  for (const [name, answer] of Object.entries(converseAnswers)) {
    const streamed = { type: 'application/vnd.amazon.eventstream', bytes: Buffer.concat(converseFrames(answer)) };
    yield { name, wire: 'converse', whole: json(answer.whole), streamed };
  }
  for (const [name, parts] of Object.entries(geminiAnswers)) {
    const body = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata,
      modelVersion: 'gemini-2.5-flash',
      responseId: 'r1',
    };
    yield { name, wire: 'gemini', whole: json(body), streamed: stream(`data: ${JSON.stringify(body)}\r\n\r\n`) };
  }
  if (!hasCorpus) return;
  const seen = new Set<string>();
  for (const { id, endpoint, status, response_body: body, response_sse: sse } of recordedPairs()) {
    const wire = wireOf[endpoint];
    const whole = objectOf(body);
    const outlined = sse === undefined ? outline(whole) : [...new Set(sse.match(/"type":"\w+"/g))].toSorted().join();
    if (!wire || status !== 200 || (body === undefined && sse === undefined) || seen.has(`${wire} ${outlined}`))
      continue;
    seen.add(`${wire} ${outlined}`);
    yield {
      name: `recorded: ${id}`,
      wire,
      whole: body === undefined ? null : json(body),
      streamed: sse === undefined ? null : stream(sse),
    };
  }
}

/** Answers written by hand, those of the documentation of Converse and Gemini, and recorded ones of different shapes. */
export const sampleAnswers = (): readonly SampleAnswer[] => [...allAnswers()];
