import { operations } from '../../generated/spec-a/operations.ts';
import type { Call } from '../../src/pipeline/call.ts';
import type { Delivery } from '../../src/pipeline/delivery.ts';
import type { Tally } from '../../src/pipeline/tally.ts';
import type { UpstreamAnswer } from '../../src/providers/upstream.ts';
import { noCuts } from '../../src/shared/json/skim.ts';
import { readUnknownFacts } from '../../src/wires/facts.ts';
import { wires } from '../../src/wires/wires.ts';
import { makeHandClock } from './hand-clock.ts';
import { callerOf } from './make-caller.ts';
import { makeModel, makeProduct, makeProvider } from './make-config.ts';
import { makeRecordingReply } from './recording-reply.ts';

const nothing = (): void => undefined;

/** A call of chat completions, which is the same for all but for `changes`. */
export const makeCall = (changes: Partial<Call> = {}): Call => ({
  spec: 'a',
  operation: operations.createChatCompletion,
  requestId: 'req_1',
  caller: callerOf(),
  startedAt: 0,
  startedMonotonic: 0,
  isHead: false,
  headers: {},
  search: '',
  productSku: null,
  bytes: Buffer.alloc(0),
  cuts: noCuts,
  upload: null,
  reply: makeRecordingReply(),
  memory: { take: nothing, give: nothing, countRead: nothing, releaseParsed: nothing },
  ...changes,
});

/** A tally that counts nothing and takes no report for one that can be charged, but for `changes`. */
export const makeTally = (changes: Partial<Tally> = {}): Tally => ({
  sent: nothing,
  answered: nothing,
  accepted: nothing,
  report: () => false,
  side: nothing,
  answeredBy: nothing,
  doubt: nothing,
  add: nothing,
  output: nothing,
  guess: nothing,
  delivered: nothing,
  stalled: nothing,
  close: async () => 0n,
  ...changes,
});

/** An upstream that sends these chunks, and then ends its body. */
export function makeUpstreamAnswer(chunks: readonly Buffer[], changes: Partial<UpstreamAnswer> = {}): UpstreamAnswer {
  const left = [...chunks];
  return {
    status: 200,
    headers: {},
    read: async () => left.shift() ?? null,
    abort: nothing,
    secrets: () => [],
    ...changes,
  };
}

/** A delivery of a chat completion that says nothing, which is the same for all but for `changes`. */
export function makeDelivery(changes: Partial<Delivery> = {}): Delivery {
  const product = makeProduct('test');
  const [price] = product.prices;
  if (!price) throw new Error('The Product of the tests has no price.');
  const provider = makeProvider('up', 'a', 'http://127.0.0.1:1');
  const [model, named] = [makeModel('m', ['up']), { requestedModel: 'm', upstreamModel: 'm' }];
  return {
    call: makeCall(),
    facts: { ...readUnknownFacts({}, 0), usageChunk: true },
    route: { ...named, model, provider, region: 'global', product, price },
    meter: wires['chat-completions'].meter,
    wire: wires['chat-completions'],
    translation: null,
    losses: () => [],
    answer: makeUpstreamAnswer([]),
    tally: makeTally(),
    hooks: [],
    download: false,
    clock: makeHandClock(),
    keepalive: 15_000,
    earlier: [],
    ...changes,
  };
}
