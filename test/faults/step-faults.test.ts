import { describe, expect, it, vi } from 'vitest';
import { operations as specA } from '../../generated/spec-a/operations.ts';
import { operations as specB } from '../../generated/spec-b/operations.ts';
import { wires } from '../../src/wires/wires.ts';
import type { Call } from '../../src/pipeline/call.ts';
import { draftJson } from '../../src/pipeline/upstream-draft.ts';
import { makeRelay } from '../../src/pipeline/relay.ts';
import { noCuts } from '../../src/shared/json/skim.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeSeals } from '../../src/wires/translation/proofs.ts';
import { callerOf } from '../fakes/make-caller.ts';
import { makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { chatCall, chatStream, messagesCall, messageStream } from '../fakes/sample-calls.ts';

/** Calls through the relay, each with the answer that it gets and the bytes that say it is whole. */
const journeys = [
  {
    name: 'a JSON answer',
    operation: specA.createChatCompletion,
    spec: 'a',
    request: chatCall.request,
    type: 'application/json',
    answer: [JSON.stringify(chatCall.answer)],
    whole: JSON.stringify(chatCall.answer),
  },
  {
    name: 'a long JSON answer',
    operation: specA.createChatCompletion,
    spec: 'a',
    request: chatCall.request,
    type: 'application/json',
    answer: [
      '{"choices":[],"x":"',
      ...Array.from({ length: 20 }, () => 'y'.repeat(65_536)),
      '","usage":{"prompt_tokens":1}}',
    ],
    whole: '"usage":{"prompt_tokens":1}}',
  },
  {
    name: 'a chat stream',
    operation: specA.createChatCompletion,
    spec: 'a',
    request: { ...chatCall.request, stream: true },
    type: 'text/event-stream',
    answer: chatStream,
    whole: '[DONE]',
  },
  {
    name: 'a message stream',
    operation: specB.createMessage,
    spec: 'b',
    request: { ...messagesCall.request, stream: true },
    type: 'text/event-stream',
    answer: messageStream,
    whole: 'message_stop',
  },
  {
    name: 'bytes',
    operation: specA.createSpeech,
    spec: 'a',
    request: { model: 'test-model', voice: 'alloy', input: 'x' },
    type: 'audio/mpeg',
    answer: ['one', 'two', 'three-is-the-last'],
    whole: 'three-is-the-last',
  },
] as const;

type Journey = (typeof journeys)[number];

class Injected extends Error {}

/** Counts every call of every function that it hands out, and makes one of them throw. */
function faultAt(point: number) {
  let calls = 0;
  let struck: string | null = null;
  const wrap =
    <Arguments extends readonly unknown[], Result>(name: string, run: (...values: Arguments) => Result) =>
    (...values: Arguments): Result => {
      calls += 1;
      if (calls === point) {
        struck = name;
        throw new Injected(name);
      }
      return run(...values);
    };
  return { wrap, struck: () => struck };
}

/** One call, every dependency of which can be made to fail. */
async function travel(journey: Journey, point: number) {
  const { wrap, struck } = faultAt(point);
  const seen = {
    settled: 0,
    admitted: 0,
    ended: '',
    cut: false,
    aborted: false,
    started: false,
    sent: false,
    failure: null as unknown,
  };
  const provider = makeProvider('up', journey.spec, 'http://127.0.0.1:9');
  const product = makeProduct('test');
  const model = makeModel('test-model', ['up']);
  const route = {
    requestedModel: 'test-model',
    model,
    upstreamModel: 'test-model',
    provider,
    region: 'global',
    product,
  };
  const chunks = journey.answer.map((text) => Buffer.from(text));
  const { meter } = wires[journey.operation.wire];
  const { readUsage, readEvent } = meter;
  vi.spyOn(meter, 'readUsage').mockImplementation(wrap('readUsage', readUsage));
  vi.spyOn(meter, 'readEvent').mockImplementation(wrap('readEvent', readEvent));
  const noRoute = (): never => {
    throw new Error('not asked here');
  };
  const relay = makeRelay({
    router: {
      route: wrap('route', () => ({ ...route, price: product.prices[0]! })),
      defaultModel: () => null,
      checkRouteHead: noRoute,
      listModels: noRoute,
      getModel: noRoute,
      findCompletedWork: noRoute,
      hasProvider: noRoute,
      at: noRoute,
    },
    metering: {
      admit: wrap('admit', () => {
        seen.admitted += 1;
        return {
          callId: 'call_1',
          isOpen: () => true,
          progress: wrap('progress', () => undefined),
          settle: wrap('settle', async () => {
            seen.settled += 1;
            return 1n;
          }),
        };
      }),
    },
    seals: makeSeals([Buffer.alloc(32)]),
    send: wrap('send', async () => {
      seen.sent = true;
      return {
        status: 200,
        headers: { 'content-type': journey.type },
        read: wrap('read', async () => chunks.shift() ?? null),
        abort: () => {
          seen.aborted = true;
        },
        secrets: () => [],
      };
    }),
    clock: systemClock,
    limits: wrap('limits', () => ({ firstByte: 1_000, idle: 1_000, total: null, keepalive: 1_000 })),
    newCallId: wrap('newCallId', () => 'call_1'),
  });
  const bytes = Buffer.from(JSON.stringify(journey.request));
  const call: Call = {
    spec: journey.spec,
    operation: journey.operation,
    requestId: 'req_1',
    caller: callerOf(),
    startedAt: 0,
    startedMonotonic: 0,
    headers: {},
    isHead: false,
    search: '',
    productSku: null,
    memory: {
      take: () => undefined,
      give: () => undefined,
      countRead: () => undefined,
      releaseParsed: () => undefined,
    },
    bytes,
    cuts: noCuts,
    upload: null,
    reply: {
      started: () => seen.started,
      left: () => false,
      onLeave: () => () => true,
      head: wrap('head', () => {
        seen.started = true;
      }),
      write: wrap('write', (part: Uint8Array) => {
        seen.ended += Buffer.from(part).toString();
        return false;
      }),
      drained: wrap('drained', async () => undefined),
      end: wrap('end', (part?: Uint8Array) => {
        seen.ended += Buffer.from(part ?? []).toString();
      }),
      cut: () => {
        seen.cut = true;
      },
    },
  };
  await relay(call, draftJson(call, journey.request)).catch((error: unknown) => {
    seen.failure = error;
  });
  vi.restoreAllMocks();
  return { ...seen, struck: struck(), unread: chunks.length };
}

describe.each(journeys)('$name, when anything on its way fails', (journey) => {
  it('is settled once, is never taken for whole, and keeps no upstream waiting', async () => {
    const reached: string[] = [];
    for (let point = 1; ; point += 1) {
      const result = await travel(journey, point);
      if (result.struck === null) {
        expect(result).toMatchObject({ settled: 1, cut: false, failure: null });
        expect(result.ended).toContain(journey.whole);
        break;
      }
      const place = `${point}: ${result.struck}`;
      reached.push(result.struck);
      if (result.struck !== 'settle') expect([place, result.settled]).toEqual([place, result.admitted]);
      // What fails behind the last event of a stream takes nothing from it.
      const isBehind = result.struck === 'read' && journey.type === 'text/event-stream' && result.unread === 0;
      const isWhole = isBehind && result.ended.includes(journey.whole);
      const reported = isWhole || result.failure !== null || result.cut || /error/.test(result.ended);
      expect([place, reported]).toEqual([place, true]);
      if (result.unread > 0 && result.sent) expect([place, result.aborted]).toEqual([place, true]);
    }
    expect(reached).toEqual(expect.arrayContaining(['route', 'admit', 'settle', 'send', 'read', 'head', 'end']));
  });
});
