/**
 * What uploads cost in memory: many at once through a gateway in a process of its own, its resident memory looked at
 * while they flow. Loopback only; a minute or two. Ends with 1 when a limit is passed.
 *
 * Usage: node scripts/bench-uploads.ts [MiB of a file, 512 when left out]
 */
import { processorSeconds, residentBytes } from './bench/process-figures.ts';
import { processors, startScript } from './bench/candidate.ts';
import { sendUpload, type BenchUpload } from './bench/send-upload.ts';
import { testKey } from '../test/fakes/make-config.ts';

const mebibyte = 1_048_576;
const fileMebibytes = Number(process.argv[2] ?? 512);

const sink = await startScript('sink', './upload-sink.ts', { args: [], processor: processors.load });
const origin = `http://127.0.0.1:${sink.port}`;
const gateway = await startScript('Diglot', './gateway.ts', { args: [origin], processor: processors.candidate });
const address = `http://127.0.0.1:${gateway.port}/v1`;

interface Load {
  readonly name: string;
  readonly parallel: number;
  readonly upload: BenchUpload;
  /** MiB that the uploads may add. */
  readonly limit: number;
}

const recording = { url: `${address}/audio/transcriptions`, key: testKey, bytes: 28 * mebibyte - 4_096 };
const file = { url: `${address}/files`, key: testKey, bytes: (fileMebibytes - 1) * mebibyte };
const model = { model: 'bench' };

const loads: readonly Load[] = [
  {
    name: '50 recordings of 28 MiB, model in front',
    parallel: 50,
    upload: { ...recording, before: model, behind: {} },
    limit: 100,
  },
  {
    name: '50 recordings of 28 MiB, model behind',
    parallel: 50,
    upload: { ...recording, before: {}, behind: model },
    limit: 100,
  },
  {
    name: `20 files of ${fileMebibytes} MiB`,
    parallel: 20,
    upload: { ...file, before: { purpose: 'batch' }, behind: {} },
    limit: 100,
  },
];

/** Highest resident memory while something runs, in bytes. */
async function peakDuring(run: Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(gateway.pid));
  }, 20);
  await run;
  clearInterval(timer);
  return peak;
}

await Promise.all([1, 2, 3].map(() => sendUpload({ ...recording, bytes: mebibyte, before: model, behind: {} })));
let failed = false;
for (const { name, parallel, upload, limit } of loads) {
  const base = residentBytes(gateway.pid);
  const used = processorSeconds(gateway.pid);
  const statuses = Promise.all(Array.from({ length: parallel }, () => sendUpload(upload)));
  const peak = await peakDuring(statuses);
  const bad = (await statuses).filter((status) => status !== 200);
  const added = (peak - base) / mebibyte;
  const sent = (parallel * upload.bytes) / mebibyte;
  const cost = ((processorSeconds(gateway.pid) - used) / sent) * 1_000;
  console.log(
    `${name}: ${added.toFixed(1)} MiB added to ${(base / mebibyte).toFixed(0)} MiB, ${cost.toFixed(2)} ms of processor a MiB, ${bad.length} failed`,
  );
  failed ||= bad.length > 0 || added > limit;
}
gateway.stop();
sink.stop();
process.exitCode = failed ? 1 : 0;
