import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const source = new URL('../../../src/http/server.ts', import.meta.url).href;

/** Holds 20 MB of objects, then uses and drops 2 GB of bytes, 1 MiB at a time. Prints how often the whole heap was collected. */
const script = (setUp: string): string => `
  import { PerformanceObserver, constants } from 'node:perf_hooks';
  import { tuneCollector } from '${source}';
  ${setUp}
  let collections = 0;
  const count = (list) => { for (const { detail } of list.getEntries()) collections += Number(detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR); };
  new PerformanceObserver(count).observe({ entryTypes: ['gc'] });
  const held = Array.from({ length: 300_000 }, (_, at) => ({ at, list: [at] }));
  let used = 0;
  for (let call = 0; call < 2_000; call += 1) {
    used += Buffer.allocUnsafeSlow(1_048_576).length + Array.from({ length: 10 }, (_, at) => ({ at })).length;
    await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(JSON.stringify({ collections, kept: held.length, used }));
`;

/** Runs a module in a process of its own. */
const run = (module: string) =>
  promisify(execFile)(process.execPath, ['--input-type=module', '--eval', module], { encoding: 'utf8' });

async function collections(setUp: string): Promise<number> {
  const { stdout } = await run(script(setUp));
  return (JSON.parse(stdout) as { readonly collections: number }).collections;
}

describe('the flags of the collector', () => {
  it('are known to this version of V8, which says so otherwise', async () => {
    const { stderr } = await run(`import { tuneCollector } from '${source}'; tuneCollector();`);
    expect(stderr).toBe('');
  });
});

describe('bytes outside of the heap', () => {
  it('start a collection of the whole heap at most half as often as by default', async () => {
    // One after the other, and in turn: a collection that waits for a processor lasts longer, so fewer or more of them begin.
    let byDefault = 0;
    let counted = 0;
    for (let pair = 0; pair < 3; pair += 1) {
      byDefault += await collections('');
      counted += await collections('tuneCollector();');
    }
    expect(byDefault).toBeGreaterThan(3);
    expect(counted).toBeLessThanOrEqual(byDefault / 2);
  });
});
