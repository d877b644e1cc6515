/**
 * From the command to ready: Node alone, then with the packages, the validators of the three usual operations and the database, each
 * loaded after the one before, and the gateway on a folder that is there. Milliseconds, and processor time of all threads.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pin, processors } from '../candidate.ts';
import { lowestQuarter } from '../measure.ts';
import { threadSeconds } from '../process-figures.ts';
import { serve, withUpstream } from '../serve.ts';
import { startParts } from './start-part.ts';

const rounds = Number(process.argv[3] ?? 12);
const processor = `${processors.candidate},${processors.load}`;

/** Milliseconds until ready, and of processor time. */
type Start = readonly [ready: number, used: number];

function startPart(part: string, folder: string): Promise<Start> {
  const from = performance.now();
  const child = fork(fileURLToPath(new URL('./start-part.ts', import.meta.url)), [part, folder]);
  pin(child, processor);
  return new Promise((resolve, reject) => {
    const early = (code: number | null): void => reject(new Error(`${part} ended with ${code}.`));
    child.once('exit', early);
    child.once('message', () => {
      const seen: Start = [performance.now() - from, threadSeconds(child.pid ?? 0) * 1_000];
      child.off('exit', early).once('exit', () => resolve(seen));
      child.kill();
    });
  });
}

await withUpstream(async (place) => {
  const startGateway = async (): Promise<Start> => {
    const gateway = await serve({ ...place, processor });
    const seen: Start = [gateway.readyAfter, threadSeconds(gateway.pid) * 1_000];
    await gateway.end();
    return seen;
  };
  const starts = [
    ...startParts.map(
      (part) => [part === startParts[0] ? part : `+ ${part}`, () => startPart(part, place.folder)] as const,
    ),
    ['Diglot', startGateway] as const,
  ];
  // The first of each fills the cache of compiled code, and makes the database.
  for (const [, start] of starts) await start();
  const seen = starts.map((): Start[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [, start]] of starts.entries()) seen[index]?.push(await start());
  for (const [index, [name]] of starts.entries()) {
    const [ready, used] = [0, 1].map((which) => lowestQuarter((seen[index] ?? []).map((each) => each[which] ?? NaN)));
    console.log(
      `${name.padEnd(14)} ready after ${ready?.toFixed(0).padStart(5)} ms  processor ${used?.toFixed(0).padStart(5)} ms`,
    );
  }
});
