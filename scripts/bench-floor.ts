/**
 * Measures the minimum for each figure of the gateway: its parts, added one by one, each implemented as briefly as possible,
 * between a bare Node proxy and the whole gateway. Loopback only, two processors. Processor times and start times are the lowest
 * quarter of many short rounds in turns, which leaves out what a busy machine adds.
 *
 *     node scripts/bench-floor.ts [calls] [rounds] [job]   # processor time of a call; jobs: '1 KB', '30 KB', '1 MB', '1 MB picture', 'stream of 200 events'
 *     node scripts/bench-floor.ts express [rounds] [job]   # the same of Express and the validator alone, over Node's server
 *     node scripts/bench-floor.ts first-byte [rounds]      # first byte of short calls, 400 a second
 *     node scripts/bench-floor.ts streams [number] [row]   # rows: 'an open stream', 'an event a second', 'a reader that stalls'
 *     node scripts/bench-floor.ts burst [number]           # first byte of streams that begin within a second
 *     node scripts/bench-floor.ts start [rounds]           # from the command to ready
 *
 * The first takes about five minutes per job, the others one or two minutes.
 */
import { machine } from './bench/measure.ts';

const floors: Readonly<Record<string, () => Promise<unknown>>> = {
  calls: () => import('./bench/floors/calls.ts'),
  express: () => import('./bench/floors/calls.ts'),
  'first-byte': () => import('./bench/floors/calls.ts'),
  streams: () => import('./bench/floors/streams.ts'),
  burst: () => import('./bench/floors/streams.ts'),
  start: () => import('./bench/floors/start.ts'),
};

const [, , given = ''] = process.argv;
const name = given === '' || /^\d/.test(given) ? 'calls' : given;
// Each floor finds its name and its arguments in the same places.
if (name !== given) process.argv.splice(2, 0, name);
const floor = floors[name];
if (!floor) {
  console.error(`There is no floor ${name}. There are: ${Object.keys(floors).join(', ')}.`);
  process.exit(1);
}
console.log(`${name}, ${new Date().toISOString()}: ${machine()}\n`);
await floor();
console.log(`\nafterwards: ${machine()}`);
process.exit();
