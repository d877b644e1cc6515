/**
 * Offers ten times the load that the gateway can serve, from clients that do not wait: goodput must stay at 90 % of the best, and
 * refusals must be 503 with `Retry-After`. Each call is a stream of 200 events, translated from one specification to the other.
 * Loopback only, two processors.
 *
 *     node scripts/nightly-overload.ts [seconds of each load]
 */
import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { testKey } from '../test/fakes/make-config.ts';
import { pin, processors, startScript } from './bench/candidate.ts';
import type { OpenLoop, OpenLoopSeen } from './bench/open-loop.ts';
import { processorSeconds, residentBytes } from './bench/process-figures.ts';

const seconds = Number(process.argv[2] ?? 60);
/** The share of the best goodput that must remain at ten times the load. */
const leastShare = 0.9;
/** Milliseconds after which an answer is too late to be useful. */
const patience = 5_000;
const connections = 2_000;

const upstream = await startScript('upstream', './upstream.ts', { args: [], processor: processors.load });
const gateway = await startScript('Diglot', './gateway.ts', {
  args: [`http://127.0.0.1:${upstream.port}`],
  processor: processors.candidate,
});

/** Translated between the specifications, so that it costs the gateway more than the process that sends it. */
const path = '/v1/messages';
const body = JSON.stringify({
  model: 'bench',
  max_tokens: 1_000,
  stream: true,
  messages: [{ role: 'user', content: `burst ${'hi '.repeat(300)}` }],
});

interface Offered extends OpenLoopSeen {
  /** Share of a processor that the gateway got. */
  readonly busy: number;
  /** Good calls per second of processor time: on a shared machine, this says more than calls per second. */
  readonly goodPerProcessor: number;
}

async function offer(rate: number, forSeconds: number, { pid, port } = gateway): Promise<Offered> {
  const job: OpenLoop = { port, path, key: testKey, body, rate, seconds: forSeconds, most: connections, patience };
  const load = fork(fileURLToPath(new URL('./bench/open-loop.ts', import.meta.url)), [JSON.stringify(job)]);
  pin(load, processors.load);
  await new Promise((begun) => load.once('message', begun));
  const before = processorSeconds(pid);
  const seen = await new Promise<OpenLoopSeen>((seenAll) => load.once('message', (all) => seenAll(all as never)));
  const used = processorSeconds(pid) - before;
  return { ...seen, busy: used / forSeconds, goodPerProcessor: seen.good / used };
}

const line = (rate: number, seen: Offered, forSeconds: number): string =>
  [
    `${rate}/s`.padStart(8),
    `good ${(seen.good / forSeconds).toFixed(0)}/s`,
    `late ${seen.late}`,
    `refused ${(seen.refused / forSeconds).toFixed(0)}/s`,
    `without Retry-After ${seen.withoutRetryAfter}`,
    `failed ${JSON.stringify(seen.failed)}`,
    `not sent ${(seen.notSent / forSeconds).toFixed(0)}/s`,
    `first byte p50 ${seen.p50.toFixed(0)} p99 ${seen.p99.toFixed(0)} ms`,
    `refusal p50 ${seen.patient50.toFixed(1)} p99 ${seen.patient99.toFixed(1)} ms, to clients that call again at once ${seen.refusal50.toFixed(0)} and ${seen.refusal99.toFixed(0)} ms`,
    `processor ${(seen.busy * 100).toFixed(0)} %, ${seen.goodPerProcessor.toFixed(0)} good for each second of it`,
    `${(residentBytes(gateway.pid) / 1_048_576).toFixed(0)} MB`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
  ].join('  ');

await offer(100, 5);
let best = 0;
let bestRate = 0;
for (let rate = 200; rate <= 6_400; rate = Math.round(rate * 1.4)) {
  const step = Math.min(seconds, 5);
  const seen = await offer(rate, step);
  console.log(line(rate, seen, step));
  if (seen.good / step > best) [best, bestRate] = [seen.good / step, rate];
  if (seen.good / step < rate * 0.7) break;
}
console.log(`best: ${best.toFixed(0)} calls a second, at ${bestRate} offered`);
const offered = Math.round(best * 10);
const over = await offer(offered, seconds);
console.log(line(offered, over, seconds));
const share = over.good / seconds / best;
const after = await offer(Math.round(best / 2), 5);
console.log(`afterwards, at half of the best:\n${line(Math.round(best / 2), after, 5)}`);
const refusing = await startScript('bare refusals', './bare-refusals.ts', {
  args: [],
  processor: processors.candidate,
});
const floor = await offer(offered, Math.min(seconds, 5), refusing);
console.log(`a bare Node server that refuses every call:\n${line(offered, floor, Math.min(seconds, 5))}`);
const faults = [
  ...(share < leastShare ? [`goodput fell to ${(share * 100).toFixed(0)} % of the best`] : []),
  ...(over.withoutRetryAfter > 0 ? [`${over.withoutRetryAfter} refusals without Retry-After`] : []),
  ...Object.entries(over.failed).map(([reason, count]) => `${count} calls failed: ${reason}`),
  ...(after.refused > 0 ? [`${after.refused} refusals at half of the best load`] : []),
];
console.log(faults.length === 0 ? `goodput ${(share * 100).toFixed(0)} % of the best` : faults.join('\n'));
for (const running of [gateway, upstream, refusing]) running.stop();
process.exit(faults.length === 0 ? 0 : 1);
