/** From the command to the first call: `diglot serve` on an empty folder and on an existing one, several times each. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { processors } from '../candidate.ts';
import { median } from '../measure.ts';
import { residentBytes } from '../process-figures.ts';
import { serve, withUpstream } from '../serve.ts';

const times = Number(process.argv[2] ?? 9);
const both = `${processors.candidate},${processors.load}`;

await withUpstream(async (place) => {
  const seen: Record<'first' | 'later', number[]> = { first: [], later: [] };
  let resident = 0;
  for (let time = 0; time < times; time += 1) {
    rmSync(join(place.folder, 'diglot.db'), { force: true });
    for (const kind of ['first', 'later'] as const) {
      const gateway = await serve({ ...place, processor: both });
      seen[kind].push(gateway.readyAfter);
      resident = residentBytes(gateway.pid);
      await gateway.end();
    }
  }
  for (const [kind, each] of Object.entries(seen))
    console.log(
      `${kind.padEnd(6)} start: ready after ${median(each).toFixed(0)} ms (least ${Math.min(...each).toFixed(0)})`,
    );
  console.log(`resident memory when ready: ${(resident / 1_048_576).toFixed(0)} MB`);
});
