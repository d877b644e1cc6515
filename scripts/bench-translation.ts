/**
 * Compares the cost of a translated stream event with that of the same stream passed through: processor time in one process,
 * without sockets, as the lowest quarter of many short rounds in turns, so that a busy machine does not change the ratio. Each
 * event arrives in its own chunk. Fails if a direction costs more than three times as much.
 *
 *     node scripts/bench-translation.ts [rounds]
 */
import { deliverStream } from '../src/pipeline/deliver-stream.ts';
import type { Delivery } from '../src/pipeline/delivery.ts';
import { translate } from '../src/pipeline/translation/translation.ts';
import { makeSeals } from '../src/wires/translation/proofs.ts';
import { Secret } from '../src/shared/secret.ts';
import { systemClock } from '../src/shared/time/clock.ts';
import type { TurnWireId } from '../src/wires/translation/parts.ts';
import type { TurnEvent } from '../src/wires/turn.ts';
import { wires } from '../src/wires/wires.ts';
import { makeModel, makeProvider } from '../test/fakes/make-config.ts';
import { asEvents, wireIds } from '../test/unit/wires/translation/turn-wires.ts';

const rounds = Number(process.argv[2] ?? 40);
const most = 3;
const deltas = 500;
const streams = 4;

const words = ['The', ' quick', ' brown', ' fox', ', it seems', ',', ' jumps', ' over', ' the', ' lazy', ' dog', '.\n'];

/** A long answer, as every format streams it. */
const answer: readonly TurnEvent[] = [
  { type: 'start' },
  { type: 'open', part: 0, head: { kind: 'text' } },
  ...Array.from({ length: deltas }, (_, index): TurnEvent => ({
    type: 'delta',
    part: 0,
    text: words[index % words.length] ?? '',
  })),
  { type: 'close', part: 0, whole: null },
  { type: 'usage', usage: { input: 12, output: deltas } },
  { type: 'stop', reason: 'end', sequence: null, explanation: null },
  { type: 'end' },
];

const requests: Readonly<Record<TurnWireId, object>> = {
  'chat-completions': { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  responses: { model: 'm', stream: true, input: 'Hi' },
  messages: { model: 'm', stream: true, max_tokens: 1_000, messages: [{ role: 'user', content: 'Hi' }] },
};

const nothing = (): void => undefined;
const secrets = [new Secret('sk-of-the-provider')];
const seals = makeSeals([Buffer.from('a secret of at least thirty-two bytes')]);

/** A delivery of one stream to a client that takes everything at once. */
function deliveryOf(from: TurnWireId, to: TurnWireId, chunks: readonly Buffer[]): Delivery {
  let next = 0;
  const provider = makeProvider('up', to === 'messages' ? 'b' : 'a', 'http://127.0.0.1:1');
  let hasBegun = false;
  const reply = {
    head: () => {
      hasBegun = true;
    },
    started: () => hasBegun,
    left: () => false,
    write: () => true,
    end: nothing,
    drained: async () => undefined,
  };
  const close = async ({ outcome }: { readonly outcome: string }) => {
    if (outcome !== 'completed') throw new Error(`${to} → ${from} ended as ${outcome}`);
    return {};
  };
  const operation = { billed: false, wire: from };
  const call = {
    reply,
    spec: 'a',
    requestId: 'req_1',
    operation,
    headers: {},
    startedAt: 0,
    caller: { workspaceId: 'w', scope: {} },
  };
  const model = makeModel('m', ['up']);
  const route = { provider, model, upstreamModel: 'm', requestedModel: 'm', wires: [to] };
  const request = Buffer.from(JSON.stringify(requests[from]));
  const translation =
    from === to ? null : translate({ call, request, route } as never, { seals }).answer(null, () => secrets);
  const memory = { take: nothing, give: nothing, releaseParsed: nothing };
  return {
    call: { ...call, memory },
    facts: { usageChunk: true, referenced: [], bound: { answers: 1 } },
    tally: { report: nothing, add: nothing, side: nothing, doubt: nothing, output: nothing, close },
    wire: wires[from],
    meter: wires[to].meter,
    translation,
    losses: () => [],
    hooks: [],
    earlier: [],
    route,
    clock: systemClock,
    keepalive: 15_000,
    answer: {
      status: 200,
      headers: {},
      read: async () => chunks[next++] ?? null,
      abort: nothing,
      secrets: () => secrets,
    },
  } as unknown as Delivery;
}

const chunksOf = (wire: TurnWireId): readonly Buffer[] => asEvents(wire, answer).map(({ bytes }) => bytes);

/** Microseconds of processor time for an event of the upstream. */
async function measure(from: TurnWireId, to: TurnWireId): Promise<number> {
  const chunks = chunksOf(to);
  const deliveries = Array.from({ length: streams }, () => deliveryOf(from, to, chunks));
  const before = process.cpuUsage();
  for (const delivery of deliveries) await deliverStream(delivery);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (streams * chunks.length);
}

const lowestQuarter = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 4)] ?? NaN;

const ways = wireIds.flatMap((to) => wireIds.map((from) => ({ from, to })));
const seen = new Map(ways.map((way) => [way, [] as number[]]));
for (let round = -10; round < rounds; round += 1)
  for (const way of ways) {
    const cost = await measure(way.from, way.to);
    if (round >= 0) seen.get(way)?.push(cost);
  }

let isDear = false;
for (const { from, to } of ways) {
  const costOf = (caller: TurnWireId): number =>
    lowestQuarter([...seen].find(([way]) => way.from === caller && way.to === to)?.[1] ?? []);
  const ratio = costOf(from) / costOf(to);
  isDear ||= ratio > most;
  console.log(
    `${to} → ${from}`.padEnd(38),
    `${costOf(from).toFixed(2)} µs`.padStart(9),
    `${ratio.toFixed(2)} ×`.padStart(8),
  );
}
process.exitCode = isDear ? 1 : 0;
